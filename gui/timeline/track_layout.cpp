#include "gui/timeline/track_layout.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr int kBelowTrack = 8;
constexpr int kEmptyHeight = 56;
constexpr int kRowGap = 2;
constexpr int kLeastOfMany = 8; // of a row, where more tracks than two are to be seen at once

int ranksOf(const TrackData& track)
{
    return track.timeline ? static_cast<int>(track.timeline->spans.size()) : 0;
}

} // namespace

TrackLayout layOutTracks(const Tracks& tracks, int viewHeight, int headerHeight)
{
    int rows = 0;
    int other = 0;
    for (const auto& [slot, track] : tracks) {
        rows += ranksOf(*track);
        other += headerHeight + kBelowTrack + (ranksOf(*track) == 0 ? kEmptyHeight : 0);
    }
    TrackLayout layout;
    const int least = tracks.size() > 2 ? kLeastOfMany : kLeastRowHeight;
    layout.rowHeight = std::clamp(rows > 0 ? (viewHeight - other) / rows : kLargestRowHeight,
                                  least, kLargestRowHeight);
    int top = 0;
    for (const auto& [slot, track] : tracks) {
        LaidTrack laid{.slot = slot,
                       .top = top,
                       .rowsTop = top + headerHeight,
                       .ranks = ranksOf(*track),
                       .bottom = 0};
        laid.bottom
            = laid.rowsTop + laid.ranks * layout.rowHeight + (laid.ranks == 0 ? kEmptyHeight : 0);
        top = laid.bottom + kBelowTrack;
        layout.tracks.push_back(laid);
    }
    layout.height = std::max(0, top - kBelowTrack);
    return layout;
}

std::optional<TrackLayout::Row> TrackLayout::rowAt(int y) const
{
    for (const LaidTrack& track : tracks)
        if (y >= track.rowsTop && y < track.rowsTop + track.ranks * rowHeight)
            return Row{track.slot, (y - track.rowsTop) / rowHeight};
    return {};
}

const LaidTrack* TrackLayout::track(int slot) const
{
    const auto found = std::find_if(tracks.begin(), tracks.end(),
                                    [slot](const auto& track) { return track.slot == slot; });
    return found == tracks.end() ? nullptr : &*found;
}

int TrackLayout::rowTop(int slot, int rank) const
{
    return track(slot)->rowsTop + rank * rowHeight;
}

std::vector<FrameRow> TrackLayout::visibleRows(int top, int viewHeight, double scale) const
{
    const auto device
        = [scale](int pixels) { return static_cast<int>(std::lround(pixels * scale)); };
    const int strip = rowHeight >= 18 ? 3 : 2;
    std::vector<FrameRow> rows;
    for (const LaidTrack& track : tracks) {
        const int first = std::clamp((top - track.rowsTop) / rowHeight, 0, track.ranks);
        for (int rank = first; rank < track.ranks; ++rank) {
            const int y = track.rowsTop + rank * rowHeight - top;
            if (y >= viewHeight)
                break;
            if (y + rowHeight <= 0)
                continue;
            const int deviceTop = device(y);
            rows.push_back({.slot = track.slot,
                            .rank = rank,
                            .place = {.top = deviceTop,
                                      .height = device(y + rowHeight - kRowGap) - deviceTop,
                                      .strip = device(strip)}});
        }
    }
    return rows;
}

} // namespace gui
