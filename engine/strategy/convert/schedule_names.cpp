#include "engine/strategy/convert/schedule_names.h"

#include "engine/plan/schedules/entries.h"

#include <algorithm>
#include <cctype>

namespace strategy {
namespace {

bool sameInAnyCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
        return std::tolower(x) == std::tolower(y);
    });
}

template <class IsSame>
const plan::CatalogEntry* findNamed(plan::Framework framework, std::string_view name,
                                    const IsSame& isSame)
{
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        const std::string_view theirs = nameIn(framework, *entry);
        // Empty where the framework has no word for a schedule.
        if (!theirs.empty() && isSame(theirs, name))
            return entry;
    }
    return nullptr;
}

} // namespace

const plan::CatalogEntry* findForeign(plan::Framework framework, std::string_view name)
{
    return findNamed(framework, name,
                     [](std::string_view a, std::string_view b) { return a == b; });
}

const plan::CatalogEntry* findForeignInAnyCase(plan::Framework framework, std::string_view name)
{
    return findNamed(framework, name, sameInAnyCase);
}

std::string_view foreignOr1F1B(plan::Framework framework, std::string_view schedule)
{
    const plan::CatalogEntry* entry = plan::findSchedule(schedule);
    const std::string_view theirs
        = entry == nullptr ? std::string_view() : nameIn(framework, *entry);
    return theirs.empty() ? nameIn(framework, plan::kOneFOneB) : theirs;
}

std::vector<std::string_view> foreignNames(plan::Framework framework)
{
    std::vector<std::string_view> names{nameIn(framework, plan::kOneFOneB)};
    for (const plan::CatalogEntry* entry : plan::catalog())
        if (const std::string_view theirs = nameIn(framework, *entry);
            !theirs.empty() && entry != &plan::kOneFOneB)
            names.push_back(theirs);
    return names;
}

} // namespace strategy
