// The clock of a GPU against that of its host, from moments that both have seen.

#pragma once

#include "engine/runtime/clock.h"

#include <functional>
#include <optional>

namespace gpu {

using engine::Nanoseconds;

// A moment as both clocks have it. The host knows only that it lay between two of its times.
struct Anchor {
    Nanoseconds earliest{}; // on the host's clock
    Nanoseconds latest{};   // >= earliest
    Nanoseconds device{};   // on the GPU's, from any origin that stays

    Nanoseconds middle() const { return earliest + (latest - earliest) / 2; }
};

// The tightest of some looks at both clocks, of which one that the host's scheduler has held up
// says little. `look` says nothing where the GPU does not answer: then there is no other.
std::optional<Anchor> tightest(const std::function<std::optional<Anchor>()>& look);

// Times between two anchors that are told one after the other map in the order they have on the
// GPU: the last anchor decides where, and the distance to the first how fast. A value.
class DeviceClock {
public:
    // The first one before anything is asked. `anchor.device` never falls.
    void add(const Anchor& anchor);

    // On the host's clock; half of the last anchor's width is how far that may be off.
    Nanoseconds toHost(Nanoseconds device) const;

    // Nanoseconds of the host in one of the GPU: 1 until the anchors lie a second apart, and within
    // a thousandth of that ever after. Quartz is good to some millionths.
    double rate() const { return m_rate; }

private:
    bool m_started = false;
    Anchor m_first;
    Anchor m_last;
    double m_rate = 1;
};

} // namespace gpu
