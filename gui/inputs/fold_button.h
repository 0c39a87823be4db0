// A button that unfolds what stands behind it; its arrow says whether it is unfolded.

#pragma once

#include <QString>

class QToolButton;

namespace gui {

// Folded at first; toggled() says when that changes. The caller owns it. `accessibleName`: what it
// unfolds, for a screen reader.
QToolButton* foldButton(const QString& text, const QString& accessibleName);

} // namespace gui
