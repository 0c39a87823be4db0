// A run on show, of a program that is made up.

#pragma once

#include "gui/live/run_control.h"
#include "gui/live/run_controller.h"
#include "gui/live/run_view.h"
#include "tests/gui/fake_program.h"

namespace gui::test {

struct Shown {
    FakeProgram program;
    Document document;
    RunController controller;
    RunView view{document, controller};
    RunControl control{controller};

    explicit Shown(const QByteArray& answer)
        : program(answer)
        , controller(document, program.path)
    {
        RunEntry run;
        run.run = QStringLiteral("run-7");
        run.state = QStringLiteral("running");
        run.directory = program.directory.path();
        run.viewerEndpoint = QStringLiteral("ipc://") + program.directory.filePath("viewer");
        run.ranks = 4;
        controller.attach(run);
    }
};

// Of four places with two devices each; the newest step has that number, -1: none.
inline RunSnapshotPtr snapshotAt(telemetry::SourceState state, int step)
{
    auto run = std::make_shared<RunSnapshot>();
    run->status.state = state;
    run->info = measured::RunInfo{.shape = {.ranks = 4, .chunks = 1, .microbatches = 8},
                                  .schedule = "1f1b",
                                  .device = "cpu",
                                  .world = 8};
    run->schedule.name = "1f1b";
    if (step >= 0) {
        auto newest = std::make_shared<measured::Step>();
        newest->number = step;
        newest->ended = true;
        newest->timeline.spans.resize(4);
        run->newest = newest;
    }
    return run;
}

} // namespace gui::test
