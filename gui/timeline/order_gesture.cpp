#include "gui/timeline/order_gesture.h"

#include "gui/timeline/op_walk.h"
#include "gui/timeline/order_overlay.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace gui {
namespace {

constexpr double kLeastOrderDrag = 4; // pixels; less is a click that slipped

} // namespace

// The order and its times as they were when the op was taken: the picture changes with every move,
// and what is pointed at must not change with it.
struct OrderGesture::Held {
    std::shared_ptr<const TrackData> track;
    int rank = 0;
    plan::Op op;
    std::size_t from = 0; // index in the order, of the first of its pair
    std::size_t size = 1; // 2: a fused pair
    TimeAxis axis;
    QPointF at;                      // where it was taken
    Nanoseconds grabbed{};           // from its middle to there
    bool isMoved = false;            // by more than a slip
    std::optional<std::size_t> to{}; // said last
};

OrderGesture::OrderGesture(ViewState& state, const TimelineScene& scene, QWidget* canvas)
    : QObject(canvas)
    , m_state(state)
    , m_scene(scene)
    , m_canvas(canvas)
    , m_overlay(new OrderOverlay(scene, canvas))
{
    canvas->installEventFilter(this);
    connect(&state, &ViewState::visibleChanged, m_overlay, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::selectedChanged, this, &OrderGesture::selectedChanged);
}

OrderGesture::~OrderGesture() = default;

void OrderGesture::setOn(bool on)
{
    if (m_held && !on)
        finish(false);
    m_on = on;
    if (!on)
        setAllowed({});
}

void OrderGesture::setAllowed(std::optional<OrderStretch> stretch)
{
    m_overlay->setAllowed(stretch);
}

std::optional<OpRef> OrderGesture::selected() const
{
    const auto& selected = m_state.selected();
    return selected && selected->slot == kOrderSlot ? selected : std::nullopt;
}

void OrderGesture::select(int rank, const plan::Op& op)
{
    m_state.setSelected(OpRef{kOrderSlot, rank, op});
}

bool OrderGesture::isMoveKey(const QKeyEvent& event) const
{
    const bool sideways = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    return sideways && (event.modifiers() & ~Qt::KeypadModifier) == Qt::ControlModifier
        && selected();
}

bool OrderGesture::eventFilter(QObject* canvas, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        m_overlay->setGeometry(m_canvas->rect());
    if (!m_on)
        return QObject::eventFilter(canvas, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        if (m_held)
            move(static_cast<QMouseEvent*>(event)->position());
        return m_held != nullptr;
    case QEvent::MouseButtonRelease:
        if (!m_held)
            return false;
        if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
            finish(true);
        return true;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool cancels = m_held && key->key() == Qt::Key_Escape;
        if (!cancels && !isMoveKey(*key))
            return false;
        event->accept(); // the window has a shortcut of these keys
        if (event->type() == QEvent::ShortcutOverride)
            return true;
        if (cancels)
            finish(false);
        else if (!m_held)
            emit moveWanted(m_state.selected()->rank, m_state.selected()->op,
                            key->key() == Qt::Key_Left ? -1 : 1);
        return true;
    }
    default:
        return false;
    }
}

bool OrderGesture::press(const QMouseEvent& event)
{
    if (m_held) {
        if (event.button() == Qt::RightButton)
            finish(false);
        return true;
    }
    if (event.button() != Qt::LeftButton || event.modifiers() != Qt::NoModifier)
        return false;
    const TimelineHit hit = m_scene.hitAt(event.position());
    if (!m_scene.opOf(hit) || hit.slot != kOrderSlot)
        return false;
    const auto track = m_scene.tracks().at(kOrderSlot);
    const auto rank = static_cast<std::size_t>(hit.rank);
    if (!track->schedule || rank >= track->schedule->order.size()
        || track->schedule->order[rank].size() != track->timeline->spans[rank].size())
        return false;
    const auto& order = track->schedule->order[rank];
    const auto found = std::find(order.begin(), order.end(), hit.span->op);
    if (found == order.end())
        return false;
    auto held = std::make_unique<Held>();
    held->track = track;
    held->rank = hit.rank;
    held->op = hit.span->op;
    held->from = static_cast<std::size_t>(found - order.begin());
    for (const std::uint32_t pair : track->schedule->pairsOf(rank))
        if (pair == held->from || pair + 1 == held->from) {
            held->from = pair;
            held->size = 2;
            break;
        }
    held->axis = m_scene.axis();
    held->at = event.position();
    const auto& spans = track->timeline->spans[rank];
    const Nanoseconds middle
        = (spans[held->from].start + spans[held->from + held->size - 1].end) / 2;
    held->grabbed = hit.time - middle;
    m_held = std::move(held);
    m_canvas->setFocus(Qt::MouseFocusReason);
    QEvent leave(QEvent::Leave); // nothing is pointed at but what is held
    QCoreApplication::sendEvent(m_canvas, &leave);
    m_state.setSelected(refOf(kOrderSlot, hit.rank, *hit.span));
    emit taken(m_held->rank, m_held->op);
    return true;
}

// How many of the others stand before the middle of what is held.
std::size_t OrderGesture::placeAt(double x) const
{
    const auto rank = static_cast<std::size_t>(m_held->rank);
    const auto& spans = m_held->track->timeline->spans[rank];
    const plan::Pairs& pairs = m_held->track->schedule->pairsOf(rank);
    const Nanoseconds middle = m_held->axis.time(x - m_scene.areas().plot.left()) - m_held->grabbed;
    auto pair = pairs.begin();
    std::size_t before = 0;
    for (std::size_t i = 0; i < spans.size();) {
        while (pair != pairs.end() && *pair < i)
            ++pair;
        const std::size_t size = pair != pairs.end() && *pair == i ? 2 : 1;
        if (i != m_held->from && (spans[i].start + spans[i + size - 1].end) / 2 < middle)
            before += size;
        i += size;
    }
    return before;
}

void OrderGesture::move(QPointF position)
{
    if (!m_held->isMoved && (position - m_held->at).manhattanLength() < kLeastOrderDrag)
        return;
    m_held->isMoved = true;
    const auto rank = static_cast<std::size_t>(m_held->rank);
    const auto& spans = m_held->track->timeline->spans[rank];
    const Nanoseconds length
        = spans[m_held->from + m_held->size - 1].end - spans[m_held->from].start;
    const double width = static_cast<double>(length.count()) * m_held->axis.pixelsPerNanosecond();
    const double grabbed
        = static_cast<double>(m_held->grabbed.count()) * m_held->axis.pixelsPerNanosecond();
    const int top = m_scene.areas().plot.top() - m_scene.scroll()
        + m_scene.layout().rowTop(kOrderSlot, m_held->rank);
    m_overlay->setHeld(
        HeldOp{QRectF(position.x() - grabbed - width / 2, top, width, m_scene.layout().rowHeight),
               QString::fromStdString(plan::toText(m_held->op))});
    const std::size_t to = placeAt(position.x());
    if (m_held->to != to) {
        m_held->to = to;
        emit movedTo(to);
    }
}

void OrderGesture::finish(bool keeps)
{
    m_held.reset();
    m_overlay->setHeld({});
    if (keeps)
        emit released();
    else
        emit cancelled();
}

} // namespace gui
