// A file that an export writes: where to, as the user says, and writing it.

#pragma once

#include <QByteArray>
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

// Empty where it was written; else a sentence that says why not. Any thread.
QString writtenTo(const QString& path, const QByteArray& bytes);

} // namespace gui
