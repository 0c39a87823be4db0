// Does what the keys of the timeline ask for: zooms and pans, walks from op to op, and sets the
// marker that times are measured from.

#pragma once

#include "gui/timeline/keys.h"
#include "gui/timeline/timeline_scene.h"

#include <QObject>

#include <optional>

namespace gui {

inline constexpr int kPansPerRange = 8; // keys or notches of the wheel across what is visible

class TimelineNavigator : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    TimelineNavigator(ViewState& state, const TimelineScene& scene, QObject* parent = nullptr);

    // `cursorX`: the pointer, in pixels from the left of the plot; empty: it is not over it, and
    // the middle of the plot stands in.
    void run(TimelineCommand command, std::optional<double> cursorX);

    // Where times are measured from; empty: nowhere.
    const std::optional<Nanoseconds>& marker() const { return m_marker; }

signals:
    void markerChanged();
    void deselected();          // of ops, gaps and marker
    void scrollWanted(int top); // so that the op selected is in sight

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
