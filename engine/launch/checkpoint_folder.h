// The checkpoints of a run, and the one that --resume means.

#pragma once

#include "engine/plan/result.h"

#include <filesystem>

namespace launch {

// `wanted`: a checkpoint (a folder with checkpoint.json), the folder that holds a run's
// checkpoints, or the folder of the run; of several the one of the latest step. Absolute.
// Fails with a sentence where none of it is there.
plan::Result<std::filesystem::path> findCheckpoint(const std::filesystem::path& wanted);

// The steps that the run of a checkpoint had done, as its checkpoint.json says; whoever
// resumes checks the rest of it.
plan::Result<int> stepsDone(const std::filesystem::path& checkpoint);

} // namespace launch
