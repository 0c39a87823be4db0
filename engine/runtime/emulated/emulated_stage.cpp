#include "engine/runtime/emulated/emulated_stage.h"

namespace engine {

EmulatedStage::EmulatedStage(const plan::StageCosts& costs, std::size_t boundaryBytes)
    : m_costs(costs)
    , m_boundaryBytes(boundaryBytes)
{
}

plan::Result<Nanoseconds> EmulatedStage::run(plan::OpKind kind, int microbatch, Tensor, Tensor)
{
    switch (kind) {
    case plan::OpKind::Forward:
        ++m_inFlight;
        break;
    case plan::OpKind::Backward:
    case plan::OpKind::WeightGrad:
        if (m_inFlight == 0)
            return plan::Error{"a gradient of microbatch " + std::to_string(microbatch)
                               + " was asked for, but no forward is in flight"};
        --m_inFlight;
        break;
    case plan::OpKind::InputGrad:
        break;
    }
    return m_costs.of(kind);
}

StageMemory EmulatedStage::memory() const
{
    return {.activations = m_inFlight * m_boundaryBytes, .emulated = true};
}

} // namespace engine
