#include "gui/lessons/build_lanes.h"

#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

using plan::Op;
using plan::OpKind;

constexpr int kLetters = 15;      // pixels of scale 1
constexpr double kNameWidth = 72; // of a lane's name
constexpr int kMostTicks = 40;

QColor colourOf(const Theme& theme, OpKind kind)
{
    switch (kind) {
    case OpKind::Forward:
        return theme.forward;
    case OpKind::Backward:
        return theme.backward;
    case OpKind::InputGrad:
        return theme.inputGrad;
    case OpKind::WeightGrad:
        return theme.weightGrad;
    }
    return theme.forward;
}

QColor textOn(const QColor& ground)
{
    const double light = 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF();
    return light > 0.55 ? QColor(Qt::black) : QColor(Qt::white);
}

std::optional<OpKind> kindOf(QChar letter)
{
    switch (letter.toUpper().toLatin1()) {
    case 'F':
        return OpKind::Forward;
    case 'B':
        return OpKind::Backward;
    case 'I':
        return OpKind::InputGrad;
    case 'W':
        return OpKind::WeightGrad;
    default:
        return std::nullopt;
    }
}

} // namespace

BuildLanes::BuildLanes(lesson::BuildBoard& board, QWidget* parent)
    : QWidget(parent)
    , m_board(board)
    , m_letters(metrics().px(kLetters))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Lanes to lay ops on"));
    layOut();
}

void BuildLanes::setHelp(BuildHelp help)
{
    m_help = help;
    update();
}

void BuildLanes::setLetterHeight(int pixels)
{
    m_letters = pixels;
    refresh();
    updateGeometry();
}

void BuildLanes::setExtent(plan::Nanoseconds extent)
{
    m_extent = extent;
    refresh();
}

void BuildLanes::setUnit(plan::Nanoseconds unit)
{
    m_unit = unit;
    update();
}

QSize BuildLanes::sizeHint() const
{
    const int lanes = static_cast<int>(m_board.schedule().order.size());
    return {metrics().px(700), laneTop(lanes)};
}

int BuildLanes::laneHeight() const { return 2 * m_letters + metrics().space(1); }

// Of the row of ops that are laid; the others stand under it.
int BuildLanes::laneTop(int rank) const
{
    return m_letters + metrics().space(2) + rank * (2 * laneHeight() + metrics().space(4));
}

double BuildLanes::xOf(plan::Nanoseconds time) const
{
    const double left = metrics().px(kNameWidth);
    const auto extent = double(
        std::max({m_extent, m_board.runnable().timeline.makespan, plan::Nanoseconds{1}}).count());
    return left + (width() - left - metrics().space(3)) * double(time.count()) / extent;
}

void BuildLanes::refresh()
{
    layOut();
    update();
}

// Ops that run stand at their times; those that wait behind them, as wide as they are long; those
// that are not laid side by side.
void BuildLanes::layOut()
{
    m_boxes.clear();
    const plan::Schedule& schedule = m_board.schedule();
    const plan::Runnable& runnable = m_board.runnable();
    const auto width = [this](plan::Nanoseconds lasts) {
        return std::max(m_letters * 2, int(xOf(lasts) - xOf({})));
    };
    const plan::Nanoseconds usual = m_unit.count() > 0 ? m_unit : plan::Nanoseconds{1};
    for (int rank = 0; rank < int(schedule.order.size()); ++rank) {
        const auto& order = schedule.order[std::size_t(rank)];
        const auto& spans = runnable.timeline.spans[std::size_t(rank)];
        int right = int(xOf(spans.empty() ? plan::Nanoseconds{} : spans.back().end));
        for (std::size_t at = 0; at < order.size(); ++at) {
            Box box{.place = {}, .op = order[at], .rank = rank, .at = at};
            box.isHeldUp = at >= spans.size();
            if (!box.isHeldUp) {
                const int left = int(std::lround(xOf(spans[at].start)));
                box.place = QRect(left, laneTop(rank), int(std::lround(xOf(spans[at].end))) - left,
                                  laneHeight());
            } else {
                box.place = QRect(right, laneTop(rank), width(usual), laneHeight());
                right = box.place.right() + 1;
            }
            m_boxes.push_back(box);
        }
        int x = metrics().px(kNameWidth);
        for (const auto& loose : m_board.looseOn(rank)) {
            Box box{.place = QRect(x, laneTop(rank) + laneHeight() + metrics().space(1),
                                   m_letters * 2 + metrics().space(1), laneHeight() * 3 / 4),
                    .op = loose.op,
                    .rank = rank,
                    .at = {},
                    .isReady = loose.isReady};
            x = box.place.right() + metrics().space(1);
            m_boxes.push_back(box);
        }
    }
}

