// What the op selected got its input from, and who waits for what it makes: an arrow each.

#pragma once

#include "gui/timeline/chrome.h"

#include <vector>

namespace gui {

// From where a tensor is sent to where it is received: a forward's output to the stage behind it,
// a gradient to the stage before it.
struct FlowLine {
    OpRef from;
    OpRef to;
    Nanoseconds sent{};     // the end of `from`,
    Nanoseconds received{}; // and the beginning of `to`

    bool operator==(const FlowLine&) const = default;
};

// In the order of time; at most two. Empty where the track does not have the op.
std::vector<FlowLine> flowsOf(const TrackData& track, const OpRef& op);

void paintFlows(QPainter& painter, const ChromeView& view, const std::vector<FlowLine>& flows);

} // namespace gui
