#include "gui/frame/painted_parts.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWidget>

#include <map>

namespace gui {
namespace {

// What the places of the parts are in.
const QWidget* groundOf(const QWidget* widget)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget);
    return area ? area->viewport() : widget;
}

class PaintedItem : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    PaintedItem(QWidget* widget, PaintedParts* parts, int part)
        : m_widget(widget)
        , m_parts(parts)
        , m_part(part)
    {
    }

    bool isValid() const override { return m_widget && m_part < m_parts->parts(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override
    {
        return m_widget ? m_widget->window()->windowHandle() : nullptr;
    }
    QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_widget);
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect place = m_parts->partPlace(m_part);
        return {groundOf(m_widget)->mapToGlobal(place.topLeft()), place.size()};
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid)
            return state;
        state.selectable = state.focusable = true;
        state.selected = m_parts->currentPart() == m_part;
        state.focused = state.selected && m_widget->hasFocus();
        state.offscreen = !groundOf(m_widget)->rect().intersects(m_parts->partPlace(m_part));
        return state;
    }
    QString text(QAccessible::Text which) const override
    {
        if (!isValid())
            return {};
        return which == QAccessible::Name       ? m_parts->partName(m_part)
            : which == QAccessible::Description ? m_parts->partDescription(m_part)
                                                : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }

    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override
    {
        if (!isValid() || !actionNames().contains(name))
            return;
        m_widget->setFocus(Qt::OtherFocusReason);
        m_parts->choosePart(m_part);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<QWidget> m_widget;
    PaintedParts* m_parts; // the same
    int m_part;
};

// The items come behind the children that the widget has by itself; each is made when it is first
// asked for.
class PaintedList : public QAccessibleWidget {
public:
    PaintedList(QWidget* widget, PaintedParts* parts)
        : QAccessibleWidget(widget, QAccessible::List)
        , m_parts(parts)
    {
    }
    ~PaintedList() override
    {
        for (const auto& item : m_items)
            QAccessible::deleteAccessibleInterface(item.second);
    }

    int childCount() const override { return own() + m_parts->parts(); }
    QAccessibleInterface* child(int index) const override
    {
        return index < own() ? QAccessibleWidget::child(index) : item(index - own());
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        return item(m_parts->partAt(groundOf(widget())->mapFromGlobal(QPoint(x, y))));
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (const auto& [part, id] : m_items)
            if (QAccessible::accessibleInterface(id) == child)
                return own() + part;
        return QAccessibleWidget::indexOfChild(child);
    }
    QAccessibleInterface* focusChild() const override
    {
        return widget()->hasFocus() ? item(m_parts->currentPart()) : nullptr;
    }

private:
    int own() const { return QAccessibleWidget::childCount(); }
    QAccessibleInterface* item(int part) const
    {
        if (part < 0 || part >= m_parts->parts())
            return nullptr;
        const auto [found, isNew] = m_items.try_emplace(part, 0);
        if (isNew)
            found->second = QAccessible::registerAccessibleInterface(
                new PaintedItem(widget(), m_parts, part));
        return QAccessible::accessibleInterface(found->second);
    }

    PaintedParts* m_parts;                          // the widget
    mutable std::map<int, QAccessible::Id> m_items; // by part
};

QAccessibleInterface* paintedListOf(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    auto* parts = dynamic_cast<PaintedParts*>(object);
    return widget && parts ? new PaintedList(widget, parts) : nullptr;
}

} // namespace

void installPaintedParts()
{
    static const bool kInstalled = [] {
        QAccessible::installFactory(paintedListOf);
        return true;
    }();
    Q_UNUSED(kInstalled);
}

void tellCurrentPart(QWidget& widget)
{
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&widget);
    QAccessibleInterface* part = list ? list->focusChild() : nullptr;
    if (!part)
        return;
    for (const QAccessible::Event what : {QAccessible::Selection, QAccessible::Focus}) {
        QAccessibleEvent event(part, what);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace gui