const BuildLanes::Box* BuildLanes::boxAt(QPoint position) const
{
    const auto found = std::find_if(m_boxes.begin(), m_boxes.end(), [position](const Box& box) {
        return box.place.contains(position);
    });
    return found == m_boxes.end() ? nullptr : &*found;
}

QRect BuildLanes::boxOf(const Op& op) const
{
    for (const Box& box : m_boxes)
        if (box.op == op)
            return box.place;
    return {};
}

std::size_t BuildLanes::placeAt(int rank, int x) const
{
    std::size_t place = 0;
    for (const Box& box : m_boxes)
        if (box.rank == rank && box.at && x > box.place.center().x())
            place = *box.at + 1;
    return place;
}

void BuildLanes::told(const std::string& refusal)
{
    m_refusal = refusal.empty() ? QString() : engineText(refusal);
    refresh();
    if (refusal.empty())
        emit boardChanged();
    else
        emit refused(m_refusal);
}

void BuildLanes::drop(const Drag& drag)
{
    const std::size_t place = placeAt(drag.box.rank, drag.now.x());
    if (!drag.box.at)
        return told(m_board.lay(drag.box.op, place));
    // Among the others, as it is taken out first.
    const std::size_t to = place > *drag.box.at ? place - 1 : place;
    if (to != *drag.box.at)
        told(m_board.move(drag.box.rank, *drag.box.at, to));
    else
        refresh();
}

void BuildLanes::mousePressEvent(QMouseEvent* event)
{
    const Box* box = boxAt(event->pos());
    if (!box)
        return;
    m_rank = box->rank;
    m_ringed = box->op;
    if (event->button() == Qt::RightButton && box->at)
        return told(m_board.take(box->rank, *box->at));
    if (event->button() != Qt::LeftButton)
        return;
    m_drag = Drag{*box, event->pos(), event->pos(),
                  box->at ? std::vector<bool>() : m_board.targets(box->op)};
    update();
}

void BuildLanes::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_drag)
        return;
    m_drag->now = event->pos();
    m_drag->isMoving
        = m_drag->isMoving || (m_drag->now - m_drag->from).manhattanLength() > metrics().space(2);
    update();
}

void BuildLanes::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_drag || event->button() != Qt::LeftButton)
        return;
    const Drag drag = *m_drag;
    m_drag.reset();
    if (drag.isMoving)
        drop(drag);
    else if (!drag.box.at)
        told(m_board.append(drag.box.op));
    else
        update();
}

// The next of the rank's ops, laid ones first.
void BuildLanes::ring(int by)
{
    std::vector<Op> ops;
    for (const Box& box : m_boxes)
        if (box.rank == m_rank)
            ops.push_back(box.op);
    if (ops.empty())
        return;
    const auto now = m_ringed ? std::find(ops.begin(), ops.end(), *m_ringed) : ops.end();
    const auto place = now == ops.end() ? (by > 0 ? -1 : 0) : now - ops.begin();
    const auto count = std::ptrdiff_t(ops.size());
    m_ringed = ops[std::size_t((place + by + count) % count)];
    update();
}

bool BuildLanes::typed(const QString& text)
{
    if (text.size() != 1)
        return false;
    const auto kind = kindOf(text[0]);
    const bool isDigit = text[0].isDigit();
    if (!kind && !isDigit)
        return false;
    const Op now = m_ringed.value_or(Op{});
    for (const Box& box : m_boxes) {
        const bool fits = kind
            ? box.op.kind == *kind && (!m_ringed || box.op.microbatch == now.microbatch)
            : box.op.microbatch == text[0].digitValue() && (!m_ringed || box.op.kind == now.kind);
        if (box.rank == m_rank && fits) {
            m_ringed = box.op;
            update();
            return true;
        }
    }
    return true;
}

void BuildLanes::keyPressEvent(QKeyEvent* event)
{
    const int ranks = static_cast<int>(m_board.schedule().order.size());
    const Box* ringed = nullptr;
    for (const Box& box : m_boxes)
        if (m_ringed && box.op == *m_ringed)
            ringed = &box;
    if (event->matches(QKeySequence::Undo)) {
        m_board.undo();
        return told({});
    }
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_rank = std::clamp(m_rank + (event->key() == Qt::Key_Up ? -1 : 1), 0, ranks - 1);
        m_ringed.reset();
        return ring(1);
    case Qt::Key_Left:
        return ring(-1);
    case Qt::Key_Right:
        return ring(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (ringed && !ringed->at)
            return told(m_board.append(ringed->op));
        break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (ringed && ringed->at)
            return told(m_board.take(ringed->rank, *ringed->at));
        break;
    case Qt::Key_S:
        if (ringed && ringed->at)
            return told(m_board.splitOrJoin(ringed->rank, *ringed->at));
        break;
    default:
        break;
    }
    if (!typed(event->text()))
        QWidget::keyPressEvent(event);
}

