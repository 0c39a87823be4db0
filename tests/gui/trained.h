// The recording of a run that trained, shown.

#pragma once

#include "engine/strategy/yaml.h"
#include "gui/live/run_view.h"
#include "gui/workspace/open_strategy.h"
#include "gui/workspace/workspace.h"
#include "tests/gui/training_recording.h"

#include <QTemporaryDir>

namespace gui::test {

// Of the shape that is recorded, without costs and model.
inline strategy::Strategy trainedStrategy()
{
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    return strategy;
}

struct Trained {
    QTemporaryDir directory;
    plan::Schedule schedule
        = *plan::makeSchedule("1f1b", {.ranks = 4, .chunks = 1, .microbatches = 8});
    Workspace workspace{QString()};
    OpenStrategy& open = workspace.addStrategy();
    Document& document = open.document();
    RunController& controller = open.controller();
    RunView view{document, controller};

    // `strategy`: what was trained; beside the recording, and in the document.
    explicit Trained(const TrainingOptions& options,
                     const std::optional<strategy::Strategy>& strategy = {})
    {
        const auto file = directory.filePath(QStringLiteral("strategy.yaml")).toStdString();
        if (strategy && !strategy::saveStrategyFile(file, *strategy))
            return;
        if (strategy)
            document.start(*strategy);
        const QString log = directory.filePath(QStringLiteral("events.bslog"));
        if (writeTraining(log.toStdString(), "1f1b", schedule, options))
            controller.replayPath(directory.path());
    }
    // It was read to its end, and the orders and the prediction it is held against are known.
    bool ended() const
    {
        return view.run() && view.run()->status.state == telemetry::SourceState::Ended
            && view.isSettled();
    }
};

} // namespace gui::test
