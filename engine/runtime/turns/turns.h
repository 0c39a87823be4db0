// One rank's part in taking turns.
//
// Of all ranks of a machine one works at a time. It gives its turn away where it waits for another
// rank, in whatever wait that is (see GivesWay), and has its device idle then, so that nothing of
// two ranks is ever done at once. Its clock stands meanwhile. What it waited for has a time of its
// own, which the clock is set to when it goes on, if that is later (see TurnTransport,
// TurnCommunicator).

#pragma once

#include "engine/runtime/turns/turn_token.h"
#include "engine/runtime/turns/virtual_clock.h"
#include "engine/runtime/waiting.h"

#include <functional>
#include <optional>

namespace turns {

// Used by one thread.
class Turns final : public engine::GivesWay {
public:
    // `real` is the clock of patience; all must outlive this, and `waiting`, in which a rank waits
    // for others, too. No turn is waited for longer than `patience`.
    Turns(engine::Clock& real, engine::Waiting& waiting, Nanoseconds patience);
    ~Turns() override { end(); }
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    VirtualClock& clock() { return m_clock; }
    const VirtualClock& clock() const { return m_clock; }

    // When the rank's device had done all that was queued, on the real clock: it waits for that.
    void setDevice(std::function<plan::Result<Nanoseconds>()> done) { m_done = std::move(done); }

    // The clock stands from when the device has done what was queued, until go().
    plan::Outcome stand();
    void go() { m_clock.go(); }

    // All ranks of `world` call it; returns at this rank's first turn. Before it, and after end(),
    // ranks work beside each other.
    plan::Outcome begin(engine::HostCommunicator& world);
    void end();

    plan::Outcome giveWay() override;
    plan::Result<bool> comeBack() override;

private:
    engine::Clock& m_real;
    engine::Waiting& m_waiting;
    const Nanoseconds m_patience;
    VirtualClock m_clock;
    std::function<plan::Result<Nanoseconds>()> m_done;
    std::optional<TurnToken> m_token;   // while turns are taken
    std::optional<Nanoseconds> m_since; // for a turn
};

} // namespace turns
