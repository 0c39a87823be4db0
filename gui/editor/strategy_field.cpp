#include "gui/editor/strategy_field.h"

#include "gui/inputs/undo_keys.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QAbstractSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

#include <utility>

namespace gui {
namespace {

constexpr double kOutlineCorner = 4; // that of the inputs

// A frame over an input, which takes nothing of what is done to that.
class FieldOutline : public QWidget {
public:
    FieldOutline(const FieldName& name, QWidget* parent)
        : QWidget(parent)
        , m_name(name)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (m_name.mark() == FieldName::Mark::None)
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = themeFor(palette());
        const bool wrong = m_name.mark() == FieldName::Mark::Problem;
        painter.setPen(QPen(wrong ? theme.error : theme.warning, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kOutlineCorner,
                                kOutlineCorner);
    }

private:
    const FieldName& m_name;
};

} // namespace

StrategyField::StrategyField(QString key, const QString& label, QWidget* input)
    : m_key(std::move(key))
    , m_input(input)
    , m_name(new FieldName(label))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics().space(2));
    row->addWidget(m_name);
    row->addWidget(input, 1);
    m_outline = new FieldOutline(*m_name, this);
    input->setAccessibleName(label);
    setFocusProxy(input);
    input->setFixedHeight(metrics().controlHeight());
    if (input->focusPolicy() == Qt::WheelFocus)
        // Otherwise the wheel itself would give the input the focus, and then change its value.
        input->setFocusPolicy(Qt::StrongFocus);
    input->installEventFilter(this);
    connectName();
}

void StrategyField::connectName()
{
    connect(m_name, &FieldName::clicked, this, [this] {
        m_input->setFocus(Qt::MouseFocusReason);
        if (auto* spin = qobject_cast<QAbstractSpinBox*>(m_input))
            spin->selectAll();
    });
    auto* spin = qobject_cast<QAbstractSpinBox*>(m_input);
    m_name->setDraggable(spin && spin->isEnabled());
    if (!spin)
        return;
    connect(m_name, &FieldName::dragBegan, this, [this] {
        // Escape reaches the input, and the field looks like the one that changes.
        m_input->setFocus(Qt::MouseFocusReason);
        emit dragBegan();
    });
    connect(m_name, &FieldName::dragged, spin, [spin](int steps) { spin->stepBy(steps); });
    connect(m_name, &FieldName::dragEnded, this, &StrategyField::dragEnded);
}

bool StrategyField::eventFilter(QObject* watched, QEvent* event)
{
    // What was typed is in the strategy, or else it is no value and the input's own affair.
    if (watched == m_input && m_unreadable.isEmpty() && isLeftToWindow(event))
        return true;
    if (watched != m_input)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::Wheel:
        if (m_input->hasFocus())
            break;
        // An ignored event goes on to the parents, and so scrolls the form.
        event->ignore();
        return true;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
        if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape || !m_name->isDragged())
            break;
        event->accept();
        if (event->type() == QEvent::KeyPress) {
            emit dragCancelled();
            m_name->endDrag();
        }
        return true;
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        QMetaObject::invokeMethod(this, &StrategyField::pointed, Qt::QueuedConnection);
        break;
    case QEvent::EnabledChange:
        m_name->setDraggable(qobject_cast<QAbstractSpinBox*>(m_input) && m_input->isEnabled());
        break;
    case QEvent::Resize:
    case QEvent::Move:
        placeOutline();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void StrategyField::rename(const QString& key, const QString& label)
{
    m_key = key;
    m_name->setText(label);
    m_input->setAccessibleName(label);
}

void StrategyField::setHint(const QString& sentence, const QString& facts)
{
    if (sentence == m_hint && facts == m_facts)
        return;
    m_hint = sentence;
    m_facts = facts;
    showState();
}

void StrategyField::setProblem(const QString& sentence)
{
    if (sentence == m_wrong)
        return;
    m_wrong = sentence;
    showState();
}

void StrategyField::setWarning(const QString& sentence)
{
    if (sentence == m_doubtful)
        return;
    m_doubtful = sentence;
    showState();
}

void StrategyField::setUnreadable(const QString& sentence)
{
    if (sentence == m_unreadable)
        return;
    m_unreadable = sentence;
    showState();
}

void StrategyField::showState()
{
    using Mark = FieldName::Mark;
    const Mark mark = !problem().isEmpty() ? Mark::Problem
        : !warning().isEmpty()             ? Mark::Warning
                                           : Mark::None;
    m_name->setMark(mark);
    m_outline->update();
    // The name stands by itself; a screen reader tells of it only with the input.
    QStringList said;
    for (const QString& one : {problem(), warning(), m_hint, m_facts})
        if (!one.isEmpty())
            said << one;
    m_input->setAccessibleDescription(said.join(QLatin1Char('\n')));
    emit changed();
}

void StrategyField::placeOutline()
{
    m_outline->setGeometry(m_input->geometry());
    m_outline->raise();
}

void StrategyField::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_outline->update();
    } else if (event->type() == QEvent::FontChange) {
        m_input->setFixedHeight(metrics().controlHeight());
        layout()->setSpacing(metrics().space(2));
    }
    QWidget::changeEvent(event);
}

void StrategyField::enterEvent(QEnterEvent*)
{
    m_hovered = true;
    emit pointed();
}

void StrategyField::hideEvent(QHideEvent*) { m_hovered = false; }

void StrategyField::leaveEvent(QEvent*)
{
    m_hovered = false;
    emit pointed();
}

void StrategyField::resizeEvent(QResizeEvent*) { placeOutline(); }

} // namespace gui
