#include "gui/start/tile_delegate.h"

#include "gui/start/tile_model.h"
#include "gui/theme/grounds.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPainter>

namespace gui {
namespace {

constexpr QSize kCardPicture(236, 84);
constexpr QSize kRowPicture(84, 40);
constexpr double kTileCorner = 6;

// The ground under the tile and the line around it.
void drawGround(QPainter& painter, const QRect& tile, const QStyleOptionViewItem& option,
                const Theme& theme)
{
    const bool focused = option.state & QStyle::State_HasFocus;
    const bool hovered = option.state & QStyle::State_MouseOver;
    const bool current = option.state & QStyle::State_Selected;
    painter.setPen(focused || current ? QPen(focused ? theme.accent : theme.border, 1)
                                      : QPen(Qt::NoPen));
    painter.setBrush(hovered || current ? QBrush(groundOf(theme, Ground::Hovered))
                                        : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(tile).adjusted(0.5, 0.5, -0.5, -0.5), kTileCorner, kTileCorner);
}

void drawPicture(QPainter& painter, const QRect& place, const QVariant& picture, const Theme& theme)
{
    painter.fillRect(place, theme.base);
    if (const auto image = picture.value<QImage>(); !image.isNull())
        painter.drawImage(place, image);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.border, 1));
    painter.drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5));
}

} // namespace

TileDelegate::TileDelegate(TileShape shape, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_shape(shape)
{
}

QSize TileDelegate::pictureSize(TileShape shape)
{
    const Metrics sizes = metrics();
    const QSize one = shape == TileShape::Card ? kCardPicture : kRowPicture;
    return {sizes.px(one.width()), sizes.px(one.height())};
}

void TileDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Metrics sizes = metrics();
    const Theme& theme = themeFor(option.palette);
    const int gap = sizes.space(2);
    const QSize picture = pictureSize(m_shape);
    const bool card = m_shape == TileShape::Card;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    drawGround(*painter, option.rect.adjusted(2, 2, -2, -2), option, theme);
    const QPoint corner = option.rect.topLeft() + QPoint(gap, gap);
    if (!(option.state & QStyle::State_Enabled))
        painter->setOpacity(0.5);
    drawPicture(*painter, QRect(corner, picture), index.data(Qt::DecorationRole), theme);

    QFont title = sizes.font(option.font, Type::Body);
    title.setWeight(QFont::DemiBold);
    const QFont small = sizes.font(option.font, Type::Small);
    const QFontMetrics titleSize(title);
    const QFontMetrics smallSize(small);
    const int height = titleSize.height() + smallSize.height();
    const QRect words = card
        ? QRect(corner.x(), corner.y() + picture.height() + gap, picture.width(), height)
        : QRect(corner.x() + picture.width() + 2 * gap,
                corner.y() + (picture.height() - height) / 2,
                option.rect.right() - corner.x() - picture.width() - 3 * gap, height);
    const auto write = [&](const QFont& font, const QFontMetrics& size, int top, const QColor& ink,
                           const QString& text) {
        painter->setFont(font);
        painter->setPen(ink);
        painter->drawText(QRect(words.left(), top, words.width(), size.height()),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          size.elidedText(text, Qt::ElideRight, words.width()));
    };
    write(title, titleSize, words.top(), theme.text, index.data(Qt::DisplayRole).toString());
    write(small, smallSize, words.top() + titleSize.height(), theme.mutedText,
          index.data(TileModel::SummaryRole).toString());
    painter->restore();
}

QSize TileDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const Metrics sizes = metrics();
    const int gap = sizes.space(2);
    const QSize picture = pictureSize(m_shape);
    if (m_shape == TileShape::Row)
        return {picture.width() + sizes.px(120), picture.height() + 2 * gap};
    const int words = QFontMetrics(sizes.font(option.font, Type::Body)).height()
        + QFontMetrics(sizes.font(option.font, Type::Small)).height();
    return {picture.width() + 2 * gap, picture.height() + words + 3 * gap};
}

} // namespace gui
