// What a screen reader finds in a window, and what it would stumble over.

#pragma once

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QStringList>
#include <QWidget>

#include <set>

namespace gui::test {

// One acts on it, so it has to say what it is.
inline bool isControl(QAccessible::Role role)
{
    static const std::set<QAccessible::Role> kControls{
        QAccessible::Button,       QAccessible::ButtonDropDown, QAccessible::ButtonMenu,
        QAccessible::CheckBox,     QAccessible::ComboBox,       QAccessible::Dial,
        QAccessible::EditableText, QAccessible::Link,           QAccessible::List,
        QAccessible::MenuItem,     QAccessible::PageTab,        QAccessible::PageTabList,
        QAccessible::RadioButton,  QAccessible::Slider,         QAccessible::SpinBox,
        QAccessible::Table,        QAccessible::Tree,           QAccessible::TreeItem};
    return kControls.contains(role);
}

// A part that Qt puts into a control of its own: it is the control that has the name.
inline bool isInner(const QWidget& widget)
{
    return qobject_cast<const QAbstractSpinBox*>(widget.parent())
        || qobject_cast<const QComboBox*>(widget.parent())
        || widget.objectName().startsWith(QStringLiteral("qt_"))
        || QString::fromLatin1(widget.metaObject()->className())
               .startsWith(QStringLiteral("QTabBar"))
        || (widget.parentWidget() && widget.parentWidget()->parentWidget()
            && qobject_cast<const QComboBox*>(widget.parentWidget()->parentWidget()));
}

// Visible widgets that take the keyboard or the mouse, and say nothing of themselves; each by its
// class and where it stands.
inline void collectUnnamed(QAccessibleInterface* of, QStringList& found, int depth = 0)
{
    if (!of || !of->isValid() || of->state().invisible || depth > 60)
        return;
    auto* widget = qobject_cast<QWidget*>(of->object());
    const bool isTabs = widget && widget->inherits("QTabBar") && widget->isHidden();
    const bool acts = isControl(of->role())
        || (widget && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy()
            && of->role() != QAccessible::Window && of->role() != QAccessible::Dialog);
    if (acts && !isTabs && of->text(QAccessible::Name).trimmed().isEmpty()
        && !(widget && isInner(*widget))) {
        QStringList path;
        for (const QWidget* up = widget; up && path.size() < 4; up = up->parentWidget())
            path << QString::fromLatin1(up->metaObject()->className());
        found << (widget ? path.join(QStringLiteral(" < "))
                         : QStringLiteral("a part of role %1").arg(static_cast<int>(of->role())));
    }
    // Cells are data.
    if (of->tableInterface())
        return;
    for (int i = 0; i < of->childCount(); ++i)
        collectUnnamed(of->child(i), found, depth + 1);
}

inline QStringList unnamed(QWidget& within)
{
    QStringList found;
    collectUnnamed(QAccessible::queryAccessibleInterface(&within), found);
    return found;
}

// Those that Tab has to reach.
inline std::set<QWidget*> tabStops(const QWidget& within)
{
    std::set<QWidget*> stops;
    for (QWidget* widget : within.findChildren<QWidget*>())
        if (widget->isVisibleTo(&within) && widget->isEnabled() && !widget->focusProxy()
            && (widget->focusPolicy() & Qt::TabFocus) && !isInner(*widget) && !widget->isWindow()
            && !widget->visibleRegion().isEmpty())
            stops.insert(widget);
    return stops;
}

} // namespace gui::test
