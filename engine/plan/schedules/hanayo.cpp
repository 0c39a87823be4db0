// Hanayo: with w waves a rank holds 2w chunks, and the model runs down the ranks and
// back up w times, so that a microbatch turns around without a hop at either end.
//
// Derivation of the bubble. The first microbatch reaches the last rank after p-1
// forwards, and after that rank's last backward p-1 more follow, up the first chunk. In
// between it has m v forwards and backwards to do. So no order is shorter than
//     (m v + p-1)(F+B), with F and B of one chunk:
// the bubble of interleaved 1F1B, 1/v of 1F1B's.
//
// The order here is listed slot by slot with B = 2F, and is near that bound, not on it:
// where the waves going down and coming up meet, one has to wait for the other.
// Up to p microbatches, one unit of the paper, enter at once, and backwards go first:
// with one wave and m = p the wait is (p-1)F more, exactly. With more microbatches, one
// enters for each that can be worked off, v(F+B) apart, p of them ahead; forwards go
// first, or the last ranks starve while the others catch up on backwards. The bubble
// then is up to 1.5 times the bound's with one wave, 2 times with two and 2.5 times
// with four: 3/4, 1/2 and 1/3 of 1F1B's (p <= 64, by simulation).

#include "engine/plan/schedules/entries.h"
#include "engine/plan/schedules/slot_list.h"
#include "engine/plan/translatable.h"

#include <string>

namespace plan {
namespace {

Outcome checkHanayo(const Shape& shape, const ScheduleOptions&)
{
    if (shape.chunks % 2 != 0)
        return Error{"'hanayo' takes an even number of chunks per rank, two for each wave, not "
                     + std::to_string(shape.chunks) + "; set chunks to "
                     + std::to_string(shape.chunks + 1)};
    return done();
}

Result<Schedule> generateHanayo(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    const bool oneUnit = shape.microbatches <= shape.ranks;
    const SlotRule rule{.forwardsFirst = !oneUnit,
                        .deepestBackwardFirst = !oneUnit,
                        .interval = oneUnit ? 0 : 3 * shape.chunks,
                        .lead = 3LL * shape.chunks * shape.ranks};
    return listBySlots(shape, wavePlacement(shape), rule);
}

std::optional<Nanoseconds> makespanOfHanayo(const Shape& shape, const ScheduleOptions&,
                                            const StageCosts& stage)
{
    const auto backward = stage.of(OpKind::Backward);
    if (shape.chunks != 2 || shape.microbatches != shape.ranks || backward != 2 * stage.forward)
        return std::nullopt;
    const long long p = shape.ranks;
    return (3 * p - 1) * (stage.forward + backward) + (p - 1) * stage.forward;
}

std::optional<int> peakOfHanayo(const Shape&, const ScheduleOptions&, int) { return std::nullopt; }

} // namespace

const CatalogEntry kHanayo{
    .name = "hanayo",
    .title = PLAN_TRANSLATABLE("Catalog", "Hanayo (waves)"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 2 x waves; any ranks and microbatches"),
    .makespan
    = PLAN_TRANSLATABLE("Catalog", "at least (m v+p-1)(F+B); B = 2F, v = 2, m = p: (p-1)F more"),
    .memory = PLAN_TRANSLATABLE("Catalog", "min(m v, about 2 p v)"),
    .source = "arXiv 2308.15762",
    .defaultChunks = 2,
    .anyChunks = true,
    .check = checkHanayo,
    .generate = generateHanayo,
    .closedForm = makespanOfHanayo,
    .peak = peakOfHanayo};

} // namespace plan
