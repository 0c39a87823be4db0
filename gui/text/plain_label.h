// A label for what files and runs say: plain text that wraps and can be copied with the mouse.

#pragma once

class QLabel;
class QString;

namespace gui {

// Without a parent. `name` is its accessible name; the keyboard passes it by.
QLabel* plainLabel(const QString& name);

} // namespace gui
