// A button that opens what stands behind it: its arrow says which.

#pragma once

#include <QString>

class QToolButton;

namespace gui {

// Closed. Listen to toggled().
QToolButton* foldButton(const QString& text, const QString& accessibleName);

} // namespace gui
