// The run panel: launches, stops, attaches and replays; says how the run stands, and chooses the
// step that is drawn. What it says comes from run_numbers.h and verdict_words.h; what its buttons
// do is done by the window's actions.

#pragma once

#include "gui/live/run_controls.h"

#include <QWidget>

class QAction;
class QFormLayout;
class QLabel;
class QToolButton;

namespace gui {

// The window's actions, so that a button and a menu entry are one thing. None may be null, and all
// must outlive the panel, which enables each of them where it can be done and otherwise gives the
// reason in its tooltip.
struct RunActions {
    QAction* launch = nullptr;
    QAction* stop = nullptr;
    QAction* attach = nullptr;
    QAction* replay = nullptr;
    QAction* leave = nullptr;
    QAction* follow = nullptr;
    QAction* previousStep = nullptr;
    QAction* nextStep = nullptr;
    // Shown only beside a run that is not emulated.
    QAction* calibrate = nullptr;
    ControlActions control{};
};

// Follows the document, the controller and the view by their signals; nothing has to be told to it.
// Whatever a run says is shown as plain text. GUI thread.
class RunPanel : public QWidget {
    Q_OBJECT
public:
    // All must outlive the panel. The panel itself only reads the document and the run, and chooses
    // which step `view` shows; what is asked of the run goes through `control`, by the buttons of
    // RunControls.
    RunPanel(Document& document, RunController& controller, RunView& view, RunControl& control,
             const RunActions& actions, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeButtons();
    // A row of the form with text that can be selected; the layout owns both labels.
    QLabel* addRow(QFormLayout* form, const QString& label);
    // Enables each action, or says why it cannot be had.
    void refreshActions();
    void refresh();
    // `bad`: the run failed or is lost.
    void showState(const QString& text, bool bad);

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    RunControl& m_control;
    RunActions m_actions;
    // All widgets are children of the panel.
    QToolButton* m_calibrate = nullptr; // hidden beside an emulated run
    QLabel* m_run = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_device = nullptr;
    QLabel* m_step = nullptr;
    QLabel* m_lateness = nullptr;
    QLabel* m_verdict = nullptr;
    QFormLayout* m_form = nullptr;
    QLabel* m_losses = nullptr;
};

} // namespace gui
