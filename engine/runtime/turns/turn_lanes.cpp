#include "engine/runtime/turns/turn_lanes.h"

namespace turns {

using engine::Lane;
using engine::Mark;

void TurnLanes::beginStep()
{
    // As every device does: marks of the step before are still asked for.
    for (; m_first < m_stepFirst; ++m_first)
        m_moments.pop_front();
    m_stepFirst = m_first + static_cast<std::int64_t>(m_moments.size());
    m_clock.beginStep();
    m_device.beginStep();
}

Mark TurnLanes::mark(Lane lane)
{
    const Mark mark = m_device.mark(lane);
    if (m_clock.stands())
        return add({mark, m_clock.now()});
    return add({mark, {}, m_clock.ahead()});
}

void TurnLanes::wait(Lane lane, Mark mark)
{
    const Moment* const moment = find(mark);
    if (moment != nullptr && moment->ofDevice)
        m_device.wait(lane, *moment->ofDevice);
}

bool TurnLanes::passed(Mark mark)
{
    const Moment* const moment = find(mark);
    return moment == nullptr || !moment->ofDevice || m_device.passed(*moment->ofDevice);
}

plan::Result<Nanoseconds> TurnLanes::time(Mark mark)
{
    const Moment* const moment = find(mark);
    if (moment == nullptr)
        return Nanoseconds{};
    if (moment->ofDevice) {
        const auto time = m_device.time(*moment->ofDevice);
        if (!time)
            return time;
        if (!moment->time)
            return *time + moment->ahead;
    }
    return *moment->time;
}

Mark TurnLanes::add(const Moment& moment)
{
    m_moments.push_back(moment);
    return {m_first + static_cast<std::int64_t>(m_moments.size()) - 1};
}

const TurnLanes::Moment* TurnLanes::find(Mark mark) const
{
    return mark.value < m_first ? nullptr
                                : &m_moments.at(static_cast<std::size_t>(mark.value - m_first));
}

} // namespace turns
