// The cross in a line of text that empties it.

#pragma once

class QLineEdit;

namespace gui {

// Qt's own, with the name that Qt does not give it.
void giveClearButton(QLineEdit& line);

} // namespace gui
