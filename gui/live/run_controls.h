// The buttons that ask something of the run shown (pause, checkpoint, slow a rank, swap the
// schedule, stop after the step), and its answer under them. Hidden while no run that goes on is
// shown.

#pragma once

#include "gui/live/run_control.h"
#include "gui/live/run_view.h"

#include <QWidget>

class QAction;
class QLabel;

namespace gui {

// The window's actions, so that a button and a menu entry are one thing. None may be null; they
// must outlive the buttons.
struct ControlActions {
    QAction* pause = nullptr; // or resume
    QAction* stopAfterStep = nullptr;
    QAction* checkpoint = nullptr;
    QAction* slow = nullptr;
    QAction* swap = nullptr;
};

// Each request goes to the run through `bubblescope-run`, by way of RunControl; the answer arrives
// later, and stands under the buttons.
class RunControls : public QWidget {
    Q_OBJECT
public:
    // All must outlive it. Enables each action where the run would take it, says why where it would
    // not, and sends what is asked, but for the end of the run, which is asked for elsewhere:
    // there is a question before it. `view` says what the run follows.
    RunControls(RunControl& control, RunView& view, RunController& controller,
                const ControlActions& actions, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    // Every action and the answer; called whenever the control has changed.
    void refresh();
    void showSlowed();
    // A translated sentence for the tooltip; empty where the schedule can be swapped.
    QString whyNoSwap() const;
    void connectActions();
    // >= 1; of the world, where the run has said how many that is.
    int ranks() const;
    // Dialogs over the panel's window, which delete themselves.
    void openSlow();
    void openSwap();

    RunControl& m_control;
    RunView& m_view;
    RunController& m_controller;
    ControlActions m_actions;
    QLabel* m_answer; // child
    QLabel* m_slowed; // child; which ranks somebody has slowed
};

} // namespace gui
