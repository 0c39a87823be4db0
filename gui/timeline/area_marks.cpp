#include "gui/timeline/area_marks.h"

#include "gui/text/number_format.h"
#include "gui/theme/contrast.h"
#include "gui/timeline/texts.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr float kAreaVeil = 0.16F;
constexpr int kAreaTagPad = 6;

} // namespace

void paintArea(QPainter& painter, const ChromeView& view, const TimeArea& area,
               const std::vector<QRectF>& boxes)
{
    const QRect& plot = view.areas.plot;
    const QRect& ruler = view.areas.ruler;
    QColor veil = view.theme.accent;
    veil.setAlphaF(kAreaVeil);
    painter.save();
    painter.setClipRect(plot);
    painter.setPen(QPen(view.theme.accent, 1));
    for (const QRectF& box : boxes) {
        painter.fillRect(box, veil);
        painter.drawRect(QRectF(std::floor(box.left()) + 0.5, std::floor(box.top()) + 0.5,
                                std::floor(box.width()), std::floor(box.height())));
    }
    // On the ruler stands how long it is, where that is in sight.
    const double left = std::max<double>(ruler.left(), plot.left() + view.axis.x(area.range.begin));
    const double right
        = std::min<double>(ruler.right() + 1, plot.left() + view.axis.x(area.range.end));
    painter.setClipRect(ruler);
    if (right > left) {
        const QRectF band(left, ruler.bottom() - 3, right - left, 3);
        painter.fillRect(band, view.theme.accent);
        const QString label = stepTime(area.range.length(), view.unit);
        const QFontMetrics metrics = painter.fontMetrics();
        const double width = metrics.horizontalAdvance(label) + 2 * kAreaTagPad;
        const double most = std::max<double>(ruler.left(), ruler.right() + 1 - width);
        const QRectF tag(std::clamp((left + right - width) / 2, double(ruler.left()), most),
                         ruler.top() + 2, width, metrics.height() + 2);
        painter.fillRect(tag, view.theme.accent);
        painter.setPen(textOn(view.theme.accent));
        painter.drawText(tag, Qt::AlignCenter, label);
    }
    painter.restore();
}

} // namespace gui
