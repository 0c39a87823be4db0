// What a measured step says of the time inside its ops, as the timeline draws it.

#pragma once

#include "engine/measured/step_assembler.h"
#include "gui/timeline/inner_work.h"

#include <memory>

namespace gui {

// A copy of what the step says, so the step need not outlive it. Null where it says nothing. Pure;
// any thread.
std::shared_ptr<const InnerWork> innerWorkOf(const measured::Step& step);

} // namespace gui
