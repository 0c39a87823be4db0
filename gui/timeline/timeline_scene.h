// What stands where in the timeline: the tracks, laid out one under the other for a widget of some
// size, scrolled, on the axis of time that is visible. Says what is at a place and where an op is.
//
// A value without a widget: the canvas paints it, and the navigator moves through it. Places are in
// the widget's pixels; times are of the step, from its common zero.

#pragma once

#include "gui/timeline/causes.h"
#include "gui/timeline/chrome.h"
#include "gui/timeline/view_state.h"

#include <QPointF>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace gui {

// What is at a place.
struct TimelineHit {
    int slot = -1; // -1: no row
    int rank = -1;
    Nanoseconds time{};
    bool memory = false;                 // the lane of memory under the row
    std::optional<KernelKind> kernels{}; // that row of the lane of kernels
    bool low = false;                    // the bottom of the row
    const plan::Span* span = nullptr;    // the op there, of the track; null: none
};

// GUI thread. Tracks are kept by slot, and lie in the order of their slots from above.
class TimelineScene {
public:
    // `state` must outlive it: it says what range of time is visible.
    explicit TimelineScene(const ViewState& state)
        : m_state(state)
    {
    }

    // The tracks as they were set, immutable and shared with whoever draws them.
    const Tracks& tracks() const { return m_tracks; }
    // Replaces the track of that slot, or adds one. Call layOut() afterwards, as after
    // removeTrack().
    void setTrack(int slot, TrackData track);
    bool removeTrack(int slot); // false: there was none
    // What was waited for in that track; the layout stays. False: there is no such track.
    bool setCauses(int slot, std::shared_ptr<const plan::Explainer> explainer,
                   std::shared_ptr<const plan::CriticalPath> critical);
    Nanoseconds extent() const; // end of the longest track

    // Keeps the scroll position as far as there is something to scroll to.
    void layOut(QSize size, const QFontMetrics& metrics);
    const ChromeAreas& areas() const { return m_areas; }
    const TrackLayout& layout() const { return m_layout; }
    TimeAxis axis() const { return {m_state.visible(), double(m_areas.plot.width())}; }

    // In pixels, from the top of all rows.
    int scroll() const { return m_scroll; }
    int scrollRange() const; // the largest scroll(); 0 if all fits
    bool setScroll(int top); // clamped; false: it stood there

    std::vector<FrameRow> rowsInSight(double scale) const; // `scale`: device pixels a pixel
    // For painting. It refers to this scene, and must not outlive the next change of it.
    ChromeView view(const Theme& theme) const;

    TimelineHit hitAt(QPointF position) const;
    // The bubble there; none on an op, beside the rows, or behind the newest op of a live track.
    std::optional<GapRef> gapOf(const TimelineHit& hit) const;
    // What is to be told of it, line by line, in plain text; empty: nothing.
    QStringList storyOf(const TimelineHit& hit) const;
    // What is told where a track's header is: what its badges stand for. Empty elsewhere.
    QStringList headerStoryAt(QPointF position) const;
    // Null where it is in no track.
    const plan::Span* spanOf(const std::optional<OpRef>& op) const;
    // The one that is drawn first, top left.
    std::optional<OpRef> firstOpInSight() const;

private:
    const ViewState& m_state;
    Tracks m_tracks;
    LegendFacts m_seen; // of measured tracks, since one was last removed
    ChromeAreas m_areas;
    TrackLayout m_layout;
    int m_scroll = 0;
};

inline OpRef refOf(int slot, int rank, const plan::Span& span) { return {slot, rank, span.op}; }

} // namespace gui
