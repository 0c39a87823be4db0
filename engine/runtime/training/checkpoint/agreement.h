// What all ranks do together around work that each does alone: every rank calls these in the
// same order, and every rank gets the same answer. Where the communicator itself fails, ranks
// may differ in what they know and can do nothing together any more: Failure is thrown then
// (training/failure.h), which ends the run.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/host_communicator.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace training {

// The text of every rank, by rank. Fails where a rank has no memory for them.
plan::Result<std::vector<std::string>> gather(engine::HostCommunicator& world,
                                              std::string_view own);

// done() where every rank gives it; else the error of the first rank that has one: "rank 3:
// …".
plan::Outcome agree(engine::HostCommunicator& world, const plan::Outcome& own);

// Calls `next` of every rank until it says false (no more to do), all of them meeting about
// every half second, so that no rank waits for another longer than that and one call of
// `next`, whatever their shares are. All stop when one has an error, which is the answer.
plan::Outcome inRounds(engine::HostCommunicator& world,
                       const std::function<plan::Result<bool>()>& next);

} // namespace training
