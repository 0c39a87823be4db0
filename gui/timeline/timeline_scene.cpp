#include "gui/timeline/timeline_scene.h"

#include "gui/timeline/inner_story.h"
#include "gui/timeline/kernel_story.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

#include <algorithm>

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
    Nanoseconds extent{0};
    for (const auto& [slot, track] : m_tracks)
        extent = std::max(extent, endOf(*track));
    return extent;
}

void TimelineScene::layOut(QSize size, const QFontMetrics& metrics)
{
    const LanesShown lanes{.memory = m_state.showsMemory(), .kernels = m_state.showsKernels()};
    m_areas = chromeAreas(size, metrics, m_tracks, lanes, m_seen);
    m_layout
        = layOutTracks(m_tracks, m_areas.plot.height(), ChromeAreas::headerHeight(metrics), lanes);
    m_scroll = std::clamp(m_scroll, 0, scrollRange());
}

int TimelineScene::scrollRange() const
{
    return std::max(0, m_layout.height - m_areas.plot.height());
}

bool TimelineScene::setScroll(int top)
{
    top = std::clamp(top, 0, scrollRange());
    return std::exchange(m_scroll, top) != top;
}

std::vector<FrameRow> TimelineScene::rowsInSight(double scale) const
{
    return m_layout.visibleRows(m_scroll, m_areas.plot.height(), scale);
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
            .seen = m_seen};
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
    hit.kernels = row->kernels;
    if (hit.memory || hit.kernels)
        return hit;
    // Rows are only laid out for tracks that have a timeline.
    hit.span = spanAt(*m_tracks.at(row->slot)->timeline, row->rank, hit.time);
    return hit;
}

std::optional<GapRef> TimelineScene::gapOf(const TimelineHit& hit) const
{
    if (hit.slot < 0 || hit.span || hit.memory || hit.kernels)
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

QStringList TimelineScene::storyOf(const TimelineHit& hit) const
{
    if (hit.slot < 0)
        return {};
    const TrackData& track = *m_tracks.at(hit.slot);
    const TimeUnit unit = m_state.unit();
    if (hit.kernels)
        return kernelStory(track, hit.rank, *hit.kernels, hit.time, unit);
    if (hit.low)
        if (auto reduction = reductionStory(track, hit.rank, hit.time, unit); !reduction.isEmpty())
            return reduction;
    if (hit.span)
        return opStory(m_tracks, refOf(hit.slot, hit.rank, *hit.span), unit);
    if (hit.memory)
        return memoryStory(track, hit.rank, hit.time, unit);
    if (auto rerun = rerunStory(track, hit.rank, hit.time, unit); !rerun.isEmpty())
        return rerun;
    if (const auto gap = gapOf(hit))
        return gapStory(m_tracks, hit.slot, hit.rank, gap->range, unit);
    return tailStory(track, hit.rank, hit.time, unit);
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
