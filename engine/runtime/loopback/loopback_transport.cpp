#include "engine/runtime/loopback/loopback_transport.h"

#include <algorithm>

namespace engine {

LoopbackFabric::LoopbackFabric(const LoopbackOptions& options)
    : m_options(options)
    , m_pool(sizeof(MessageHead) + options.messageBytes, options.buffers)
{
}

LoopbackTransport::LoopbackTransport(LoopbackFabric& fabric, int rank, Waiting& waiting)
    : m_fabric(fabric)
    , m_rank(rank)
    , m_waiting(waiting)
{
}

plan::Outcome LoopbackTransport::start(std::span<const Transfer> group)
{
    for (const Transfer& transfer : group) {
        if (transfer.instruction.kind == plan::Instruction::Kind::Receive)
            m_expected[transfer.instruction.op] = transfer;
        else if (auto sent = send(transfer); !sent)
            return sent;
    }
    return plan::done();
}

plan::Outcome LoopbackTransport::send(const Transfer& transfer)
{
    std::optional<Buffer> buffer;
    const auto found = m_waiting.pollUntil(deadline(), [&]() -> plan::Result<bool> {
        buffer = m_fabric.m_pool.take();
        const std::lock_guard lock(m_fabric.m_mutex);
        return unlessAborted(buffer.has_value());
    });
    if (!found)
        return found.error();
    if (!*found)
        return notSent(m_rank, transfer.instruction, m_fabric.m_options.patience);

    writeMessage(**buffer, transfer, m_rank, m_step);
    const LoopbackFabric::Route route{
        m_rank, transfer.instruction.peer,
        messageKey(transfer.instruction.op, m_fabric.m_options.microbatches)};
    const std::lock_guard lock(m_fabric.m_mutex);
    m_fabric.m_mail[route].push_back(std::move(*buffer));
    return plan::done();
}

plan::Result<Arrival> LoopbackTransport::wait(const plan::Op& op)
{
    const auto expected = m_expected.find(op);
    if (expected == m_expected.end())
        return plan::Error{"no receive of " + toText(op) + " was started"};
    const int from = expected->second.instruction.peer;
    const DeviceBytes payload = expected->second.payload;
    m_expected.erase(expected);

    Buffer message;
    const LoopbackFabric::Route route{from, m_rank,
                                      messageKey(op, m_fabric.m_options.microbatches)};
    const auto here = m_waiting.pollUntil(deadline(), [&]() -> plan::Result<bool> {
        const std::lock_guard lock(m_fabric.m_mutex);
        const auto mail = m_fabric.m_mail.find(route);
        if (mail == m_fabric.m_mail.end())
            return unlessAborted(false);
        message = std::move(mail->second.front());
        mail->second.pop_front();
        if (mail->second.empty())
            m_fabric.m_mail.erase(mail);
        return true;
    });
    if (!here)
        return here.error();
    if (!*here)
        return noMessage(m_rank, from, m_fabric.m_options.patience);
    const auto stamp = openMessage(*message, {op, from, m_step}, payload);
    if (!stamp)
        return stamp.error();
    return Arrival{*stamp, HostLanes::at(m_waiting.now())};
}

plan::Result<bool> LoopbackTransport::unlessAborted(bool ready) const
{
    if (m_fabric.m_aborted)
        return plan::Error{*m_fabric.m_aborted};
    return ready;
}

void LoopbackTransport::abort(const std::string& reason)
{
    const std::lock_guard lock(m_fabric.m_mutex);
    m_fabric.m_aborted = "rank " + std::to_string(m_rank) + " gave up: " + reason;
}

} // namespace engine
