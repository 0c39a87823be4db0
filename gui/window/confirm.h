// Asks before something that cannot be taken back.

#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace gui {

struct Question {
    QString title;
    QString text;
    QString act; // on the button that does it
};

// Does not wait: the window goes on showing what comes. Enter and Escape leave all as it is.
void confirm(const Question& question, QWidget* window, std::function<void()> onAct);

} // namespace gui
