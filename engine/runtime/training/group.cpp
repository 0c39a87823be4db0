#include "engine/runtime/training/group.h"

#include "engine/runtime/training/failure.h"

namespace training {

using engine::kComputeLane;
using engine::Lane;

Group::Group(engine::Communicator* communicator, GroupKind kind, Trace& trace)
    : m_communicator(communicator)
    , m_kind(kind)
    , m_trace(trace)
{
}

// `after` is of the Compute lane.
Group::Pending Group::begin(std::size_t moved, Mark after, const Start& start)
{
    Lanes& lanes = m_trace.lanes();
    const Lane lane = m_communicator->lane();
    lanes.wait(lane, after);
    const Mark began = lanes.mark(lane);
    // Between the two marks lies nothing but the collective, on a device with queues; the host does
    // it while it waits.
    const OpRange range(m_trace.ranges(), m_communicator->name().c_str());
    auto work = must(start());
    return {std::move(work), began, lanes.mark(lane), moved};
}

Mark Group::finish(Pending& pending)
{
    const Mark began = m_trace.mark(); // only the waiting is a part of the op
    must(pending.work->wait());
    m_trace.lanes().wait(kComputeLane, pending.queued);
    const Mark over = m_trace.mark();
    m_trace.addCollective(m_kind, began, over, pending.bytes);
    return over;
}

std::optional<Mark> Group::test(Pending& pending)
{
    if (const auto end = pending.work->end())
        return end;
    if (must(pending.work->test()))
        return m_trace.lanes().mark(m_communicator->lane());
    return std::nullopt;
}

void Group::run(std::size_t moved, const Start& start)
{
    // No collective and no span of one: most small runs have groups of a single member.
    if (alone())
        return;
    const Mark began = m_trace.mark();
    Pending pending = begin(moved, began, start);
    must(pending.work->wait());
    m_trace.lanes().wait(kComputeLane, pending.queued);
    m_trace.addCollective(m_kind, began, m_trace.mark(), moved);
}

void Group::sum(Matrix values)
{
    run(values.bytes(),
        [&] { return m_communicator->allReduce(floatsIn(values), engine::ReduceOp::Sum); });
}

void Group::sum(Slots values)
{
    const DeviceSpan<double> numbers = values.values();
    run(numbers.bytes(), [&] { return m_communicator->allReduce(numbers, engine::ReduceOp::Sum); });
}

void Group::maximum(Matrix values)
{
    run(values.bytes(),
        [&] { return m_communicator->allReduce(floatsIn(values), engine::ReduceOp::Max); });
}

void Group::gather(Matrix own, Matrix all)
{
    run(all.bytes(), [&] { return m_communicator->allGather(bytesIn(own), bytesIn(all)); });
}

void Group::scatterSum(Matrix all, Matrix own)
{
    run(all.bytes(), [&] { return m_communicator->reduceScatter(floatsIn(all), floatsIn(own)); });
}

void Group::allToAll(DeviceBytes send, std::span<const std::size_t> sendBytes, DeviceBytes receive,
                     std::span<const std::size_t> receiveBytes)
{
    run(send.size,
        [&] { return m_communicator->allToAll(send, sendBytes, receive, receiveBytes); });
}

Group::Pending Group::startSum(Matrix values)
{
    return begin(values.bytes(), m_trace.mark(), [&] {
        return m_communicator->allReduce(floatsIn(values), engine::ReduceOp::Sum);
    });
}

Group::Pending Group::startScatterSum(Matrix all, Matrix own)
{
    return begin(all.bytes(), m_trace.mark(),
                 [&] { return m_communicator->reduceScatter(floatsIn(all), floatsIn(own)); });
}

Group::Pending Group::startShift(Matrix send, Matrix receive)
{
    return begin(send.bytes(), m_trace.mark(),
                 [&] { return m_communicator->shift(bytesIn(send), bytesIn(receive)); });
}

} // namespace training
