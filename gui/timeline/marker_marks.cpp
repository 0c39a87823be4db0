#include "gui/timeline/marker_marks.h"

#include "gui/text/number_format.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/texts.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gui {
namespace {

int tagPad() { return gui::metrics().px(6); }
int tagTop() { return gui::metrics().px(2); } // below the upper edge of the ruler

QString distanceTag(Nanoseconds distance, TimeUnit unit)
{
    return QStringLiteral("Δ %1%2").arg(distance > Nanoseconds{0} ? QStringLiteral("+") : QString(),
                                        stepTime(distance, unit));
}

// Beside `x`, to the left of it where there is no room to its right.
QRect tagBox(const QRect& ruler, const QFontMetrics& metrics, double x, const QString& label)
{
    const int width = metrics.horizontalAdvance(label) + 2 * tagPad();
    int left = static_cast<int>(x) + 1;
    if (left + width > ruler.right())
        left = static_cast<int>(x) - width;
    left = std::clamp(left, ruler.left(), std::max(ruler.left(), ruler.right() - width));
    return {left, ruler.top() + tagTop(), width, metrics.height() + 2};
}

void paintTag(QPainter& painter, const QRect& box, const QString& label, const QColor& ground)
{
    painter.fillRect(box, ground);
    painter.setPen(textOn(ground));
    painter.drawText(box, Qt::AlignCenter, label);
}

// A pixel's middle, so that a 1-pixel line is one pixel at any scale.
void paintLine(QPainter& painter, double x, int top, int bottom, const QPen& pen)
{
    painter.setPen(pen);
    const double middle = std::floor(x) + 0.5;
    painter.drawLine(QPointF(middle, top), QPointF(middle, bottom));
}

bool isInSight(const ChromeView& view, Nanoseconds time)
{
    const double x = view.axis.x(time);
    return x >= 0 && x < view.axis.width;
}

// The active one last: its own words give way to how far the others are from it.
std::vector<Marker> inOrderOfTheirWords(const Markers& markers)
{
    std::vector<Marker> order = markers.all();
    const Marker* const active = markers.active();
    std::stable_partition(order.begin(), order.end(), [active](const Marker& marker) {
        return !active || marker.number != active->number;
    });
    return order;
}

} // namespace

QStringList markerWords(const Marker& marker, const Markers& markers,
                        std::optional<Nanoseconds> cursor, TimeUnit unit)
{
    const QString number = QString::number(marker.number);
    const auto with
        = [&number](const QString& words) { return number + QLatin1String("  ") + words; };
    const Marker* const active = markers.active();
    const bool isActive = active && active->number == marker.number;
    if (cursor)
        return isActive ? QStringList{number}
                        : QStringList{with(distanceTag(*cursor - marker.time, unit)), number};
    const QString when = with(stepTime(marker.time, unit));
    if (isActive || !active)
        return {when, number};
    const QString distance = distanceTag(active->time - marker.time, unit);
    return {when + QLatin1String("   ") + distance, with(distance), number};
}

void paintMarkers(QPainter& painter, const ChromeView& view, const Markers& markers,
                  std::optional<Nanoseconds> cursor)
{
    const QRect& plot = view.areas.plot;
    const QRect& ruler = view.areas.ruler;
    const QFontMetrics metrics = painter.fontMetrics();
    const auto x = [&](Nanoseconds time) { return plot.left() + view.axis.x(time); };
    const bool pointed = cursor && isInSight(view, *cursor);
    const Nanoseconds at = cursor.value_or(Nanoseconds{0});
    QString words;
    std::vector<QRect> taken;
    if (pointed) {
        words = QString::fromStdString(pointedTimeText(at, view.axis, view.unit));
        if (const Marker* from = markers.active())
            words += QStringLiteral("   ") + distanceTag(at - from->time, view.unit);
        taken.push_back(tagBox(ruler, metrics, x(at), words));
    }
    const auto numberBox = [&](const Marker& marker) {
        return tagBox(ruler, metrics, x(marker.time), QString::number(marker.number));
    };
    const auto isFree = [&](const QRect& box, const Marker& own) {
        return std::none_of(taken.begin(), taken.end(),
                            [&box](const QRect& other) { return other.intersects(box); })
            && std::none_of(markers.all().begin(), markers.all().end(), [&](const Marker& other) {
                   return other.number != own.number && isInSight(view, other.time)
                       && numberBox(other).intersects(box);
               });
    };
    for (const Marker& marker : inOrderOfTheirWords(markers)) {
        if (!isInSight(view, marker.time))
            continue;
        const Marker* const chosen = markers.active();
        const bool active = chosen && marker.number == chosen->number;
        paintLine(painter, x(marker.time), ruler.top() + tagTop(), plot.bottom(),
                  QPen(view.theme.accent, 1, marker.lasts ? Qt::SolidLine : Qt::DashLine));
        // As much as covers no other tag, or else the number alone.
        QString label;
        QRect box;
        for (const QString& each :
             markerWords(marker, markers, pointed ? cursor : std::nullopt, view.unit)) {
            label = each;
            box = tagBox(ruler, metrics, x(marker.time), label);
            if (isFree(box, marker))
                break;
        }
        taken.push_back(box);
        paintTag(painter, box, label, active ? view.theme.accent : view.theme.mutedText);
    }
    if (!pointed)
        return;
    paintLine(painter, x(at), ruler.bottom() - 9, plot.bottom(), QPen(view.theme.accent));
    paintTag(painter, taken.front(), words, view.theme.accent);
}

int markerAt(const ChromeView& view, const QFontMetrics& metrics, const Markers& markers,
             QPoint position)
{
    const QRect& ruler = view.areas.ruler;
    if (!ruler.contains(position))
        return 0;
    for (const Marker& marker : markers.all()) {
        if (!isInSight(view, marker.time))
            continue;
        // At least the number stands there, whatever else the tag says.
        const QRect box = tagBox(ruler, metrics, ruler.left() + view.axis.x(marker.time),
                                 QString::number(marker.number));
        if (box.adjusted(-2, -tagTop(), 2, ruler.height()).contains(position))
            return marker.number;
    }
    return 0;
}

} // namespace gui
