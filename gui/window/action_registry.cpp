#include "gui/window/action_registry.h"

#include "gui/frame/icon.h"
#include "gui/live/why_not.h"
#include "gui/text/joined.h"
#include "gui/text/mnemonic.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

#include <cstring>

namespace gui {
namespace {

std::size_t placeOf(const char* id)
{
    const auto specs = actionSpecs();
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (std::strcmp(specs[i].id, id) == 0)
            return i;
    Q_ASSERT_X(false, "ActionRegistry", id);
    return 0;
}

} // namespace

QString nameOf(const ActionSpec& spec, const QString& text)
{
    const QString own = withoutMnemonic(text);
    return *spec.submenu
        ? labelled(withoutMnemonic(QCoreApplication::translate("Actions", spec.submenu)), own)
        : own;
}

ActionRegistry::ActionRegistry(QWidget* owner, Scope scope)
    : m_handled(actionSpecs().size(), false)
{
    for (const ActionSpec& spec : actionSpecs()) {
        auto* action = new QAction(QCoreApplication::translate("Actions", spec.text), owner);
        action->setObjectName(QString::fromLatin1(spec.id));
        action->setIconText(withoutMnemonic(action->text()));
        const QString tip = QCoreApplication::translate("Actions", spec.tip);
        action->setStatusTip(tip);
        action->setToolTip(tip);
        if (*spec.icon)
            action->setIcon(icon(QString::fromLatin1(spec.icon)));
        // Of an icon in a menu there is no room to tell anything that its words do not.
        action->setIconVisibleInMenu(false);
        m_actions.push_back(action);
        if (scope == Scope::Sheet)
            continue;
        if (*spec.shortcuts)
            action->setShortcuts(QKeySequence::listFromString(QString::fromLatin1(spec.shortcuts)));
        // Shortcuts work in the window that has the action, whether a menu shows it or not.
        owner->addAction(action);
    }
}

QAction* ActionRegistry::action(const char* id) const { return m_actions[placeOf(id)]; }

void ActionRegistry::setHandled(const char* id) { m_handled[placeOf(id)] = true; }

void ActionRegistry::onTriggered(const char* id, std::function<void()> handler)
{
    setHandled(id);
    QAction* const found = action(id);
    // triggered() has a parameter, which the handlers do not take.
    QObject::connect(found, &QAction::triggered, found,
                     [handler = std::move(handler)] { handler(); });
}

void ActionRegistry::follow(const ActionRegistry* sheet)
{
    for (const QMetaObject::Connection& link : m_links)
        QObject::disconnect(link);
    m_links.clear();
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        if (actionSpecs()[i].scope != Scope::Sheet)
            continue;
        if (sheet && sheet->m_handled[i]) {
            follow(m_actions[i], sheet->m_actions[i]);
            continue;
        }
        m_actions[i]->setChecked(false); // as it was for another tab
        setWhyNot(m_actions[i],
                  QCoreApplication::translate("Actions", "Not available in this tab"));
    }
}

void ActionRegistry::follow(QAction* own, QAction* other)
{
    const auto copy = [own, other] {
        own->setText(other->text());
        own->setIconText(other->iconText());
        own->setCheckable(other->isCheckable());
        own->setChecked(other->isChecked());
        own->setEnabled(other->isEnabled());
        own->setVisible(other->isVisible());
        own->setToolTip(other->toolTip());
        own->setStatusTip(other->statusTip());
    };
    copy();
    m_links.push_back(QObject::connect(other, &QAction::changed, own, copy));
    m_links.push_back(QObject::connect(own, &QAction::triggered, other, &QAction::trigger));
}

void ActionRegistry::fill(QMenuBar* bar)
{
    QMenu* exports = nullptr;
    for (const MenuId id : {MenuId::File, MenuId::Edit, MenuId::View, MenuId::Run, MenuId::Help}) {
        QMenu* menu = bar->addMenu(menuTitle(id));
        QMenu* within = nullptr;
        const char* withinTitle = "";
        for (std::size_t i = 0; i < m_actions.size(); ++i) {
            const ActionSpec& spec = actionSpecs()[i];
            const bool isExport = id == MenuId::File && spec.menu == MenuId::Export;
            if (isExport && !exports)
                exports = menu->addMenu(menuTitle(MenuId::Export));
            if (spec.menu != id && !isExport)
                continue;
            QMenu* place = isExport ? exports : menu;
            if (spec.separatorBefore)
                place->addSeparator();
            if (*spec.submenu && std::strcmp(spec.submenu, withinTitle) != 0)
                within = place->addMenu(QCoreApplication::translate("Actions", spec.submenu));
            withinTitle = spec.submenu;
            (*spec.submenu ? within : place)->addAction(m_actions[i]);
        }
        m_menus.push_back(menu);
    }
    m_menus.push_back(exports);
}

} // namespace gui
