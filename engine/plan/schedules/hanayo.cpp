// Hanayo: with w waves a rank holds 2w chunks, and the model runs down the ranks and
// back up w times, so that a microbatch turns around without a hop at either end.
//
// Derivation of the bubble, in slots of one chunk's forward, with a backward of b = B/F
// forwards. The first microbatch reaches the last rank after p-1 forwards, and after the
// last rank's last backward p-1 more follow, up the first chunk. In between it runs
// v m (1+b) slots of work. So no order is shorter than
//     (m v + p-1)(F+B), with F and B of one chunk:
// the bubble of interleaved 1F1B, 1/v of 1F1B's.
//
// The order here is listed slot by slot with B = 2F, and is near that bound, not on it:
// where the waves going down and coming up meet, one has to wait for the other.
// Up to p microbatches, one unit of the paper, enter at once, and backwards go first:
// with one wave and m = p the wait is (p-1)F more, exactly. With more microbatches, each
// enters p units of its work before it has to leave, and forwards go first, or the last
// ranks starve while the others catch up on backwards. The bubble then is 1.3 times the
// bound's with one wave, up to 1.9 times with two and 2.5 with four: 2/3, 1/2 and
// 1/3 of 1F1B's.

#include "engine/plan/schedules/conditions.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/schedules/slot_list.h"

#include <string>

namespace plan {
namespace {

Outcome check(const Shape& shape, const ScheduleOptions& options)
{
    if (shape.chunks % 2 != 0)
        return Error{"'hanayo' takes an even number of chunks a rank, two for each wave, not "
                     + std::to_string(shape.chunks) + "; set chunks to "
                     + std::to_string(shape.chunks + 1)};
    return refuseGroup("hanayo", options);
}

Result<Schedule> generate(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    const bool oneUnit = shape.microbatches <= shape.ranks;
    const SlotRule rule{.forwardsFirst = !oneUnit,
                        .deepestBackwardFirst = !oneUnit,
                        .interval = oneUnit ? 0 : 3 * shape.chunks,
                        .lead = 3LL * shape.chunks * shape.ranks};
    return listBySlots(shape, wavePlacement(shape), rule);
}

std::optional<Nanoseconds> closedForm(const Shape& shape, const ScheduleOptions&,
                                      const StageCosts& stage)
{
    const auto backward = stage.of(OpKind::Backward);
    if (shape.chunks != 2 || shape.microbatches != shape.ranks || backward != 2 * stage.forward)
        return std::nullopt;
    const long long p = shape.ranks;
    return (3 * p - 1) * (stage.forward + backward) + (p - 1) * stage.forward;
}

std::optional<int> peak(const Shape&, const ScheduleOptions&, int) { return std::nullopt; }

} // namespace

const CatalogEntry kHanayo{.name = "hanayo",
                           .title = "Hanayo (waves)",
                           .conditions = "chunks = 2 x waves; any ranks and microbatches",
                           .makespan = "at least (m v+p-1)(F+B); B = 2F, v = 2, m = p: (p-1)F more",
                           .memory = "min(m v, about 2 p v)",
                           .source = "arXiv 2308.15762",
                           .defaultChunks = 2,
                           .check = check,
                           .generate = generate,
                           .closedForm = closedForm,
                           .peak = peak};

} // namespace plan
