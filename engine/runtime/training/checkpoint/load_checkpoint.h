// Finds a checkpoint and reads it on all ranks at once.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/host_communicator.h"
#include "engine/runtime/training/checkpoint/checkpoint.h"
#include "engine/runtime/training/checkpoint/slices.h"

#include <filesystem>
#include <string>
#include <vector>

namespace training {

struct FoundCheckpoint {
    Checkpoint checkpoint;
    std::vector<std::string> skipped; // newer ones that are not whole, a sentence each
};

// `path` is the folder of one step, or one of checkpoints: then the newest that opens is taken.
// Damage to values shows only when they are read; name an older step then.
plan::Result<FoundCheckpoint> findCheckpoint(const std::filesystem::path& path);

// The same on all ranks: the choice is that of rank 0, and every rank has opened it. `skipped`
// is filled on rank 0.
plan::Result<FoundCheckpoint> findCheckpoint(const std::filesystem::path& path,
                                             engine::HostCommunicator& world);

// Fills the slices of all ranks; those of several ranks may overlap. Fails, on all ranks with
// one sentence, where a tensor is missing, has another size or is damaged, or where the
// checkpoint has one that no rank wants. The slices then hold anything.
plan::Outcome loadCheckpoint(const Checkpoint& checkpoint, const CheckpointSlices& wanted,
                             engine::HostCommunicator& world);

} // namespace training
