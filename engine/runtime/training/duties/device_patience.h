// How long a rank waits for its device, and for what it does together with others, before it gives
// the run up.
//
// A device does by itself what was queued for a step, so no wait within one is longer than a step
// takes: it need not be waited for as long as a person would wait. But steps differ, a network may
// be slow for a while, and nothing is known before the first: so it is many steps' time, and never
// short. Checkpoints and commands are no part of it: they come between the steps, where ranks wait
// for each other's processors.

#pragma once

#include "engine/plan/timeline.h"

#include <chrono>
#include <cstddef>
#include <deque>

namespace training {

using plan::Nanoseconds;

class DevicePatience {
public:
    // Before a step is done: libraries and kernels are loaded in the first, and caches fill.
    static constexpr Nanoseconds kFirst = std::chrono::minutes(10);
    static constexpr Nanoseconds kLeast = std::chrono::seconds(60);
    static constexpr int kSteps = 20;       // of the longest of the last ones,
    static constexpr std::size_t kLast = 8; // which are so many

    void add(Nanoseconds step);

    // Steps will take another time from here on, nobody knows which.
    void forget() { m_steps.clear(); }

    Nanoseconds now() const;

private:
    std::deque<Nanoseconds> m_steps;
};

} // namespace training
