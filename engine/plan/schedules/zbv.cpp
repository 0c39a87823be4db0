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

// The paper's greedy: the way down is limited, the way up comes first.
constexpr VPolicy kPolicies[]{
    {.preference = {kUpForward, kUpInputGrad, kDownForward,
                    kDownInputGrad, kUpWeightGrad, kDownWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kUpWeightGrad, kDownWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0},
    {.preference = {kDownInputGrad, kUpInputGrad, kUpForward,
                    kDownForward, kUpWeightGrad, kDownWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0},
    {.preference = {kUpForward, kDownInputGrad, kUpInputGrad,
                    kDownForward, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0,
     .keepFree = 2},
    {.preference = {kUpForward, kUpInputGrad, kDownForward,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 1,
     .steep = true,
     .keepFree = 2,
     .keepForUp = true},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 2,
     .lastHeld = 0},
    {.preference = {kUpInputGrad, kUpForward, kDownForward,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 2,
     .lastHeld = 0,
     .steep = true,
     .keepFree = 2},
    {.preference = {kUpForward, kUpInputGrad, kDownForward,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 2,
     .keepFree = 2},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0,
     .keepFree = 3},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kUpWeightGrad, kDownWeightGrad},
     .firstHeld = 2,
     .lastHeld = 0},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0,
     .keepFree = 2},
    {.preference = {kUpForward, kUpInputGrad, kDownForward,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 2,
     .keepFree = 2,
     .keepForUp = true},
    {.preference = {kUpInputGrad, kUpForward, kDownForward,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 2,
     .lastHeld = 0,
     .steep = true,
     .keepFree = 2,
     .keepForUp = true},
    {.preference = {kUpForward, kDownInputGrad, kUpInputGrad,
                    kDownForward, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0,
     .keepFree = 2,
     .keepForUp = true},
    {.preference = {kUpForward, kUpInputGrad, kDownForward,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 2},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0,
     .keepFree = 1},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 2,
     .lastHeld = 0,
     .steep = true,
     .keepFree = 1},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 3,
     .lastHeld = 1,
     .steep = true},
    {.preference = {kUpForward, kDownForward, kUpInputGrad,
                    kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0},
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
