// Copies or writes a table of what is in front, as another program wants it.

#pragma once

#include "gui/export/exports.h"

#include <QDialog>

class QComboBox;
class QPlainTextEdit;

namespace gui {

class TableDialog : public QDialog {
    Q_OBJECT
public:
    // Precondition: there is a table.
    TableDialog(Exports exports, QWidget* parent);

    QComboBox& tables() { return *m_table; }
    QComboBox& formats() { return *m_format; } // CSV, Markdown, LaTeX, text
    QPlainTextEdit& preview() { return *m_preview; }

    void copy();
    // Writes what the preview shows, and says saved() or failed().
    void saveTo(const QString& path);

signals:
    void said(const QString& sentence);
    void saved(const QString& path);
    void failed(const QString& sentence);

private:
    QString text() const;
    void refresh();
    void save();

    Exports m_exports;
    QComboBox* m_table; // children
    QComboBox* m_format;
    QPlainTextEdit* m_preview;
};

} // namespace gui
