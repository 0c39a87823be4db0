// Which sheet shows which kind of item.

#pragma once

#include "gui/window/strategy_sheet.h"

namespace gui {

// A child of the window of `place`; `item` must outlive it.
Sheet* makeSheet(OpenItem& item, const SheetPlace& place);

} // namespace gui
