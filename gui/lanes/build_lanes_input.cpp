#include "gui/lanes/build_lanes.h"
#include "gui/theme/metrics.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace gui {
namespace {

using plan::Op;
using plan::OpKind;

std::optional<OpKind> kindOfLetter(QChar letter)
{
    for (const OpKind kind :
         {OpKind::Forward, OpKind::Backward, OpKind::InputGrad, OpKind::WeightGrad})
        if (letter.toUpper() == QLatin1Char(plan::letter(kind)))
            return kind;
    return std::nullopt;
}

} // namespace

// Of one that is not laid what the board would take; of one that is where it may move.
std::vector<bool> BuildLanes::openFor(const Box& box) const
{
    if (!box.at)
        return m_board.targets(box.op);
    const plan::MoveTargets may = plan::legalTargets(m_board.schedule(), box.rank, *box.at);
    const std::size_t count = m_board.schedule().order[std::size_t(box.rank)].size();
    std::vector<bool> open(count + 1);
    // Places lie between ops; it is taken out before it is put in.
    for (std::size_t place = 0; place <= count; ++place) {
        const std::size_t to = place > *box.at ? place - 1 : place;
        open[place] = to >= may.first && to <= may.last;
    }
    return open;
}

void BuildLanes::drop(const Drag& drag)
{
    const std::size_t place = placeAt(drag.box.rank, drag.now.x());
    const QPoint away = drag.now - drag.from;
    if (!drag.box.at)
        return told(m_board.lay(drag.box.op, place), drag.box.op, away);
    // Among the others, as it is taken out first.
    const std::size_t to = place > *drag.box.at ? place - 1 : place;
    if (to != *drag.box.at)
        told(m_board.move(drag.box.rank, *drag.box.at, to), drag.box.op, away);
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
        return told(m_board.take(box->rank, *box->at), box->op);
    if (event->button() != Qt::LeftButton)
        return;
    m_drag = Drag{*box, event->pos(), event->pos(), openFor(*box)};
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
        told(m_board.append(drag.box.op), drag.box.op);
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
    describe();
}

// Enter alone goes through what the rank has to lay: behind one that was just refused, or from the
// first on.
void BuildLanes::ringNextToLay()
{
    std::vector<Op> loose;
    for (const Box& box : m_boxes)
        if (box.rank == m_rank && !box.at)
            loose.push_back(box.op);
    if (loose.empty())
        return;
    const auto now = m_ringed ? std::find(loose.begin(), loose.end(), *m_ringed) : loose.end();
    const bool isLast = now == loose.end() || now + 1 == loose.end();
    m_ringed = isLast ? loose.front() : *(now + 1);
    describe();
}

bool BuildLanes::typed(const QString& text)
{
    if (text.size() != 1)
        return false;
    const auto kind = kindOfLetter(text[0]);
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
            describe();
            return true;
        }
    }
    return true;
}

// Ctrl+Z is here what undoes, and letters and digits choose an op, whatever they are elsewhere in
// the window.
bool BuildLanes::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        const bool isPlain = (key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
        const bool isChoice = key.text().size() == 1
            && (key.text()[0].isDigit() || kindOfLetter(key.text()[0]) || key.key() == Qt::Key_S);
        if (key.matches(QKeySequence::Undo) || (isPlain && isChoice)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void BuildLanes::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Undo))
        return undo();
    const Box* found = find(m_ringed);
    const std::optional<Box> ringed = found ? std::optional(*found) : std::nullopt;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_rank = std::clamp(m_rank + (event->key() == Qt::Key_Up ? -1 : 1), 0, ranks() - 1);
        m_ringed.reset();
        return ring(1);
    case Qt::Key_Left:
        return ring(-1);
    case Qt::Key_Right:
        return ring(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (ringed && !ringed->at && m_refusedOp != ringed->op)
            return told(m_board.append(ringed->op), ringed->op);
        return ringNextToLay();
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (ringed && ringed->at)
            return told(m_board.take(ringed->rank, *ringed->at), ringed->op);
        break;
    case Qt::Key_S:
        if (ringed && ringed->at)
            return told(m_board.splitOrJoin(ringed->rank, *ringed->at), ringed->op);
        break;
    default:
        break;
    }
    if (!typed(event->text()))
        QWidget::keyPressEvent(event);
}

} // namespace gui
