#include "gui/window/search_commands.h"

#include "gui/search/search_dialog.h"
#include "gui/search/sweep_dialog.h"
#include "gui/window/action_registry.h"

namespace gui {

SearchCommands::SearchCommands(Document& document, FileCommands& files, QWidget* window)
    : m_document(document)
    , m_files(files)
    , m_window(window)
{
}

void SearchCommands::connectTo(ActionRegistry& actions)
{
    actions.onTriggered("edit.search", [this] { show(m_search); });
    actions.onTriggered("edit.sweep", [this] { show(m_sweep); });
}

template <class Dialog>
void SearchCommands::show(Dialog*& dialog)
{
    // Made once and kept, with the answer in it, for as long as the window is there.
    if (!dialog) {
        dialog = new Dialog(m_document, m_window);
        connect(dialog, &Dialog::chosen, this, [this](const strategy::Strategy& found) {
            m_files.leaveDocument([this, found] { m_document.start(found); });
        });
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace gui
