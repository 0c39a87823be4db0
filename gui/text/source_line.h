// Where numbers come from, under what is said of them.

#pragma once

#include <QString>

namespace gui {

// `text`, and "Source: measured, step 162" on a line of its own. `source` is translated; empty: it
// is not known, and nothing is added.
QString withSource(const QString& text, const QString& source);

} // namespace gui
