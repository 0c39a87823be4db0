#include "gui/stepviews/grid_cells.h"

#include "gui/stepviews/grid_words.h"
#include "gui/theme/contrast.h"
#include "gui/theme/grounds.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kCellSide = 3; // in lines of text, at most
constexpr double kLeastCell = 1.5;
constexpr double kBlockGap = 0.5; // between blocks of a data rank
constexpr double kRowGap = 0.35;

constexpr GridCells::GroupOf kGridGroups[]
    = {GridCells::GroupOf::Pipeline, GridCells::GroupOf::Data, GridCells::GroupOf::Tensor};

} // namespace

QString gridGroupName(GridCells::GroupOf group)
{
    switch (group) {
    case GridCells::GroupOf::Tensor:
        return GridCells::tr("T tensor group");
    case GridCells::GroupOf::Data:
        return GridCells::tr("D data group");
    case GridCells::GroupOf::Pipeline:
        return GridCells::tr("P pipeline group");
    }
    return {};
}

QString gridGroupLetter(GridCells::GroupOf group)
{
    switch (group) {
    case GridCells::GroupOf::Tensor:
        return QStringLiteral("T");
    case GridCells::GroupOf::Data:
        return QStringLiteral("D");
    case GridCells::GroupOf::Pipeline:
        return QStringLiteral("P");
    }
    return {};
}

int GridCells::left() const
{
    return isPlain() ? letters(0.3)
                     : QFontMetrics(smallFont())
                           .horizontalAdvance(tr("pipeline %1").arg(std::max(0, m_rows - 1)))
            + letters(0.5);
}

int GridCells::top() const { return isPlain() ? letters(0.3) : letters(1.3); }

int GridCells::side(int width) const
{
    const int blocks = (m_columns + m_tensorRanks - 1) / m_tensorRanks;
    const int room = width - left() - letters(0.3) - blocks * letters(kBlockGap);
    return std::clamp(room / std::max(1, m_columns), letters(kLeastCell) / 2, letters(kCellSide));
}

QRect GridCells::placeOf(const Cell& cell, int width) const
{
    const int wide = side(width);
    const int tall = std::max(wide, letters(kLeastCell)); // two lines where groups are marked
    const int block = isPlain() ? 0 : cell.column / m_tensorRanks;
    return {left() + cell.column * wide + block * letters(kBlockGap),
            top() + cell.row * (tall + letters(kRowGap)), wide, tall};
}

PartsPicture::LaidOut GridCells::layOut(int width) const
{
    LaidOut laid{.parts = {}, .height = letters(2)};
    if (isHidden() || m_cells.empty())
        return laid;
    for (const Cell& cell : m_cells) {
        laid.parts.push_back(
            {.place = placeOf(cell, width), .name = nameOf(cell), .rank = cell.rank});
        laid.height = std::max(laid.height, laid.parts.back().place.bottom() + letters(0.6));
    }
    const QString said = groupSentences();
    if (!said.isEmpty())
        laid.height += QFontMetrics(font())
                           .boundingRect(QRect(0, 0, width, 1 << 20), Qt::TextWordWrap, said)
                           .height()
            + letters(0.3);
    return laid;
}

void GridCells::draw(QPainter& painter, const Theme& theme) const
{
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    if (isHidden())
        return painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                                tr("The grid is drawn once you have answered."));
    if (m_cells.empty())
        return painter.drawText(
            rect(), Qt::AlignCenter | Qt::TextWordWrap,
            m_devices > 0 ? tr("%1 devices are too many to draw.").arg(m_devices) : QString());
    if (!isPlain())
        drawAxes(painter, theme);
    for (const Cell& cell : m_cells)
        drawCell(painter, theme, cell);
    drawNodes(painter, theme);
    const QString said = groupSentences();
    if (said.isEmpty())
        return;
    int bottom = 0;
    for (const Part& part : all())
        bottom = std::max(bottom, part.place.bottom());
    painter.setFont(font());
    painter.setPen(theme.text);
    painter.drawText(QRect(0, bottom + letters(0.7), width(), height()), Qt::TextWordWrap, said);
}

