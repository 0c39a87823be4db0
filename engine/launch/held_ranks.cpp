#include "engine/launch/held_ranks.h"

#include <algorithm>
#include <csignal>

#include <fmt/format.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

constexpr auto kHeld = 1s; // a turn of the loop that takes longer
// The guard holds the ranks of a supervisor that is held, and lets them go in this time.
constexpr auto kGuardTakes = 1s;

} // namespace

std::optional<std::string> HeldRanks::turn(Clock::time_point now, bool continued)
{
    const Clock::duration took = now - m_lastTurn.value_or(now);
    m_lastTurn = now;
    if (took < kHeld)
        return std::nullopt;
    m_awakeSince = now;
    if (!continued)
        return std::nullopt;
    return fmt::format("a stop signal held the run for {:.1f} s; it goes on",
                       std::chrono::duration<double>(took).count());
}

std::vector<std::string> HeldRanks::look(Clock::time_point now)
{
    std::vector<std::string> told;
    if (now - m_awakeSince < kGuardTakes)
        return told;
    std::set<int> held;
    for (const int rank : m_watch.heldRanks()) {
        if (!m_byUs.contains(rank))
            held.insert(rank);
    }
    for (const int rank : held) {
        m_lastHeld[rank] = now;
        if (!m_byOthers.contains(rank))
            told.push_back(fmt::format(
                "rank {} is held by a stop signal; the run waits until it gets SIGCONT", rank));
    }
    for (const int rank : m_byOthers) {
        if (!held.contains(rank))
            told.push_back(fmt::format("rank {} goes on", rank));
    }
    m_byOthers = std::move(held);
    for (const int rank : m_watch.livingRanks()) {
        if (m_byOthers.contains(rank))
            continue;
        // SIGSTOP again for one that we hold already does nothing.
        if (any() && m_watch.signal(rank, SIGSTOP))
            m_byUs.insert(rank);
        if (m_byUs.contains(rank))
            m_lastHeld[rank] = now;
        if (!any() && m_byUs.erase(rank) > 0)
            m_watch.signal(rank, SIGCONT);
    }
    return told;
}

HeldRanks::Clock::duration HeldRanks::silenceOf(int rank, Clock::time_point lastSeen,
                                                Clock::time_point now) const
{
    const auto held = m_lastHeld.find(rank);
    return now
        - std::max({lastSeen, m_awakeSince, held != m_lastHeld.end() ? held->second : lastSeen});
}

} // namespace launch
