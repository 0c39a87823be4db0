// Whether this machine can carry the messages of a run, known before it starts.

#pragma once

#include "engine/plan/schedule.h"

#include <cstddef>
#include <cstdint>

namespace launch {

// One message, with what stands before its payload.
inline constexpr std::uint64_t kMostMessageBytes = (std::uint64_t{1} << 31) - 1024;

// Large messages for which a rank has room at least.
inline constexpr std::size_t kFewestMessagesHeld = 8;

// The bytes this process may use together with those it starts: the machine's memory or
// its control group's limit.
std::uint64_t machineMemory();

// The error says what is too large and what to lower. `held` is the messages that a rank
// holds at a time: sends that have not left and receives that are posted.
plan::Outcome checkMessageMemory(int ranks, std::size_t held, std::size_t messageBytes,
                                 std::uint64_t memory);

// The same for the ranks of that schedule.
plan::Outcome checkMessageMemory(const plan::Schedule& schedule, std::size_t messageBytes,
                                 std::uint64_t memory);

} // namespace launch
