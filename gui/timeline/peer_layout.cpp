// Where the rows of single peers stand: below those of their rank, of a pair below both.

#include "gui/timeline/track_layout.h"

namespace gui {

const std::vector<int>& TrackLayout::peersOf(const LaidTrack& track, int rank) const
{
    static const std::vector<int> kNone;
    const auto at = static_cast<std::size_t>(rank);
    return at >= track.peers.size() || isPinned(rank) ? kNone : track.peers[at];
}

int TrackLayout::peersTop(const LaidTrack& track, int rank) const
{
    if (!paired)
        return rowTop(track.slot, rank) + track.own;
    const LaidTrack& first = tracks.front();
    const LaidTrack& second = tracks.back();
    const int top = rowTop(first.slot, rank) + first.own + second.own;
    return &track == &first ? top : top + static_cast<int>(peersOf(first, rank).size()) * rowHeight;
}

std::optional<TrackLayout::Row> TrackLayout::peerAt(int y) const
{
    for (const LaidTrack& laid : tracks) {
        const LaidTrack& first = paired ? tracks.front() : laid;
        const int from = y - first.rowsTop;
        if (from < 0 || from >= first.offsets.back())
            continue;
        const int rank = rankOfRow(rowBefore(first, from));
        const auto& peers = peersOf(laid, rank);
        const int within = y - peersTop(laid, rank);
        if (within >= 0 && within < static_cast<int>(peers.size()) * rowHeight)
            return Row{.slot = laid.slot,
                       .rank = rank,
                       .peer = peers[static_cast<std::size_t>(within / rowHeight)]};
    }
    return {};
}

void TrackLayout::addPeers(std::vector<FrameRow>& rows, const LaidTrack& track, int rank,
                           const Sight& sight) const
{
    const auto& peers = peersOf(track, rank);
    int y = peers.empty() ? 0 : peersTop(track, rank) - sight.top;
    for (const int peer : peers) {
        if (y + rowHeight > pinnedHeight && y < sight.height) {
            FrameRow row = frameRow(track, rank, y, sight.scale);
            row.peer = peer;
            row.memory = row.kernels = {};
            rows.push_back(row);
        }
        y += rowHeight;
    }
}

} // namespace gui
