// The buttons of a dialog that writes a file.

#pragma once

class QDialog;
class QDialogButtonBox;
class QPushButton;

namespace gui {

// *Close*, which rejects `dialog`, and `save`, which has its text and is what Enter presses. Both
// are named. A child of `dialog`; takes `save`.
QDialogButtonBox* closeAndSave(QDialog& dialog, QPushButton& save);

} // namespace gui
