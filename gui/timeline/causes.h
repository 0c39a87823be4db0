// What made the step as long as it is, and what a bubble waits for, drawn over the
// picture of the rows: the ops of the chain framed, and lines from each to the next.

#pragma once

#include "gui/timeline/chrome.h"

#include <QColor>

#include <optional>
#include <span>
#include <vector>

namespace gui {

// One op, or fused pair, of a chain.
struct CausePlace {
    int rank = 0;
    TimeRange range;

    bool operator==(const CausePlace&) const = default;
};

// The most ops of a chain that are drawn; the story tells how many there are.
inline constexpr std::size_t kChainPlaces = 256;

// In time; only what reaches into `range`, and one place before and behind it. Empty
// where the track has no critical path. The last place is the tail that ends the step.
std::vector<CausePlace> criticalPlaces(const TrackData& track, TimeRange range);

// From the root on, in time; empty where nothing is known of the gap, or the op
// waited for nothing.
std::vector<CausePlace> chainOf(const TrackData& track, const GapRef& gap);
std::vector<CausePlace> chainOf(const TrackData& track, const OpRef& op);

// Draws the chain in the rows of that slot: ops that follow each other on a rank in one
// frame, and a line from each to the next.
void paintCauses(QPainter& painter, const ChromeView& view, int slot,
                 std::span<const CausePlace> places, const QColor& colour);

// Fades everything in the rows of that slot but the chain.
void paintVeil(QPainter& painter, const ChromeView& view, int slot,
               std::span<const CausePlace> places);

void paintGapFrame(QPainter& painter, const ChromeView& view, const GapRef& gap, bool selected);

} // namespace gui
