// The fields of the strategy, checked as they are typed into. What is typed goes into the document
// at once, valid or not; the picture waits for a valid one.
//
// Here the groups are put together. What a row does stands in editor_rows.h, the rows of each group
// in editor_groups.h and, where they are only fields, in the tables of field_specs.h.

#pragma once

#include "gui/editor/editor_rows.h"

#include <QWidget>

class QLabel;

namespace gui {

class StrategyEditor : public QWidget {
    Q_OBJECT
public:
    // `document` must outlive the editor.
    explicit StrategyEditor(Document& document, QWidget* parent = nullptr);

    // The sentence shown under the field with that key; empty if there is none.
    QString problemOf(const QString& key) const { return m_rows.problemOf(key); }
    // What is wrong outside the fields shown, a line each.
    QString otherProblems() const;

signals:
    void said(const QString& sentence); // of a change that brought another with it

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshProblems();
    void refreshOthers();

    Document& m_document;
    // Ends before the widgets do: a field that has the focus loses it while they are destroyed, and
    // says that it was edited, to nobody.
    EditorRows m_rows;
    QLabel* m_status;   // children: whether the picture is of this strategy
    QLabel* m_problems; // those of no field shown
    QLabel* m_others;   // fields of the file that are not edited here
};

} // namespace gui
