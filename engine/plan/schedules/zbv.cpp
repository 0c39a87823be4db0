#include "engine/plan/schedules/conditions.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/schedules/v_laying.h"

#include <algorithm>

namespace plan {
namespace {

// 1F1B's memory on its first rank: p microbatches, on every rank.
VLimits limits(const Shape& shape)
{
    const int most = 2 * std::min(shape.ranks, shape.microbatches);
    return {most, std::vector<int>(static_cast<std::size_t>(shape.ranks), most)};
}

int bubble(int ranks)
{
    return ranks - 1; // the last rank never waits once it has begun
}

// Chunk 1 comes first, so that memory on its way back is never short; the gradient that
// other ranks wait longest for comes before the other.
constexpr VPolicy kPolicies[]{
    {.preference = {kUpForward, kDownForward, kDownInputGrad,
                    kUpInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 1,
     .keepFree = 1,
     .keepForUp = true},
};

Outcome check(const Shape& shape, const ScheduleOptions& options)
{
    if (const auto two = requireChunks("zbv", shape, 2, "down the ranks and back up"); !two)
        return two;
    return refuseGroup("zbv", options);
}

Result<Schedule> generate(const ScheduleRequest& request)
{
    return layOutBest(request.shape, {.limits = limits, .bubble = bubble, .policies = kPolicies});
}

// By counting: the last rank begins after p-1 forwards and never waits again.
std::optional<Nanoseconds> closedForm(const Shape& shape, const ScheduleOptions&,
                                      const StageCosts& stage)
{
    const bool equal = stage.forward == stage.of(OpKind::InputGrad)
        && stage.forward == stage.weightGrad;
    if (!equal || shape.microbatches < shape.ranks)
        return std::nullopt;
    return (6LL * shape.microbatches + shape.ranks - 1) * stage.forward;
}

std::optional<int> peak(const Shape& shape, const ScheduleOptions&, int rank)
{
    return limits(shape).ofRank[static_cast<std::size_t>(rank)];
}

} // namespace

const CatalogEntry kZbv{
    .name = "zbv",
    .title = "ZB-V (zero bubble over two chunks)",
    .conditions = "chunks = 2; any ranks and microbatches",
    .makespan = "F = I = W, m >= p: (6m+p-1) F, of one chunk; longest span 6m F for m >= 2p-1",
    .memory = "at most 2 min(p, m)",
    .source = "arXiv 2405.15362",
    .defaultChunks = 2,
    .check = check,
    .generate = generate,
    .closedForm = closedForm,
    .peak = peak};

} // namespace plan
