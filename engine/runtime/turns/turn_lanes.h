// The lanes of a rank that takes turns: those of its device, with times on the rank's own clock.

#pragma once

#include "engine/runtime/lanes.h"
#include "engine/runtime/turns/virtual_clock.h"

#include <deque>
#include <optional>

namespace turns {

// While the clock runs, a moment on it is the device's and what the clock is ahead; that holds for
// a mark that is passed later, too, because the clock stands only when the device has nothing left
// to do. This is the one place where the times of a device become those of the run.
class TurnLanes final : public engine::Lanes {
public:
    // Both must outlive this.
    TurnLanes(engine::Lanes& device, VirtualClock& clock)
        : m_device(device)
        , m_clock(clock)
    {
    }

    // A mark that is passed at `time` of the rank's clock.
    engine::Mark at(Nanoseconds time) { return add({{}, time}); }

    engine::Lane open(std::string_view name) override { return m_device.open(name); }
    void beginStep() override;
    engine::Mark mark(engine::Lane lane) override;
    void wait(engine::Lane lane, engine::Mark mark) override;
    bool passed(engine::Mark mark) override;
    plan::Result<Nanoseconds> time(engine::Mark mark) override;

private:
    struct Moment {
        std::optional<engine::Mark> ofDevice{};
        std::optional<Nanoseconds> time{}; // of one whose time is known
        Nanoseconds ahead{};               // of another: later than the device has it
    };

    engine::Mark add(const Moment& moment);
    const Moment* find(engine::Mark mark) const; // none: of a step that is forgotten

    engine::Lanes& m_device;
    VirtualClock& m_clock;
    std::deque<Moment> m_moments;
    std::int64_t m_first = 1; // the mark of the first; 0 is no mark's
    std::int64_t m_stepFirst = 1;
};

} // namespace turns
