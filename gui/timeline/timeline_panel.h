// The timeline of the window: tracks under one ruler, on one axis of time.
//
// Holds the tracks, and puts the canvas beside its scroll bar. Pictures are made on a thread of the
// canvas's own; painting shows the newest one and never waits. Nothing here changes what it is
// given.
//
// Keys: W S zoom; A D, Left Right pan; Up Down another rank; F fits the op
// under the pointer, or the selected one; 0 or Home fits all; Escape drops selection and
// marker; . , next and previous op of the rank; ] [ along the dependency; M sets
// the marker times are measured from. Mouse: wheel zooms at the cursor, Shift
// pans, Alt (or over the rank labels) scrolls ranks; Shift- or middle-drag pans;
// Alt-drag, or a drag on the ruler, zooms to it.

#pragma once

#include "gui/timeline/timeline_scene.h"
#include "gui/timeline/track_data.h"
#include "gui/timeline/view_state.h"

#include <QWidget>

#include <chrono>
#include <optional>

class QScrollBar;

namespace gui {

class TimelineCanvas;

// Owns the scene, the canvas and its thread. GUI thread; lengths are device-independent pixels.
class TimelinePanel : public QWidget {
    Q_OBJECT
public:
    // `state` must outlive the panel; it may be shared with other views.
    explicit TimelinePanel(ViewState& state, QWidget* parent = nullptr);
    ~TimelinePanel() override;

    // Tracks stand in the order of their slots, 0 on top. Replaces the track of
    // that slot, keeping range, selection and scroll position; the extent of the
    // view state becomes the end of the longest track.
    void setTrack(int slot, TrackData track);
    // What was waited for in the track of that slot, if it comes later than the track; the
    // picture stays as it is. Precondition: both are of the track's timeline.
    void setCauses(int slot, std::shared_ptr<const plan::Explainer> explainer,
                   std::shared_ptr<const plan::CriticalPath> critical);
    void removeTrack(int slot);
    const TrackData* track(int slot) const; // null if there is none

    // Said in the middle while no track has anything to show; translated.
    void setEmptyText(const QString& text);

    // Waits until the picture on screen is of the present tracks and range; false
    // if it is not by the deadline. For screenshots and tests.
    bool finishFrame(std::chrono::milliseconds deadline = std::chrono::seconds{10});

    // How long the newest picture took to draw on its thread, from columns to labels; 0 before
    // there is one.
    std::chrono::nanoseconds lastFrameTime() const;

    // What hovering or selecting an op says, line by line, in plain text; empty if
    // the op is in no track.
    QString story(const OpRef& op) const;

signals:
    void hovered(std::optional<gui::OpRef> op);  // nothing: a bubble, or no track
    void selected(std::optional<gui::OpRef> op); // the same as ViewState::selectedChanged
    void frameShown();                           // a newer picture is on screen

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    ViewState& m_state;
    TimelineScene m_scene;    // what the canvas shows
    TimelineCanvas* m_canvas; // child
    QScrollBar* m_scrollBar;  // child
};

} // namespace gui
