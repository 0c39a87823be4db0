// The buttons that ask something of the run shown, and its answer under them. Not there while no
// run that goes on is shown.

#pragma once

#include "gui/live/run_control.h"
#include "gui/live/run_view.h"

#include <QWidget>

class QAction;
class QLabel;

namespace gui {

// The window's actions. None may be null.
struct ControlActions {
    QAction* pause = nullptr; // or resume
    QAction* stopAfterStep = nullptr;
    QAction* checkpoint = nullptr;
    QAction* slow = nullptr;
    QAction* swap = nullptr;
};

class RunControls : public QWidget {
    Q_OBJECT
public:
    // All must outlive it. Enables the actions, and answers them; `view` says what the run follows.
    RunControls(RunControl& control, RunView& view, RunController& controller,
                const ControlActions& actions, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    QString whyNoSwap() const;
    void connectActions();
    int ranks() const;
    void openSlow();
    void openSwap();

    RunControl& m_control;
    RunView& m_view;
    RunController& m_controller;
    ControlActions m_actions;
    QLabel* m_answer; // child
};

} // namespace gui
