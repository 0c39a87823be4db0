// Every command and every key there is, in groups, with a field to find one by its words. Made from
// the table of commands, so it cannot be out of date.

#pragma once

#include "gui/window/help_entries.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace gui {

// Not modal: one may try a key while the list of them is open.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    // Deletes itself when it is closed.
    explicit HelpDialog(QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void filter(const QString& text); // shows the rows that have all its words

    QLineEdit* m_filter; // children
    QTreeWidget* m_rows; //
    QLabel* m_none;      // in place of the rows where none is left
};

// What the program is, in which version, and under which licence: a message box over `parent`,
// which deletes itself.
void showAbout(QWidget* parent);

} // namespace gui
