#include "gui/window/inspector_page.h"

#include "gui/inspector/inspector.h"
#include "gui/window/layout.h"
#include "gui/window/open_commands.h"

namespace gui {

QWidget* makeInspectorPage(OpenCommands& opener, ViewState& state, TimelinePanel& panel)
{
    auto* inspector = new Inspector(state, panel);
    QObject::connect(inspector, &Inspector::lessonWanted, &opener, &OpenCommands::openLesson);
    return scrolled(inspector);
}

} // namespace gui
