#include "gui/timeline/track_layout.h"

#include "gui/timeline/kernel_raster.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr int kBelowTrack = 8;
constexpr int kEmptyHeight = 56;
constexpr int kRowGap = 2;
constexpr double kMemoryShare = 0.75; // of a row, for the lane under it
constexpr int kLeastMemory = 9;
constexpr double kKernelShare = 1.0; // likewise
// With few ranks one rather scrolls than guesses at rows of a few pixels; of many ranks one wants
// to see all.
constexpr int kFewRows = 16;
constexpr int kLeastKernels = 15;
constexpr int kLeastKernelsOfFew = 26;
constexpr int kLeastRowOfFew = 18;      // with kernels under it
constexpr double kLargestKernels = 1.6; // of the largest row
constexpr int kRowsInTall = 12;         // at their largest
constexpr int kTallestRow = 80;
constexpr double kLargestMemory = 1.8; // of the largest row
constexpr int kLeastOfMany = 8; // of a row, where more tracks than two are to be seen at once

int ranksOf(const TrackData& track)
{
    return track.timeline ? static_cast<int>(track.timeline->spans.size()) : 0;
}

// The row of a lane of that height, gap included, `y` pixels from its top.
KernelKind kindAt(int height, int y)
{
    const auto places = kernelRows({.top = 0, .height = height - kRowGap, .strip = 0});
    if (y < places[0].height)
        return KernelKind::Compute;
    return y < places[0].height + places[1].height ? KernelKind::Communication : KernelKind::Copy;
}

} // namespace

TrackLayout layOutTracks(const Tracks& tracks, int viewHeight, int headerHeight,
                         const LanesShown& shown)
{
    const auto hasLanes = [&](const TrackData& track) {
        return shown.memory && track.memory && ranksOf(track) > 0;
    };
    const auto hasKernels = [&](const TrackData& track) {
        return shown.kernels && track.kernels && ranksOf(track) > 0;
    };
    int rows = 0;
    int lanes = 0;
    int kernelLanes = 0;
    int other = 0;
    for (const auto& [slot, track] : tracks) {
        rows += ranksOf(*track);
        lanes += hasLanes(*track) ? ranksOf(*track) : 0;
        kernelLanes += hasKernels(*track) ? ranksOf(*track) : 0;
        other += headerHeight + kBelowTrack + (ranksOf(*track) == 0 ? kEmptyHeight : 0);
    }
    TrackLayout layout;
    const bool few = kernelLanes > 0 && rows <= kFewRows;
    const int least = few ? kLeastRowOfFew : tracks.size() > 2 ? kLeastOfMany : kLeastRowHeight;
    const int largest = std::clamp(viewHeight / kRowsInTall, kLargestRowHeight, kTallestRow);
    const double fitting = rows > 0
        ? (viewHeight - other) / (rows + kMemoryShare * lanes + kKernelShare * kernelLanes)
        : largest;
    layout.rowHeight = std::clamp(static_cast<int>(fitting), least, largest);
    // What rows at their largest leave is the lanes'.
    int left = viewHeight - other - rows * layout.rowHeight;
    const double parts = kMemoryShare * lanes + kKernelShare * kernelLanes;
    const int kernels = kernelLanes > 0 ? std::clamp(static_cast<int>(left * kKernelShare / parts),
                                                     few ? kLeastKernelsOfFew : kLeastKernels,
                                                     static_cast<int>(largest * kLargestKernels))
                                        : 0;
    left -= kernels * kernelLanes;
    const int lane = lanes > 0
        ? std::clamp(left / lanes, kLeastMemory, static_cast<int>(largest * kLargestMemory))
        : 0;
    int top = 0;
    for (const auto& [slot, track] : tracks) {
        LaidTrack laid{.slot = slot,
                       .top = top,
                       .rowsTop = top + headerHeight,
                       .ranks = ranksOf(*track),
                       .bottom = 0,
                       .kernels = hasKernels(*track) ? kernels : 0,
                       .memory = hasLanes(*track) ? lane : 0};
        laid.pitch = layout.rowHeight + laid.kernels + laid.memory;
        laid.bottom = laid.rowsTop + laid.ranks * laid.pitch + (laid.ranks == 0 ? kEmptyHeight : 0);
        top = laid.bottom + kBelowTrack;
        layout.tracks.push_back(laid);
    }
    layout.height = std::max(0, top - kBelowTrack);
    return layout;
}

std::optional<TrackLayout::Row> TrackLayout::rowAt(int y) const
{
    // With the gap under the row, so that the strip is not too thin to point at.
    const int strip = besideHeight(rowHeight - kRowGap) + kRowGap;
    for (const LaidTrack& track : tracks) {
        if (y < track.rowsTop || y >= track.rowsTop + track.ranks * track.pitch)
            continue;
        const int within = (y - track.rowsTop) % track.pitch;
        const bool memory = within >= rowHeight + track.kernels;
        return Row{.slot = track.slot,
                   .rank = (y - track.rowsTop) / track.pitch,
                   .memory = memory,
                   .low = within >= rowHeight - strip && within < rowHeight,
                   .kernels = within < rowHeight || memory
                       ? std::nullopt
                       : std::optional(kindAt(track.kernels, within - rowHeight))};
    }
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
    const LaidTrack& laid = *track(slot);
    return laid.rowsTop + rank * laid.pitch;
}

std::vector<FrameRow> TrackLayout::visibleRows(int top, int viewHeight, double scale) const
{
    // Edges are rounded and heights taken between them, so that rows neither overlap nor drift
    // apart at any scale.
    const auto device
        = [scale](int pixels) { return static_cast<int>(std::lround(pixels * scale)); };
    const int strip = rowHeight >= 18 ? 3 : 2;
    std::vector<FrameRow> rows;
    for (const LaidTrack& track : tracks) {
        const int first = std::clamp((top - track.rowsTop) / track.pitch, 0, track.ranks);
        for (int rank = first; rank < track.ranks; ++rank) {
            const int y = track.rowsTop + rank * track.pitch - top;
            if (y >= viewHeight)
                break;
            if (y + track.pitch <= 0)
                continue;
            const int deviceTop = device(y);
            const int kernelTop = device(y + rowHeight);
            const int laneTop = device(y + rowHeight + track.kernels);
            rows.push_back(
                {.slot = track.slot,
                 .rank = rank,
                 .place = {.top = deviceTop,
                           .height = device(y + rowHeight - kRowGap) - deviceTop,
                           .strip = device(strip)},
                 .memory
                 = {.top = laneTop,
                    .height = track.memory > 0 ? device(y + track.pitch - kRowGap) - laneTop : 0,
                    .strip = 0},
                 .kernels = {.top = kernelTop,
                             .height = track.kernels > 0
                                 ? device(y + rowHeight + track.kernels - kRowGap) - kernelTop
                                 : 0,
                             .strip = 0}});
        }
    }
    return rows;
}

} // namespace gui
