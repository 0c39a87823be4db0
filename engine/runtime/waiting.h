// How a rank waits: by looking and sleeping in turn, not by spinning, because dozens of
// ranks share a few cores. Only a collective is looked at without sleeping for a short
// time first: it is over before the shortest nap would be.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/clock.h"

#include <functional>
#include <optional>
#include <vector>

namespace engine {

// Work that others depend on while this thread waits for something else.
class Background {
public:
    virtual ~Background() = default;

    // Does what can be done without waiting. Keeps its error to itself until asked.
    virtual void moveOn() = 0;
};

// Who works while this thread waits for another rank, where ranks take turns (see turns/).
class GivesWay {
public:
    virtual ~GivesWay() = default;

    // Called before the first nap of a wait. The error ends the wait.
    virtual plan::Outcome giveWay() = 0;
    // Called after the wait, between naps, until it says true: then this thread goes on.
    virtual plan::Result<bool> comeBack() = 0;
};

// Says why the process must stop now, or nothing. Called between any two naps.
using StopCheck = std::function<std::optional<plan::Error>()>;

// Used by one thread.
class Waiting {
public:
    // `clock` must outlive this.
    explicit Waiting(Clock& clock, StopCheck stop = {});
    Waiting(const Waiting&) = delete; // known by its address to what it moves on
    Waiting& operator=(const Waiting&) = delete;

    Nanoseconds now() const { return m_clock.now(); }

    // Asks `ready` until it says true (then true) or `deadline` has passed (then
    // false). Naps of 20 us, growing to 200 us, lie between. Returns the error of
    // `ready` or of the stop check as soon as there is one. Time in which a stop signal
    // holds the process does not count.
    plan::Result<bool> pollUntil(Nanoseconds deadline,
                                 const std::function<plan::Result<bool>()>& ready);

    // The same, but for the first kEagerTime it looks again and again, giving way to
    // whoever shares the core, before it naps.
    plan::Result<bool> lookUntil(Nanoseconds deadline,
                                 const std::function<plan::Result<bool>()>& ready);
    static constexpr Nanoseconds kEagerTime{1'000'000};

    // From now on, pollUntil() and lookUntil() give way to others while they wait, and neither
    // looks eagerly. nullptr: to nobody. `others` must outlive this, or be taken away.
    void giveWayTo(GivesWay* others) { m_others = others; }

    // `work` is moved on between any two looks of any wait, until it is removed.
    void add(Background& work) { m_background.push_back(&work); }
    void remove(Background& work) { std::erase(m_background, &work); }

    // Fails if the process must stop. For work that may never wait: once between two steps.
    plan::Outcome goesOn() const;

    // Sleeps to an absolute time; fails, within 100 ms, only if the process must stop.
    plan::Outcome sleepUntil(Nanoseconds when);

private:
    std::optional<plan::Error> stopReason() const;
    void moveOn();
    plan::Result<bool> poll(Nanoseconds deadline, const std::function<plan::Result<bool>()>& ready);

    Clock& m_clock;
    StopCheck m_stop;
    GivesWay* m_others = nullptr;
    std::vector<Background*> m_background;
};

// "12.5 s", "340 ms": a duration for a sentence.
std::string durationText(Nanoseconds duration);

} // namespace engine
