// Chimera: two 1F1B pipelines in opposite directions over the same ranks, each with its
// own copy of the model, so that each fills the other's bubbles.
//
// The paper's bubble, (p-2)/(2m+p-2) of the step, is for forwards as long as backwards.
// What holds with B = 2F, by simulation:
//   m = p, one unit: p F + (2p-2) B, the paper's critical path.
//   m >= 2p, p and m even: m(F+B) + (p/2-1)(F+B), which is the same (p-2)/(2m+p-2). For
//   that each direction has up to p microbatches in flight instead of p/2 (the paper's
//   forward doubling): with p/2, every unit waits for the backwards of the one before.

#include "engine/plan/schedules/entries.h"
#include "engine/plan/schedules/slot_list.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

Result<Schedule> generateChimera(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    const SlotRule rule{.forwardsFirst = shape.microbatches > shape.ranks, .inFlight = shape.ranks};
    return listBySlots(shape, mirroredPlacement(shape), rule);
}

std::optional<Nanoseconds> makespanOfChimera(const Shape& shape, const ScheduleOptions&,
                                             const StageCosts& stage)
{
    const auto backward = stage.of(OpKind::Backward);
    const long long p = shape.ranks;
    const long long m = shape.microbatches;
    if (backward != 2 * stage.forward || p % 2 != 0 || m % 2 != 0)
        return std::nullopt;
    if (m == p)
        return p * stage.forward + (2 * p - 2) * backward;
    if (m >= 2 * p)
        return (m + p / 2 - 1) * (stage.forward + backward);
    return std::nullopt;
}

// Both directions hold what they have in flight at most.
std::optional<int> peakOfChimera(const Shape& shape, const ScheduleOptions&, int)
{
    return std::min(shape.microbatches, 2 * shape.ranks);
}

} // namespace

const CatalogEntry kChimera{
    .name = "chimera",
    .title = PLAN_TRANSLATABLE("Catalog", "Chimera (bidirectional)"),
    .conditions = PLAN_TRANSLATABLE(
        "Catalog", "chunks = 2; ranks and microbatches >= 2 (as published: even ranks)"),
    .makespan = PLAN_TRANSLATABLE(
        "Catalog", "B = 2F, even p and m: (m+p/2-1)(F+B) at m >= 2p; p F+(2p-2)B at m = p"),
    .memory = PLAN_TRANSLATABLE("Catalog", "at most min(m, 2p)"),
    .source = "arXiv 2107.06925",
    .weightsFactor = 2,
    .defaultChunks = 2,
    .chunksAre = "one stage of each direction",
    .directions = 2,
    .generate = generateChimera,
    .closedForm = makespanOfChimera,
    .peak = peakOfChimera};

} // namespace plan
