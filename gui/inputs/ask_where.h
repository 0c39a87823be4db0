// Asks for the name of a file that is to be written.

#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace gui {

struct FileKind {
    QString name;   // "PDF"; translated
    QString ending; // "pdf"
};

// Asks over `window` where to write such a file, and proposes `stem`, a path without an ending. It
// is open, answers by fileSelected(), with a path that may end otherwise, and deletes itself.
QFileDialog* askWhere(QWidget* window, const QString& title, const QString& stem,
                      const FileKind& kind);

} // namespace gui
