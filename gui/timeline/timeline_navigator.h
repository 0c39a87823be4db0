// Does what the keys of the timeline ask for: zooms and pans, walks from op to op, selects areas,
// and sets the markers that times are measured from.

#pragma once

#include "gui/timeline/keys.h"
#include "gui/timeline/markers.h"
#include "gui/timeline/timeline_scene.h"

#include <QObject>

#include <optional>

namespace gui {

inline constexpr int kPansPerRange = 8; // keys or notches of the wheel across what is visible

// Keeps the markers alone; ranges and the selection are the view state's. Lengths are
// device-independent pixels. GUI thread.
class TimelineNavigator : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    TimelineNavigator(ViewState& state, const TimelineScene& scene, QObject* parent = nullptr);

    // Does what the command asks for; nothing where it cannot be done, as at the last rank.
    // `cursorX`: the pointer, in pixels from the left of the plot; empty: it is not over the plot,
    // and its middle stands in.
    void run(TimelineCommand command, std::optional<double> cursorX);

    // Where times are measured from.
    const Markers& markers() const { return m_markers; }
    void selectMarker(int number); // Precondition: it is there

    // Selects it and brings it into sight; empty: nothing is selected any more.
    void select(std::optional<OpRef> op);
    // Brings that row, and that time of it, into sight.
    void show(int slot, int rank, TimeRange range);
    // Likewise the row of a single peer; of its rank, where it has none.
    void showPeer(int slot, PeerRow row, TimeRange range);

    // markersChanged(): one was set, selected or removed. scrollWanted(): the rows are to be
    // scrolled, in pixels from the top of all of them, so that the op selected is in sight.
    // findWanted(): the user wants to look for something.
signals:
    void markersChanged();
    void scrollWanted(int top);
    void findWanted();

private:
    void showTime(TimeRange range);
    void showRow(int top); // in pixels from the top of all of them
    void walk(TimelineCommand command);
    void changeRank(int by);
    void focusOp();
    void setMarker(std::optional<double> cursorX, bool lasts);
    void removeMarker(std::optional<double> cursorX);
    void selectArea(TimelineCommand command);
    const plan::Span* selectedSpan() const { return m_scene.spanOf(m_state.selected()); }

    ViewState& m_state;
    const TimelineScene& m_scene;
    Markers m_markers;
};

} // namespace gui
