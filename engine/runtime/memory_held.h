// How many bytes a rank holds, by what they are for.

#pragma once

#include <array>
#include <cstddef>

namespace engine {

// In bytes. The categories are those of the wire (telemetry/WIRE.md).
struct MemoryHeld {
    std::size_t weights = 0;
    std::size_t gradients = 0;
    std::size_t optimizer = 0;
    std::size_t activations = 0; // of the microbatches in flight
    std::size_t buffers = 0;     // what else there is: messages, what an op needs while it runs
    bool emulated = false;       // counted, not allocated
    // The largest of each in the step so far, in the order above, also within ops; 0: not known.
    std::array<std::size_t, 5> peaks{};
};

} // namespace engine
