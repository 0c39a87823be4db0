#include "engine/runtime/training/group.h"

#include "engine/runtime/training/failure.h"

namespace training {

namespace {

std::span<float> floats(const Matrix& values)
{
    assert(values.type == Type::F32 && values.contiguous());
    return {static_cast<float*>(values.data), static_cast<std::size_t>(values.size())};
}

std::span<std::byte> bytes(const Matrix& values)
{
    assert(values.contiguous());
    return {static_cast<std::byte*>(values.data), values.bytes()};
}

} // namespace

Group::Group(engine::Communicator* communicator, GroupKind kind, Trace& trace)
    : m_communicator(communicator)
    , m_kind(kind)
    , m_trace(trace)
{
}

void Group::run(std::size_t moved, const std::function<engine::Started()>& start)
{
    if (alone())
        return;
    const Nanoseconds began = m_trace.now();
    must(engine::finish(start()));
    m_trace.add({Part::Kind::Collective, m_kind, began, m_trace.now(), moved});
}

void Group::sum(Matrix values)
{
    run(values.bytes(),
        [&] { return m_communicator->allReduce(floats(values), engine::Reduction::Sum); });
}

void Group::sum(std::span<double> values)
{
    run(values.size_bytes(),
        [&] { return m_communicator->allReduce(values, engine::Reduction::Sum); });
}

void Group::maximum(std::span<float> values)
{
    run(values.size_bytes(),
        [&] { return m_communicator->allReduce(values, engine::Reduction::Max); });
}

void Group::gather(Matrix own, Matrix all)
{
    run(all.bytes(), [&] { return m_communicator->allGather(bytes(own), bytes(all)); });
}

void Group::scatterSum(Matrix all, Matrix own)
{
    run(all.bytes(), [&] { return m_communicator->reduceScatter(floats(all), floats(own)); });
}

void Group::allToAll(std::span<const std::byte> send, std::span<const std::size_t> sendBytes,
                     std::span<std::byte> receive, std::span<const std::size_t> receiveBytes)
{
    run(send.size(),
        [&] { return m_communicator->allToAll(send, sendBytes, receive, receiveBytes); });
}

Group::Pending Group::begin(std::size_t moved, engine::Started started)
{
    const Nanoseconds now = m_trace.now();
    return {must(std::move(started)), now, moved};
}

Group::Pending Group::startSum(Matrix values)
{
    return begin(values.bytes(), m_communicator->allReduce(floats(values), engine::Reduction::Sum));
}

Group::Pending Group::startScatterSum(Matrix all, Matrix own)
{
    return begin(all.bytes(), m_communicator->reduceScatter(floats(all), floats(own)));
}

Group::Pending Group::startShift(Matrix send, Matrix receive)
{
    return begin(send.bytes(), m_communicator->shift(bytes(send), bytes(receive)));
}

Nanoseconds Group::finish(Pending& pending)
{
    const Nanoseconds began = m_trace.now(); // only the waiting is a part of the op
    must(pending.work->wait());
    const Nanoseconds over = m_trace.now();
    m_trace.add({Part::Kind::Collective, m_kind, began, over, pending.bytes});
    return over;
}

std::optional<Nanoseconds> Group::test(Pending& pending)
{
    if (must(pending.work->test()))
        return m_trace.now();
    return std::nullopt;
}

} // namespace training
