// A stage that takes its time and computes nothing.

#pragma once

#include "engine/runtime/stage.h"

namespace engine {

// Work lasts as long as the costs say; the memory of activations is counted: from
// a microbatch's forward to the last part of its backward.
class EmulatedStage final : public Stage {
public:
    EmulatedStage(const plan::StageCosts& costs, std::size_t boundaryBytes);

    std::size_t boundaryBytes() const override { return m_boundaryBytes; }
    plan::Result<Nanoseconds> run(plan::OpKind kind, int microbatch, Tensor input,
                                  Tensor output) override;
    StageMemory memory() const override;

private:
    const plan::StageCosts m_costs;
    const std::size_t m_boundaryBytes;
    std::size_t m_inFlight = 0; // microbatches
};

} // namespace engine
