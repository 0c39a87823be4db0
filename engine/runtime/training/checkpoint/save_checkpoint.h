// Writes a checkpoint from all ranks at once, whatever the layout.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/host_communicator.h"
#include "engine/runtime/training/checkpoint/manifest.h"
#include "engine/runtime/training/checkpoint/slices.h"

#include <filesystem>

namespace training {

// Writes `folder`/step-00000100 with model.safetensors, optimizer.safetensors and
// checkpoint.json. All ranks call it and get the same answer. `info` is that of rank 0.
//
// `own` are the slices this rank is the owner of: over all ranks every value of every tensor,
// and both its moments, exactly once. `world` is of all ranks; `folder` is
// the same for all (between machines, on a file system they share).
//
// The checkpoint grows under the name step-00000100.partial and gets its own in one move when
// all of it is on the disk, so it is whole or not there; one of the same step that is there
// already is replaced in that move. The space is reserved before anything is written, and
// what was written is read back and compared with what it was written from.
//
// After an error nothing of it is left, older checkpoints are as they were, the ranks' values
// too, and the run can go on. Only where the communicator itself is broken, or a rank without
// memory at a point where the others cannot be told, may a .partial folder stay, which the next
// checkpoint of that step takes away: Failure or std::bad_alloc is thrown then, and ends the run.
plan::Outcome saveCheckpoint(const CheckpointInfo& info, const CheckpointSlices& own,
                             const std::filesystem::path& folder, engine::HostCommunicator& world);

} // namespace training
