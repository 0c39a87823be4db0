// Every command of the window, once: menus, shortcuts, the palette, the help page, the man page and
// the tests all read this list, so nothing can be offered in one place and missing in another.

#pragma once

#include <QAction>
#include <QString>

#include <functional>
#include <span>
#include <vector>

class QMenuBar;
class QMenu;

namespace gui {

// Export stands within File.
enum class MenuId { File, Edit, View, Run, Help, Export };

// Whose affair a command is: the window's, or that of the sheet in front.
enum class Scope { Window, Sheet };

// One row of the table of commands. Texts are in English, marked for translation in the context
// "Actions", and live as long as the program.
struct ActionSpec {
    const char* id = "";        // "file.open": stable, for settings and tests
    MenuId menu = MenuId::File; //
    const char* text = "";      // with the menu's mnemonic
    const char* tip = "";       // a sentence for the status line
    const char* shortcuts = ""; // "Ctrl+O", several separated by "; "; may be empty
    bool separatorBefore = false;
    Scope scope = Scope::Sheet;
    const char* icon = ""; // see icon(); may be empty
    // Title of the menu within the menu that it stands in, with the mnemonic; those that follow
    // each other with the same title share one. Empty: none.
    const char* submenu = "";
};

// All of them, in the order in which the menus show them.
std::span<const ActionSpec> actionSpecs();

// Translated, with its mnemonic.
QString menuTitle(MenuId menu);
// "Theme: Light": what it is called where it does not stand in a menu. `text`: that of the action,
// which may say more than the table.
QString nameOf(const ActionSpec& spec, const QString& text);

// Makes the actions from the table, and finds them by their id. They are children of the window or
// of the sheet given; the registry itself must not be used after that is gone.
//
// The window has an action for every command, with its shortcuts. Each sheet has actions of its own
// for what it can do, which know whether that can be done now; those of the window follow the
// actions of the sheet in front, and trigger them.
class ActionRegistry {
public:
    // Adds the actions to `owner`, so that their shortcuts work there without a menu. Those of a
    // sheet have no shortcuts.
    ActionRegistry(QWidget* owner, Scope scope);

    // Never null. Precondition: `id` is in actionSpecs().
    QAction* action(const char* id) const;
    // Calls `handler` each time the action is triggered, for as long as the action lives; what it
    // refers to must live as long. An action may have several handlers.
    void onTriggered(const char* id, std::function<void()> handler);

    // The action does something already, by its signal.
    void setHandled(const char* id);

    // In the order of the table.
    const std::vector<QAction*>& actions() const { return m_actions; }

    // Of the window's registry: from now on what is of the sheet's scope follows the actions of
    // `sheet`, until it follows another. Null, or an action that the sheet gives no handler:
    // it cannot be had, and says so. `sheet` may be destroyed before the window.
    void follow(const ActionRegistry* sheet);

    // Fills the bar with one menu each MenuId and returns nothing that needs keeping: the menus
    // belong to the bar. `menu(id)` finds them again to add dock toggles and recent files.
    void fill(QMenuBar* bar);
    QMenu* menu(MenuId id) const { return m_menus[static_cast<std::size_t>(id)]; }

private:
    void follow(QAction* own, QAction* other);

    std::vector<QAction*> m_actions;              // as actionSpecs()
    std::vector<bool> m_handled;                  // likewise: it has a handler
    std::vector<QMenu*> m_menus;                  // by MenuId
    std::vector<QMetaObject::Connection> m_links; // to the sheet followed
};

} // namespace gui
