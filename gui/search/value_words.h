// What one types as a list: 256, 512.

#pragma once

#include <QStringList>

namespace gui {

// The words between blanks, commas and semicolons, those of Chinese texts too.
QStringList valueWords(const QString& text);

} // namespace gui
