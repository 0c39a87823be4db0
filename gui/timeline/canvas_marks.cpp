// What a canvas paints over the picture of the rows: what is selected, what the pointer is on, and
// what is being dragged.

#include "gui/timeline/area_marks.h"
#include "gui/timeline/find_marks.h"
#include "gui/timeline/fold_marks.h"
#include "gui/timeline/marker_marks.h"
#include "gui/timeline/peak_marks.h"
#include "gui/timeline/timeline_canvas.h"

#include <QPainter>

namespace gui {

void TimelineCanvas::paintMarks(QPainter& painter, const ChromeView& view)
{
    paintPeaks(painter, view);
    paintPeerTotals(painter, view);
    paintCausesOf(painter, view);
    if (m_hits)
        paintHits(painter, view, *m_hits, m_currentHit);
    if (m_state.hovered())
        paintOpFrame(painter, view, *m_state.hovered(), false);
    if (m_state.selected())
        paintOpFrame(painter, view, *m_state.selected(), true);
    if (m_state.showsFlows())
        paintFlows(painter, view, m_flows);
}

// Found once for a selection: in a track of very many ops that takes a while.
void TimelineCanvas::followFlows()
{
    m_flows.clear();
    if (!m_state.selected())
        return;
    const auto track = m_scene.tracks().find(m_state.selected()->slot);
    if (track != m_scene.tracks().end())
        m_flows = flowsOf(*track->second, *m_state.selected());
}

void TimelineCanvas::paintOver(QPainter& painter, const ChromeView& view)
{
    if (m_state.area())
        paintArea(painter, view, *m_state.area(), m_scene.boxesOf(*m_state.area()));
    std::optional<Nanoseconds> cursor;
    if (m_cursorX)
        cursor = view.axis.time(*m_cursorX);
    paintMarkers(painter, view, m_navigator.markers(), cursor);
    paintDrag(painter);
}

// The critical paths, and the chain of what is selected, or else of the bubble under
// the cursor.
void TimelineCanvas::paintCausesOf(QPainter& painter, const ChromeView& view)
{
    if (m_state.showsCriticalPath())
        for (const auto& [slot, track] : view.tracks) {
            const auto places = criticalPlaces(*track, view.axis.range);
            if (places.empty())
                continue;
            paintVeil(painter, view, slot, places);
            paintCauses(painter, view, slot, places, m_theme->text);
        }
    const auto& gap = m_state.gap() ? m_state.gap() : m_hoveredGap;
    if (m_state.selected()) {
        const auto track = view.tracks.find(m_state.selected()->slot);
        if (track != view.tracks.end())
            paintCauses(painter, view, track->first, chainOf(*track->second, *m_state.selected()),
                        m_theme->accent);
    } else if (gap) {
        paintCauses(painter, view, gap->slot, chainOf(*view.tracks.at(gap->slot), *gap),
                    m_theme->accent);
    }
    if (m_hoveredGap)
        paintGapFrame(painter, view, *m_hoveredGap, false);
    if (m_state.gap())
        paintGapFrame(painter, view, *m_state.gap(), true);
}

void TimelineCanvas::paintDrag(QPainter& painter)
{
    if (m_drag != Drag::ZoomTo)
        return;
    const ChromeAreas& areas = m_scene.areas();
    QRectF band(QPointF(m_dragFrom.x(), areas.ruler.top()),
                QPointF(m_dragTo.x(), areas.plot.bottom()));
    band = band.normalized().intersected(QRectF(areas.ruler.united(areas.plot)));
    QColor veil = m_theme->accent;
    veil.setAlphaF(0.25F);
    painter.fillRect(band, veil);
}

} // namespace gui
