// Every command of the window, once: menus, shortcuts, the help page and the tests all read this
// list, so nothing can be offered in one place and missing in another.

#pragma once

#include <QAction>
#include <QString>

#include <functional>
#include <span>
#include <vector>

class QMenuBar;
class QMenu;

namespace gui {

enum class MenuId { File, Edit, View, Run, Help };

// One row of the table of commands. Texts are in English, marked for translation in the context
// "Actions", and live as long as the program.
struct ActionSpec {
    const char* id = "";        // "file.open": stable, for settings and tests
    MenuId menu = MenuId::File; //
    const char* text = "";      // with the menu's mnemonic
    const char* tip = "";       // a sentence for the status line
    const char* shortcuts = ""; // "Ctrl+O", several separated by "; "; may be empty
    bool separatorBefore = false;
};

// All of them, in the order in which the menus show them.
std::span<const ActionSpec> actionSpecs();

// Translated, with its mnemonic.
QString menuTitle(MenuId menu);

// Makes the actions from the table, and finds them by their id. They are children of the window
// given, which they act in; the registry itself must not be used after the window is gone.
class ActionRegistry {
public:
    // Adds the actions to `window` too, so that their shortcuts work there without a menu.
    explicit ActionRegistry(QWidget* window);

    // Never null. Precondition: `id` is in actionSpecs().
    QAction* action(const char* id) const;
    // Calls `handler` each time the action is triggered, for as long as the action lives; what it
    // refers to must live as long. An action may have several handlers.
    void onTriggered(const char* id, std::function<void()> handler);

    // In the order of the table.
    const std::vector<QAction*>& actions() const { return m_actions; }

    // Fills the bar with one menu each MenuId and returns nothing that needs keeping: the menus
    // belong to the bar. `menu(id)` finds them again to add dock toggles and recent files.
    void fill(QMenuBar* bar);
    QMenu* menu(MenuId id) const { return m_menus[static_cast<std::size_t>(id)]; }

private:
    std::vector<QAction*> m_actions; // as actionSpecs()
    std::vector<QMenu*> m_menus;     // by MenuId
};

} // namespace gui
