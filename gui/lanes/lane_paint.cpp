#include "gui/lanes/lane_paint.h"

#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/time_text.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {
namespace {

constexpr double kPaleShare = 0.22;    // of an op's colour before it runs
constexpr double kLaneRounding = 0.12; // of the letters' height
constexpr double kTickSpacing = 60;    // pixels of scale 1, of an axis without a unit
constexpr double kArrowHead = 7;
constexpr double kLeastShare = 0.7; // of the letters' height, beside each other in a narrow box
constexpr double kTwoLines = 1.9;   // likewise, of boxes with two lines of letters
constexpr int kLeastUnder = 7;      // pixels, of a letter over its number

// The same array as pixels; painters keep their patterns still while a widget moves on.
QBrush brushOf(const Pattern& pattern)
{
    return QImage(reinterpret_cast<const uchar*>(pattern.data()), kPattern, kPattern,
                  int(sizeof pattern[0]), QImage::Format_RGB32)
        .copy();
}

// As few units apart as leave room for their numbers.
std::int64_t unitsApart(double pixelsPerUnit, double wanted)
{
    for (std::int64_t power = 1; power < 1'000'000'000; power *= 10)
        for (const int times : {1, 2, 5})
            if (double(power * times) * pixelsPerUnit >= wanted)
                return power * times;
    return 1'000'000'000;
}

} // namespace

LanePaint::LanePaint(QPainter& painter, const QPalette& palette, int letters)
    : m_painter(painter)
    , m_theme(themeFor(palette))
    , m_inks(inksOf(m_theme))
    , m_letters(letters)
    , m_font(painter.font())
{
    painter.setRenderHint(QPainter::Antialiasing);
}

QFont LanePaint::sized(double size, bool isBold) const
{
    QFont font = m_font;
    font.setPixelSize(std::max(6, int(std::lround(size))));
    font.setBold(isBold);
    return font;
}

void LanePaint::text(const QRectF& place, int alignment, const QString& text, const QColor& colour,
                     double size, bool isBold)
{
    m_painter.setFont(sized(size, isBold));
    m_painter.setPen(colour);
    m_painter.drawText(
        place, alignment,
        QFontMetricsF(m_painter.font()).elidedText(text, Qt::ElideRight, place.width() + 1));
}

double LanePaint::width(const QString& text, double size, bool isBold) const
{
    return QFontMetricsF(sized(size, isBold)).horizontalAdvance(text);
}

void LanePaint::op(const QRectF& box, const plan::Op& op, int chunk, BoxLook look)
{
    const auto category = static_cast<std::size_t>(categoryOf(op.kind));
    const auto shade = static_cast<std::size_t>(chunk) % kShades;
    const Ink& ink = m_inks.ops[category][shade];
    const QRectF inner = box.adjusted(0.5, 0.5, -0.5, -0.5);
    QColor letters(ink.text);
    QColor outline(ink.outline);
    QBrush fill = shade == 0 ? QBrush(QColor(ink.fill)) : brushOf(m_inks.chunks[category][shade]);
    if (look == BoxLook::Pale) {
        fill = mixed(m_theme.base, QColor(ink.fill), kPaleShare);
        letters = m_theme.mutedText;
        outline = mixed(m_theme.base, outline, 2 * kPaleShare);
    } else if (look == BoxLook::HeldUp) {
        m_painter.fillRect(inner, m_theme.base);
        fill = QBrush(QColor(ink.fill), Qt::BDiagPattern);
        letters = m_theme.text;
    }
    m_painter.setBrush(fill);
    m_painter.setPen(QPen(outline, 1));
    const double rounding = std::min(kLaneRounding * m_letters, inner.width() / 4);
    m_painter.drawRoundedRect(inner, rounding, rounding);
    if (look == BoxLook::Lit)
        frame(box, m_theme.accent);

    const QString letter(QLatin1Char(plan::letter(op.kind)));
    const QString number = QString::number(op.microbatch);
    const double room = box.width() - 3;
    for (int less = 0; m_letters - less >= kLeastShare * m_letters; ++less)
        if (width(letter + number, m_letters - less) <= room) {
            text(box, Qt::AlignCenter, letter + number, letters, m_letters - less);
            return;
        }
    if (box.height() < kTwoLines * m_letters) {
        for (int less = 0; m_letters - less >= kLeastShare * m_letters; ++less)
            if (width(number, m_letters - less) <= room)
                return text(box, Qt::AlignCenter, number, letters, m_letters - less);
        return;
    }
    // Under each other, smaller where need be; what is too narrow for that has none.
    const double most = std::min<double>(m_letters, box.height() / 2.5);
    for (int less = 0; most - less >= kLeastUnder; ++less) {
        const double size = most - less;
        if (std::max(width(letter, size), width(number, size)) <= room) {
            const QRectF upper(box.left() - 2, box.center().y() - 1.15 * size, box.width() + 4,
                               1.2 * size);
            text(upper, Qt::AlignCenter, letter, letters, size);
            text(upper.translated(0, 1.1 * size), Qt::AlignCenter, number, letters, size);
            return;
        }
    }
}

void LanePaint::tail(const QRectF& box, Category category, bool isPale)
{
    const Ink& ink = m_inks.ops[static_cast<std::size_t>(category)][0];
    const QColor fill(ink.fill);
    m_painter.setBrush(isPale ? mixed(m_theme.base, fill, kPaleShare) : fill);
    m_painter.setPen(QColor(ink.outline));
    m_painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

void LanePaint::idle(const QRectF& box)
{
    m_painter.fillRect(box, brushOf(m_inks.idle[static_cast<std::size_t>(plan::Phase::Steady)]));
}

void LanePaint::nothing(const QRectF& box)
{
    m_painter.fillRect(box, mixed(m_theme.base, m_theme.mutedText, 0.10));
}

void LanePaint::name(const QRectF& place, const QString& words, bool isMuted)
{
    text(place, Qt::AlignVCenter | Qt::AlignRight, words,
         isMuted ? m_theme.mutedText : m_theme.text, isMuted ? 0.8 * m_letters : 0.95 * m_letters);
}

void LanePaint::pile(const QRectF& row, const std::vector<plan::Op>& held, int cap, int room)
{
    if (row.height() < 1)
        return;
    const auto places = std::max({int(held.size()), cap, room, 1});
    const double step = std::min(1.55 * m_letters, row.width() / places);
    const double size = std::min(0.72 * m_letters, 0.62 * step);
    const auto boxAt = [&](int place) {
        return QRectF(row.left() + place * step, row.top() + 1, step - 2, row.height() - 3);
    };
    // What may still be held, or is at another time, is outlined.
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.mutedText, 1, Qt::DotLine));
    for (int place = int(held.size()); place < std::max(cap, room); ++place)
        m_painter.drawRect(boxAt(place).adjusted(0.5, 0.5, -0.5, -0.5));
    const QColor fill(m_inks.memory[static_cast<std::size_t>(MemoryKind::Activations)]);
    for (int place = 0; place < int(held.size()); ++place) {
        const QRectF box = boxAt(place);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(fill);
        m_painter.drawRoundedRect(box, 2, 2);
        if (size >= 7)
            text(box.adjusted(-1, 0, 1, 0), Qt::AlignCenter,
                 QString::number(held[std::size_t(place)].microbatch), textOn(fill), size);
    }
    if (cap > 0) {
        const double x = row.left() + cap * step - 1;
        const bool isFull = int(held.size()) >= cap;
        m_painter.setPen(QPen(isFull ? m_theme.warning : m_theme.text, metrics().px(2)));
        m_painter.drawLine(QPointF(x, row.top() - 1), QPointF(x, row.bottom()));
    }
}

