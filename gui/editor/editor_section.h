// A section of the editor: a header, and under it rows that are there while it is open. Rows that
// are rarely wanted stand behind a header of their own, at its end.

#pragma once

#include "gui/editor/section_header.h"

#include <QWidget>

class QVBoxLayout;

namespace gui {

class EditorSection : public QWidget {
    Q_OBJECT
public:
    // `name` stands for it in the settings; `title` is translated. Shut at first.
    EditorSection(QString name, const QString& title, QWidget* parent = nullptr);

    QString name() const { return m_name; }
    SectionHeader& header() { return *m_header; }
    SectionHeader& advancedHeader() { return *m_advancedHeader; }

    bool isOpen() const { return m_header->isChecked(); }
    void setOpen(bool open) { m_header->setChecked(open); }
    bool isAdvancedOpen() const { return m_advancedHeader->isChecked(); }
    void setAdvancedOpen(bool open) { m_advancedHeader->setChecked(open); }

    // At the end of the rows, or of those that are rarely wanted. Takes the row.
    void addRow(QWidget* row, bool isAdvanced = false);
    // The same for words and buttons, which begin where the names of fields do.
    void addLine(QWidget* line, bool isAdvanced = false);
    // Its header is hidden where none of the advanced rows is shown.
    void showAdvanced(bool shows);

    // All that has to be open for a row to be seen.
    void reveal(bool isAdvanced);

signals:
    void foldChanged(); // the section, or its advanced rows, were opened or shut

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyLook();

    QString m_name;
    SectionHeader* m_header; // children
    QWidget* m_body;
    QVBoxLayout* m_rows;
    SectionHeader* m_advancedHeader;
    QWidget* m_advanced;
    QVBoxLayout* m_advancedRows;
};

} // namespace gui
