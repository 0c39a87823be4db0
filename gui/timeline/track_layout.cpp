#include "gui/timeline/track_layout.h"

#include "gui/theme/metrics.h"
#include "gui/timeline/kernel_raster.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr int kBelowTrack = 8;
constexpr int kBelowPair = 6; // so that one sees what belongs together
constexpr int kEmptyHeight = 56;
constexpr int kRowGap = 2;
constexpr double kMemoryShare = 0.5; // of a row, for the lane under it
constexpr int kLeastMemory = 14;
constexpr double kKernelShare = 1.0; // likewise
constexpr int kLeastKernels = 26;
constexpr double kLargestKernels = 1.2; // of the largest row
constexpr double kLargestMemory = 0.7;  // likewise
// Of a row, where several tracks are to be seen at once, whatever the size of type.
constexpr int kLeastOfMany = 16;

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

// Of a rank that is folded: the worst, which are never folded away, and those asked for.
std::vector<int> foldedRows(const PeerWork& work, const std::vector<PeerRow>& asked, int rank)
{
    std::vector<int> rows = work.prominent(rank);
    for (const PeerRow& row : asked)
        if (row.rank == rank && row.peer < work.each() && row.peer != work.shown())
            rows.push_back(row.peer);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

// [rank]: those of its peers that are to have a row; empty: none of any rank.
std::vector<std::vector<int>> peersShown(const TrackData& track, const LanesShown& lanes,
                                         bool measured)
{
    std::vector<std::vector<int>> shown;
    // Beside those that were measured the predicted ones, which are all alike, say nothing.
    if (!track.peers || track.peers->each() < 2 || (measured && track.peers->isExact()))
        return shown;
    bool any = false;
    shown.resize(static_cast<std::size_t>(ranksOf(track)));
    for (int rank = 0; rank < ranksOf(track); ++rank) {
        auto& peers = shown[static_cast<std::size_t>(rank)];
        if (!std::binary_search(lanes.unfolded.begin(), lanes.unfolded.end(), rank))
            peers = foldedRows(*track.peers, lanes.peerRows, rank);
        else
            for (int peer = 0; peer < track.peers->each(); ++peer)
                if (peer != track.peers->shown())
                    peers.push_back(peer);
        any = any || !peers.empty();
    }
    return any ? shown : std::vector<std::vector<int>>{};
}

int rowsOf(const std::vector<std::vector<int>>& peers)
{
    std::size_t rows = 0;
    for (const auto& each : peers)
        rows += each.size();
    return static_cast<int>(rows);
}

// What the rows and lanes of all tracks take, counted in rows and lanes.
struct Census {
    int rows = 0;
    int ranks = 0;  // that rows are of; the others are of peers
    int memory = 0; // lanes
    int kernels = 0;
    int other = 0; // pixels of headers and gaps
};

// Of the view, for what is pinned at most.
constexpr double kPinnedShare = 0.6;

int leastRow(const Tracks& tracks, const LanesShown& shown)
{
    const bool many = tracks.size() > 2 || (shown.apart && tracks.size() > 1);
    return many ? kLeastOfMany : Metrics(shown.scale).px(kLeastRowHeight);
}

bool canPair(const Tracks& tracks)
{
    return tracks.size() == 2 && ranksOf(*tracks.begin()->second) > 0
        && ranksOf(*tracks.begin()->second) == ranksOf(*tracks.rbegin()->second);
}

// The ranks that are to stand on top, one under the other, as long as there is room.
void pinRows(TrackLayout& layout, const std::vector<int>& ranks, int viewHeight, int between)
{
    int top = 0;
    for (const int rank : ranks) {
        int below = top;
        std::vector<TrackLayout::Pinned> rows;
        for (const LaidTrack& laid : layout.tracks)
            if (rank >= 0 && rank < laid.ranks) {
                rows.push_back({laid.slot, rank, below});
                below += laid.own;
                if (laid.peers.empty())
                    continue;
                for (const int peer : laid.peers[static_cast<std::size_t>(rank)]) {
                    rows.push_back({laid.slot, rank, below, peer});
                    below += layout.rowHeight;
                }
            }
        if (rows.empty() || below > viewHeight * kPinnedShare)
            continue;
        layout.pinnedRows.insert(layout.pinnedRows.end(), rows.begin(), rows.end());
        layout.pinned.push_back(rank);
        top = below + between;
    }
    layout.pinnedHeight = top;
}

// Of a track without rows, and of the air under each.
struct TrackHeights {
    int empty = 0;
    int below = 0;
};

// The tracks, one under the other or rank by rank, below what is pinned.
void stackTracks(TrackLayout& layout, int headerHeight, TrackHeights heights)
{
    int top = layout.pinnedHeight;
    for (LaidTrack& laid : layout.tracks) {
        laid.top = top;
        laid.rowsTop = top + headerHeight;
        laid.bottom = laid.rowsTop + laid.offsets.back() + (laid.ranks == 0 ? heights.empty : 0);
        top = laid.bottom + heights.below;
    }
    if (layout.paired) {
        LaidTrack& first = layout.tracks.front();
        LaidTrack& second = layout.tracks.back();
        second.top = first.top;
        second.rowsTop = first.rowsTop + first.own;
        second.bottom = first.bottom;
        top = first.bottom + heights.below;
    }
    layout.height = std::max(0, top - heights.below);
}

} // namespace

