// The parts that the groups of the editor are made of. Their layout owns them.

#pragma once

#include <QString>

class QAbstractSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace gui {

inline constexpr int kBoxDigits = 10; // that a box has room for

// A titled group at the end of `column`.
QFormLayout* formSection(QVBoxLayout* column, const QString& title);

// Plain text that wraps and may be selected.
QLabel* plainLabel();

// The same, less loud: what explains a field.
QLabel* hintLabel();

// A button with a tip, named for a screen reader.
QPushButton* plainButton(const QString& text, const QString& tip);

// A wide range would otherwise ask for a wide box.
void keepNarrow(QAbstractSpinBox* box);

} // namespace gui
