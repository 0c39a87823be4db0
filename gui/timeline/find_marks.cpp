#include "gui/timeline/find_marks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace gui {
namespace {

constexpr double kHitPen = 2; // pixels
constexpr float kHitVeil = 0.28F;

} // namespace

void paintHits(QPainter& painter, const ChromeView& view, const FindHits& hits,
               const FindHit* current)
{
    // A row that is out of sight has none.
    std::map<std::tuple<int, int, int>, double> tops; // by slot, rank and peer
    for (const FrameRow& row : view.layout.visibleRows(view.scroll, view.areas.plot.height(), 1))
        tops[{row.slot, row.rank, row.peer}] = view.areas.plot.top() + row.place.top;
    std::map<std::tuple<int, int, int>, double> drawn; // up to where, in pixels
    QColor veil = view.theme.accent;
    veil.setAlphaF(kHitVeil);
    painter.save();
    for (const FindHit& hit : hits.first) {
        if (hit.range.begin >= view.axis.range.end)
            break; // they are sorted
        const auto row = tops.find({hit.slot, hit.rank, hit.peer});
        if (row == tops.end() || hit.range.end <= view.axis.range.begin)
            continue;
        const double left = std::floor(std::max(-4.0, view.axis.x(hit.range.begin)));
        const double right = std::max(
            left + 1, std::floor(std::min(view.axis.width + 4, view.axis.x(hit.range.end))));
        const auto to = drawn.try_emplace(row->first, -8).first;
        if (right <= to->second && &hit != current)
            continue;
        to->second = right;
        const QRectF box(view.areas.plot.left() + left, row->second, right - left,
                         view.layout.rowHeight - 2);
        painter.fillRect(box, veil);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(view.theme.accent, &hit == current ? 2 * kHitPen : kHitPen,
                            Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        if (box.width() >= 2 * kHitPen)
            painter.drawRect(box.adjusted(kHitPen / 2, kHitPen / 2, -kHitPen / 2, -kHitPen / 2));
        else
            painter.drawLine(box.topLeft(), box.bottomLeft());
    }
    painter.restore();
}

} // namespace gui
