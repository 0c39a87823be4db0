// Time as the runtime sees it: one monotonic clock that can also be slept on.
//
// Devices and transports take it as an argument, so that tests decide what time it is.

#pragma once

#include "engine/plan/costs.h"

namespace engine {

using plan::Nanoseconds;

class Clock {
public:
    virtual ~Clock() = default;

    // Since an origin that all ranks of one machine share.
    virtual Nanoseconds now() const = 0;

    // Returns once now() >= `when`, never earlier; at once if that has passed.
    virtual void sleepUntil(Nanoseconds when) = 0;
};

// CLOCK_MONOTONIC. Its origin is the boot of the machine.
class SystemClock final : public Clock {
public:
    // Asks the kernel to wake this thread on time rather than in company: its
    // default slack of 50 us would be the largest part of an op's lateness.
    SystemClock();

    Nanoseconds now() const override;
    void sleepUntil(Nanoseconds when) override;
};

} // namespace engine
