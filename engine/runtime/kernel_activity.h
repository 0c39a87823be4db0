// What a device does below the level of ops: its kernels, copies and fills, each with what queued
// it. Only a device that was opened to be looked at so closely tells any of this.

#pragma once

#include "engine/plan/op.h"
#include "engine/runtime/clock.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace engine {

// What the host's thread was queueing. A value.
struct QueuedBy {
    enum class Part : std::uint8_t {
        Op,
        Reduction, // of the gradients, after the last op
        Optimizer,
        Beside, // the step, and nothing more can be said
    };

    int step = 0;
    Part part = Part::Beside;
    plan::Op op{};      // of an Op
    bool again = false; // the op's second run, in a bubble

    friend bool operator==(const QueuedBy&, const QueuedBy&) = default;
};

struct KernelActivity {
    enum class Lane : std::uint8_t { Compute, Communication, Copy };

    QueuedBy by{};
    Lane lane = Lane::Compute;
    Nanoseconds start{};      // on the rank's clock
    Nanoseconds end{};        // >= start
    std::size_t bytes = 0;    // copied or filled; 0 of a kernel
    std::uint32_t name = 0;   // a number; see KernelNews::names
    std::uint32_t stream = 0; // the device's number of it
};

// What came since the device was last asked.
struct KernelNews {
    std::vector<KernelActivity> kernels{}; // in order of start; of this step and those before
    // What the numbers from `firstName` on stand for; those below were told before.
    std::vector<std::string> names{};
    std::uint32_t firstName = 0;
    std::uint64_t dropped = 0; // records for which there was no room, of kernels and of calls
};

} // namespace engine
