#include "gui/live/run_order.h"

#include "engine/strategy/estimate/schedule_of.h"

#include <new>
#include <utility>

namespace gui {
namespace {

SchedulePtr published(plan::Result<plan::Schedule> made, const plan::Shape& shape)
{
    // An order of another shape would explain nothing of the run's steps.
    if (!made || made->shape != shape)
        return nullptr;
    return std::make_shared<const plan::Schedule>(std::move(*made));
}

} // namespace

PredictedAs predictedAs(const measured::RunInfo& info)
{
    if (!info.emulated)
        return {};
    return info.timeScale == 0 ? PredictedAs{.costs = CostSource::Unit}
                               : PredictedAs{.timeScale = info.timeScale};
}

bool isSameWork(strategy::Strategy a, strategy::Strategy b)
{
    // Names say nothing of the work, and the same global batch may be written down or worked out.
    a.name.clear();
    b.name.clear();
    a.batch.global = a.batch.micro * strategy::dataParallel(a) * strategy::microbatches(a);
    b.batch.global = b.batch.micro * strategy::dataParallel(b) * strategy::microbatches(b);
    return a == b;
}

bool isWorkOf(strategy::Strategy launched, bool emulated, const strategy::Strategy& strategy)
{
    launched.costsFittedTo = strategy.costsFittedTo;
    if (!emulated)
        launched.costs = strategy.costs;
    return isSameWork(std::move(launched), strategy);
}

bool isBorneOut(const plan::Shape& shape, std::uint64_t logBytes)
{
    constexpr std::uint64_t kFreeCells = std::uint64_t{1} << 18;
    constexpr std::uint64_t kBytesPerCell = 24;
    const auto stages = static_cast<std::uint64_t>(shape.stages());
    return stages * static_cast<std::uint64_t>(shape.microbatches)
        <= kFreeCells + logBytes / kBytesPerCell;
}

SchedulePtr makeOrder(const strategy::Strategy* launched, const measured::RunInfo& info,
                      const measured::FollowedSchedule& schedule, const plan::StopAsked& stop)
try {
    SchedulePtr order;
    if (launched && schedule.swapped)
        order = published(strategy::scheduleOf(strategy::swappedTo(*launched, schedule.name), stop),
                          info.shape);
    const std::string& name = schedule.swapped ? schedule.name : info.schedule;
    if (!order && !(stop && stop()))
        order = published(plan::makeSchedule(name, info.shape, {}, plan::Costs::unit(), stop),
                          info.shape);
    return order;
} catch (const std::bad_alloc&) {
    return nullptr;
}

} // namespace gui
