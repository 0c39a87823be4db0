// Every shortcut there is, in a table: the window's actions and the keys of the timeline. Made from
// the actions themselves, so it cannot be out of date.

#pragma once

#include "gui/window/action_registry.h"

#include <QDialog>

namespace gui {

// Not modal: one may try a shortcut while the list of them is open.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    // Deletes itself when it is closed. `actions` is read here and not kept.
    explicit HelpDialog(const ActionRegistry& actions, QWidget* parent = nullptr);
};

// What the program is, in which version, and under which licence: a message box over `parent`,
// which deletes itself.
void showAbout(QWidget* parent);

} // namespace gui
