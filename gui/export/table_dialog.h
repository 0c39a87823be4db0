// Copies or writes a table of what is in front, as another program wants it.

#pragma once

#include "gui/export/table_text.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QPlainTextEdit;

namespace gui {

class TableDialog : public QDialog {
    Q_OBJECT
public:
    // Precondition: there is a table. `stem`: of the files that are proposed, a path without an
    // ending.
    TableDialog(std::vector<NamedTable> tables, QString stem, QWidget* parent);

    QComboBox& tables() { return *m_table; }
    QComboBox& formats() { return *m_format; } // CSV, Markdown, LaTeX, text
    QPlainTextEdit& preview() { return *m_preview; }

    void copy();
    // Writes it, in the format that the path's ending says, or else in the one chosen, and says
    // saved() or failed().
    void saveTo(const QString& path);

signals:
    void said(const QString& sentence);
    void saved(const QString& path);
    void failed(const QString& sentence);

private:
    TableFormat format() const; // chosen
    QString textIn(TableFormat as) const;
    void refresh();
    void save();

    std::vector<NamedTable> m_tables;
    QString m_stem;
    QComboBox* m_table; // children
    QComboBox* m_format;
    QPlainTextEdit* m_preview;
};

} // namespace gui
