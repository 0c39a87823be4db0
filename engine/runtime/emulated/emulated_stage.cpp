#include "engine/runtime/emulated/emulated_stage.h"

namespace engine {

EmulatedStage::EmulatedStage(const plan::Costs& costs, int stage, int rank,
                             std::size_t boundaryBytes)
    : m_boundaryBytes(boundaryBytes)
{
    for (const auto kind : {plan::OpKind::Forward, plan::OpKind::Backward, plan::OpKind::InputGrad,
                            plan::OpKind::WeightGrad})
        m_lasts.at(static_cast<std::size_t>(kind)) = costs.of({stage, kind, 0}, rank);
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
    return m_lasts.at(static_cast<std::size_t>(kind));
}

StageMemory EmulatedStage::memory() const
{
    return {.activations = m_inFlight * m_boundaryBytes, .emulated = true};
}

} // namespace engine
