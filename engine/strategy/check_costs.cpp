// The costs given, or their absence.

#include "engine/plan/cost_limits.h"
#include "engine/strategy/checking.h"
#include "engine/strategy/fields.h"
#include "engine/strategy/scalars.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>

namespace strategy {
namespace {

using plan::Nanoseconds;

constexpr const char* kLimits = "must lie between 0 and 1000000000000 us";

bool isCost(Nanoseconds time) { return time >= Nanoseconds{0} && time <= kMaxCost; }

bool isCost(const plan::StageCosts& stage)
{
    const auto parts = plan::StageCosts::parts();
    return std::all_of(parts.begin(), parts.end(),
                       [&](const auto part) { return isCost(stage.*part); });
}

// The parts that are communication, within what they are parts of.
bool holdsItsCommunication(const plan::StageCosts& stage)
{
    return stage.forwardCollective + stage.forwardTransfer <= stage.forward
        && stage.inputGradCollective + stage.inputGradTransfer <= stage.inputGrad
        && stage.recomputeCollective <= stage.recompute;
}

// Of one microbatch, whichever ops a schedule makes of its backward.
Nanoseconds total(const plan::StageCosts& stage)
{
    using plan::OpKind;
    return stage.of(OpKind::Forward)
        + std::min(stage.of(OpKind::Backward),
                   stage.of(OpKind::InputGrad) + stage.of(OpKind::WeightGrad));
}

bool isWithin(double value, const DecimalRange& range)
{
    return value >= range.low && value <= range.high; // no for not-a-number
}

void checkStageCosts(Checking& checking, const plan::Costs& costs)
{
    if (costs.stages.empty() || costs.stages.size() > kMaxListEntries)
        return checking.problem("costs",
                                "must give one to " + number(kMaxListEntries) + " numbers a part");
    if (!std::all_of(costs.stages.begin(), costs.stages.end(),
                     [](const plan::StageCosts& stage) { return isCost(stage); }))
        return checking.problem("costs", std::string(kLimits) + ", of every stage");
    if (!std::all_of(costs.stages.begin(), costs.stages.end(), holdsItsCommunication))
        return checking.problem("costs",
                                "have collectives and transfers that together take longer than the "
                                "part they lie in; shorten them");
    if (std::all_of(costs.stages.begin(), costs.stages.end(),
                    [](const plan::StageCosts& stage) { return total(stage) == Nanoseconds{0}; }))
        checking.problem("costs", "are all 0, so a step has no length; give one part a time");
}

// Whether latency + bytes / bandwidth is a cost, without computing what may overflow.
bool isCost(const plan::Link& link)
{
    return static_cast<double>(link.latency.count())
        + static_cast<double>(link.bytes) / link.gigabytesPerSecond
        <= static_cast<double>(kMaxCost.count());
}

void checkTransfer(Checking& checking, const plan::Costs& costs)
{
    const bool hops = !costs.hops.empty();
    const bool time = costs.transfer != Nanoseconds{0};
    if ((hops && costs.link) || (hops && time) || (costs.link && time))
        return checking.problem("costs.transfer",
                                "is given in two ways; keep one: a time, a list of hops, or "
                                "latency, bytes and bandwidth");
    if (!isCost(costs.transfer)
        || !std::all_of(costs.hops.begin(), costs.hops.end(),
                        [](Nanoseconds hop) { return isCost(hop); }))
        return checking.problem("costs.transfer", kLimits);
    if (costs.hops.size() > kMaxListEntries)
        return checking.problem("costs.transfer",
                                "must have at most " + number(kMaxListEntries) + " numbers");
    if (!costs.link)
        return;
    if (!isCost(costs.link->latency))
        return checking.problem("costs.transfer.latency", kLimits);
    if (costs.link->bytes < kBytesRange.low || costs.link->bytes > kBytesRange.high)
        return checking.problem("costs.transfer.bytes",
                                rangeSentence(kBytesRange, number(costs.link->bytes)));
    const double bandwidth = costs.link->gigabytesPerSecond;
    if (bandwidth == 0 && costs.link->bytes > 0)
        return checking.problem("costs.transfer.bandwidth",
                                "is missing; give the gigabytes a second at which bytes travel");
    if (bandwidth != 0 && !isWithin(bandwidth, kBandwidthRange))
        return checking.problem("costs.transfer.bandwidth",
                                rangeSentence(kBandwidthRange, decimalText(bandwidth)));
    if (costs.link->bytes > 0 && !isCost(*costs.link))
        checking.problem("costs.transfer", "takes longer than 1000000000000 us per hop");
}

void checkTransferBetweenNodes(Checking& checking, const plan::Costs& costs)
{
    if (!costs.transferBetweenNodes)
        return;
    if (!isCost(*costs.transferBetweenNodes))
        return checking.problem("costs.transfer_between_nodes", kLimits);
    if (!costs.hops.empty())
        checking.problem("costs.transfer_between_nodes",
                         "says what a hop between nodes takes, and costs.transfer lists every hop; "
                         "keep one of the two");
}

void checkRest(Checking& checking, const plan::Costs& costs)
{
    const auto outside
        = std::find_if_not(costs.rankFactors.begin(), costs.rankFactors.end(),
                           [](double factor) { return isWithin(factor, kFactorRange); });
    if (outside != costs.rankFactors.end())
        checking.problem("costs.rank_factors",
                         "of rank " + number(outside - costs.rankFactors.begin()) + ' '
                             + rangeSentence(kFactorRange, decimalText(*outside)));
    if (!isWithin(costs.pairOverlap, kOverlapRange))
        checking.problem("costs.pair_overlap",
                         rangeSentence(kOverlapRange, decimalText(costs.pairOverlap)));
    if (!isCost(costs.gradientReduction))
        checking.problem("costs.gradient_reduction", kLimits);
    if (!isCost(costs.optimizer))
        checking.problem("costs.optimizer", kLimits);
}

// One list against the number of places it must name.
void checkLength(Checking& checking, const char* key, std::size_t length, long long wanted,
                 const char* places)
{
    if (static_cast<long long>(length) != wanted)
        checking.problem(key,
                         "has " + number(static_cast<long long>(length)) + " numbers for "
                             + number(wanted) + ' ' + places);
}

} // namespace

void checkCosts(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    if (!checking.areSound({"costs"}))
        return;
    if (!strategy.costs) {
        if (checking.isWrongWithin("costs") || strategy.model)
            return; // they are given, and what is wrong with them was said; or the cost model gives
                    // them
        const bool uneven
            = !strategy.parallel.layersPerStage.empty() || !strategy.parallel.layersPerRank.empty();
        return checking.warning("costs",
                                std::string("are not given: every op part takes 1 us and transfers "
                                            "are free, so times are only comparable")
                                    + (uneven ? "; uneven layers are not counted" : ""));
    }
    const plan::Costs& costs = *strategy.costs;
    checkStageCosts(checking, costs);
    checkTransfer(checking, costs);
    checkTransferBetweenNodes(checking, costs);
    checkRest(checking, costs);
    if (strategy.costsFittedTo.size() > kMaxTextBytes || !isOneLine(strategy.costsFittedTo))
        checking.problem("costs.fitted_to", "must be one line of printable text");
    if (!checking.areSound({"costs", "costs.transfer", "costs.rank_factors", "parallel.pipeline",
                            "parallel.chunks", "schedule.name", "schedule.file", "schedule.order"})
        || !checking.knowsShape())
        return;

    const plan::Shape shape = checking.shape();
    const long long stages = checking.stages();
    if (!costs.rankFactors.empty())
        checkLength(checking, "costs.rank_factors", costs.rankFactors.size(), shape.ranks,
                    "ranks (parallel.pipeline)");
    if (costs.stages.size() > 1 && static_cast<long long>(costs.stages.size()) != stages)
        checking.problem("costs",
                         "are given for " + number(static_cast<long long>(costs.stages.size()))
                             + " stages, and there are " + number(stages)
                             + " (parallel.pipeline x parallel.chunks)");
    if (!costs.hops.empty())
        checkLength(checking, "costs.transfer", costs.hops.size(), stages - 1,
                    "hops (one between two stages)");
    if (checking.areSound({"costs", "costs.transfer", "costs.transfer_between_nodes",
                           "costs.transfer.bytes", "costs.transfer.bandwidth",
                           "costs.transfer.latency"})
        && plan::longestStep(shape, costs) > double(plan::kLongestStep.count()))
        checking.problem("costs", "add up to more than 95 years a step; give smaller ones");
}

} // namespace strategy
