#include "gui/charts/heat_map.h"

#include "gui/charts/chart_look.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr int kScaleStops = 24;
constexpr double kScaleWidth = 14; // pixels of scale 1

QFont mapFont(const QWidget& widget) { return metrics().font(widget.font(), Type::Small); }

} // namespace

HeatMap::HeatMap(const QString& empty, QWidget* parent)
    : QWidget(parent)
    , m_empty(empty)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(empty);
}

void HeatMap::show(const SweepPicture& picture)
{
    m_picture = picture;
    m_chosen = {};
    setAccessibleName(picture.title.isEmpty() ? m_empty : picture.title);
    setAccessibleDescription(picture.headline());
    m_heights.clear();
    for (const SweepCurve& curve : m_picture.curves)
        for (const auto& point : curve.points)
            if (point)
                m_heights.push_back(point->height);
    std::sort(m_heights.begin(), m_heights.end());
    m_heights.erase(std::unique(m_heights.begin(), m_heights.end()), m_heights.end());
    measure();
    update();
}

double HeatMap::shareOf(double height) const
{
    if (m_heights.size() < 2)
        return 0;
    const auto place = std::lower_bound(m_heights.begin(), m_heights.end(), height);
    return static_cast<double>(place - m_heights.begin())
        / static_cast<double>(m_heights.size() - 1);
}

double HeatMap::heightAt(double share) const
{
    if (m_heights.empty())
        return 0;
    const auto last = static_cast<double>(m_heights.size() - 1);
    return m_heights[static_cast<std::size_t>(std::lround(share * last))];
}

QString HeatMap::numberOf(const SweepPoint& point) const { return threeDigits(point.height); }

void HeatMap::measure()
{
    const QFontMetrics text(mapFont(*this));
    m_nameWidth = m_numberWidth = 0;
    for (const SweepCurve& curve : m_picture.curves) {
        m_nameWidth = std::max(m_nameWidth, text.horizontalAdvance(curve.name));
        for (const auto& point : curve.points)
            if (point)
                m_numberWidth = std::max(m_numberWidth, text.horizontalAdvance(numberOf(*point)));
    }
}

QRect HeatMap::plot() const
{
    const Metrics sizes = metrics();
    const QFontMetrics text(mapFont(*this));
    const int left = std::min(m_nameWidth, width() / 4) + sizes.space(4);
    const int right
        = sizes.px(kScaleWidth) + text.horizontalAdvance(QStringLiteral("0.0000")) + sizes.space(5);
    const int top = text.height() + sizes.space(3);
    const int bottom = 2 * text.height() + sizes.space(3);
    return rect().adjusted(left, top, -right, -bottom);
}

QRect HeatMap::placeOf(SweepCell cell) const
{
    const QRect area = plot();
    const auto columns = static_cast<int>(m_picture.values.size());
    const auto rows = static_cast<int>(m_picture.curves.size());
    const auto x = [&](int value) { return area.left() + area.width() * value / columns; };
    const auto y = [&](int curve) { return area.top() + area.height() * (rows - curve) / rows; };
    return {QPoint(x(cell.value), y(cell.curve + 1)),
            QPoint(x(cell.value + 1) - 1, y(cell.curve) - 1)};
}

SweepCell HeatMap::cellAt(QPoint place) const
{
    const QRect area = plot();
    if (m_picture.isEmpty() || !area.contains(place))
        return {};
    // Rounded as the cells are.
    for (int curve = 0; curve < static_cast<int>(m_picture.curves.size()); ++curve) {
        const QRect first = placeOf({0, curve});
        if (place.y() < first.top() || place.y() > first.bottom())
            continue;
        for (int value = 0; value < m_picture.values.size(); ++value)
            if (placeOf({value, curve}).contains(place))
                return {value, curve};
    }
    return {};
}

bool HeatMap::hasNumbers() const
{
    if (m_picture.isEmpty())
        return false;
    const QFontMetrics text(mapFont(*this));
    const QRect cell = placeOf({0, 0});
    return cell.width() >= m_numberWidth + metrics().space(2) && cell.height() >= text.height() + 2;
}

void HeatMap::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.setFont(mapFont(*this));
    if (m_picture.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_empty);
        painter.end();
        return paintFocus(*this);
    }
    for (int curve = 0; curve < static_cast<int>(m_picture.curves.size()); ++curve)
        for (int value = 0; value < m_picture.values.size(); ++value)
            paintCell(painter, {value, curve});
    const auto frame = [&](SweepCell cell, const QColor& inner, const QColor& outer) {
        const QRect place = placeOf(cell).adjusted(0, 0, -1, -1);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(outer, 3));
        painter.drawRect(place);
        painter.setPen(QPen(inner, 1));
        painter.drawRect(place.adjusted(2, 2, -2, -2));
    };
    if (m_picture.present.isSomewhere())
        frame(m_picture.present, theme.base, theme.text);
    if (m_chosen.isSomewhere())
        frame(m_chosen, theme.base, theme.accent);
    paintNames(painter);
    paintScale(painter);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void HeatMap::paintCell(QPainter& painter, SweepCell cell) const
{
    const Theme& theme = themeFor(palette());
    const QRect place = placeOf(cell);
    // A line of the ground between cells that are large enough.
    const QRect box
        = place.width() > 4 && place.height() > 4 ? place.adjusted(0, 0, -1, -1) : place;
    const SweepPoint* point = m_picture.at(cell);
    if (!point) {
        painter.fillRect(box, theme.idle);
        painter.fillRect(box, QBrush(theme.hatch, Qt::BDiagPattern));
        return;
    }
    const QColor fill = theme.heat(shareOf(point->height));
    painter.fillRect(box, fill);
    painter.setPen(textOn(fill));
    if (!point->fits) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.restore();
    }
    if (hasNumbers())
        painter.drawText(box, Qt::AlignCenter, numberOf(*point));
}

