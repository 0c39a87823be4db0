#include "gui/window/order_mode.h"

#include "gui/byhand/order_bar.h"
#include "gui/live/why_not.h"
#include "gui/timeline/order_gesture.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/action_registry.h"

#include <QApplication>

namespace gui {

OrderMode::OrderMode(Document& document, TimelinePanel& panel, ActionRegistry& actions,
                     QWidget* sheet)
    : m_document(document)
    , m_panel(panel)
    , m_actions(actions)
    , m_edit(document)
    , m_bar(new OrderBar(document, m_edit, actions.action("run.launch"), sheet))
{
    m_bar->hide();
    OrderGesture& gesture = panel.orderGesture();
    connect(&gesture, &OrderGesture::taken, &m_edit, &OrderEdit::take);
    connect(&gesture, &OrderGesture::movedTo, &m_edit, &OrderEdit::moveTo);
    connect(&gesture, &OrderGesture::released, &m_edit, &OrderEdit::release);
    connect(&gesture, &OrderGesture::cancelled, &m_edit, &OrderEdit::cancel);
    connect(&gesture, &OrderGesture::moveWanted, &m_edit, &OrderEdit::moveBy);
    connect(&m_edit, &OrderEdit::changed, this, &OrderMode::shade);
    connect(&panel, &TimelinePanel::tracksChanged, this, &OrderMode::shade);
    connect(m_bar, &OrderBar::doneWanted, this, [this] { setOn(false); });

    actions.action("schedule.edit")->setCheckable(true);
    actions.onTriggered("schedule.edit",
                        [this] { setOn(m_actions.action("schedule.edit")->isChecked()); });
    actions.onTriggered("schedule.openCsv", [this] { m_bar->openCsv(); });
    actions.onTriggered("schedule.saveCsv", [this] { m_bar->saveCsv(); });
    actions.onTriggered("schedule.fuse", [this] { fuse(); });
    actions.onTriggered("schedule.split", [this] { split(); });
    connect(&gesture, &OrderGesture::selectedChanged, this, &OrderMode::refreshActions);
    for (const auto other :
         {&Document::strategyChanged, &Document::predictionChanged, &Document::problemsChanged})
        connect(&document, other, this, &OrderMode::refreshActions);
    refreshActions();
}

void OrderMode::setOn(bool on)
{
    m_isOn = on;
    m_actions.action("schedule.edit")->setChecked(on);
    m_panel.orderGesture().setOn(on);
    const bool hadFocus = m_bar->isAncestorOf(QApplication::focusWidget());
    m_bar->setVisible(on);
    refreshActions();
    if (on)
        emit turnedOn();
    else if (!hadFocus)
        return;
    m_panel.setFocus(Qt::OtherFocusReason);
}

void OrderMode::fuse()
{
    if (const auto op = m_panel.orderGesture().selected())
        m_edit.fuseOrTakeApart(op->rank, op->op);
}

void OrderMode::split()
{
    const auto op = m_panel.orderGesture().selected();
    if (!op)
        return;
    // What stands in its place is what the next key is of.
    if (const auto now = m_edit.splitOrJoin(op->rank, op->op))
        m_panel.orderGesture().select(op->rank, *now);
}

void OrderMode::shade()
{
    const auto stretch = m_edit.stretch();
    if (!stretch)
        return m_panel.orderGesture().setAllowed({});
    m_panel.orderGesture().setAllowed(
        OrderStretch{stretch->rank, {stretch->begin, stretch->end}, !m_edit.refusal().isEmpty()});
}

// While it is on, it can always be left.
void OrderMode::refreshActions()
{
    const QString whyNot = m_edit.whyNot();
    setWhyNot(m_actions.action("schedule.edit"), m_isOn ? QString() : whyNot);
    setWhyNot(m_actions.action("schedule.saveCsv"), whyNot);
    const QString whyNoOp = !m_isOn          ? tr("The schedule is not being edited by hand")
        : !m_panel.orderGesture().selected() ? tr("No op of the prediction is selected")
                                             : QString();
    for (const char* id : {"schedule.fuse", "schedule.split"})
        setWhyNot(m_actions.action(id), whyNoOp);
}

} // namespace gui
