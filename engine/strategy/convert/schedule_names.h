// What the frameworks call the schedules of the catalogue (plan::CatalogEntry::elsewhere). Internal
// to this folder.

#pragma once

#include "engine/plan/catalog.h"

#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// The entry that the framework has under that name, in the same letters; nullptr: none.
const plan::CatalogEntry* findForeign(plan::Framework framework, std::string_view name);

// The same in any case of letters.
const plan::CatalogEntry* findForeignInAnyCase(plan::Framework framework, std::string_view name);

// Their name of one of our schedules; of 1F1B, which every framework has, where they have none
// for it.
std::string_view foreignOr1F1B(plan::Framework framework, std::string_view schedule);

// All of their names, that of 1F1B first.
std::vector<std::string_view> foreignNames(plan::Framework framework);

} // namespace strategy