void HeatMap::paintNames(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetrics text = painter.fontMetrics();
    const Metrics sizes = metrics();
    const QRect area = plot();
    painter.setPen(theme.text);
    int free = area.left(); // from where the next name may stand
    for (int value = 0; value < m_picture.values.size(); ++value) {
        const QRect column = placeOf({value, 0});
        const QString& name = m_picture.values[value];
        const int needed = text.horizontalAdvance(name);
        const int left = column.center().x() - needed / 2;
        if (left < free && value > 0)
            continue;
        free = left + needed + sizes.space(1);
        painter.drawText(left, area.bottom() + sizes.space(1) + text.ascent(), name);
    }
    int above = area.bottom() + text.height();
    for (int curve = 0; curve < static_cast<int>(m_picture.curves.size()); ++curve) {
        const QRect row = placeOf({0, curve});
        if (row.center().y() + text.height() / 2 > above)
            continue;
        above = row.center().y() - text.height() / 2;
        const int width = area.left() - sizes.space(2);
        painter.drawText(QRect(sizes.space(1), row.center().y() - text.height() / 2,
                               width - sizes.space(1), text.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         text.elidedText(m_picture.curves[static_cast<std::size_t>(curve)].name,
                                         Qt::ElideRight, width - sizes.space(1)));
    }
    painter.setPen(theme.mutedText);
    painter.drawText(QRect(area.left(), area.bottom() + text.height() + sizes.space(2),
                           area.width(), text.height()),
                     Qt::AlignCenter, m_picture.field);
    paintTitles(painter);
}

// The second field at the left, what the numbers are at the right: each has all that the other
// leaves, and both a half where they need more.
void HeatMap::paintTitles(QPainter& painter) const
{
    const Metrics sizes = metrics();
    const QFontMetrics text = painter.fontMetrics();
    const QRect line(sizes.space(1), sizes.space(1), width() - sizes.space(3), text.height());
    const int room = line.width() - sizes.space(2);
    const int field = text.horizontalAdvance(m_picture.other);
    const int title = text.horizontalAdvance(m_picture.title);
    painter.drawText(
        line, Qt::AlignLeft,
        text.elidedText(m_picture.other, Qt::ElideRight, std::max(room / 2, room - title)));
    painter.drawText(
        line, Qt::AlignRight,
        text.elidedText(m_picture.title, Qt::ElideRight, std::max(room / 2, room - field)));
}

void HeatMap::paintScale(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    const QFontMetrics text = painter.fontMetrics();
    const QRect area = plot();
    const QRect bar(area.right() + sizes.space(3), area.top(), sizes.px(kScaleWidth),
                    area.height());
    QLinearGradient shades(bar.bottomLeft(), bar.topLeft());
    for (int stop = 0; stop <= kScaleStops; ++stop) {
        const double share = static_cast<double>(stop) / kScaleStops;
        shades.setColorAt(share, theme.heat(share));
    }
    painter.fillRect(bar, shades);
    painter.setPen(theme.text);
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const double height = heightAt(share);
        const int y = bar.bottom() - static_cast<int>(share * bar.height());
        const int top = std::clamp(y - text.height() / 2, bar.top(), bar.bottom() - text.height());
        painter.drawText(QPoint(bar.right() + sizes.space(1), top + text.ascent()),
                         threeDigits(height));
    }
}

QSize HeatMap::minimumSizeHint() const { return {metrics().px(240), metrics().px(160)}; }

void HeatMap::setChosen(SweepCell cell)
{
    m_chosen = cell;
    update();
}

void HeatMap::choose(SweepCell cell)
{
    setChosen(cell);
    setAccessibleDescription(m_picture.tipOf(cell));
    emit cellChosen(cell);
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    const SweepCell cell = cellAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && cell.isSomewhere())
        choose(cell);
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent* event)
{
    const SweepCell cell = cellAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && m_picture.at(cell))
        emit opened(cell);
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    if (m_picture.at(m_chosen)
        && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        emit opened(m_chosen);
        return;
    }
    const int along = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int up = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
    if (m_picture.isEmpty() || (along == 0 && up == 0)) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (!m_chosen.isSomewhere()) {
        choose(m_picture.present.isSomewhere() ? m_picture.present : SweepCell{0, 0});
        return;
    }
    choose({std::clamp(m_chosen.value + along, 0, static_cast<int>(m_picture.values.size()) - 1),
            std::clamp(m_chosen.curve + up, 0, static_cast<int>(m_picture.curves.size()) - 1)});
}

bool HeatMap::event(QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() == QEvent::FontChange)
        measure();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), plainTip(m_picture.tipOf(cellAt(help->pos()))), this);
    return true;
}

} // namespace gui
