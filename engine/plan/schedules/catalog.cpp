#include "engine/plan/catalog.h"

#include "engine/plan/edit_distance.h"
#include "engine/plan/schedules/conditions.h"
#include "engine/plan/schedules/entries.h"

#include <algorithm>
#include <iterator>

namespace plan {
namespace {

#define PLAN_ADDRESS_OF_ENTRY(entry) &(entry),
constexpr const CatalogEntry* kCatalog[] = {PLAN_SCHEDULES(PLAN_ADDRESS_OF_ENTRY)};
#undef PLAN_ADDRESS_OF_ENTRY

} // namespace

std::span<const CatalogEntry* const> catalog() { return kCatalog; }

const CatalogEntry* findSchedule(std::string_view name)
{
    const auto found = std::find_if(std::begin(kCatalog), std::end(kCatalog),
                                    [&](const CatalogEntry* entry) { return entry->name == name; });
    return found == std::end(kCatalog) ? nullptr : *found;
}

std::vector<const CatalogEntry*> inTurn(int CatalogEntry::*turn)
{
    std::vector<const CatalogEntry*> row;
    std::copy_if(std::begin(kCatalog), std::end(kCatalog), std::back_inserter(row),
                 [&](const CatalogEntry* entry) { return entry->*turn > 0; });
    std::sort(row.begin(), row.end(),
              [&](const CatalogEntry* a, const CatalogEntry* b) { return a->*turn < b->*turn; });
    return row;
}

std::string_view nameIn(Framework framework, const CatalogEntry& entry)
{
    const auto found
        = std::find_if(entry.elsewhere.begin(), entry.elsewhere.end(),
                       [&](const ForeignName& name) { return name.framework == framework; });
    return found == entry.elsewhere.end() ? std::string_view() : found->name;
}

bool isMadeForCosts(std::string_view name)
{
    const CatalogEntry* entry = findSchedule(name);
    return entry != nullptr && entry->madeForCosts;
}

std::string_view nearestScheduleName(std::string_view name)
{
    const std::string_view word = name.substr(0, 64);
    const auto nearer = [&](const CatalogEntry* a, const CatalogEntry* b) {
        return editDistance(word, a->name) < editDistance(word, b->name);
    };
    return (*std::min_element(std::begin(kCatalog), std::end(kCatalog), nearer))->name;
}

Shape shapeOf(std::string_view name, int ranks, std::optional<int> chunks, int microbatches)
{
    const CatalogEntry* entry = findSchedule(name);
    return {.ranks = ranks,
            .chunks = chunks.value_or(entry ? entry->defaultChunks : 1),
            .microbatches = microbatches,
            .directions = entry ? entry->directions : 1};
}

Outcome checkConditions(std::string_view name, const Shape& shape, const ScheduleOptions& options)
{
    const CatalogEntry* entry = findSchedule(name);
    if (entry == nullptr)
        return Error{"there is no schedule named '" + std::string(name.substr(0, 64))
                     + "'; the nearest is '" + std::string(nearestScheduleName(name)) + "'"};
    Shape directed = shape;
    directed.directions = 1; // checkStated() says what the chunks have to be
    if (const auto sound = checkShape(directed); !sound)
        return sound.error();
    return checkStated(*entry, shape, options);
}

Result<Schedule> makeSchedule(std::string_view name, const Shape& shape,
                              const ScheduleOptions& options, const Costs& costs,
                              const StopAsked& stop)
{
    if (const auto fits = checkConditions(name, shape, options); !fits)
        return fits.error();
    const CatalogEntry& entry = *findSchedule(name);
    ScheduleRequest request{shape, options, costs, stop};
    request.shape.directions = entry.directions;
    return entry.generate(request);
}

int defaultGroup(const Shape& shape)
{
    return shape.microbatches / std::max(1, shape.microbatches / shape.ranks);
}

} // namespace plan
