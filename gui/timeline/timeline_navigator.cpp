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
    case TimelineCommand::Back:
        return m_state.goBack();
    case TimelineCommand::Forward:
        return m_state.goForward();
    case TimelineCommand::Deselect:
        m_marker.reset();
        m_state.setSelected({});
        return emit deselected();
    case TimelineCommand::Marker:
        return setMarker(cursorX);
    case TimelineCommand::NextOp:
    case TimelineCommand::PreviousOp:
    case TimelineCommand::Consumer:
    case TimelineCommand::Producer:
        return walk(command);
    }
}

// At the pointer, else at the start of the op that is selected.
void TimelineNavigator::setMarker(std::optional<double> cursorX)
{
    if (cursorX)
        m_marker = m_scene.axis().time(*cursorX);
    else if (const plan::Span* span = selectedSpan())
        m_marker = span->start;
    emit markerChanged();
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
    const plan::Span* span = selectedSpan();
    if (!span)
        return;
    const TimeRange visible = m_state.visible();
    if (span->end <= visible.begin || span->start >= visible.end)
        // To the middle, at the same scale.
        m_state.pan((span->start + span->end) / 2 - (visible.begin + visible.end) / 2);
    const TrackLayout& layout = m_scene.layout();
    const int top = layout.rowTop(op->slot, op->rank);
    const int height = m_scene.areas().plot.height();
    if (top < m_scene.scroll())
        emit scrollWanted(top);
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
