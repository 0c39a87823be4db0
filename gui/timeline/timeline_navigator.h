// Does what the keys of the timeline ask for: zooms and pans, walks from op to op, and sets the
// marker that times are measured from.

#pragma once

#include "gui/timeline/keys.h"
#include "gui/timeline/timeline_scene.h"

#include <QObject>

#include <optional>

namespace gui {

inline constexpr int kPansPerRange = 8; // keys or notches of the wheel across what is visible

// Keeps the marker alone; ranges and the selection are the view state's. Lengths are
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

    // Where times are measured from; empty: nowhere.
    const std::optional<Nanoseconds>& marker() const { return m_marker; }

    // markerChanged(): the marker was set. deselected(): ops, gaps and the marker are to be
    // dropped. scrollWanted(): the rows are to be scrolled, in pixels from the top of all of them,
    // so that the op selected is in sight.
signals:
    void markerChanged();
    void deselected();
    void scrollWanted(int top);

private:
    void walk(TimelineCommand command);
    void changeRank(int by);
    void focusOp();
    void setMarker(std::optional<double> cursorX);
    void select(std::optional<OpRef> op); // and brings it into sight
    const plan::Span* selectedSpan() const { return m_scene.spanOf(m_state.selected()); }

    ViewState& m_state;
    const TimelineScene& m_scene;
    std::optional<Nanoseconds> m_marker;
};

} // namespace gui
