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

plan::Result<Nanoseconds> LoopbackTransport::beginStep(int step)
{
    m_step = step;
    const auto latest = agree(m_waiting.now(), "the start of step " + std::to_string(step));
    if (!latest)
        return latest.error();
    return *latest + m_fabric.m_options.margin;
}

plan::Outcome LoopbackTransport::start(std::span<const Transfer> group)
{
    for (const Transfer& transfer : group) {
        if (transfer.instruction.kind == plan::Instruction::Kind::Receive)
            m_expected[transfer.instruction.op] = transfer.instruction.peer;
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
    const int from = expected->second;
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
    return openMessage(std::move(message), {op, from, m_step});
}

plan::Result<Nanoseconds> LoopbackTransport::agreeMax(Nanoseconds value)
{
    return agree(value, "the end of step " + std::to_string(m_step));
}

plan::Result<Nanoseconds> LoopbackTransport::agree(Nanoseconds value, const std::string& what)
{
    std::int64_t mine = 0;
    {
        const std::lock_guard lock(m_fabric.m_mutex);
        mine = m_fabric.m_agreements;
        auto& largest = m_fabric.m_largestSoFar;
        largest = m_fabric.m_agreeing == 0 ? value : std::max(largest, value);
        if (++m_fabric.m_agreeing == m_fabric.m_options.ranks) {
            m_fabric.m_agreeing = 0;
            m_fabric.m_agreed = largest;
            ++m_fabric.m_agreements;
        }
    }
    Nanoseconds agreed{};
    const auto over = m_waiting.pollUntil(deadline(), [&]() -> plan::Result<bool> {
        const std::lock_guard lock(m_fabric.m_mutex);
        agreed = m_fabric.m_agreed;
        return unlessAborted(m_fabric.m_agreements > mine);
    });
    if (!over)
        return over.error();
    if (!*over)
        return noAgreement(m_rank, what, m_fabric.m_options.patience);
    return agreed;
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
