// A column that scrolls, and the keyboard in it.

#pragma once

class QScrollArea;

namespace gui {

// From now on what the keyboard comes to is scrolled into sight. Qt does so only where it comes
// from within the area.
void keepFocusInSight(QScrollArea& area);

} // namespace gui
