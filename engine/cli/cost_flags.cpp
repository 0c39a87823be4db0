#include "engine/cli/cost_flags.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {
namespace {

using Times = std::vector<plan::Nanoseconds>;

struct Part {
    const char* flag;
    const std::string& word;
    plan::Nanoseconds plan::StageCosts::*member;
};

// A list must name all of `places`; a single number stands for all.
Times list(FlagReader& reader, const char* flag, const std::string& word, long long places,
           const char* what)
{
    Times times = reader.value(flag, word, Times{}, microsecondsList);
    if (times.size() <= 1 || static_cast<long long>(times.size()) == places)
        return times;
    reader.fail(std::string(flag) + ": has " + std::to_string(times.size()) + " numbers for "
                + std::to_string(places) + ' ' + what + "; give one for each, or a single one");
    return {};
}

void readStages(const CostFlags& flags, long long stages, FlagReader& reader, plan::Costs& costs)
{
    const Part parts[] = {{"--forward", flags.forward, &plan::StageCosts::forward},
                          {"--input-grad", flags.inputGrad, &plan::StageCosts::inputGrad},
                          {"--weight-grad", flags.weightGrad, &plan::StageCosts::weightGrad},
                          {"--recompute", flags.recompute, &plan::StageCosts::recompute}};
    for (const Part& part : parts) {
        const Times times = list(reader, part.flag, part.word, stages, "stages");
        // A list makes the stages differ; until one is given, a single entry stands for all of
        // them.
        if (times.size() > 1)
            costs.stages.resize(times.size(), costs.stages.front());
        for (std::size_t stage = 0; !times.empty() && stage < costs.stages.size(); ++stage)
            costs.stages[stage].*part.member = times.size() == 1 ? times[0] : times[stage];
    }
}

} // namespace

bool CostFlags::any() const
{
    const std::string* words[] = {&forward,  &inputGrad,   &weightGrad,        &recompute,
                                  &transfer, &pairOverlap, &gradientReduction, &optimizer};
    return !rankFactors.empty()
        || std::any_of(std::begin(words), std::end(words),
                       [](const std::string* word) { return !word->empty(); });
}

plan::CostBasis basisOf(const std::string& word, plan::CostBasis otherwise)
{
    if (word.empty())
        return otherwise;
    return word == plan::toText(plan::CostBasis::Rank) ? plan::CostBasis::Rank
                                                       : plan::CostBasis::Stage;
}

std::string costOriginText(const strategy::CostOrigin& origin, plan::CostBasis basis)
{
    std::string text = strategy::toText(origin);
    if (origin.kind == strategy::CostOrigin::Kind::Model)
        return text + ", for each schedule's stages";
    return text
        + (basis == plan::CostBasis::Rank ? ", of a rank's whole share, divided over its chunks"
                                          : ", of one stage");
}

std::string comparedCostsText(const ComparedCosts& costs)
{
    if (costs.given == costs.kept || costs.origin.kind == strategy::CostOrigin::Kind::Model)
        return costOriginText(costs.origin, costs.given);
    return strategy::toText(costs.origin)
        + ", of one stage of the file's own schedule; each rank's share is kept and divided over "
          "its chunks";
}

plan::Costs costsFrom(const CostFlags& flags, const plan::Shape& shape, FlagReader& reader)
{
    // In 64 bits: flags may give any two ints, and what is wrong with them is told later.
    const long long stages = static_cast<long long>(shape.ranks) * shape.chunks / shape.directions;
    plan::Costs costs = plan::Costs::unit();
    readStages(flags, stages, reader, costs);
    const Times hops = list(reader, "--transfer", flags.transfer, stages - 1, "hops");
    if (hops.size() == 1)
        costs.transfer = hops[0];
    else
        costs.hops = hops;
    costs.pairOverlap = reader.value("--pair-overlap", flags.pairOverlap, 0.0, share);
    costs.gradientReduction = reader.value("--gradient-reduction", flags.gradientReduction,
                                           plan::Nanoseconds{}, microseconds);
    costs.optimizer
        = reader.value("--optimizer", flags.optimizer, plan::Nanoseconds{}, microseconds);
    // A shape beyond the limit must not take memory for its factors.
    if (flags.rankFactors.empty() || shape.ranks > plan::kMaxRanks)
        return costs;
    costs.rankFactors.assign(static_cast<std::size_t>(shape.ranks), 1);
    for (const std::string& word : flags.rankFactors) {
        const auto read
            = reader.value("--rank-factor", word, RankFactor{}, rankFactor, shape.ranks);
        costs.rankFactors[static_cast<std::size_t>(read.rank)] = read.factor;
    }
    return costs;
}

} // namespace cli
