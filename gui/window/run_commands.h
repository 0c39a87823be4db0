// What the Run menu does: asks before a run is stopped or joined by a second one, asks which run
// or recording is to be shown, and opens the strategy of the run on show.
//
// Runs themselves are the controller's; here is what a person is asked before. No question blocks:
// the window goes on, and what is answered is done then.

#pragma once

#include "gui/live/run_calibration.h"
#include "gui/live/run_control.h"
#include "gui/window/file_commands.h"

#include <QObject>

namespace gui {

class ActionRegistry;
class RunPanel;

class RunCommands : public QObject {
    Q_OBJECT
public:
    // All must outlive it; `window` is what its dialogs stand over.
    RunCommands(Document& document, RunController& controller, RunView& view, FileCommands& files,
                QWidget* window);

    // What is asked of the run while it goes on; for the panel's buttons.
    RunControl& control() { return m_control; }

    // Gives the actions of the Run menu something to do, and says of each why it cannot be had.
    // What to launch is chosen in `panel`, which must outlive this.
    void connectTo(ActionRegistry& actions, RunPanel& panel);

    // Opens the strategy that the run on show follows, in place of the document's, after asking
    // where changes would be lost. Nothing where it is not known.
    void openRunStrategy();
    // Does that once, as soon as the next run or recording is on show. Finding it may take seconds,
    // in which the document can be edited.
    void openStrategyOfNextRun();

signals:
    void said(const QString& sentence); // for the status line
    void failed(const QString& sentence);

private:
    // Each asks what there is to be asked, and does the rest once it has been answered.
    void launch(const RunPanel& panel);
    void stop();
    void chooseRun();
    void chooseRecording();

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    FileCommands& m_files;
    QWidget* m_window;
    RunControl m_control;
    RunCalibration m_calibration;
};

} // namespace gui
