// What the Run menu does beside one strategy: asks how a run is to be started, and before one is
// stopped, and takes over the strategy of the run on show.
//
// Runs themselves are the controller's; here is what a person is asked before. No question blocks:
// the window goes on, and what is answered is done then.

#pragma once

#include "gui/live/run_calibration.h"
#include "gui/live/run_control.h"

#include <QObject>

class QSettings;

namespace gui {

class ActionRegistry;

class RunCommands : public QObject {
    Q_OBJECT
public:
    // All must outlive it; `window` is what its dialogs stand over.
    RunCommands(Document& document, RunController& controller, RunView& view, QWidget* window);

    // What is asked of the run while it goes on; for the panel's buttons.
    RunControl& control() { return m_control; }

    // Gives the actions of the Run menu something to do, and says of each why it cannot be had.
    // `settings`: keep what was chosen for the last run; null: it is not kept.
    void connectTo(ActionRegistry& actions, QSettings* settings);

    // Makes the strategy that the run on show follows the document's: a change that can be taken
    // back. Nothing where it is not known.
    void takeRunStrategy();
    // As soon as the next run or recording is on show, the document begins with its strategy; where
    // it was changed meanwhile, that is a change that can be taken back.
    void openStrategyOfNextRun();

signals:
    // A run that is to be started where it does not take the place of the one on show.
    void besideWanted(const gui::PreparedLaunch& launch);
    void said(const QString& sentence); // for the status line
    void failed(const QString& sentence);

private:
    // Each asks what there is to be asked, and does the rest once it has been answered.
    void launch(QSettings* settings);
    void start(const LaunchOptions& options);
    void stop();
    void stopAfterStep();
    QString whatEnds() const; // a sentence: how far the run is
    std::optional<strategy::Strategy> runsStrategy() const;

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    QWidget* m_window;
    RunControl m_control;
    RunCalibration m_calibration;
};

} // namespace gui
