#include "engine/plan/costs.h"

#include <algorithm>
#include <cmath>

namespace plan {
namespace {

Nanoseconds rounded(double nanoseconds)
{
    return Nanoseconds{static_cast<Nanoseconds::rep>(std::llround(nanoseconds))};
}

constexpr double kLongestHop = 1e18; // ns, 31 years

} // namespace

Nanoseconds Link::time() const
{
    if (bytes == 0)
        return latency;
    // Bytes per nanosecond are gigabytes per second.
    const double way = static_cast<double>(bytes) / gigabytesPerSecond;
    return latency + rounded(way >= 0 && way < kLongestHop ? way : kLongestHop);
}

Costs Costs::unit()
{
    constexpr Nanoseconds part = std::chrono::microseconds{1};
    return {.stages = {{.forward = part, .inputGrad = part, .weightGrad = part}}};
}

Nanoseconds Costs::scaled(Nanoseconds time, int rank) const
{
    if (rankFactors.empty())
        return time;
    return rounded(static_cast<double>(time.count()) * factorOf(rank));
}

Nanoseconds Costs::recomputeOf(const Op& op, int rank) const
{
    if (op.kind != OpKind::Backward && op.kind != OpKind::InputGrad)
        return {};
    const StageCosts& stage = ofStage(op.stage);
    return scaled(stage.recompute - stage.recomputeCollective, rank);
}

Nanoseconds Costs::collectiveOf(const Op& op, int rank) const
{
    return scaled(ofStage(op.stage).collectiveOf(op.kind), rank);
}

Nanoseconds Costs::transferOf(const Op& op, int rank) const
{
    return scaled(ofStage(op.stage).transferOf(op.kind), rank);
}

Nanoseconds Costs::ofPair(Nanoseconds forward, Nanoseconds backward) const
{
    const auto shorter = static_cast<double>(std::min(forward, backward).count());
    return forward + backward - rounded(pairOverlap * shorter);
}

Nanoseconds shareOfFirst(Nanoseconds pair, Nanoseconds first, Nanoseconds second)
{
    // Without overlap exactly, as a division could be off by a nanosecond.
    const Nanoseconds both = first + second;
    if (pair == both || both == Nanoseconds{0})
        return first;
    return Nanoseconds{static_cast<Nanoseconds::rep>(
        double(pair.count()) * (double(first.count()) / double(both.count())))};
}

Nanoseconds Costs::hop(int stage, int direction) const
{
    if (direction == 1 && !mirrorHops.empty())
        return mirrorHops[static_cast<std::size_t>(stage)];
    if (!hops.empty())
        return hops[static_cast<std::size_t>(stage)];
    return link ? link->time() : transfer;
}

Costs Costs::dividedBy(double factor) const
{
    const auto divide = [factor](Nanoseconds& time) {
        time = rounded(static_cast<double>(time.count()) / factor);
    };
    // A link's latency and bytes cannot be divided alike, its time can.
    Costs divided = *this;
    if (divided.hops.empty() && divided.link)
        divided.transfer = divided.link->time();
    divided.link.reset();
    for (StageCosts& stage : divided.stages)
        for (const auto part : StageCosts::parts())
            divide(stage.*part);
    std::for_each(divided.hops.begin(), divided.hops.end(), divide);
    std::for_each(divided.mirrorHops.begin(), divided.mirrorHops.end(), divide);
    if (divided.transferBetweenNodes)
        divide(*divided.transferBetweenNodes);
    for (Nanoseconds* time : {&divided.transfer, &divided.gradientReduction, &divided.optimizer})
        divide(*time);
    return divided;
}

bool Costs::uniform() const
{
    const auto same = [&](const StageCosts& stage) { return stage == stages.front(); };
    const auto alike = [&](double factor) { return factor == 1; };
    const auto equal = [&](Nanoseconds other) { return other == hop(0); };
    return std::all_of(stages.begin(), stages.end(), same)
        && std::all_of(rankFactors.begin(), rankFactors.end(), alike)
        && std::all_of(hops.begin(), hops.end(), equal)
        && std::all_of(mirrorHops.begin(), mirrorHops.end(), equal)
        && (!transferBetweenNodes || equal(*transferBetweenNodes))
        && gradientReduction == Nanoseconds{0} && optimizer == Nanoseconds{0};
}

} // namespace plan
