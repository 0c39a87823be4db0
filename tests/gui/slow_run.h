// The recording of a run that trains, one of whose ranks becomes slow.

#pragma once

#include "tests/gui/trained.h"

#include <QTemporaryDir>

namespace gui::test {

// Rank 2 of 4 takes twice as long from step 40 of 60 on. False: it could not be written.
inline bool writeSlowRun(const QTemporaryDir& folder)
{
    const plan::Shape shape{.ranks = 4, .chunks = 1, .microbatches = 8};
    strategy::Strategy trained = trainedStrategy();
    trained.name = "slow";
    constexpr std::chrono::milliseconds kPart{5};
    trained.costs = plan::Costs{{{kPart, kPart, kPart}}, {}};
    const auto fileOf
        = [&](const char* name) { return folder.filePath(QLatin1String(name)).toStdString(); };
    return writeTraining(fileOf("events.bslog"), "1f1b", *plan::makeSchedule("1f1b", shape),
                         {.steps = 60, .slowRank = 2, .slowSince = 40})
        && strategy::saveStrategyFile(fileOf("strategy.yaml"), trained);
}

} // namespace gui::test
