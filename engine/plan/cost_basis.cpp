#include "engine/plan/cost_basis.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

namespace plan {
namespace {

using Hops = std::vector<Nanoseconds>;

// Part `part` of `parts` of a time; the parts add up to it.
Nanoseconds partOf(Nanoseconds whole, int part, int parts)
{
    const auto upTo
        = [&](int n) { return whole.count() / parts * n + whole.count() % parts * n / parts; };
    return Nanoseconds{upTo(part + 1) - upTo(part)};
}

StageCosts partOf(const StageCosts& whole, int part, int parts)
{
    StageCosts made;
    for (const auto member : StageCosts::parts())
        made.*member = partOf(whole.*member, part, parts);
    // What lies within a part and the rest of it one by one, so that it stays within.
    const auto all = [&](Nanoseconds taken, Nanoseconds collective, Nanoseconds transfer) {
        return partOf(taken - collective - transfer, part, parts) + partOf(collective, part, parts)
            + partOf(transfer, part, parts);
    };
    made.forward = all(whole.forward, whole.forwardCollective, whole.forwardTransfer);
    made.inputGrad = all(whole.inputGrad, whole.inputGradCollective, whole.inputGradTransfer);
    made.recompute = all(whole.recompute, whole.recomputeCollective, {});
    return made;
}

void add(StageCosts& sum, const StageCosts& stage)
{
    for (const auto part : StageCosts::parts())
        sum.*part += stage.*part;
}

// One entry where all are alike.
void fold(std::vector<StageCosts>& stages)
{
    if (std::all_of(stages.begin(), stages.end(),
                    [&](const StageCosts& stage) { return stage == stages.front(); }))
        stages.resize(1);
}

// Between the ranks of stage s and s+1; in two directions the shorter entry of the mirror
// image is as good as the other, so that the longer of both is taken.
Nanoseconds hopOf(const Hops& neighbours, const Placement& placement, int stage)
{
    const auto between = [&](int from, int to) {
        if (from == to || neighbours.empty())
            return Nanoseconds{0};
        if (std::abs(from - to) != 1)
            return *std::max_element(neighbours.begin(), neighbours.end());
        return neighbours[static_cast<std::size_t>(std::min(from, to))];
    };
    const auto here = static_cast<std::size_t>(stage);
    Nanoseconds hop = between(placement.ranks[here], placement.ranks[here + 1]);
    if (placement.bidirectional())
        hop = std::max(hop, between(placement.mirror[here], placement.mirror[here + 1]));
    return hop;
}

// Between neighbouring ranks: the longest hop of stages that stand on them, or of all where
// none do.
Hops hopsBetweenRanks(const Costs& costs, const Placement& placement, int ranks)
{
    std::vector<std::optional<Nanoseconds>> longest(static_cast<std::size_t>(ranks - 1));
    Nanoseconds most{};
    for (int direction = 0; direction < placement.directions(); ++direction) {
        const std::vector<int>& rankOf = placement.ranksOf(direction);
        for (std::size_t stage = 0; stage + 1 < rankOf.size(); ++stage) {
            const Nanoseconds here = costs.hop(static_cast<int>(stage), direction);
            most = std::max(most, here);
            const auto [lower, upper] = std::minmax(rankOf[stage], rankOf[stage + 1]);
            if (upper - lower != 1)
                continue;
            auto& hop = longest[static_cast<std::size_t>(lower)];
            hop = std::max(hop.value_or(Nanoseconds{0}), here);
        }
    }
    Hops between;
    for (const auto& hop : longest)
        between.push_back(hop.value_or(most));
    return between;
}

} // namespace

std::string_view toText(CostBasis basis) { return basis == CostBasis::Rank ? "rank" : "stage"; }

Result<Costs> costsOfStages(const Costs& shares, const Shape& shape, const Placement& placement)
{
    const auto& parts = shares.stages;
    const auto ranks = static_cast<std::size_t>(shape.ranks);
    if (parts.size() != 1 && parts.size() != ranks)
        return Error{"there are costs of " + std::to_string(parts.size())
                     + " parts of the model; give one, or one for each of the "
                     + std::to_string(ranks) + " ranks"};
    if (!shares.hops.empty() && shares.hops.size() + 1 != ranks)
        return Error{"there are " + std::to_string(shares.hops.size()) + " hops between "
                     + std::to_string(ranks) + " ranks; give one less than ranks"};

    Costs costs = shares;
    const int pieces = shape.chunks / shape.directions;
    if (pieces > 1 || parts.size() > 1) {
        costs.stages.clear();
        for (int stage = 0; stage < shape.stages(); ++stage) {
            const auto whole = static_cast<std::size_t>(stage / pieces);
            costs.stages.push_back(
                partOf(parts.size() == 1 ? parts.front() : parts[whole], stage % pieces, pieces));
        }
        fold(costs.stages);
    }
    if (!shares.hops.empty()) {
        costs.hops.clear();
        for (int stage = 0; stage + 1 < shape.stages(); ++stage)
            costs.hops.push_back(hopOf(shares.hops, placement, stage));
    }
    return costs;
}

Costs costsOfShares(const Costs& stages, const Shape& shape, const Placement& placement)
{
    Costs costs = stages;
    const int pieces = shape.chunks / shape.directions;
    const int parts = stages.stages.size() == 1 ? 1 : shape.ranks;
    costs.stages.clear();
    for (int part = 0; part < parts; ++part) {
        StageCosts& whole = costs.stages.emplace_back();
        for (int piece = 0; piece < pieces; ++piece)
            add(whole, stages.ofStage(part * pieces + piece));
    }
    fold(costs.stages);
    if (!stages.hops.empty())
        costs.hops = hopsBetweenRanks(stages, placement, shape.ranks);
    costs.mirrorHops.clear();
    return costs;
}

Costs asGiven(Costs costs, const Schedule& schedule)
{
    costs.messageBytes = 0;
    costs.nodes.clear();
    for (std::size_t stage = 0; stage < costs.mirrorHops.size(); ++stage)
        costs.hops[stage] = std::max(costs.hops[stage], costs.mirrorHops[stage]);
    costs.mirrorHops.clear();
    bool hasWhole = false;
    bool hasSplit = false;
    for (const auto& order : schedule.order)
        for (const Op& op : order) {
            hasWhole = hasWhole || op.kind == OpKind::Backward;
            hasSplit = hasSplit || op.kind == OpKind::InputGrad;
        }
    if (hasWhole && hasSplit)
        return costs;
    for (StageCosts& stage : costs.stages) {
        stage.inputGrad += hasSplit ? stage.inputGradWait : stage.backwardWait;
        stage.weightGrad += hasSplit ? stage.weightGradWait : Nanoseconds{0};
        stage.backwardWait = stage.inputGradWait = stage.weightGradWait = Nanoseconds{0};
    }
    return costs;
}

} // namespace plan
