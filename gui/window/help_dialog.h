// Every shortcut there is, in a table: the window's actions and the keys of the timeline. Made from
// the actions themselves, so it cannot be out of date.

#pragma once

#include "gui/window/action_registry.h"

#include <QDialog>

namespace gui {

class HelpDialog : public QDialog {
    Q_OBJECT
public:
    // Deletes itself when closed.
    explicit HelpDialog(const ActionRegistry& actions, QWidget* parent = nullptr);
};

// What the program is, and under which licence.
void showAbout(QWidget* parent);

} // namespace gui
