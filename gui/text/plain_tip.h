// Tooltips of texts that come from files and runs.

#pragma once

#include <QString>

namespace gui {

// For setToolTip() and QToolTip: shows the text as it stands, with its lines, and wraps those that
// are long. A tooltip by itself takes what looks like HTML for HTML. Empty for an empty text, which
// is no tooltip.
QString plainTip(const QString& text);

// The text as a part of a rich one, with its lines: nothing of it is markup.
QString inRichText(const QString& text);

} // namespace gui