void LanePaint::axis(const QRectF& plot, const QRectF& labels, const TimeAxis& axis, LaneUnit unit)
{
    std::vector<std::pair<double, QString>> ticks;
    if (unit && unit->count() > 0) {
        const double perUnit = axis.pixelsPerNanosecond() * double(unit->count());
        const std::int64_t apart = unitsApart(perUnit, 2.6 * m_letters);
        for (std::int64_t tick = 0; Nanoseconds{tick * unit->count()} <= axis.range.end;
             tick += apart)
            ticks.emplace_back(axis.x(Nanoseconds{tick * unit->count()}), QString::number(tick));
        if (!ticks.empty())
            ticks.front().second = laneTime({}, unit);
    } else {
        for (const Tick& tick :
             rulerTicks(axis, std::max<double>(metrics().px(kTickSpacing), 4.5 * m_letters)))
            if (tick.major())
                ticks.emplace_back(axis.x(tick.time), QString::fromStdString(tick.text));
    }
    for (const auto& [x, words] : ticks) {
        const double at = std::floor(plot.left() + x) + 0.5;
        m_painter.setPen(QPen(m_theme.grid, 1));
        m_painter.drawLine(QPointF(at, labels.bottom() - 3), QPointF(at, plot.bottom()));
        const double half = 3.0 * m_letters;
        text(QRectF(at - half, labels.top(), 2 * half, labels.height() - 4), Qt::AlignCenter, words,
             m_theme.mutedText, 0.8 * m_letters);
    }
}

