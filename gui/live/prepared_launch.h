// A run that is about to be started: the command, and what is known of the run before it is there.

#pragma once

#include "gui/document/prediction.h"
#include "gui/live/run_program.h"

#include <QTemporaryDir>

#include <memory>

namespace gui {

struct PreparedLaunch {
    RunCommand command; // exactly as it is started
    strategy::Strategy strategy;
    PredictionPtr prediction; // of it; null: not known as the run will be held against it
    int steps = 0;
    int ranks = 0;        // of the pipeline
    bool submits = false; // to Slurm: the run does not begin with the command
    // Holds the strategy's file where that is a copy.
    std::shared_ptr<const QTemporaryDir> copies{};
};

} // namespace gui
