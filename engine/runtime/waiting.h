// How a rank waits: by looking and sleeping in turn, never by spinning, because
// dozens of ranks share a few cores.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/clock.h"

#include <functional>
#include <optional>

namespace engine {

// Says why the process must stop now, or nothing. Called between any two naps.
using StopCheck = std::function<std::optional<plan::Error>()>;

class Waiting {
public:
    // `clock` must outlive this.
    explicit Waiting(Clock& clock, StopCheck stop = {});

    Nanoseconds now() const { return m_clock.now(); }

    // Asks `ready` until it says true (then true) or `deadline` has passed (then
    // false). Naps of 20 us, growing to 200 us, lie between. Returns the error of
    // `ready` or of the stop check as soon as there is one.
    plan::Result<bool> pollUntil(Nanoseconds deadline,
                                 const std::function<plan::Result<bool>()>& ready);

    // Sleeps to an absolute time; fails, within 100 ms, only if the process must stop.
    plan::Outcome sleepUntil(Nanoseconds when);

private:
    std::optional<plan::Error> stopReason() const;

    Clock& m_clock;
    StopCheck m_stop;
};

// "12.5 s", "340 ms": a duration for a sentence.
std::string durationText(Nanoseconds duration);

} // namespace engine
