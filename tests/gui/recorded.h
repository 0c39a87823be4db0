// A window on the recording of a run that trains, and states of a run that goes on.

#pragma once

#include "gui/cockpit/alarm_page.h"
#include "tests/gui/opened.h"
#include "tests/gui/shown_run.h"
#include "tests/gui/trained.h"

namespace gui::test {

// A window on the recording of a run.
struct Recorded {
    Trained run;
    QSettings settings{run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    MainWindow window{run.workspace, settings, {.keepLayout = false}};
    StrategySheet& sheet = window.sheetOf(run.open);

    explicit Recorded(const TrainingOptions& options)
        : run(options, trainedStrategy())
    {
        window.resize(1280, 800);
        window.setMode(Mode::Run);
        window.show();
        // Once more: the sheet was not there when the recording was first read.
        run.controller.replayPath(run.directory.path());
    }
    bool ended()
    {
        const RunView& view = sheet.runView();
        return view.run() && view.run()->status.state == telemetry::SourceState::Ended
            && view.isSettled();
    }
    AlarmPage& alarms() { return *window.findChild<AlarmPage*>(); }
    QString health() { return window.frame().verdict().verdict().health; }
};

inline std::shared_ptr<RunSnapshot> liveAt(int step)
{
    return std::make_shared<RunSnapshot>(*snapshotAt(telemetry::SourceState::Connected, step));
}

} // namespace gui::test
