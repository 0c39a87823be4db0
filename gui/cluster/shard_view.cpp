#include "gui/cluster/shard_view.h"

#include "gui/estimate/verdict_text.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/contrast.h"
#include "gui/theme/grounds.h"
#include "gui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace gui {
namespace {

constexpr double kOtherShare = 0.8; // of the ground, in parts of other ranks
constexpr double kLeastPart = 3;    // pixels, from which on parts are told apart
constexpr double kLeastSlice = 4;
constexpr double kFullScale = 1.04; // of the bar of all that is held, over the larger of its ends

QFont shardTitleFont(const QWidget& widget)
{
    QFont font = metrics().font(widget.font(), Type::Body);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont shardFont(const QWidget& widget) { return metrics().font(widget.font(), Type::Small); }

} // namespace

ShardView::ShardView(QWidget* parent)
    : QWidget(parent)
{
    installPaintedParts();
    setAccessibleName(tr("Shards of a device"));
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

const Theme& ShardView::theme() const { return themeFor(palette()); }

ShardLayout ShardView::layoutFor(double width) const
{
    return m_subject ? ShardLayout(*m_subject, width, QFontMetricsF(shardTitleFont(*this)),
                                   QFontMetricsF(shardFont(*this)))
                     : ShardLayout();
}

void ShardView::show(std::optional<ShardSubject> subject, const QString& reason)
{
    m_subject = std::move(subject);
    m_reason = reason;
    layOut();
    updateGeometry();
}

void ShardView::layOut()
{
    m_layout = layoutFor(width());
    const int items = static_cast<int>(m_layout.items().size());
    setMinimumHeight(static_cast<int>(m_layout.height()));
    setCurrent(std::min(std::max(0, m_current), items - 1));
    setAccessibleDescription(m_current < 0 ? m_reason
                                           : m_layout.items()[std::size_t(m_current)].words());
    emit currentChanged();
    update();
}

QSize ShardView::sizeHint() const { return {metrics().px(700), heightForWidth(metrics().px(700))}; }

int ShardView::heightForWidth(int width) const
{
    return static_cast<int>(layoutFor(width).height());
}

void ShardView::setCurrent(int item)
{
    if (item == m_current)
        return;
    m_current = item;
    setAccessibleDescription(item < 0 ? m_reason : partName(item));
    tellCurrentPart(*this);
    emit currentChanged();
    update();
}

QString ShardView::partName(int item) const { return m_layout.items()[std::size_t(item)].words(); }

QRect ShardView::partPlace(int item) const
{
    return m_layout.items()[std::size_t(item)].area.toAlignedRect();
}

void ShardView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().base);
    painter.setFont(shardFont(*this));
    if (!m_subject) {
        painter.setPen(theme().mutedText);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    painter.setFont(shardTitleFont(*this));
    painter.setPen(theme().text);
    for (const ShardHeading& heading : m_layout.headings())
        painter.drawText(heading.place, heading.text);
    painter.setFont(shardFont(*this));
    paintCellNumbers(painter);
    for (std::size_t i = 0; i < m_layout.items().size(); ++i) {
        const ShardItem& item = m_layout.items()[i];
        if (static_cast<int>(i) == m_current) {
            const QColor ground = groundOf(theme(), Ground::Current);
            painter.fillRect(item.area.adjusted(-4, -4, 4, 4),
                             hasFocus() ? ground : mixed(theme().base, ground, 0.5));
        }
        if (item.form == ShardItem::Form::State)
            paintState(painter, item);
        else
            paintItem(painter, item);
    }
    paintTotal(painter);
}

void ShardView::paintParts(QPainter& painter, const ShardItem& item, const QColor& colour) const
{
    const QColor other = mixed(colour, theme().base, kOtherShare);
    const double length = item.upright ? item.box.width() : item.box.height();
    const double part = length / item.ways;
    painter.fillRect(item.box, item.ways > 1 ? other : colour);
    const auto partBox = [&](int number) {
        return item.upright
            ? QRectF(item.box.left() + number * part, item.box.top(), part, item.box.height())
            : QRectF(item.box.left(), item.box.top() + number * part, item.box.width(), part);
    };
    if (item.ways > 1)
        painter.fillRect(partBox(item.own), colour);
    painter.setPen(theme().base);
    for (int number = 1; number < item.ways && part >= kLeastPart; ++number) {
        const QRectF box = partBox(number);
        painter.drawLine(box.topLeft(), item.upright ? box.bottomLeft() : box.topRight());
    }
    painter.setPen(theme().outline(colour));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(item.box);
}

void ShardView::paintItem(QPainter& painter, const ShardItem& item) const
{
    const bool kept = item.form == ShardItem::Form::Activations;
    paintParts(painter, item, theme().memory[kept ? 3 : 0]);
    const QFontMetricsF text(painter.font());
    double top = item.area.bottom() - 3 * text.height();
    for (const auto& [words, colour] :
         {std::pair{item.title, theme().text}, std::pair{item.cut, theme().mutedText},
          std::pair{item.size, theme().text}}) {
        painter.setPen(colour);
        painter.drawText(QRectF(item.area.left(), top, item.area.width(), text.height()),
                         Qt::AlignHCenter | Qt::TextDontClip, words);
        top += text.height();
    }
    paintWay(painter, item);
}

// An arrow from the item before, with what happens on it.
void ShardView::paintWay(QPainter& painter, const ShardItem& item) const
{
    const Metrics sizes = metrics();
    const QFontMetricsF text(painter.font());
    const auto arrow = [&](double left, double right, const QStringList& steps) {
        double widest = 0;
        for (const QString& step : steps)
            widest = std::max(widest, text.horizontalAdvance(step));
        const double y = item.box.center().y();
        double top = y - sizes.space(1) - text.height() * double(steps.size());
        painter.setPen(theme().text);
        for (const QString& step : steps) {
            painter.drawText(QRectF(left, top, right - left, text.height()),
                             Qt::AlignCenter | Qt::TextDontClip, step);
            top += text.height();
        }
        painter.setPen(theme().mutedText);
        painter.drawLine(QPointF(left, y), QPointF(right, y));
        const double head = sizes.space(1);
        painter.drawLine(QPointF(right - head, y - head), QPointF(right, y));
        painter.drawLine(QPointF(right - head, y + head), QPointF(right, y));
    };
    if (!item.before.isEmpty()) {
        double widest = 0;
        for (const QString& step : item.before)
            widest = std::max(widest, text.horizontalAdvance(step));
        const double right = item.area.left() - sizes.space(1);
        arrow(right - widest - sizes.space(1), right, item.before);
    }
    if (!item.after.isEmpty()) {
        const double left = item.area.right() + sizes.space(1);
        arrow(left, left + text.horizontalAdvance(item.after) + sizes.space(1), {item.after});
    }
}

void ShardView::paintCellNumbers(QPainter& painter) const
{
    painter.setPen(theme().mutedText);
    const auto row
        = std::find_if(m_layout.items().begin(), m_layout.items().end(),
                       [](const ShardItem& item) { return item.form == ShardItem::Form::State; });
    const QFontMetricsF text(painter.font());
    for (std::size_t cell = 0; cell < m_layout.cells().size(); ++cell) {
        const QRectF box = m_layout.cellBox(*row, cell);
        const int rank = m_layout.cells()[cell];
        painter.setPen(rank == row->own ? theme().text : theme().mutedText);
        painter.drawText(
            QRectF(box.left(), box.top() - text.height() - 2, box.width(), text.height()),
            Qt::AlignCenter, QString::number(rank));
        // Ranks that have no cell.
        if (cell > 0 && rank > m_layout.cells()[cell - 1] + 1)
            painter.drawText(
                QPointF(box.left() - text.horizontalAdvance(QStringLiteral("…")) / 2 - 2,
                        box.top() - 2),
                QStringLiteral("…"));
    }
    painter.drawText(QRectF(row->area.left(), row->area.top() - text.height() - 2,
                            row->box.left() - row->area.left(), text.height()),
                     Qt::AlignLeft | Qt::TextDontClip, tr("data rank"));
}

void ShardView::paintState(QPainter& painter, const ShardItem& item) const
{
    const Metrics sizes = metrics();
    const QFontMetricsF text(painter.font());
    const QColor colour = theme().memory[static_cast<std::size_t>(item.state)];
    painter.setPen(theme().text);
    painter.drawText(QRectF(item.area.left(), item.box.top(), item.box.left() - item.area.left(),
                            item.box.height()),
                     Qt::AlignVCenter, item.title);
    for (std::size_t cell = 0; cell < m_layout.cells().size(); ++cell) {
        const int rank = m_layout.cells()[cell];
        const QRectF box = m_layout.cellBox(item, cell);
        const bool own = rank == item.own;
        const QColor fill = own ? colour : mixed(colour, theme().base, kOtherShare * 0.6);
        painter.fillRect(box, mixed(colour, theme().base, 0.92));
        const double wide = std::max(box.width() / item.ways, kLeastSlice);
        const double left
            = box.left() + (box.width() - wide) * (rank % item.ways) / std::max(1, item.ways - 1);
        painter.fillRect(QRectF(left, box.top(), wide, box.height()), fill);
        painter.setPen(own ? QPen(theme().text, 2) : QPen(theme().border, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(own ? box.adjusted(-1, -1, 1, 1) : box);
    }
    painter.setPen(theme().text);
    painter.drawText(QRectF(item.box.right() + sizes.space(2), item.box.top(),
                            std::max(0.0, item.area.right() - item.box.right()), item.box.height()),
                     Qt::AlignVCenter, item.size);
    painter.setPen(theme().mutedText);
    painter.drawText(
        QRectF(item.box.left(), item.box.bottom() + sizes.space(1),
               item.area.right() - item.box.left(), text.height()),
        Qt::AlignLeft | Qt::TextDontClip, // signs of Chinese are taller than the line
        text.elidedText(item.sentence, Qt::ElideRight, item.area.right() - item.box.left()));
}

void ShardView::paintTotal(QPainter& painter) const
{
    const plan::RankMemory& memory = m_subject->shards.memory;
    const QRectF bar = m_layout.totalBox();
    const QFontMetricsF text(painter.font());
    const double whole = std::max(memory.peak(), m_subject->limit) * kFullScale;
    painter.setPen(theme().text);
    painter.drawText(QRectF(metrics().space(4), bar.top(), bar.left(), bar.height()),
                     Qt::AlignVCenter, tr("At the peak"));
    painter.fillRect(bar, theme().panel);
    double left = bar.left();
    const std::array parts{memory.weights, memory.gradients, memory.optimizer, memory.activations,
                           memory.other()};
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const double wide = bar.width() * parts[part] / whole;
        const QColor& fill = theme().memory[part];
        painter.fillRect(QRectF(left, bar.top(), wide, bar.height()), fill);
        const QString size = gibibytes(parts[part]);
        if (text.horizontalAdvance(size) + 8 < wide) {
            painter.setPen(textOn(fill));
            painter.drawText(QRectF(left, bar.top(), wide, bar.height()), Qt::AlignCenter, size);
        }
        left += wide;
    }
    const double limit = bar.left() + bar.width() * m_subject->limit / whole;
    painter.setPen(QPen(theme().error, 2, Qt::DashLine));
    painter.drawLine(QPointF(limit, bar.top() - 3), QPointF(limit, bar.bottom() + 3));
    painter.setPen(theme().mutedText);
    painter.drawText(
        QRectF(bar.left(), bar.bottom() + metrics().space(1), bar.width(), text.height()),
        Qt::AlignLeft | Qt::TextDontClip, // signs of Chinese are taller than the line
        text.elidedText(
            tr("%1 of %2: weights, gradients, optimizer states, activations of %3 in flight, "
               "buffers and the rest")
                .arg(gibibytes(memory.peak()), gibibytes(m_subject->limit),
                     QString::number(memory.inFlight)),
            Qt::ElideRight, bar.width()));
}

void ShardView::resizeEvent(QResizeEvent*) { layOut(); }

void ShardView::keyPressEvent(QKeyEvent* event)
{
    const int items = static_cast<int>(m_layout.items().size());
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        return setCurrent(std::max(0, m_current - 1));
    case Qt::Key_Right:
    case Qt::Key_Down:
        return setCurrent(std::min(items - 1, m_current + 1));
    case Qt::Key_Home:
        return setCurrent(std::min(0, items - 1));
    case Qt::Key_End:
        return setCurrent(items - 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void ShardView::mousePressEvent(QMouseEvent* event)
{
    if (const int item = m_layout.itemAt(event->position()); item >= 0)
        setCurrent(item);
}

bool ShardView::event(QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() == QEvent::FontChange)
        layOut();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int item = m_layout.itemAt(help->pos());
    QToolTip::showText(help->globalPos(),
                       item < 0 ? QString() : plainTip(m_layout.items()[std::size_t(item)].words()),
                       this);
    return true;
}

} // namespace gui
