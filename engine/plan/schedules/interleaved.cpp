#include "engine/plan/schedules/conditions.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/simulate.h"

#include <algorithm>

namespace plan {
namespace {

struct Slot {
    int chunk;
    int microbatch;
};

// The walk every rank's forwards follow: a group of microbatches crosses every
// chunk before the next group starts; the last group may be smaller. Backwards
// follow the same walk with the chunks reversed.
std::vector<Slot> walk(const Shape& shape, int group)
{
    std::vector<Slot> slots;
    slots.reserve(static_cast<std::size_t>(shape.microbatches) * std::size_t(shape.chunks));
    for (int first = 0; first < shape.microbatches; first += group) {
        const int last = std::min(first + group, shape.microbatches);
        for (int chunk = 0; chunk < shape.chunks; ++chunk)
            for (int mb = first; mb < last; ++mb)
                slots.push_back({chunk, mb});
    }
    return slots;
}

std::vector<Op> rankOrder(const Shape& shape, int rank, const std::vector<Slot>& slots,
                          std::size_t warmUp)
{
    const auto nthForward = [&](std::size_t k) {
        return forward(slots[k].chunk * shape.ranks + rank, slots[k].microbatch);
    };
    const auto nthBackward = [&](std::size_t k) {
        return backward((shape.chunks - 1 - slots[k].chunk) * shape.ranks + rank,
                        slots[k].microbatch);
    };

    std::vector<Op> ops;
    ops.reserve(2 * slots.size());
    for (std::size_t k = 0; k < warmUp; ++k)
        ops.push_back(nthForward(k));
    for (std::size_t k = warmUp; k < slots.size(); ++k) {
        ops.push_back(nthForward(k));
        ops.push_back(nthBackward(k - warmUp));
    }
    for (std::size_t k = slots.size() - warmUp; k < slots.size(); ++k)
        ops.push_back(nthBackward(k));
    return ops;
}

// Groups of at least p microbatches that leave no remainder, or one of at least p,
// keep every rank fed; so does one group of all microbatches. Others may deadlock.
bool keepsRanksFed(const Shape& shape, int group)
{
    const int remainder = shape.microbatches % group;
    return group == shape.microbatches
        || (group >= shape.ranks && (remainder == 0 || remainder >= shape.ranks));
}

Outcome check(const Shape& shape, const ScheduleOptions& options)
{
    return checkGroup(shape, options);
}

Result<Schedule> generate(const ScheduleRequest& request)
{
    const auto& [shape, options, costs] = request;
    const int group = options.group.value_or(defaultGroup(shape));
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    const std::vector<Slot> slots = walk(shape, group);
    for (int rank = 0; rank < shape.ranks; ++rank) {
        // arXiv 2104.04473: 2(p-1-r) fill the pipeline and its way back, (v-1)N the chunks.
        const auto fill = 2LL * (shape.ranks - 1 - rank) + (shape.chunks - 1LL) * group;
        const auto warmUp = std::min(static_cast<std::size_t>(fill), slots.size());
        schedule.order.push_back(rankOrder(shape, rank, slots, warmUp));
        schedule.phases.push_back({warmUp, schedule.order.back().size() - warmUp});
    }
    if (!keepsRanksFed(shape, group))
        if (const auto ran = simulate(schedule, Costs::unit()); !ran)
            return Error{"a group of " + std::to_string(group) + " microbatches deadlocks on "
                         + std::to_string(shape.ranks) + " ranks; give a group from "
                         + std::to_string(shape.ranks)
                         + " that divides the microbatches or leaves at least as many over as "
                           "there are ranks ("
                         + ran.error().message + ")"};
    return schedule;
}

// arXiv 2104.04473, section 2.2; for m < p by counting: every rank waits p v + m - 1
// slots of one forward and one backward.
std::optional<Nanoseconds> closedForm(const Shape& shape, const ScheduleOptions& options,
                                      const StageCosts& stage)
{
    if (!keepsRanksFed(shape, options.group.value_or(defaultGroup(shape))))
        return std::nullopt;
    const long long p = shape.ranks;
    const long long v = shape.chunks;
    const long long m = shape.microbatches;
    return (m >= p ? m * v + p - 1 : p * v + m - 1)
        * (stage.forward + stage.of(OpKind::Backward));
}

std::optional<int> peak(const Shape& shape, const ScheduleOptions& options, int rank)
{
    const long long group = options.group.value_or(defaultGroup(shape));
    const long long warmUp = (shape.chunks - 1) * group + 2LL * (shape.ranks - 1 - rank);
    return static_cast<int>(
        std::min(warmUp + 1, static_cast<long long>(shape.microbatches) * shape.chunks));
}

} // namespace

const CatalogEntry kInterleaved{
    .name = "interleaved",
    .title = "Interleaved 1F1B (virtual pipeline)",
    .conditions = "chunks >= 1; 1 <= group N <= m; N >= p with m mod N = 0 or >= p always runs",
    .makespan = "(m v+p-1)(F+B); m < p: (p v+m-1)(F+B)",
    .memory = "min(m v, (v-1)N + 2(p-1-r) + 1)",
    .source = "arXiv 2104.04473",
    .check = check,
    .generate = generate,
    .closedForm = closedForm,
    .peak = peak};

} // namespace plan
