// The timeline of the window: tracks under one ruler, on one axis of time.
//
// Holds the tracks, and puts the canvas under the minimap and beside its scroll bar. Pictures are
// made on a thread of the canvas's own; painting shows the newest one and never waits. Nothing here
// changes what it is given.
//
// Keys: W S zoom; A D, Left Right pan; Up Down another rank; F fits the op
// under the pointer, or the selected one; 0 or Home fits all; Escape drops selection, area and
// markers; . , next and previous op of the rank; ] [ along the dependency; M sets a marker that
// times are measured from, Shift+M one that lasts, Delete removes one; R makes the op selected the
// area, Shift+R adds it, Ctrl+A takes all; Shift+P pins a rank; Enter gives each of the ranks that
// are alike a row, or all of them one; / finds. Mouse: wheel zooms at the cursor, Shift pans, Alt
// (or over the rank labels) scrolls ranks; a drag over rows selects an area, whose edges can be
// dragged; Shift- or middle-drag pans; Alt-drag, or a drag on the ruler, zooms to it; a click on a
// rank's pin pins it, one on its label does what Enter does.

#pragma once

#include "gui/timeline/timeline_scene.h"
#include "gui/timeline/track_data.h"
#include "gui/timeline/view_state.h"

#include <QWidget>

#include <chrono>
#include <optional>

class QScrollBar;

namespace gui {

class FindBar;
class Markers;
class Minimap;
class OrderGesture;
class TimelineCanvas;

// Owns the scene, the canvas and its thread. GUI thread; lengths are device-independent pixels.
class TimelinePanel : public QWidget {
    Q_OBJECT
public:
    // `state` must outlive the panel; it may be shared with other views.
    explicit TimelinePanel(ViewState& state, QWidget* parent = nullptr);
    ~TimelinePanel() override;

    ViewState& viewState() { return m_state; }

    // Tracks stand in the order of their slots, 0 on top. Replaces the track of
    // that slot, keeping range, selection and scroll position; the extent of the
    // view state becomes the end of the longest track, or the least extent.
    void setTrack(int slot, TrackData track);
    // What was waited for in the track of that slot, if it comes later than the track; the
    // picture stays as it is. Precondition: both are of the track's timeline.
    void setCauses(int slot, std::shared_ptr<const plan::Explainer> explainer,
                   std::shared_ptr<const plan::CriticalPath> critical);
    void removeTrack(int slot);
    const TrackData* track(int slot) const; // null if there is none

    // The axis reaches at least so far, whatever tracks there are; 0: as far as they do.
    void setLeastExtent(Nanoseconds extent);
    Nanoseconds leastExtent() const { return m_scene.leastExtent(); }

    const Tracks& tracks() const { return m_scene.tracks(); }

    // Selects it and brings it into sight. Precondition: there is a track of that slot.
    void select(const OpRef& op);

    // Opens the bar to find something with.
    void find();
    void findRank(); // likewise, for the number of a rank
    FindBar& findBar() { return *m_findBar; }
    const Markers& markers() const;

    // Off at first.
    OrderGesture& orderGesture() { return *m_orderGesture; }

    // Said in the middle while no track has anything to show; translated.
    void setEmptyText(const QString& text);
    QString emptyText() const;

    // Waits until the picture on screen is of the present tracks and range; false
    // if it is not by the deadline. For screenshots and tests.
    bool finishFrame(std::chrono::milliseconds deadline = std::chrono::seconds{10});

    // How long the newest picture took to draw on its thread, from columns to labels; 0 before
    // there is one.
    // Of names, axes and legends, in pixels, as before an audience; 0: as small as elsewhere.
    void setTypeHeight(int pixels);

    std::chrono::nanoseconds lastFrameTime() const;

    // Of what stands under the rows: the legend.
    int footHeight() const;

    // What selecting an op says, line by line, in plain text; empty if the op is in no track.
    // `brief`: with the times that its tip has, of three digits.
    QString story(const OpRef& op, bool brief = false) const;
    // Likewise, of a bubble, with what would shorten it.
    QString story(const GapRef& gap, bool brief = false) const;

signals:
    void hovered(std::optional<gui::OpRef> op);  // nothing: a bubble, or no track
    void selected(std::optional<gui::OpRef> op); // the same as ViewState::selectedChanged
    void frameShown();                           // a newer picture is on screen
    void tracksChanged();                        // one was set or removed
    void causesChanged();                        // of one

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applySizes();
    void placeParts();

    // The measured track, where there is one; else the first.
    void showOverview();
    void placeFindBar();
    void showHits(); // marks them all
    void showHit();  // brings the current one into sight

    ViewState& m_state;
    TimelineScene m_scene;        // what the canvas shows
    Minimap* m_minimap;           // children
    TimelineCanvas* m_canvas;     //
    QScrollBar* m_scrollBar;      //
    FindBar* m_findBar;           // over the canvas
    OrderGesture* m_orderGesture; // of the canvas
    int m_typeHeight = 0;
};

} // namespace gui
