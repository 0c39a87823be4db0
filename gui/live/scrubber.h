// Under the timeline: which step of the run is on show, and how far behind the run that is.

#pragma once

#include "gui/live/run_view.h"

#include <QWidget>

class QAction;
class QLabel;
class QSlider;
class QToolButton;

namespace gui {

class RunController;

// The sheet's actions, so that a button and a menu entry are one thing. None may be null.
struct ScrubberActions {
    QAction* follow = nullptr;
    QAction* previousStep = nullptr;
    QAction* nextStep = nullptr;
};

class Scrubber : public QWidget {
    Q_OBJECT
public:
    // All must outlive it. It is enabled while a step can be chosen.
    Scrubber(RunController& controller, RunView& view, const ScrubberActions& actions,
             QWidget* parent = nullptr);

private:
    void makeChoice();
    void refresh();

    RunController& m_controller;
    RunView& m_view;
    QLabel* m_step;      // children
    QSlider* m_slider;   //
    QLabel* m_behind;    //
    QToolButton* m_show; //
};

} // namespace gui
