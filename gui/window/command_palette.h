// Every command of the window in one list, found by a part of its words: Ctrl+Shift+P.

#pragma once

#include "gui/window/action_registry.h"

#include <QDialog>

#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace gui {

// Open while one types; Up and Down choose, Enter does it, Escape or a click elsewhere leaves. What
// cannot be done now stands at the end, grey, with the reason.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    // `actions` must outlive it. It deletes itself when it is closed.
    CommandPalette(const ActionRegistry& actions, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void run();

    const ActionRegistry& m_actions;
    QLineEdit* m_words;
    QListWidget* m_list; // the place of its action as the data of each item
    QLabel* m_none;      // in its place where nothing is found
};

} // namespace gui
