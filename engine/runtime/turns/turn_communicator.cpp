#include "engine/runtime/turns/turn_communicator.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace turns {

using engine::CollectiveKind;
using engine::DeviceBytes;
using engine::DeviceSpan;
using engine::Mark;
using engine::ReduceOp;
using engine::Started;

namespace {

// When each member came, as they tell each other.
struct Meeting {
    Nanoseconds own{};
    std::vector<Nanoseconds> all;

    Nanoseconds last() const { return *std::max_element(all.begin(), all.end()); }
};

class TurnWork final : public engine::Work {
public:
    // Moves the values, and tells the times, into `meeting`; `lasts`: from when all have come.
    TurnWork(std::unique_ptr<engine::Work> moving, std::unique_ptr<engine::Work> telling,
             std::unique_ptr<Meeting> meeting, Nanoseconds lasts, TurnLanes& lanes, Turns& turns)
        : m_meeting(std::move(meeting))
        , m_moving(std::move(moving))
        , m_telling(std::move(telling))
        , m_lasts(lasts)
        , m_lanes(lanes)
        , m_turns(turns)
    {
    }

    plan::Result<bool> test() override { return m_end.has_value(); }
    std::optional<Mark> end() const override { return m_end; }

    plan::Outcome wait() override
    {
        if (m_end)
            return plan::done();
        if (auto stood = m_turns.stand(); !stood)
            return stood;
        auto over = m_moving->wait();
        if (over)
            over = m_telling->wait();
        if (over) {
            const Nanoseconds end = m_meeting->last() + m_lasts;
            m_turns.clock().sleepUntil(end);
            m_end = m_lanes.at(end);
        }
        m_turns.go();
        return over;
    }

private:
    std::unique_ptr<Meeting> m_meeting; // longer than what writes to it
    std::unique_ptr<engine::Work> m_moving;
    std::unique_ptr<engine::Work> m_telling;
    const Nanoseconds m_lasts;
    TurnLanes& m_lanes;
    Turns& m_turns;
    std::optional<Mark> m_end; // once it is known
};

} // namespace

TurnCommunicator::TurnCommunicator(std::unique_ptr<engine::Communicator> group,
                                   std::shared_ptr<engine::HostCommunicator> host,
                                   const NetworkTimes& times, TurnLanes& lanes, Turns& turns)
    : m_group(std::move(group))
    , m_host(std::move(host))
    , m_times(times)
    , m_lanes(lanes)
    , m_turns(turns)
{
}

Started TurnCommunicator::start(CollectiveKind kind, std::size_t bytes,
                                const std::function<Started()>& begin)
{
    if (auto stood = m_turns.stand(); !stood)
        return stood.error();
    auto meeting = std::make_unique<Meeting>();
    meeting->own = m_turns.clock().now();
    meeting->all.resize(static_cast<std::size_t>(size()));
    auto moving = begin();
    auto telling = moving ? m_host->allGather(std::as_bytes(std::span(&meeting->own, 1)),
                                              std::as_writable_bytes(std::span(meeting->all)))
                          : Started(moving.error());
    m_turns.go();
    if (!telling)
        return telling.error();
    return std::unique_ptr<engine::Work>(std::make_unique<TurnWork>(
        std::move(*moving), std::move(*telling), std::move(meeting),
        m_times.collective(name(), size(), kind, bytes), m_lanes, m_turns));
}

Started TurnCommunicator::allReduce(DeviceSpan<float> values, ReduceOp reduction)
{
    return start(CollectiveKind::AllReduce, values.bytes(),
                 [&] { return m_group->allReduce(values, reduction); });
}

Started TurnCommunicator::allReduce(DeviceSpan<double> values, ReduceOp reduction)
{
    return start(CollectiveKind::AllReduce, values.bytes(),
                 [&] { return m_group->allReduce(values, reduction); });
}

Started TurnCommunicator::allGather(DeviceBytes own, DeviceBytes all)
{
    return start(CollectiveKind::AllGather, all.size, [&] { return m_group->allGather(own, all); });
}

Started TurnCommunicator::reduceScatter(DeviceSpan<float> all, DeviceSpan<float> own)
{
    return start(CollectiveKind::ReduceScatter, all.bytes(),
                 [&] { return m_group->reduceScatter(all, own); });
}

Started TurnCommunicator::allToAll(DeviceBytes send, std::span<const std::size_t> sendBytes,
                                   DeviceBytes receive, std::span<const std::size_t> receiveBytes)
{
    return start(CollectiveKind::AllToAll, send.size,
                 [&] { return m_group->allToAll(send, sendBytes, receive, receiveBytes); });
}

Started TurnCommunicator::shift(DeviceBytes send, DeviceBytes receive)
{
    return start(CollectiveKind::Shift, send.size, [&] { return m_group->shift(send, receive); });
}

} // namespace turns
