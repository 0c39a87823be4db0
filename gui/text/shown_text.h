// Texts that come from files and runs, as they may be shown: whoever wrote them may have meant
// harm.

#pragma once

#include <QString>

namespace gui {

// The text with U+FFFD in place of what is no character to be read: control characters but the line
// feed, and those that turn the direction of what stands around them. Of more than `most`
// characters those in the middle become an ellipsis. Markup stays as it is: show it as plain text.
QString shownText(const QString& text, int most);

} // namespace gui