TrackLayout layOutTracks(const Tracks& tracks, int viewHeight, int headerHeight,
                         const LanesShown& shown)
{
    const auto memoryLanes
        = [&](const TrackData& track) { return shown.memory && track.memory ? ranksOf(track) : 0; };
    const auto kernelLanes = [&](const TrackData& track) {
        return shown.kernels && track.kernels ? ranksOf(track) : 0;
    };
    const auto px = [&](double pixels) { return Metrics(shown.scale).px(pixels); };
    TrackLayout layout;
    layout.paired = !shown.apart && canPair(tracks);
    const bool measuredPeers = std::any_of(tracks.begin(), tracks.end(), [](const auto& each) {
        return each.second->peers && !each.second->peers->isExact();
    });
    Census census;
    for (const auto& [slot, track] : tracks) {
        const int ranks = ranksOf(*track);
        census.ranks += ranks;
        census.rows += ranks + rowsOf(peersShown(*track, shown, measuredPeers));
        census.memory += memoryLanes(*track);
        census.kernels += kernelLanes(*track);
        census.other
            += headerHeight + px(kBelowTrack) + (ranksOf(*track) == 0 ? px(kEmptyHeight) : 0);
    }
    if (layout.paired)
        census.other = headerHeight + px(kBelowTrack) + px(kBelowPair) * census.ranks / 2;

    const int least = leastRow(tracks, shown);
    const int largest = px(kLargestRowHeight);
    const double parts = census.rows + kMemoryShare * census.memory + kKernelShare * census.kernels;
    const double fitting = parts > 0 ? (viewHeight - census.other) / parts : largest;
    layout.rowHeight = std::clamp(static_cast<int>(fitting), least, largest);
    // What rows at their largest leave is the lanes'.
    int left = viewHeight - census.other - census.rows * layout.rowHeight;
    const double lanes = kMemoryShare * census.memory + kKernelShare * census.kernels;
    const int kernels = census.kernels > 0
        ? std::clamp(static_cast<int>(left * kKernelShare / lanes), px(kLeastKernels),
                     static_cast<int>(largest * kLargestKernels))
        : 0;
    left -= kernels * census.kernels;
    const int memory = census.memory > 0 ? std::clamp(left / census.memory, px(kLeastMemory),
                                                      static_cast<int>(largest * kLargestMemory))
                                         : 0;

    for (const auto& [slot, track] : tracks) {
        LaidTrack laid{.slot = slot,
                       .ranks = ranksOf(*track),
                       .kernels = kernelLanes(*track) > 0 ? kernels : 0,
                       .memory = memoryLanes(*track) > 0 ? memory : 0};
        laid.peers = peersShown(*track, shown, measuredPeers);
        laid.pitch = laid.own = layout.rowHeight + laid.kernels + laid.memory;
        layout.tracks.push_back(laid);
    }
    if (layout.paired)
        layout.tracks[0].pitch = layout.tracks[1].pitch
            = layout.tracks[0].own + layout.tracks[1].own + px(kBelowPair);
    pinRows(layout, shown.pinned, viewHeight, px(kBelowPair));
    layout.placeRows();
    stackTracks(layout, headerHeight, {px(kEmptyHeight), px(kBelowTrack)});
    return layout;
}

bool TrackLayout::isPinned(int rank) const
{
    return std::binary_search(pinned.begin(), pinned.end(), rank);
}

int TrackLayout::rankOfRow(int row) const
{
    for (const int rank : pinned)
        row += rank <= row ? 1 : 0;
    return row;
}

TrackLayout::Row TrackLayout::rowOf(const LaidTrack& track, int rank, int within) const
{
    // With the gap under the row, so that the strip is not too thin to point at.
    const int strip = besideHeight(rowHeight - kRowGap) + kRowGap;
    const bool memory = within >= rowHeight + track.kernels;
    return Row{.slot = track.slot,
               .rank = rank,
               .memory = memory,
               .low = within >= rowHeight - strip && within < rowHeight,
               .kernels = within < rowHeight || memory
                   ? std::nullopt
                   : std::optional(kindAt(track.kernels, within - rowHeight))};
}