void BuildLanes::paintBox(QPainter& painter, const Box& box, QPoint offset) const
{
    const Theme& theme = themeFor(palette());
    const QRect place = box.place.translated(offset).adjusted(0, 0, -1, -1);
    const bool isFaint = !box.at && m_help != BuildHelp::Errors && !box.isReady;
    const QColor fill = colourOf(theme, box.op.kind);
    painter.setOpacity(isFaint ? 0.35 : 1.0);
    // What waits is hatched: it is laid, and not sure to run.
    painter.setBrush(box.isHeldUp ? QBrush(fill, Qt::BDiagPattern) : QBrush(fill));
    painter.setPen(theme.outline(fill));
    painter.drawRect(place);
    painter.setPen(box.isHeldUp ? theme.text : textOn(fill));
    painter.drawText(place, Qt::AlignCenter,
                     QLatin1Char(plan::letter(box.op.kind)) + QString::number(box.op.microbatch));
    painter.setOpacity(1);
    const bool isNext = m_help == BuildHelp::Next && !box.at && m_board.next() == box.op;
    const bool isRinged = hasFocus() && m_ringed == box.op;
    if (isNext || isRinged) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(isRinged ? theme.accent : theme.good, metrics().px(2),
                            isRinged ? Qt::SolidLine : Qt::DashLine));
        painter.drawRect(place.adjusted(-2, -2, 2, 2));
    }
}

void BuildLanes::paintLane(QPainter& painter, int rank) const
{
    const Theme& theme = themeFor(palette());
    const int top = laneTop(rank);
    const QRect lane(metrics().px(kNameWidth), top, width() - metrics().px(kNameWidth),
                     laneHeight());
    painter.fillRect(lane, theme.idle);
    painter.setPen(theme.text);
    painter.drawText(QRect(0, top, metrics().px(kNameWidth) - metrics().space(2), laneHeight()),
                     Qt::AlignVCenter | Qt::AlignRight, tr("rank %1").arg(rank));
    // What is held, of what may be.
    const int cap = m_board.capOf(rank);
    painter.setPen(theme.mutedText);
    painter.drawText(
        QRect(0, top + laneHeight(), metrics().px(kNameWidth) - metrics().space(2), laneHeight()),
        Qt::AlignVCenter | Qt::AlignRight,
        cap > 0 ? tr("%1 of %2").arg(m_board.peakOn(rank)).arg(cap)
                : QString::number(m_board.peakOn(rank)));
}

void BuildLanes::paintPlaces(QPainter& painter, const Drag& drag) const
{
    const Theme& theme = themeFor(palette());
    for (std::size_t place = 0; place < drag.open.size(); ++place) {
        if (!drag.open[place])
            continue;
        int x = metrics().px(kNameWidth);
        for (const Box& box : m_boxes)
            if (box.rank == drag.box.rank && box.at && *box.at + 1 == place)
                x = box.place.right() + 1;
        painter.fillRect(QRect(x - metrics().px(1), laneTop(drag.box.rank) - metrics().space(1),
                               metrics().px(3), laneHeight() + metrics().space(2)),
                         theme.good);
    }
}

void BuildLanes::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    QFont letters = font();
    letters.setPixelSize(m_letters);
    painter.setFont(letters);
    painter.fillRect(rect(), theme.base);
    const int ranks = static_cast<int>(m_board.schedule().order.size());
    for (int rank = 0; rank < ranks; ++rank)
        paintLane(painter, rank);
    const auto extent = std::max(m_extent, m_board.runnable().timeline.makespan);
    const auto unit = std::max<plan::Nanoseconds::rep>(1, m_unit.count());
    const auto ticks = extent.count() / unit;
    for (plan::Nanoseconds::rep tick = 0;
         m_unit.count() > 0 && tick <= ticks && ticks <= kMostTicks; ++tick) {
        const int x = int(xOf(plan::Nanoseconds{tick * unit}));
        painter.setPen(theme.grid);
        painter.drawLine(x, m_letters, x, laneTop(ranks));
        painter.setPen(theme.mutedText);
        if (tick % 5 == 0)
            painter.drawText(QRect(x - m_letters * 2, 0, m_letters * 4, m_letters + 4),
                             Qt::AlignCenter, QString::number(tick));
    }
    const bool moves = m_drag && m_drag->isMoving;
    for (const Box& box : m_boxes)
        if (!moves || box.op != m_drag->box.op)
            paintBox(painter, box, {});
    if (moves) {
        paintPlaces(painter, *m_drag);
        paintBox(painter, m_drag->box, m_drag->now - m_drag->from);
    }
}

void BuildLanes::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void BuildLanes::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        setLetterHeight(metrics().px(kLetters));
}

} // namespace gui
