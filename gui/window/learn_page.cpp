#include "gui/window/learn_page.h"

#include "engine/strategy/estimate/schedule_of.h"
#include "gui/document/prediction.h"
#include "gui/learn/learn_panel.h"
#include "gui/window/layout.h"
#include "gui/window/open_commands.h"

namespace gui {

QWidget* makeLearnPage(OpenCommands& opener, std::string_view schedule, QWidget* parent)
{
    auto* learn = new LearnPanel;
    QWidget* page = scrolled(learn);
    page->setParent(parent);
    learn->show(schedule);
    QObject::connect(learn, &LearnPanel::tryWanted, &opener, [&opener](const QString& name) {
        strategy::Strategy shown = builtInStrategy();
        shown.name = name.toStdString();
        opener.openStrategy(strategy::swappedTo(shown, name.toStdString()));
    });
    return page;
}

} // namespace gui
