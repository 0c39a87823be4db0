#include "gui/runs/run_delegate.h"

#include "gui/runs/run_model.h"
#include "gui/runs/run_words.h"
#include "gui/theme/grounds.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace gui {
namespace {

constexpr QSize kRunPicture(84, 56);
constexpr double kRunCorner = 6;
constexpr int kLeastWidth = 240; // pixels of scale 1

QColor inkOf(RunStanding standing, const Theme& theme)
{
    switch (standing) {
    case RunStanding::Live:
        return theme.good;
    case RunStanding::Queued:
        return theme.text;
    case RunStanding::Slow:
    case RunStanding::Marred:
    case RunStanding::Held:
        return theme.warning;
    case RunStanding::Failed:
    case RunStanding::Stuck:
    case RunStanding::Lost:
        return theme.error;
    case RunStanding::Completed:
    case RunStanding::Stopped:
    case RunStanding::Recording:
        break;
    }
    return theme.mutedText;
}

void drawRunGround(QPainter& painter, const QStyleOptionViewItem& option, const Theme& theme)
{
    const bool chosen = option.state & QStyle::State_Selected;
    const bool focused = option.state & QStyle::State_HasFocus;
    const bool hovered = option.state & QStyle::State_MouseOver;
    painter.setPen(focused ? QPen(theme.accent, 1) : QPen(Qt::NoPen));
    painter.setBrush(chosen        ? QBrush(groundOf(theme, Ground::Chosen))
                         : hovered ? QBrush(groundOf(theme, Ground::Hovered))
                                   : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(2.5, 1.5, -2.5, -1.5), kRunCorner,
                            kRunCorner);
}

// Of a list that is `width` wide: what stands beside the picture.
int wordsWidth(int width, const Metrics& sizes)
{
    return width - sizes.px(kRunPicture.width()) - 3 * sizes.space(2) - 2;
}

// Why a run waits can take several lines, broken within a word, as a path, where it must be. Their
// height; 0: there is nothing to say.
int layReason(QTextLayout& layout, int width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return layout.text().isEmpty() ? 0 : static_cast<int>(std::ceil(height));
}

} // namespace

QSize RunDelegate::pictureSize()
{
    const Metrics sizes = metrics();
    return {sizes.px(kRunPicture.width()), sizes.px(kRunPicture.height())};
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    const Metrics sizes = metrics();
    const Theme& theme = themeFor(option.palette);
    const int gap = sizes.space(2);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    drawRunGround(*painter, option, theme);
    const QSize size = pictureSize();
    const QRect picture(QPoint(option.rect.left() + gap,
                               option.rect.top() + (option.rect.height() - size.height()) / 2),
                        size);
    painter->fillRect(picture, theme.base);
    if (const auto image = index.data(Qt::DecorationRole).value<QImage>(); !image.isNull())
        painter->drawImage(picture, image);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.border, 1));
    painter->drawRect(QRectF(picture).adjusted(-0.5, -0.5, 0.5, 0.5));

    QFont title = sizes.font(option.font, Type::Body);
    title.setWeight(QFont::DemiBold);
    const QFont small = sizes.font(option.font, Type::Small);
    const int lineHeight = QFontMetrics(small).height();
    const QRect words(picture.right() + gap + 1, option.rect.top(),
                      option.rect.right() - picture.right() - 2 * gap - 1, option.rect.height());
    const QString reason = index.data(RunModel::WaitingRole).toString();
    QTextLayout reasonLines(reason, small);
    const int reasonRoom = layReason(reasonLines, words.width());
    int top = option.rect.top()
        + (option.rect.height() - QFontMetrics(title).height() - 3 * lineHeight - reasonRoom) / 2;
    const auto write = [&](const QFont& font, const QColor& ink, const QString& text, int taken,
                           Qt::Alignment side) {
        const QFontMetrics letters(font);
        const QRect line(words.left(), top, words.width() - taken, letters.height());
        painter->setFont(font);
        painter->setPen(ink);
        painter->drawText(line, side | Qt::AlignVCenter | Qt::TextSingleLine,
                          letters.elidedText(text, Qt::ElideRight, line.width()));
    };
    const auto text = [&index](int role) { return index.data(role).toString(); };
    write(title, theme.text, text(Qt::DisplayRole), 0, Qt::AlignLeft);
    top += QFontMetrics(title).height();
    const auto standing = static_cast<RunStanding>(index.data(RunModel::StandingRole).toInt());
    // How the run stands gives way to its age: the beginning says it, and the tooltip the rest.
    const QString age = text(RunModel::AgeRole);
    const int taken = age.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(age) + gap;
    write(small, theme.mutedText, age, 0, Qt::AlignRight);
    write(small, inkOf(standing, theme), text(RunModel::StandingTextRole), taken, Qt::AlignLeft);
    top += lineHeight;
    write(small, theme.mutedText, text(RunModel::KindRole), 0, Qt::AlignLeft);
    top += lineHeight;
    write(small, theme.text, text(RunModel::NumbersRole), 0, Qt::AlignLeft);
    top += lineHeight;
    if (!reason.isEmpty()) {
        painter->setPen(theme.mutedText);
        reasonLines.draw(painter, QPointF(words.left(), top));
    }
    painter->restore();
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Metrics sizes = metrics();
    const QFont small = sizes.font(option.font, Type::Small);
    const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = list ? list->viewport()->width() : sizes.px(kLeastWidth);
    QTextLayout reason(index.data(RunModel::WaitingRole).toString(), small);
    const int words = QFontMetrics(sizes.font(option.font, Type::Body)).height()
        + 3 * QFontMetrics(small).height() + layReason(reason, wordsWidth(width, sizes));
    return {sizes.px(kLeastWidth), std::max(words, pictureSize().height()) + 2 * sizes.space(2)};
}

} // namespace gui