void LanePaint::frame(const QRectF& box, const QColor& colour, Qt::PenStyle style)
{
    const double width = metrics().px(2);
    m_painter.setBrush(Qt::NoBrush);
    // On a rim of the ground's colour, so that it shows on boxes of any colour.
    m_painter.setPen(QPen(m_theme.base, width + 2));
    m_painter.drawRect(box.adjusted(1, 1, -1, -1));
    m_painter.setPen(QPen(colour, width, style));
    m_painter.drawRect(box.adjusted(1, 1, -1, -1));
}

void LanePaint::arrow(QPointF from, QPointF to, const QColor& colour)
{
    const QPointF along = to - from;
    const double length = std::hypot(along.x(), along.y());
    if (length < 1)
        return;
    const QPointF ahead = along / length;
    const QPointF aside(-ahead.y(), ahead.x());
    const double head = std::min(metrics().px(kArrowHead) * 1.0, length);
    QPainterPath tip(to);
    tip.lineTo(to - ahead * head + aside * head / 2);
    tip.lineTo(to - ahead * head - aside * head / 2);
    tip.closeSubpath();
    for (const auto& [ink, more] : {std::pair(m_theme.base, 3), std::pair(colour, 0)}) {
        m_painter.setPen(QPen(ink, metrics().px(2) + more));
        m_painter.drawLine(from, to - ahead * head / 2);
        m_painter.setPen(QPen(ink, 1 + more));
        m_painter.setBrush(ink);
        m_painter.drawPath(tip);
    }
}

void LanePaint::moment(double x, double top, double bottom, const QColor& colour,
                       Qt::PenStyle style)
{
    m_painter.setPen(QPen(m_theme.base, metrics().px(2) + 2));
    m_painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    m_painter.setPen(QPen(colour, metrics().px(2), style));
    m_painter.drawLine(QPointF(x, top), QPointF(x, bottom));
}

void LanePaint::label(QPointF bottomCentre, const QString& words, const QColor& colour,
                      const QRectF& within)
{
    const double size = 0.85 * m_letters;
    const QFontMetricsF metric(sized(size));
    QRectF box(0, 0, metric.horizontalAdvance(words) + m_letters, 1.5 * size);
    box.moveCenter({bottomCentre.x(), 0});
    box.moveBottom(bottomCentre.y());
    box.moveLeft(std::max(within.left(), std::min(box.left(), within.right() - box.width())));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawRoundedRect(box, 3, 3);
    text(box, Qt::AlignCenter, words, textOn(colour), size);
}

} // namespace gui
