// Asks before something that cannot be taken back.

#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace gui {

// All three are translated, and shown as plain text.
struct Question {
    QString title;
    QString text;
    QString act; // on the button that does it
};

// Opens a question over `window` and returns at once: the window goes on showing what comes.
// `onAct` is called when the user chooses to act, never before this function returns, and not if
// the window is gone by then. Enter and Escape leave everything as it is.
void confirm(const Question& question, QWidget* window, std::function<void()> onAct);

} // namespace gui
