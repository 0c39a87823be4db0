// What the Edit menu does with the searches for a strategy: each has one window, made when it is
// first asked for, whose rows open in place of the document's strategy.

#pragma once

#include "gui/window/file_commands.h"

#include <QObject>

namespace gui {

class ActionRegistry;
class SearchDialog;
class SweepDialog;

// The dialogs are not modal, and keep their results when they are closed. A strategy that is opened
// from them is in no file.
class SearchCommands : public QObject {
    Q_OBJECT
public:
    // All must outlive it; `window` is what its dialogs belong to.
    SearchCommands(Document& document, FileCommands& files, QWidget* window);

    // Gives the actions of the searches something to do. What is found opens after asking where
    // changes of the document would be lost.
    void connectTo(ActionRegistry& actions);

private:
    // Makes the dialog where there is none yet, and brings it to the front.
    template <class Dialog>
    void show(Dialog*& dialog);

    Document& m_document;
    FileCommands& m_files;
    QWidget* m_window;
    SearchDialog* m_search = nullptr; // the window's, once it was asked for
    SweepDialog* m_sweep = nullptr;   // likewise
};

} // namespace gui
