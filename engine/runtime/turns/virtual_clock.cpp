#include "engine/runtime/turns/virtual_clock.h"

#include <algorithm>
#include <cassert>

namespace turns {

void VirtualClock::sleepUntil(Nanoseconds when)
{
    if (stands()) {
        m_time = std::max(m_time, when);
        return;
    }
    const Nanoseconds real = m_real.now();
    if (when <= real + m_ahead)
        return;
    m_ahead = when - real;
    note(real);
}

void VirtualClock::stand(Nanoseconds since)
{
    if (m_standing++ > 0)
        return;
    m_time = since + m_ahead;
    note(since);
}

void VirtualClock::go()
{
    assert(stands());
    if (--m_standing > 0)
        return;
    const Nanoseconds real = m_real.now();
    m_ahead = m_time - real;
    note(real);
}

void VirtualClock::note(Nanoseconds from)
{
    m_stretches.push_back({from, stands() ? m_time : from + m_ahead, stands()});
    ++m_ofStep;
}

Nanoseconds VirtualClock::at(Nanoseconds real) const
{
    const auto after
        = std::upper_bound(m_stretches.begin(), m_stretches.end(), real,
                           [](Nanoseconds when, const Stretch& one) { return when < one.from; });
    if (after == m_stretches.begin()) {
        // Before anything is known, it ran as it does at first.
        return m_stretches.empty() ? real + m_ahead
                                   : m_stretches.front().said - (m_stretches.front().from - real);
    }
    const Stretch& in = *std::prev(after);
    if (in.stands)
        return in.said;
    const Nanoseconds said = in.said + (real - in.from);
    // The real clocks of a device and of its host differ a little.
    return after == m_stretches.end() ? said : std::min(said, after->said);
}

void VirtualClock::beginStep()
{
    m_stretches.erase(m_stretches.begin(),
                      m_stretches.end() - static_cast<std::ptrdiff_t>(m_ofStep));
    m_ofStep = 0;
}

} // namespace turns
