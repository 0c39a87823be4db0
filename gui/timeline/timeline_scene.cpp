#include "gui/timeline/timeline_scene.h"

#include "gui/theme/metrics.h"
#include "gui/timeline/gap_advice.h"
#include "gui/timeline/inner_story.h"
#include "gui/timeline/kernel_story.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/peer_story.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {

void TimelineScene::setTrack(int slot, TrackData track)
{
    if (track.measured) { // steps come and go: what one of them showed keeps its room
        m_seen |= legendFacts(track);
        track.reducesAside = m_seen.aside;
    }
    m_tracks[slot] = std::make_shared<const TrackData>(std::move(track));
}

bool TimelineScene::removeTrack(int slot)
{
    // The legend need not keep room for what a run that is gone once showed.
    m_seen = {};
    return m_tracks.erase(slot) > 0;
}

bool TimelineScene::setCauses(int slot, std::shared_ptr<const plan::Explainer> explainer,
                              std::shared_ptr<const plan::CriticalPath> critical)
{
    const auto track = m_tracks.find(slot);
    if (track == m_tracks.end())
        return false;
    // A picture that is being drawn may still use the old track, so it is replaced, not changed.
    TrackData told = *track->second;
    told.explainer = std::move(explainer);
    told.critical = std::move(critical);
    track->second = std::make_shared<const TrackData>(std::move(told));
    return true;
}

Nanoseconds TimelineScene::extent() const
{
    Nanoseconds extent = m_leastExtent;
    for (const auto& [slot, track] : m_tracks)
        extent = std::max(extent, endOf(*track));
    return extent;
}

bool TimelineScene::setLeastExtent(Nanoseconds extent)
{
    return std::exchange(m_leastExtent, extent) != extent;
}

int TimelineScene::ranks() const
{
    std::size_t ranks = 0;
    for (const auto& [slot, track] : m_tracks)
        if (track->timeline)
            ranks = std::max(ranks, track->timeline->spans.size());
    return static_cast<int>(ranks);
}

void TimelineScene::layOut(QSize size, const QFontMetrics& metrics)
{
    const LanesShown lanes{.memory = m_state.showsMemory(),
                           .kernels = m_state.showsKernels(),
                           .apart = m_state.standsApart(),
                           .pinned = m_state.pinned(),
                           .unfolded = m_state.unfolded(),
                           .peerRows = m_state.peerRows(),
                           .scale = gui::metrics().scale()};
    m_areas = chromeAreas(size, metrics, m_tracks, lanes);
    m_layout
        = layOutTracks(m_tracks, m_areas.plot.height(), ChromeAreas::headerHeight(metrics), lanes);
    m_layout.scroll = m_scroll = std::clamp(m_scroll, 0, scrollRange());
}

int TimelineScene::scrollRange() const
{
    return std::max(0, m_layout.height - m_areas.plot.height());
}

bool TimelineScene::setScroll(int top)
{
    top = std::clamp(top, 0, scrollRange());
    m_layout.scroll = top;
    return std::exchange(m_scroll, top) != top;
}

std::vector<FrameRow> TimelineScene::rowsInSight(double scale) const
{
    auto rows = m_layout.visibleRows(m_scroll, m_areas.plot.height(), scale);
    if (!m_state.showsGhosts() || !m_layout.paired)
        return rows;
    for (FrameRow& row : rows)
        if (const auto& planned = m_tracks.at(row.slot)->planned; planned && row.peer < 0)
            for (const auto& [slot, track] : m_tracks)
                if (track->timeline == planned)
                    row.ghosts = slot;
    return rows;
}

ChromeView TimelineScene::view(const Theme& theme) const
{
    return {.theme = theme,
            .areas = m_areas,
            .layout = m_layout,
            .tracks = m_tracks,
            .axis = axis(),
            .scroll = m_scroll,
            .unit = m_state.unit(),
            .criticalPath = m_state.showsCriticalPath(),
            .memory = m_state.showsMemory(),
            .seen = m_seen,
            .hidden = m_state.hidden(),
            .unfolded = m_state.unfolded()};
}

std::vector<QRectF> TimelineScene::boxesOf(const TimeArea& area) const
{
    const double beside = gui::metrics().px(8); // where an edge is out of sight
    const TimeAxis shown = axis();
    const double left = m_areas.plot.left() + std::max(-beside, shown.x(area.range.begin));
    const double right
        = m_areas.plot.left() + std::min(shown.width + beside, shown.x(area.range.end));
    std::vector<QRectF> boxes;
    if (right < m_areas.plot.left() || left > m_areas.plot.right())
        return boxes;
    for (const FrameRow& row : rowsInSight(1)) {
        if (!area.holds(row.rank) || row.peer >= 0)
            continue;
        const double top = m_areas.plot.top() + row.place.top;
        const double height = m_layout.track(row.slot)->own;
        if (!boxes.empty() && std::abs(boxes.back().bottom() - top) <= beside)
            boxes.back().setBottom(top + height);
        else
            boxes.emplace_back(left, top, right - left, height);
    }
    return boxes;
}

TimelineHit TimelineScene::hitAt(QPointF position) const
{
    TimelineHit hit;
    if (!m_areas.plot.contains(position.toPoint()))
        return hit;
    hit.time = axis().time(position.x() - m_areas.plot.left());
    const auto row = m_layout.rowAt(static_cast<int>(position.y()) - m_areas.plot.top() + m_scroll);
    if (!row)
        return hit;
    hit.slot = row->slot;
    hit.rank = row->rank;
    hit.memory = row->memory;
    hit.low = row->low;
    hit.peer = row->peer;
    hit.kernels = row->kernels;
    if (hit.memory || hit.kernels)
        return hit;
    // Rows are only laid out for tracks that have a timeline.
    const TrackData& track = *m_tracks.at(row->slot);
    const auto* peer
        = track.peers && hit.peer >= 0 ? track.peers->spans(hit.rank, hit.peer) : nullptr;
    hit.span = peer ? spanAt(*peer, hit.time) : spanAt(*track.timeline, row->rank, hit.time);
    return hit;
}

