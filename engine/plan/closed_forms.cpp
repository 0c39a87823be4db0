#include "engine/plan/closed_forms.h"

namespace plan {
namespace {

// The entry, if the shape is one it accepts.
const CatalogEntry* entryFor(std::string_view name, Shape& shape, const ScheduleOptions& options)
{
    const CatalogEntry* entry = findSchedule(name);
    if (entry == nullptr || !checkConditions(name, shape, options))
        return nullptr;
    shape.directions = entry->directions;
    return entry;
}

} // namespace

std::optional<ClosedForm> closedForm(std::string_view name, const Shape& shape,
                                     const ScheduleOptions& options, const StageCosts& stage)
{
    Shape directed = shape;
    const CatalogEntry* entry = entryFor(name, directed, options);
    if (entry == nullptr || entry->closedForm == nullptr)
        return std::nullopt;
    const auto makespan = entry->closedForm(directed, options, stage);
    if (!makespan)
        return std::nullopt;

    const double pairs = double(directed.stages()) * directed.microbatches;
    const Nanoseconds backward = entry->splitsBackwards
        ? stage.of(OpKind::InputGrad) + stage.of(OpKind::WeightGrad)
        : stage.of(OpKind::Backward);
    const double each = double((stage.forward + backward).count());
    const double busy = pairs * each;
    const double whole = double(makespan->count()) * directed.ranks;
    if (busy <= 0)
        return std::nullopt; // a step without length has no bubble
    return ClosedForm{.makespan = *makespan,
                      .bubbleFraction = (whole - busy) / whole,
                      .bubbleOverhead = (whole - busy) / busy};
}

std::optional<int> closedFormPeak(std::string_view name, const Shape& shape,
                                  const ScheduleOptions& options, int rank)
{
    Shape directed = shape;
    const CatalogEntry* entry = entryFor(name, directed, options);
    return entry == nullptr ? std::nullopt : entry->peak(directed, options, rank);
}

} // namespace plan
