// How large the window is at first, and what its parts are put into.

#pragma once

#include <QSize>

class QWidget;

namespace gui {

// 1280 x 800, or what the screen has.
QSize firstWindowSize();

// A column that may be higher than its panel, never wider. Takes the content.
QWidget* scrolled(QWidget* content);

// Layouts that changed ask their parents in turn; afterwards none waits, and what is drawn now is
// settled.
void settleLayouts();

} // namespace gui
