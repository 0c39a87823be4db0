// The queues of one device, and moments in them.
//
// A device works in lanes beside each other, and in each of them in order. One computes; groups and
// pairs of ranks that exchange messages have lanes of their own, lest one of them wait in a queue
// behind another: ranks that queue them in differing orders could wait for each other for ever. On
// a processor the caller does the work itself: whatever it queued is over when the call returns. On
// a GPU a lane is a stream: the call returns at once and the work is done later. Code that is
// written with marks is right on both: it never asks what time it is, it leaves a mark and asks
// later when that was passed.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/clock.h"

#include <cstdint>
#include <string_view>

namespace engine {

// One of the queues of a device: kComputeLane, or one of Lanes::open().
struct Lane {
    std::uint8_t number = 0;

    friend bool operator==(const Lane&, const Lane&) = default;
};

inline constexpr Lane kComputeLane{0};

// A moment in a lane: after everything that was queued there before it. A value, valid until the
// end of the step after the one it was made in. What `value` means is up to the device; a default
// mark has always been passed, and its time is that of no event.
struct Mark {
    std::int64_t value = 0;

    friend bool operator==(const Mark&, const Mark&) = default;
};

// Used by one thread.
class Lanes {
public:
    virtual ~Lanes() = default;

    // Another lane, for as long as this lives. `name` is for tools that look at the device: "tp",
    // "to rank 2". Precondition: at most 254 before.
    virtual Lane open(std::string_view name) = 0;

    // Marks of the steps before the last are not asked for any more.
    virtual void beginStep() = 0;

    virtual Mark mark(Lane lane) = 0;

    // Whatever is queued in `lane` from now on begins after `mark`. The caller does not wait.
    virtual void wait(Lane lane, Mark mark) = 0;

    // Whether everything before the mark is over. Never waits.
    virtual bool passed(Mark mark) = 0;

    // When the mark was passed, in nanoseconds on the rank's clock (see Clock). Waits until it
    // is; fails as Waiting does.
    virtual plan::Result<Nanoseconds> time(Mark mark) = 0;
};

// Of a device on which the caller does the work: a mark is the time at which it was made, and is
// passed at once.
class HostLanes final : public Lanes {
public:
    // `clock` must outlive this.
    explicit HostLanes(const Clock& clock)
        : m_clock(clock)
    {
    }

    // The mark that is passed at `time`.
    static Mark at(Nanoseconds time) { return {time.count()}; }

    // All lanes are the caller.
    Lane open(std::string_view) override { return {1}; }
    void beginStep() override {}
    Mark mark(Lane) override { return at(m_clock.now()); }
    void wait(Lane, Mark) override {}
    bool passed(Mark) override { return true; }
    plan::Result<Nanoseconds> time(Mark mark) override { return Nanoseconds(mark.value); }

private:
    const Clock& m_clock;
};

} // namespace engine
