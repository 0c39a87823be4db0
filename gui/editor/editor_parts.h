// The small parts that the sections of the editor are made of. Whoever they are put into owns them.

#pragma once

#include <QString>

class QAbstractSpinBox;
class QLabel;
class QPushButton;

namespace gui {

inline constexpr int kBoxDigits = 8; // that a box has room for

// The columns of the editor, the same in every section: names, and what is typed into.
int nameWidth();
int nameInset(); // of its text, from either side

// Plain text that wraps and may be selected.
QLabel* plainLabel();

// The same, less loud: what explains a section.
QLabel* hintLabel();

// A button with a tip, named for a screen reader.
QPushButton* plainButton(const QString& text, const QString& tip);

// A wide range would otherwise ask for a wide box.
void keepNarrow(QAbstractSpinBox* box);

} // namespace gui
