#include "engine/runtime/cuda/device_clock.h"

#include <algorithm>
#include <cmath>

namespace gpu {

namespace {

using namespace std::chrono_literals;

// Over less the width of an anchor would weigh more than what clocks drift.
constexpr Nanoseconds kLeastBaseline = 1s;
constexpr double kMostDrift = 1e-3;

constexpr int kLooks = 5;
// As long as an event takes when nothing is in its way: looking again would gain nothing.
constexpr Nanoseconds kTightLook = 12us;

} // namespace

std::optional<Anchor> tightest(const std::function<std::optional<Anchor>()>& look)
{
    const auto width = [](const Anchor& anchor) { return anchor.latest - anchor.earliest; };
    std::optional<Anchor> best;
    for (int i = 0; i < kLooks && (!best || width(*best) > kTightLook); ++i) {
        const auto anchor = look();
        if (!anchor)
            break;
        if (!best || width(*anchor) < width(*best))
            best = anchor;
    }
    return best;
}

void DeviceClock::add(const Anchor& anchor)
{
    m_last = anchor;
    if (!m_started) {
        m_started = true;
        m_first = anchor;
        return;
    }
    const Nanoseconds baseline = anchor.device - m_first.device;
    if (baseline < kLeastBaseline)
        return;
    const double rate = static_cast<double>((anchor.middle() - m_first.middle()).count())
        / static_cast<double>(baseline.count());
    m_rate = std::clamp(rate, 1 - kMostDrift, 1 + kMostDrift);
}

Nanoseconds DeviceClock::toHost(Nanoseconds device) const
{
    // What is measured is the difference alone: a double keeps it to the nanosecond for months.
    const auto since = static_cast<double>((device - m_last.device).count());
    return m_last.middle() + Nanoseconds(std::llround(m_rate * since));
}

} // namespace gpu
