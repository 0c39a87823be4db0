#include "engine/runtime/clock_sync.h"

namespace engine {

std::optional<ClockOffset> estimateOffset(std::span<const RoundTrip> exchanges)
{
    const RoundTrip* best = nullptr;
    for (const RoundTrip& exchange : exchanges) {
        if (exchange.received < exchange.sent)
            continue;
        if (best == nullptr
            || exchange.received - exchange.sent < best->received - best->sent)
            best = &exchange;
    }
    if (best == nullptr)
        return std::nullopt;

    const Nanoseconds trip = best->received - best->sent;
    const Nanoseconds middle = best->sent + trip / 2;
    // Half of an odd trip is rounded down; the bound is rounded up.
    return ClockOffset{best->answered - middle, (trip + Nanoseconds{1}) / 2, middle};
}

} // namespace engine