void GridCells::drawAxes(QPainter& painter, const Theme& theme) const
{
    painter.setFont(smallFont());
    painter.setPen(theme.mutedText);
    const QFontMetrics small(smallFont());
    for (const Cell& cell : m_cells) {
        const QRect place = placeOf(cell, width());
        if (cell.column == 0)
            painter.drawText(QRect(0, place.top(), left() - letters(0.4), place.height()),
                             Qt::AlignVCenter, tr("pipeline %1").arg(cell.pipeline));
        if (cell.row > 0 || cell.column % m_tensorRanks != 0)
            continue;
        const int wide = place.width() * m_tensorRanks;
        const QString name = tr("data %1").arg(cell.data);
        painter.drawText(QRect(place.left(), 0, wide + letters(kBlockGap), letters(1.1)),
                         Qt::AlignVCenter,
                         small.horizontalAdvance(name) <= wide ? name : QString::number(cell.data));
    }
}

void GridCells::drawCell(QPainter& painter, const Theme& theme, const Cell& cell) const
{
    const QRect place = placeOf(cell, width());
    QString of; // letters of the groups that it is in with the chosen one
    const auto isIn = [&](GroupOf group) {
        const auto& ranks = marked(group);
        return ranks.size() > 1 && std::find(ranks.begin(), ranks.end(), cell.rank) != ranks.end();
    };
    for (const GroupOf group : {GroupOf::Tensor, GroupOf::Data, GroupOf::Pipeline})
        if (isIn(group))
            of += gridGroupLetter(group);
    const bool isChosen = cell.rank == currentPart();
    const QColor ground = !of.isEmpty() ? mixed(theme.base, theme.accent, isChosen ? 0.35 : 0.16)
        : cell.node % 2 == 1            ? groundOf(theme, Ground::Stripe)
                                        : theme.base;
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(ground);
    painter.drawRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5));
    int inset = 2;
    constexpr Qt::PenStyle kStyles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine};
    painter.setBrush(Qt::NoBrush);
    for (const GroupOf group : kGridGroups) {
        if (!isIn(group) || isChosen) // which is in all of them
            continue;
        const auto number = std::size_t(group);
        painter.setPen(QPen(theme.curves[number], 2, kStyles[number]));
        painter.drawRect(place.adjusted(inset, inset, -inset, -inset));
        inset += 3;
    }
    painter.setPen(theme.text);
    QFont bold = font();
    bold.setBold(isChosen);
    const bool fits
        = QFontMetrics(bold).horizontalAdvance(QString::number(cell.rank)) + 2 <= place.width();
    painter.setFont(fits ? bold : smallFont());
    const bool hasRoom = place.height() >= letters(2.1) && !of.isEmpty();
    painter.drawText(hasRoom ? place.adjusted(0, letters(0.15), 0, -place.height() / 2) : place,
                     Qt::AlignCenter, QString::number(cell.rank));
    if (!hasRoom)
        return;
    painter.setFont(smallFont());
    painter.drawText(place.adjusted(0, place.height() / 2, 0, -letters(0.2)), Qt::AlignCenter, of);
}

// A line where the next cell, to the side or below, is of another node.
void GridCells::drawNodes(QPainter& painter, const Theme& theme) const
{
    painter.setPen(QPen(theme.text, std::max(2, letters(0.12))));
    const auto nodeAt = [this](int row, int column) {
        for (const Cell& cell : m_cells)
            if (cell.row == row && cell.column == column)
                return cell.node;
        return -1;
    };
    const int by = letters(kRowGap) / 2;
    for (const Cell& cell : m_cells) {
        const QRect place = placeOf(cell, width()).adjusted(-1, -by, 1, by);
        if (nodeAt(cell.row - 1, cell.column) != cell.node)
            painter.drawLine(place.topLeft(), place.topRight());
        if (nodeAt(cell.row + 1, cell.column) != cell.node)
            painter.drawLine(place.bottomLeft(), place.bottomRight());
        if (nodeAt(cell.row, cell.column - 1) != cell.node)
            painter.drawLine(place.topLeft(), place.bottomLeft());
        if (nodeAt(cell.row, cell.column + 1) != cell.node)
            painter.drawLine(place.topRight(), place.bottomRight());
    }
}

} // namespace gui
