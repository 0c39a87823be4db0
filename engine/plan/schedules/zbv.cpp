#include "engine/plan/schedules/entries.h"
#include "engine/plan/schedules/v_choice.h"
#include "engine/plan/step_parts.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// 1F1B's memory, p microbatches. With fewer than p-1, every pair less than p on the first
// rank would cost a slot: a forward on its way up would wait there for a weight gradient.
VLimits limitsOfZbv(const Shape& shape)
{
    return risingLimits(shape, 2 * shape.ranks, shape.ranks);
}

int bubbleOfZbv(int ranks)
{
    return ranks - 1; // the last rank never waits once it has begun
}

// Chunk 1 comes first, so that memory on its way back is never short. The gradient that
// other ranks wait longest for comes before the other, and no rank ever waits once it has
// begun.
constexpr VPolicy kMany{.preference = {kUpForward, kDownForward, kDownInputGrad, kUpInputGrad,
                                       kUpWeightGrad, kDownWeightGrad},
                        .keepFree = 2,
                        .keepForUp = true};

// Memory that rises from rank to rank: the first ranks free it sooner.
constexpr VPolicy kRising{.preference = {kUpForward, kDownForward, kUpInputGrad, kDownWeightGrad,
                                         kDownInputGrad, kUpWeightGrad},
                          .keepFree = 1};

// Too few microbatches to fill the pipeline: only the way there and back counts.
constexpr VPolicy kFew{.preference = {kUpInputGrad, kDownInputGrad, kUpForward, kDownForward,
                                      kUpWeightGrad, kDownWeightGrad}};

const VPolicy& policyFor(const Shape& shape)
{
    if (shape.microbatches < shape.ranks - 1)
        return kFew;
    return shape.microbatches < 2 * shape.ranks - 1 ? kRising : kMany;
}

Result<Schedule> generateZbv(const ScheduleRequest& request)
{
    const VPolicy& policy = policyFor(request.shape);
    return layOutBest(request.shape,
                      {.limits = limitsOfZbv, .bubble = bubbleOfZbv, .policies = {&policy, 1}});
}

// By counting for m >= p: the last rank begins after p-1 forwards and never waits again.
// With fewer the last microbatch's way there and back counts, and how closely it follows
// the others; what that makes is observed, not derived.
std::optional<Nanoseconds> makespanOfZbv(const Shape& shape, const ScheduleOptions&,
                                         const StageCosts& stage)
{
    if (!stage.inEqualParts())
        return std::nullopt;
    const long long p = shape.ranks;
    const long long m = shape.microbatches;
    return std::max({6 * m + p - 1, 4 * m + 3 * p - 1, 2 * m + 4 * p - 1}) * stage.forward;
}

// The busiest rank's work, and the first forward's way with what its odd op costs each rank.
double fastZbv(const StepParts& parts)
{
    double forward = 0;
    double uneven = 0;
    for (std::size_t stage = 0; stage < parts.forward.size(); ++stage) {
        forward = std::max(forward, parts.forward[stage]);
        uneven = std::max(uneven, parts.input[stage] - parts.weight[stage]);
    }
    const double hop = parts.allHops / std::max<double>(1, double(parts.forward.size()) - 2);
    const double body
        = parts.microbatches() * parts.busiest + (parts.shape.ranks - 1) * (forward + hop + uneven);
    return std::max(body, parts.leastOfSplit());
}

constexpr ForeignName kZbvElsewhere[] = {{Framework::Torchtitan, "ZBVZeroBubble"}};

} // namespace

const CatalogEntry kZbv{
    .name = "zbv",
    .title = PLAN_TRANSLATABLE("Catalog", "ZB-V (zero bubble over two chunks)"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 2; any ranks and microbatches"),
    .makespan = PLAN_TRANSLATABLE(
        "Catalog", "F = I = W, m >= p: (6m+p-1) F, of one chunk; longest span 6m F for m >= 2p-1"),
    .memory = PLAN_TRANSLATABLE("Catalog", "at most 2 min(p, m)"),
    .source = "arXiv 2405.15362",
    .defaultChunks = 2,
    .chunksAre = kDownAndUp,
    .splitsBackwards = true,
    .generate = generateZbv,
    .closedForm = makespanOfZbv,
    .peak = limitOf<limitsOfZbv>,
    .fastSeconds = fastZbv,
    .elsewhere = kZbvElsewhere,
    .searchTurn = 5,
    .adviceTurn = 4};

} // namespace plan