std::optional<OpRef> TimelineScene::opOf(const TimelineHit& hit) const
{
    return hit.span && hit.peer < 0 ? std::optional(refOf(hit.slot, hit.rank, *hit.span))
                                    : std::nullopt;
}

std::optional<GapRef> TimelineScene::gapOf(const TimelineHit& hit) const
{
    if (hit.slot < 0 || hit.span || hit.memory || hit.kernels || hit.peer >= 0)
        return {};
    const TrackData& track = *m_tracks.at(hit.slot);
    const auto& spans = track.timeline->spans[static_cast<std::size_t>(hit.rank)];
    // Behind the newest op of a step under way there is no gap: nothing is known of that time yet.
    const Nanoseconds end = !track.live ? endOf(track)
        : spans.empty()                 ? Nanoseconds{0}
                                        : spans.back().end;
    const auto range = gapAt(*track.timeline, hit.rank, hit.time, end);
    return range ? std::optional(GapRef{hit.slot, hit.rank, *range}) : std::nullopt;
}

std::optional<GapRef> TimelineScene::gapNear(const GapRef& gap) const
{
    const auto track = m_tracks.find(gap.slot);
    if (track == m_tracks.end() || !track->second->timeline || gap.rank < 0
        || static_cast<std::size_t>(gap.rank) >= track->second->timeline->spans.size())
        return {};
    return gapOf(
        {.slot = gap.slot, .rank = gap.rank, .time = gap.range.begin + gap.range.length() / 2});
}

QStringList TimelineScene::storyOf(const GapRef& gap, bool brief) const
{
    if (!gapNear(gap))
        return {};
    return gapStory(m_tracks, gap.slot, gap.rank, gap.range, {m_state.unit(), brief})
        + shorteningLines(*m_tracks.at(gap.slot), gap, m_state.unit());
}

QStringList TimelineScene::storyOf(const TimelineHit& hit) const
{
    if (hit.slot < 0)
        return {};
    const TrackData& track = *m_tracks.at(hit.slot);
    const TimeStyle style(m_state.unit(), true);
    if (hit.peer >= 0)
        return peerStory(track, {hit.rank, hit.peer, hit.span}, style);
    if (hit.kernels)
        return kernelStory(track, hit.rank, *hit.kernels, hit.time, style);
    if (hit.low)
        if (auto reduction = reductionStory(track, hit.rank, hit.time, style); !reduction.isEmpty())
            return reduction;
    if (hit.span)
        return opStory(m_tracks, refOf(hit.slot, hit.rank, *hit.span), style);
    if (hit.memory)
        return memoryStory(track, hit.rank, hit.time, style);
    if (auto rerun = rerunStory(track, hit.rank, hit.time, style); !rerun.isEmpty())
        return rerun;
    if (const auto gap = gapOf(hit))
        return gapStory(m_tracks, hit.slot, hit.rank, gap->range, style);
    return tailStory(track, hit.rank, hit.time, style);
}

int TimelineScene::peersAt(int rank) const
{
    int most = 1;
    for (const auto& [slot, track] : m_tracks)
        if (track->peers && track->timeline
            && static_cast<std::size_t>(rank) < track->timeline->spans.size())
            most = std::max(most, track->peers->each());
    return most;
}

QStringList TimelineScene::foldStory(int rank) const
{
    QStringList lines;
    const auto& unfolded = m_state.unfolded();
    for (const auto& [slot, track] : m_tracks)
        if (track->peers && track->peers->each() > 1)
            lines += peersInWords(*track, rank, TimeStyle(m_state.unit(), true));
    if (!lines.isEmpty())
        lines << (std::binary_search(unfolded.begin(), unfolded.end(), rank)
                      ? timelineText(
                          QT_TRANSLATE_NOOP("gui::Timeline", "Click or Enter: fold them"))
                      : timelineText(
                          QT_TRANSLATE_NOOP("gui::Timeline", "Click or Enter: a row for each")));
    return lines;
}

std::optional<int> TimelineScene::rankOfLabelAt(QPointF position) const
{
    if (!m_areas.labels.contains(position.toPoint()))
        return {};
    const auto row = m_layout.rowAt(static_cast<int>(position.y()) - m_areas.plot.top() + m_scroll);
    return row ? std::optional(row->rank) : std::nullopt;
}

QStringList TimelineScene::headerStoryAt(QPointF position) const
{
    const int y = static_cast<int>(position.y()) - m_areas.plot.top() + m_scroll;
    for (const LaidTrack& laid : m_layout.tracks)
        if (y >= laid.top && y < laid.rowsTop && m_tracks.at(laid.slot)->turns)
            return turnsStory();
    return {};
}

const plan::Span* TimelineScene::spanOf(const std::optional<OpRef>& op) const
{
    if (!op)
        return nullptr;
    const auto track = m_tracks.find(op->slot);
    if (track == m_tracks.end() || !track->second->timeline)
        return nullptr;
    return findSpan(*track->second->timeline, op->rank, op->op);
}

std::optional<OpRef> TimelineScene::firstOpInSight() const
{
    for (const FrameRow& row : rowsInSight(1))
        if (const plan::Span* span
            = spanNear(*m_tracks.at(row.slot)->timeline, row.rank, m_state.visible().begin))
            return refOf(row.slot, row.rank, *span);
    return {};
}

} // namespace gui
