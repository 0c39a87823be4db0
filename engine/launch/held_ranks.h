// Tells ranks that a stop signal holds (Ctrl+Z, SIGSTOP) from those that are dead or silent.
//
// A run waits for a rank that is held: the other ranks are held meanwhile, too, so that none
// of them loses patience with it, and go on when it does.

#pragma once

#include "engine/launch/rank_watch.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace launch {

// Not thread-safe. The caller gives the time, so that tests need no clock and no sleep.
class HeldRanks {
public:
    using Clock = std::chrono::steady_clock;

    // `watch` must outlive this; through it the ranks are looked at and get their signals.
    explicit HeldRanks(const RankWatch& watch)
        : m_watch(watch)
    {
    }

    // One turn of the supervisor's loop is over; turns are less than a second apart unless the
    // supervisor itself is held. `continued`: it got a SIGCONT. What to tell, if anything.
    std::optional<std::string> turn(Clock::time_point now, bool continued);

    // Looks at all ranks, holds the others or lets them go on. What to tell: a sentence for each
    // rank that somebody has begun or ceased to hold. Does nothing for a second after the
    // supervisor itself was held, while the guard lets its ranks go.
    std::vector<std::string> look(Clock::time_point now);

    // Somebody holds a rank.
    bool any() const { return !m_byOthers.empty(); }

    // How long a rank that was seen at `lastSeen` has been silent without being held.
    Clock::duration silenceOf(int rank, Clock::time_point lastSeen, Clock::time_point now) const;

    // When the supervisor last went on after it had been held; the clock's zero: never.
    Clock::time_point awakeSince() const { return m_awakeSince; }

private:
    const RankWatch& m_watch;
    std::set<int> m_byOthers; // held by somebody else
    std::set<int> m_byUs;
    std::map<int, Clock::time_point> m_lastHeld;
    std::optional<Clock::time_point> m_lastTurn;
    Clock::time_point m_awakeSince{};
};

} // namespace launch
