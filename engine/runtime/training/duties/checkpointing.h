// The state of a rank's model, saved and brought back.

#pragma once

#include "engine/runtime/training/training_rank.h"

#include <filesystem>

namespace training {

// All ranks call these together, between steps, and get the same answer.

// Saves the state after `stepsDone` steps below `folder`; see saveCheckpoint(). After an error
// the run can go on; what is thrown there ends it.
plan::Outcome saveState(TrainingRank& rank, std::int64_t stepsDone,
                        const std::filesystem::path& folder);

struct Restored {
    std::int64_t stepsDone = 0;
    std::vector<std::string> skipped; // newer checkpoints that are not whole, a sentence each
};

// Reads the state that `path` names, written under whatever layout; see findCheckpoint(). The
// rank's data go on with the sample after the last that was seen.
plan::Result<Restored> restoreState(TrainingRank& rank, const std::filesystem::path& path);

} // namespace training
