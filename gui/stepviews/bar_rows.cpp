#include "gui/stepviews/bar_rows.h"

#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/inks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gui {
namespace {

constexpr double kBarLine = 1.5;  // height of a row, in lines of text
constexpr double kSwatch = 0.9;   // side of a sample, likewise
constexpr double kLeastBoxes = 5; // pixels of a box that is counted

constexpr double kBesideRows = 0.25; // kept free at both sides, in lines of text
constexpr double kBeforeRemark = 0.5;

int advance(const QFont& font, const QString& text)
{
    return QFontMetrics(font).horizontalAdvance(text);
}

} // namespace

void fillPiece(QPainter& painter, const QRectF& place, const QColor& colour, Qt::BrushStyle pattern,
               const QString& letter, const Theme& theme)
{
    const QColor ink = textOn(colour);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRect(place);
    if (pattern != Qt::NoBrush) {
        painter.setBrush(QBrush(chunkLineOn(colour, ink), pattern));
        painter.drawRect(place);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.outline(colour), 1));
    painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
    if (letter.isEmpty() || advance(painter.font(), letter) + 4 > place.width())
        return;
    painter.setPen(ink);
    painter.drawText(place, Qt::AlignCenter, letter);
}

BarRows::BarRows(const QString& name, QWidget* parent)
    : PartsPicture(name, parent)
{
}

void BarRows::show(BarPicture picture)
{
    m_picture = std::move(picture);
    refresh();
}

int BarRows::inset() const { return letters(kBesideRows); }

int BarRows::rowHeight() const { return letters(kBarLine); }

// Over the first row stands the name of the limit.
int BarRows::rowTop(std::size_t row) const
{
    return (m_picture.limit > 0 ? letters(1.1) : 0) + int(row) * (rowHeight() + letters(0.3));
}

int BarRows::legendTop() const { return rowTop(m_picture.rows.size()) + letters(0.2); }

BarRows::Columns BarRows::columnsOf(int width) const
{
    QFont bold = font();
    bold.setBold(true);
    int names = 0;
    int values = 0;
    for (const BarRow& row : m_picture.rows) {
        names = std::max(names, advance(font(), row.name));
        const int remark
            = row.remark.isEmpty() ? 0 : advance(bold, row.remark) + letters(kBeforeRemark);
        values = std::max(values, advance(font(), row.value) + remark);
    }
    const int gap = letters(0.5);
    Columns columns{.bar = inset() + names + gap, .value = width - inset() - values};
    // A narrow picture keeps its bars; what stands behind them goes to their ends.
    if (columns.value - gap - columns.bar < width / 4)
        columns.value = std::min(width, columns.bar + width / 4 + gap);
    return columns;
}

int BarRows::xOf(double amount, const Columns& columns) const
{
    const int right = columns.value - letters(0.5);
    return columns.bar
        + int(std::lround((right - columns.bar) * std::clamp(amount / m_picture.extent, 0.0, 1.0)));
}

int BarRows::nameWidth() const
{
    int widest = 0;
    for (const BarKind& kind : m_picture.kinds)
        widest = std::max(widest, advance(smallFont(), kind.name));
    return widest + letters(kSwatch + 0.5);
}

int BarRows::cellWidth() const
{
    int widest = 0;
    for (const QString& column : m_picture.columns)
        widest = std::max(widest, advance(smallFont(), column));
    for (const BarKind& kind : m_picture.kinds)
        for (const QString& cell : kind.cells)
            widest = std::max(widest, advance(smallFont(), cell));
    return m_picture.columns.isEmpty() ? 0 : widest + letters(0.8);
}

// The first ones matter most.
int BarRows::columnsThatFit(int width) const
{
    const int cell = cellWidth();
    return cell == 0 ? 0
                     : std::clamp((width - nameWidth() - 2 * inset()) / cell, 1,
                                  std::max(1, int(m_picture.columns.size())));
}

std::vector<QRect> BarRows::legend(int width, int& height) const
{
    const int line = letters(1.15);
    const int swatch = letters(kSwatch + 0.4);
    const bool isTable = !m_picture.columns.isEmpty();
    const int room = std::max(1, width - 2 * inset() - swatch);
    std::vector<QRect> places;
    int x = inset();
    int y = legendTop() + (isTable ? line : 0);
    int high = line; // of the names beside each other
    for (const BarKind& kind : m_picture.kinds) {
        const int whole = advance(smallFont(), kind.name);
        const int wide = (isTable ? whole : std::min(whole, room)) + swatch;
        if (x > inset() && (isTable || x + wide > width)) {
            x = inset();
            y += high;
            high = line;
        }
        if (!isTable && whole > room)
            high = std::max(
                line,
                QFontMetrics(smallFont())
                    .boundingRect(QRect(0, 0, room, 1 << 20), Qt::TextWordWrap, kind.name)
                    .height());
        places.emplace_back(x, y, wide, high);
        x += wide + letters(0.8);
    }
    height = (places.empty() ? legendTop() : places.back().bottom() + 1) + letters(0.2);
    return places;
}

PartsPicture::LaidOut BarRows::layOut(int width) const
{
    LaidOut laid;
    for (std::size_t row = 0; row < m_picture.rows.size(); ++row) {
        const BarRow& one = m_picture.rows[row];
        laid.parts.push_back(
            {.place = {0, rowTop(row), width, rowHeight()},
             .name = m_picture.covered ? one.name : one.name + QLatin1Char(' ') + one.value,
             .description = m_picture.covered ? QString() : one.description,
             .rank = one.rank});
    }
    legend(width, laid.height);
    if (!m_picture.foot.isEmpty())
        laid.height += QFontMetrics(font())
                           .boundingRect(QRect(0, 0, width - 2 * inset(), 1 << 20),
                                         Qt::TextWordWrap, m_picture.foot)
                           .height()
            + letters(0.2);
    return laid;
}

