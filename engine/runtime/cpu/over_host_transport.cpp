#include "engine/runtime/cpu/over_host_transport.h"

#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"

#include <utility>

namespace training {

using engine::Arrival;
using engine::Transfer;
using Kind = plan::Instruction::Kind;

plan::Outcome OverHostTransport::start(std::span<const Transfer> group)
{
    return caught([&]() -> plan::Outcome {
        std::vector<Transfer> hosted;
        hosted.reserve(group.size());
        for (const Transfer& transfer : group)
            hosted.push_back(transfer.payload.data ? onHost(transfer) : transfer);
        return m_host.start(hosted);
    });
}

Transfer OverHostTransport::onHost(const Transfer& transfer)
{
    auto values = std::make_shared<Values>(transfer.payload.size);
    Transfer hosted = transfer;
    hosted.payload = {engine::deviceAddress(values->data()), values->size()};
    if (transfer.instruction.kind == Kind::Send) {
        m_store.download(*values, transfer.payload);
        hosted.keeper = std::move(values);
    } else {
        m_posted[transfer.instruction.op] = {std::move(values), transfer.payload};
    }
    return hosted;
}

plan::Result<Arrival> OverHostTransport::wait(const plan::Op& op)
{
    auto arrival = m_host.wait(op);
    if (!arrival)
        return arrival;
    return caught([&]() -> plan::Result<Arrival> {
        if (const auto posted = m_posted.extract(op))
            m_store.upload(posted.mapped().goesTo, *posted.mapped().values);
        // On the device's own lanes, which the host's transport knows nothing of.
        arrival->at = m_lanes.mark(engine::kComputeLane);
        return *arrival;
    });
}

} // namespace training