std::optional<TrackLayout::Row> TrackLayout::rowAt(int y) const
{
    if (y - scroll < pinnedHeight) {
        for (const Pinned& row : pinnedRows) {
            const LaidTrack& laid = *track(row.slot);
            const int within = y - scroll - row.top;
            if (row.peer >= 0 && within >= 0 && within < rowHeight)
                return Row{.slot = row.slot, .rank = row.rank, .peer = row.peer};
            if (row.peer < 0 && within >= 0 && within < laid.own)
                return rowOf(laid, row.rank, within);
        }
        return {};
    }
    for (const LaidTrack& laid : tracks) {
        const int from = y - laid.rowsTop;
        if (from < 0 || from >= laid.offsets.back())
            continue;
        const int row = rowBefore(laid, from);
        const int within = from - laid.offsets[static_cast<std::size_t>(row)];
        if (within < laid.own) // else the other one's of a pair, a peer's, or the air under it
            return rowOf(laid, rankOfRow(row), within);
    }
    return peerAt(y);
}

int TrackLayout::rowBefore(const LaidTrack& track, int y)
{
    const auto behind = std::upper_bound(track.offsets.begin(), track.offsets.end(), y);
    return std::clamp(static_cast<int>(behind - track.offsets.begin()) - 1, 0,
                      std::max(0, track.rows - 1));
}

// How far apart the rows of ranks are: the pitch, and what their peers take. Of a pair both tracks
// keep room for those of the other.
void TrackLayout::placeRows()
{
    for (LaidTrack& laid : tracks) {
        laid.rows = laid.ranks;
        for (const int rank : pinned)
            laid.rows -= rank < laid.ranks ? 1 : 0;
        laid.offsets.assign(1, 0);
        for (int row = 0; row < laid.rows; ++row) {
            const int rank = rankOfRow(row);
            std::size_t peers = 0;
            for (const LaidTrack& each : tracks)
                if (paired || &each == &laid)
                    peers += peersOf(each, rank).size();
            laid.offsets.push_back(laid.offsets.back() + laid.pitch
                                   + static_cast<int>(peers) * rowHeight);
        }
    }
}

const LaidTrack* TrackLayout::track(int slot) const
{
    const auto found = std::find_if(tracks.begin(), tracks.end(),
                                    [slot](const auto& track) { return track.slot == slot; });
    return found == tracks.end() ? nullptr : &*found;
}

int TrackLayout::rowTop(int slot, int rank) const
{
    for (const Pinned& row : pinnedRows)
        if (row.slot == slot && row.rank == rank && row.peer < 0)
            return scroll + row.top;
    const LaidTrack& laid = *track(slot);
    const auto before = std::lower_bound(pinned.begin(), pinned.end(), rank) - pinned.begin();
    const std::size_t row = static_cast<std::size_t>(rank) - static_cast<std::size_t>(before);
    return laid.rowsTop + laid.offsets[std::min(row, laid.offsets.size() - 1)];
}

FrameRow TrackLayout::frameRow(const LaidTrack& track, int rank, int y, double scale) const
{
    // Edges are rounded and heights taken between them, so that rows neither overlap nor drift
    // apart at any scale.
    const auto device
        = [scale](int pixels) { return static_cast<int>(std::lround(pixels * scale)); };
    const int strip = rowHeight >= 18 ? 3 : 2;
    const int deviceTop = device(y);
    const int kernelTop = device(y + rowHeight);
    const int laneTop = device(y + rowHeight + track.kernels);
    return {.slot = track.slot,
            .rank = rank,
            .place = {.top = deviceTop,
                      .height = device(y + rowHeight - kRowGap) - deviceTop,
                      .strip = device(strip)},
            .memory = {.top = laneTop,
                       .height = track.memory > 0 ? device(y + track.own - kRowGap) - laneTop : 0,
                       .strip = 0},
            .kernels = {.top = kernelTop,
                        .height = track.kernels > 0
                            ? device(y + rowHeight + track.kernels - kRowGap) - kernelTop
                            : 0,
                        .strip = 0}};
}

std::vector<FrameRow> TrackLayout::visibleRows(int top, int viewHeight, double scale) const
{
    std::vector<FrameRow> rows;
    for (const LaidTrack& laid : tracks) {
        const int from = top + pinnedHeight;
        for (int row = rowBefore(laid, from - laid.rowsTop); row < laid.rows; ++row) {
            const int y = laid.rowsTop + laid.offsets[static_cast<std::size_t>(row)] - top;
            if (y >= viewHeight)
                break;
            const int rank = rankOfRow(row);
            if (y + laid.pitch > pinnedHeight)
                rows.push_back(frameRow(laid, rank, y, scale));
            addPeers(rows, laid, rank, {top, viewHeight, scale});
        }
    }
    if (paired)
        std::sort(rows.begin(), rows.end(),
                  [](const FrameRow& a, const FrameRow& b) { return a.place.top < b.place.top; });
    for (const Pinned& row : pinnedRows) {
        rows.push_back(frameRow(*track(row.slot), row.rank, row.top, scale));
        rows.back().pinned = true;
        if (row.peer >= 0) {
            rows.back().peer = row.peer;
            rows.back().memory = rows.back().kernels = {};
        }
    }
    return rows;
}

} // namespace gui
