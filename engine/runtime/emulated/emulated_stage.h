// A stage that takes its time and computes nothing.

#pragma once

#include "engine/runtime/stage.h"

#include <array>

namespace engine {

// Work lasts as long as the costs say; the memory of activations is counted: from
// a microbatch's forward to the last part of its backward.
class EmulatedStage final : public Stage {
public:
    // Stage `stage` of the pipeline on rank `rank`.
    EmulatedStage(const plan::Costs& costs, int stage, int rank, std::size_t boundaryBytes);

    std::size_t boundaryBytes() const override { return m_boundaryBytes; }
    plan::Result<Nanoseconds> run(plan::OpKind kind, int microbatch, Tensor input,
                                  Tensor output) override;
    StageMemory memory() const override;

private:
    std::array<Nanoseconds, 4> m_lasts{}; // by kind
    const std::size_t m_boundaryBytes;
    std::size_t m_inFlight = 0; // microbatches
};

} // namespace engine
