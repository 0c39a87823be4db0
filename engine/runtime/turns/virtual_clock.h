// The clock of a rank that takes turns with others: it runs while the rank works, and stands while
// the others do. So the times of all ranks are those of a machine on which each has a device of its
// own ("direct execution simulation": P. Dickens, P. Heidelberger, D. Nicol, 1996).

#pragma once

#include "engine/runtime/clock.h"

#include <deque>

namespace turns {

using engine::Nanoseconds;

// Never goes back. Used by one thread.
class VirtualClock final : public engine::Clock {
public:
    // Runs, and says what `real` says, which must outlive this.
    explicit VirtualClock(const engine::Clock& real)
        : m_real(real)
    {
    }

    Nanoseconds now() const override { return stands() ? m_time : m_real.now() + m_ahead; }

    // Nobody sleeps: from now on it is that time, if it is not later already.
    void sleepUntil(Nanoseconds when) override;

    // Stands since that moment of the real clock, which is no earlier than the one at which it
    // began to run. Where it stands already, one more go() is needed.
    void stand(Nanoseconds since);
    void go();
    bool stands() const { return m_standing > 0; }

    // Of one that runs: what it says is what the real clock says, and this.
    Nanoseconds ahead() const { return m_ahead; }

    // What it said at a moment of the real clock, in this step or the one before.
    Nanoseconds at(Nanoseconds real) const;
    void beginStep();

private:
    // From a moment of the real clock on.
    struct Stretch {
        Nanoseconds from{};
        Nanoseconds said{}; // at that moment
        bool stands = false;
    };

    void note(Nanoseconds from);

    const engine::Clock& m_real;
    int m_standing = 0;   // calls of stand() without their go()
    Nanoseconds m_time{}; // where it stands
    Nanoseconds m_ahead{};
    std::deque<Stretch> m_stretches; // in their order
    std::size_t m_ofStep = 0;        // of them, since this step began
};

} // namespace turns
