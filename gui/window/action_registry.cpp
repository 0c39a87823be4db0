#include "gui/window/action_registry.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

#include <cstring>

namespace gui {

ActionRegistry::ActionRegistry(QWidget* window)
{
    for (const ActionSpec& spec : actionSpecs()) {
        auto* action = new QAction(QCoreApplication::translate("Actions", spec.text), window);
        action->setObjectName(QString::fromLatin1(spec.id));
        const QString tip = QCoreApplication::translate("Actions", spec.tip);
        action->setStatusTip(tip);
        action->setToolTip(tip);
        if (*spec.shortcuts)
            action->setShortcuts(QKeySequence::listFromString(QString::fromLatin1(spec.shortcuts)));
        // Shortcuts work in the window that has the action, whether a menu shows it or not.
        window->addAction(action);
        m_actions.push_back(action);
    }
}

QAction* ActionRegistry::action(const char* id) const
{
    const auto specs = actionSpecs();
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (std::strcmp(specs[i].id, id) == 0)
            return m_actions[i];
    Q_ASSERT_X(false, "ActionRegistry::action", id);
    return nullptr;
}

void ActionRegistry::onTriggered(const char* id, std::function<void()> handler)
{
    QAction* const found = action(id);
    // triggered() has a parameter, which the handlers do not take.
    QObject::connect(found, &QAction::triggered, found,
                     [handler = std::move(handler)] { handler(); });
}

void ActionRegistry::fill(QMenuBar* bar)
{
    for (const MenuId id : {MenuId::File, MenuId::Edit, MenuId::View, MenuId::Run, MenuId::Help}) {
        QMenu* menu = bar->addMenu(menuTitle(id));
        for (std::size_t i = 0; i < m_actions.size(); ++i) {
            if (actionSpecs()[i].menu != id)
                continue;
            if (actionSpecs()[i].separatorBefore)
                menu->addSeparator();
            menu->addAction(m_actions[i]);
        }
        m_menus.push_back(menu);
    }
}

} // namespace gui
