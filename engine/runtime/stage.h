// The work of one stage of the model, on the rank that holds it.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/op.h"
#include "engine/plan/result.h"

#include <array>
#include <cstddef>

namespace engine {

using plan::Nanoseconds;

// Memory of a tensor, on whatever device the stage lives. Borrowed: whoever hands
// it over keeps it alive for the call.
struct Tensor {
    std::byte* data = nullptr; // nullptr: none, or content of no interest
    std::size_t bytes = 0;
};

// Bytes held, by what they are for.
struct StageMemory {
    std::size_t weights = 0;
    std::size_t gradients = 0;
    std::size_t optimizer = 0;
    std::size_t activations = 0; // of the microbatches in flight
    std::size_t buffers = 0;     // what else there is: messages, what an op needs while it runs
    bool emulated = false;       // counted, not allocated
    // The largest of each so far, in the order above, also within ops; 0: not known.
    std::array<std::size_t, 5> peaks{};
};

class Stage {
public:
    virtual ~Stage() = default;

    // Bytes of the tensor one microbatch carries across the stage's border, the
    // same both ways.
    virtual std::size_t boundaryBytes() const = 0;

    // Does one op: reads `input` (the activation, or the gradient coming back) and
    // fills `output`. Returns how long the work is meant to last from its start: the
    // device keeps the rank busy until then. Zero: as long as it took.
    virtual plan::Result<Nanoseconds> run(plan::OpKind kind, int microbatch, Tensor input,
                                          Tensor output)
        = 0;

    virtual StageMemory memory() const = 0;
};

} // namespace engine
