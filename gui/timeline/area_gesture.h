// Selecting an area by dragging over the rows, and moving its edges afterwards.

#pragma once

#include "gui/timeline/timeline_scene.h"

#include <QPointF>

#include <optional>

namespace gui {

// Positions are in the pixels of the widget. Beginnings and ends of ops draw the edges to them.
class AreaGesture {
public:
    enum class Edge { None, Begin, End, First, Last };

    // Both must outlive it; the area is the view state's.
    AreaGesture(ViewState& state, const TimelineScene& scene);

    // The edge of the area that can be taken hold of there.
    Edge edgeAt(QPointF position) const;

    // Takes hold of the edge there, or else begins another area; false: there is no row, and
    // nothing begins.
    bool press(QPointF position);
    bool isHeld() const { return m_held.has_value(); }
    // Nothing where none is held.
    void move(QPointF position);
    void release() { m_held.reset(); }

private:
    struct Held {
        Edge edge = Edge::None; // None: of a new area
        Nanoseconds time{};     // where that began, or the edge across
        std::size_t row = 0;    // likewise; its place among the rows in sight, from above
        TimeArea before;        // what there was of an area whose edge is moved
    };

    // The rows in sight, from above.
    std::vector<FrameRow> rows() const;
    std::size_t rowNear(const std::vector<FrameRow>& rows, double y) const;
    Nanoseconds snapped(const FrameRow& row, double x) const;

    ViewState& m_state;
    const TimelineScene& m_scene;
    std::optional<Held> m_held;
};

} // namespace gui
