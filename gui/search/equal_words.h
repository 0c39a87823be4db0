// That predictions do not tell strategies apart, in words.

#pragma once

#include "engine/strategy/estimate/equal_estimates.h"
#include "gui/frame/verdict.h"
#include "gui/search/open_search.h"

#include <cstddef>

namespace gui {

// Says behind the verdict's source how many strategies may be the best, that one among them, and in
// its tip by which rules; nothing where only that one may. `simulated`: out of how many, of a
// search; 0: of all that the source tells. Pure.
void addEqual(Verdict& verdict, std::size_t count, const strategy::EqualRules& rules,
              std::size_t simulated = 0);

// Whether it fits, and is equal to the first that was found: what a row of the search says, and the
// verdict of the strategy that it began with. False for that first one itself.
bool equalsBest(const SearchAnswer& answer, const strategy::Estimate& numbers);

} // namespace gui
