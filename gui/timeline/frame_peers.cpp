// The rows of single peers of a rank: few of them are seen, so each is counted when it first is.

#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/no_data.h"

#include <algorithm>

namespace gui {

FrameRenderer::Prepared::Peer FrameRenderer::preparedPeer(const Prepared& prepared,
                                                          const FrameRow& row,
                                                          const std::vector<plan::Span>& spans)
{
    const TrackData& track = *prepared.track;
    const Nanoseconds end
        = std::max(track.timeline->makespan, spans.empty() ? Nanoseconds{0} : spans.back().end);
    Prepared::Peer peer;
    const auto rank = static_cast<std::size_t>(row.rank);
    if (track.schedule && rank < track.schedule->order.size())
        peer.noData = noDataRanges(track.schedule->order[rank], spans, end, track.live);
    peer.phases = plan::phaseTimes(spans, end);
    const RankSpans whole{spans, peer.noData};
    peer.pyramid = Pyramid({&whole, 1}, std::max(end, endOf(track)));
    return peer;
}

bool FrameRenderer::drawPeer(QImage& image, RowRaster& raster, const Inks& inks,
                             const FrameRow& row, const TimeAxis& axis)
{
    Prepared& prepared = m_prepared.at(row.slot);
    const TrackData& track = *prepared.track;
    if (!track.peers || track.peers->isExact() || row.peer == track.peers->shown())
        return false;
    const auto* spans = track.peers->spans(row.rank, row.peer);
    if (!spans || spans->empty()) {
        // It sent no ops: when it idled is not known, however much it did.
        const PeerTotal* total
            = track.peers->totals() ? track.peers->totals()->of(row.rank, row.peer) : nullptr;
        if (total && total->known != PeerTotal::Known::Nothing)
            drawSummed(image, row.place, total->end, axis, inks);
        else
            drawUnknown(image, row.place, endOf(track), axis, inks);
        return true;
    }
    const std::pair key{row.rank, row.peer};
    auto peer = prepared.peers.find(key);
    if (peer == prepared.peers.end())
        peer = prepared.peers.emplace(key, preparedPeer(prepared, row, *spans)).first;
    const Nanoseconds reached = spans->empty() ? Nanoseconds{0} : spans->back().end;
    const RowFacts facts{.spans = *spans,
                         .phases = peer->second.phases,
                         // Of what came after its ops nothing was kept: that is no idle time.
                         .end = reached,
                         .ranks = static_cast<int>(prepared.ranks.size()),
                         .chunkOfStage = prepared.chunkOfStage,
                         .namesChunks = track.schedule && track.schedule->shape.chunks > 1};
    raster.draw(image, row.place,
                m_layout.layOut({*spans, peer->second.noData}, peer->second.pyramid, 0, axis),
                facts, axis);
    return true;
}

} // namespace gui
