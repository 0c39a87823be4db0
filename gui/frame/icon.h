// The icons of the window: drawings of one line, in the colour of the text that they stand beside.

#pragma once

#include <QIcon>

namespace gui {

// Of resources/icons/ui/NAME.svg. It follows the palette of the application: nothing has to be
// done when the theme changes. An unknown name gives an icon that draws nothing.
QIcon icon(const QString& name);

} // namespace gui
