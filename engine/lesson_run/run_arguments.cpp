#include "engine/lesson_run/run_arguments.h"

#include "engine/lesson/mixed_bits.h"
#include "engine/plan/insight/rerun_slots.h"

#include <fmt/format.h>

#include <algorithm>

namespace lesson {
namespace {

// With fewer there is no telling since when a rank is slow.
constexpr int kStepsToCompare = 24;
// Step 0 warms up.
constexpr int kFirstWarmStep = 1;

plan::Slowdown drawSlowdown(const RunAction& action, int ranks, std::uint64_t& state)
{
    const int rank = nextInRange(state, 0, ranks - 1);
    if (action.steps < kStepsToCompare)
        return {.rank = rank, .step = 0, .factor = action.slowFactor};
    const int third = action.steps / 3;
    return {.rank = rank,
            .step = nextInRange(state, third, third + action.steps / 6),
            .factor = action.slowFactor};
}

plan::Result<plan::BitFlip> drawBitFlip(const RunAction& action, const Planned& planned,
                                        std::uint64_t& state)
{
    // As ranks that train choose them.
    const plan::RerunPlan reruns = plan::rerunSlots(
        planned.schedule(), planned.timeline(), planned.costs(), plan::KeepPairs::UntilBackward);
    std::vector<std::pair<int, plan::Op>> twice;
    for (std::size_t rank = 0; rank < reruns.reruns.size(); ++rank)
        for (const plan::Rerun& rerun : reruns.reruns[rank])
            if (plan::isForward(rerun.slot.op.kind))
                twice.emplace_back(static_cast<int>(rank), rerun.slot.op);
    if (twice.empty())
        return plan::Error{
            "no forward of this schedule runs twice, so a flipped bit would not be found"};
    const auto& [rank, op]
        = twice[std::size_t(nextInRange(state, 0, static_cast<int>(twice.size()) - 1))];
    const int first = std::min(kFirstWarmStep, action.steps - 1);
    return plan::BitFlip{
        .rank = rank, .step = nextInRange(state, first, action.steps - 1), .op = op};
}

} // namespace

plan::Result<RunRequest> runRequest(const RunAction& action, const Planned& planned,
                                    std::uint64_t seed)
{
    const double ranks = ranksOf(planned);
    if (ranks > kMaxRunRanks)
        return plan::Error{
            fmt::format("has {} ranks; a lesson starts {} at most", ranks, kMaxRunRanks)};
    if (action.steps > kMaxRunSteps)
        return plan::Error{
            fmt::format("is of {} steps; a lesson runs {} at most", action.steps, kMaxRunSteps)};
    RunRequest request{.device = action.device, .steps = action.steps};
    std::uint64_t state = seed;
    if (action.slow)
        request.slow = drawSlowdown(action, planned.schedule().shape.ranks, state);
    if (action.flipBit) {
        const auto flip = drawBitFlip(action, planned, state);
        if (!flip)
            return flip.error();
        request.flipBit = *flip;
    }
    return request;
}

} // namespace lesson
