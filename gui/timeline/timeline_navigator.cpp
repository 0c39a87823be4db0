#include "gui/timeline/timeline_navigator.h"

#include "gui/timeline/op_walk.h"

#include <algorithm>

namespace gui {
namespace {

constexpr double kKeyZoom = 1.5;

} // namespace

TimelineNavigator::TimelineNavigator(ViewState& state, const TimelineScene& scene, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_scene(scene)
{
}

void TimelineNavigator::run(TimelineCommand command, std::optional<double> cursorX)
{
    const TimeAxis axis = m_scene.axis();
    // With the pointer elsewhere the keys zoom about the middle.
    const double x = cursorX.value_or(axis.width / 2.0);
    switch (command) {
    case TimelineCommand::ZoomIn:
        return m_state.zoom(kKeyZoom, axis.time(x));
    case TimelineCommand::ZoomOut:
        return m_state.zoom(1 / kKeyZoom, axis.time(x));
    case TimelineCommand::Earlier:
        return m_state.pan(-m_state.visible().length() / kPansPerRange);
    case TimelineCommand::Later:
        return m_state.pan(m_state.visible().length() / kPansPerRange);
    case TimelineCommand::RankAbove:
        return changeRank(-1);
    case TimelineCommand::RankBelow:
        return changeRank(1);
    case TimelineCommand::Focus:
        return focusOp();
    case TimelineCommand::FitAll:
        return m_state.fit();
    case TimelineCommand::Deselect:
        if (m_markers.drop())
            emit markersChanged();
        m_state.setArea({});
        m_state.setSelected({});
        return m_state.setGap({});
    case TimelineCommand::Marker:
    case TimelineCommand::LastingMarker:
        return setMarker(cursorX, command == TimelineCommand::LastingMarker);
    case TimelineCommand::RemoveMarker:
        return removeMarker(cursorX);
    case TimelineCommand::AreaOfAll:
    case TimelineCommand::AreaOfOp:
    case TimelineCommand::AreaWithOp:
        return selectArea(command);
    case TimelineCommand::Pin:
    case TimelineCommand::Fold:
        return; // the canvas knows which row the pointer is on
    case TimelineCommand::Find:
        return emit findWanted();
    case TimelineCommand::NextOp:
    case TimelineCommand::PreviousOp:
    case TimelineCommand::Consumer:
    case TimelineCommand::Producer:
        return walk(command);
    }
}

// At the pointer, else at the start of the op that is selected.
void TimelineNavigator::setMarker(std::optional<double> cursorX, bool lasts)
{
    if (cursorX)
        m_markers.set(m_scene.axis().time(*cursorX), lasts);
    else if (const plan::Span* span = selectedSpan())
        m_markers.set(span->start, lasts);
    emit markersChanged();
}

void TimelineNavigator::removeMarker(std::optional<double> cursorX)
{
    const auto time = cursorX ? std::optional(m_scene.axis().time(*cursorX)) : std::nullopt;
    if (m_markers.remove(time))
        emit markersChanged();
}

void TimelineNavigator::selectMarker(int number)
{
    m_markers.select(number);
    emit markersChanged();
}

void TimelineNavigator::selectArea(TimelineCommand command)
{
    if (command == TimelineCommand::AreaOfAll) {
        if (m_scene.ranks() > 0 && m_scene.extent() > Nanoseconds{0})
            m_state.setArea(TimeArea{{Nanoseconds{0}, m_scene.extent()}, 0, m_scene.ranks() - 1});
        return;
    }
    const plan::Span* span = selectedSpan();
    if (!span || span->end <= span->start)
        return;
    const int rank = m_state.selected()->rank;
    TimeArea area{{span->start, span->end}, rank, rank};
    if (const auto& before = m_state.area(); before && command == TimelineCommand::AreaWithOp)
        area = {{std::min(before->range.begin, area.range.begin),
                 std::max(before->range.end, area.range.end)},
                std::min(before->firstRank, rank),
                std::max(before->lastRank, rank)};
    m_state.setArea(area);
}

void TimelineNavigator::walk(TimelineCommand command)
{
    const auto& selected = m_state.selected();
    const auto track = selected ? m_scene.tracks().find(selected->slot) : m_scene.tracks().end();
    if (track == m_scene.tracks().end() || !track->second->timeline)
        return select(m_scene.firstOpInSight());
    std::optional<OpRef> to;
    if (command == TimelineCommand::NextOp)
        to = neighbour(*track->second, *selected, 1);
    else if (command == TimelineCommand::PreviousOp)
        to = neighbour(*track->second, *selected, -1);
    else if (command == TimelineCommand::Consumer)
        to = consumer(*track->second, *selected);
    else
        to = producer(*track->second, *selected);
    if (to)
        select(to);
}

void TimelineNavigator::changeRank(int by)
{
    const plan::Span* span = selectedSpan();
    if (!span)
        return select(m_scene.firstOpInSight());
    const auto& tracks = m_scene.layout().tracks;
    int slot = m_state.selected()->slot;
    int rank = m_state.selected()->rank + by;
    auto laid = std::find_if(tracks.begin(), tracks.end(),
                             [slot](const LaidTrack& track) { return track.slot == slot; });
    if (rank < 0 || rank >= laid->ranks) { // into the track above or below
        const bool last = by < 0 ? laid == tracks.begin() : laid + 1 == tracks.end();
        if (last)
            return;
        laid += by;
        slot = laid->slot;
        rank = by < 0 ? laid->ranks - 1 : 0;
    }
    if (rank < 0 || rank >= laid->ranks)
        return;
    // The ends of an op often lie between two ops of the other rank; its middle seldom does.
    const Nanoseconds middle = span->start + (span->end - span->start) / 2;
    if (const plan::Span* near = spanNear(*m_scene.tracks().at(slot)->timeline, rank, middle))
        select(refOf(slot, rank, *near));
}

void TimelineNavigator::select(std::optional<OpRef> op)
{
    m_state.setSelected(op);
    if (const plan::Span* span = selectedSpan())
        show(op->slot, op->rank, {span->start, span->end});
}

void TimelineNavigator::showTime(TimeRange range)
{
    const TimeRange visible = m_state.visible();
    if (range.end <= visible.begin || range.begin >= visible.end)
        // To the middle, at the same scale.
        m_state.pan((range.begin + range.end) / 2 - (visible.begin + visible.end) / 2);
}

void TimelineNavigator::show(int slot, int rank, TimeRange range)
{
    showTime(range);
    const TrackLayout& layout = m_scene.layout();
    if (!layout.isPinned(rank))
        showRow(layout.rowTop(slot, rank));
}

void TimelineNavigator::showPeer(int slot, PeerRow row, TimeRange range)
{
    showTime(range);
    const TrackLayout& layout = m_scene.layout();
    const LaidTrack* laid = layout.track(slot);
    if (!laid || layout.isPinned(row.rank))
        return;
    const auto& peers = layout.peersOf(*laid, row.rank);
    const auto found = std::lower_bound(peers.begin(), peers.end(), row.peer);
    if (found == peers.end() || *found != row.peer)
        return showRow(layout.rowTop(slot, row.rank));
    const auto before = static_cast<int>(found - peers.begin());
    showRow(layout.peersTop(*laid, row.rank) + before * layout.rowHeight);
}

void TimelineNavigator::showRow(int top)
{
    const TrackLayout& layout = m_scene.layout();
    const int height = m_scene.areas().plot.height();
    if (top < m_scene.scroll() + layout.pinnedHeight)
        emit scrollWanted(top - layout.pinnedHeight);
    else if (top + layout.rowHeight > m_scene.scroll() + height)
        emit scrollWanted(top + layout.rowHeight - height);
}

// The op under the pointer, else the one selected.
void TimelineNavigator::focusOp()
{
    const plan::Span* span = m_scene.spanOf(m_state.hovered());
    if (!span)
        span = selectedSpan();
    if (span)
        m_state.fitItem({span->start, span->end});
}

} // namespace gui
