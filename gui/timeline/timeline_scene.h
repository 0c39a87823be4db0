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
#include <QRectF>
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
    int peer = -1;                       // the row is of that peer of the rank
    bool low = false;                    // the bottom of the row
    const plan::Span* span = nullptr;    // the op there, of the track or the peer; null: none
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
    Nanoseconds extent() const; // end of the longest track, or the least extent
    // Room that the axis keeps though no track reaches so far. The tracks end where they did:
    // behind that there is nothing, and no bubble either. False: it was that already.
    bool setLeastExtent(Nanoseconds extent);
    Nanoseconds leastExtent() const { return m_leastExtent; }
    int ranks() const; // of the track with most of them

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

    // What is in sight of the rows in the area, in one box where they touch, from above. Beyond the
    // left and the right of the plot they are cut.
    std::vector<QRectF> boxesOf(const TimeArea& area) const;

    TimelineHit hitAt(QPointF position) const;
    // Whose label is there; empty where there is none.
    std::optional<int> rankOfLabelAt(QPointF position) const;
    // Peers of that rank, itself counted, in the track with most of them; 1: it has none.
    int peersAt(int rank) const;
    // What is told of the label of a rank with peers; empty where it has none.
    QStringList foldStory(int rank) const;
    // The op there; none on the row of a peer, whose times are others than those of the track.
    std::optional<OpRef> opOf(const TimelineHit& hit) const;
    // The bubble there; none on an op, on the row of a peer, beside the rows, or behind the newest
    // op of a live track.
    std::optional<GapRef> gapOf(const TimelineHit& hit) const;
    // That bubble as it is by now: the gap at its middle; none where there is none.
    std::optional<GapRef> gapNear(const GapRef& gap) const;
    // What is told of a bubble, and what would shorten it; empty where it is not there.
    QStringList storyOf(const GapRef& gap, bool brief = false) const;
    // What is to be told of it in a tip, line by line, in plain text; empty: nothing.
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
    Nanoseconds m_leastExtent{};
    LegendFacts m_seen; // of measured tracks, since one was last removed
    ChromeAreas m_areas;
    TrackLayout m_layout;
    int m_scroll = 0;
};

inline OpRef refOf(int slot, int rank, const plan::Span& span) { return {slot, rank, span.op}; }

} // namespace gui
