// That predictions do not tell strategies apart, in words.

#pragma once

#include "gui/frame/verdict.h"

#include <cstddef>

namespace gui {

// Says behind the verdict's source how many strategies are equal, the best among them; nothing
// where no other is equal to it. Pure.
void addEqual(Verdict& verdict, std::size_t count);

} // namespace gui