void BarRows::draw(QPainter& painter, const Theme& theme) const
{
    painter.setFont(font());
    for (std::size_t row = 0; row < m_picture.rows.size(); ++row)
        drawRow(painter, theme, row);
    if (m_picture.limit > 0)
        drawLimit(painter, theme);
    drawLegend(painter, theme);
    if (m_picture.foot.isEmpty())
        return;
    int top = 0;
    legend(width(), top);
    painter.setFont(font());
    painter.setPen(theme.text);
    painter.drawText(QRect(inset(), top, width() - 2 * inset(), height() - top), Qt::TextWordWrap,
                     m_picture.foot);
}

void BarRows::drawRow(QPainter& painter, const Theme& theme, std::size_t row) const
{
    const BarRow& one = m_picture.rows[row];
    const Columns columns = columnsOf(width());
    const int top = rowTop(row);
    const int tall = rowHeight();
    painter.setFont(font());
    painter.setPen(theme.text);
    painter.drawText(QRect(inset(), top, columns.bar, tall), Qt::AlignVCenter, one.name);
    if (m_picture.covered) {
        const QRectF frame(columns.bar, top, xOf(m_picture.extent, columns) - columns.bar, tall);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
        painter.drawRect(frame.adjusted(0.5, 0.5, -0.5, -0.5));
        painter.drawText(frame, Qt::AlignCenter, QStringLiteral("?"));
        return;
    }
    double from = 0;
    painter.setFont(smallFont());
    for (std::size_t kind = 0; kind < one.pieces.size(); ++kind) {
        const double amount = one.pieces[kind];
        const BarKind& what = m_picture.kinds[kind];
        const int left = xOf(from, columns);
        const int right = xOf(from + amount, columns);
        const bool boxes = m_picture.counted && right - left >= kLeastBoxes * amount;
        const int count = boxes ? int(amount) : 1;
        for (int box = 0; box < count && right > left; ++box) {
            const int begin = xOf(from + amount * box / count, columns);
            const int end = xOf(from + amount * (box + 1) / count, columns);
            fillPiece(painter, QRectF(begin, top, end - begin, tall), what.colour(theme),
                      what.pattern, what.letter, theme);
        }
        from += amount;
    }
    const int end = std::max(columns.value, xOf(from, columns) + letters(0.3));
    painter.setFont(font());
    painter.setPen(theme.text);
    painter.drawText(QRect(end, top, width() - end, tall), Qt::AlignVCenter, one.value);
    if (one.remark.isEmpty())
        return;
    QFont bold = font();
    bold.setBold(true);
    const int behind = end + advance(font(), one.value) + letters(kBeforeRemark);
    painter.setFont(bold);
    painter.drawText(QRect(behind, top, width() - behind, tall), Qt::AlignVCenter, one.remark);
}

void BarRows::drawLimit(QPainter& painter, const Theme& theme) const
{
    const Columns columns = columnsOf(width());
    const int x = xOf(m_picture.limit, columns);
    const int bottom = rowTop(m_picture.rows.size()) - letters(0.2);
    painter.setPen(QPen(theme.text, std::max(2, letters(0.1)), Qt::DashLine));
    painter.drawLine(x, letters(1.05), x, bottom);
    painter.setFont(smallFont());
    const int wide = advance(smallFont(), m_picture.limitName);
    const int left = std::clamp(x - wide / 2, 0, std::max(0, width() - wide));
    painter.drawText(QRect(left, 0, wide + 2, letters(1)), Qt::AlignVCenter, m_picture.limitName);
}

void BarRows::drawLegend(QPainter& painter, const Theme& theme) const
{
    int height = 0;
    const std::vector<QRect> places = legend(width(), height);
    const int cell = cellWidth();
    const int shown = columnsThatFit(width());
    // Numbers stand at the right end of their column.
    const auto cellRect = [&](int column, const QRect& line) {
        return QRect(inset() + nameWidth() + column * cell, line.top(), cell, line.height());
    };
    painter.setFont(smallFont());
    if (!places.empty() && shown > 0) {
        painter.setPen(theme.mutedText);
        for (int column = 0; column < shown; ++column)
            painter.drawText(
                cellRect(column, places.front().translated(0, -places.front().height())),
                Qt::AlignRight | Qt::AlignVCenter, m_picture.columns[column]);
    }
    for (std::size_t kind = 0; kind < places.size(); ++kind) {
        const BarKind& what = m_picture.kinds[kind];
        const QRect& place = places[kind];
        const int side = letters(kSwatch);
        const double above = (std::min(place.height(), letters(1.15)) - side) / 2.0;
        fillPiece(painter, QRectF(place.left(), place.top() + above, side, side),
                  what.colour(theme), what.pattern, what.letter, theme);
        painter.setPen(theme.text);
        const bool isLong = place.height() > letters(1.15);
        painter.drawText(
            place.adjusted(side + letters(0.3), 0, isLong ? letters(0.1) : letters(2), 0),
            Qt::AlignVCenter | (isLong ? Qt::TextWordWrap : 0), what.name);
        for (int column = 0; column < std::min(shown, int(what.cells.size())); ++column)
            painter.drawText(cellRect(column, place), Qt::AlignRight | Qt::AlignVCenter,
                             what.cells[column]);
    }
}

} // namespace gui
