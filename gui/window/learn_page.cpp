#include "gui/window/learn_page.h"

#include "engine/strategy/estimate/schedule_of.h"
#include "gui/course/progress_panel.h"
#include "gui/document/prediction.h"
#include "gui/learn/learn_panel.h"
#include "gui/window/confirm.h"
#include "gui/window/open_commands.h"

#include <QCoreApplication>

namespace gui {
namespace {

void askToErase(CoursePage& page)
{
    const auto text
        = [](const char* words) { return QCoreApplication::translate("LearnPage", words); };
    confirm({text(QT_TRANSLATE_NOOP("LearnPage", "Erase progress")),
             text(QT_TRANSLATE_NOOP("LearnPage",
                                    "Erase all that is kept of your lessons: what was passed, "
                                    "points, guesses and what is due to be practised? This cannot "
                                    "be undone.")),
             text(QT_TRANSLATE_NOOP("LearnPage", "Erase"))},
            &page, [&page] { page.progress().erase(); });
}

} // namespace

CoursePage* makeLearnPage(OpenCommands& opener, std::string_view schedule, QWidget* parent)
{
    auto* page = new CoursePage(opener.progress(), parent);
    page->catalogue().show(schedule);
    QObject::connect(page, &CoursePage::scheduleWanted, &opener, [&opener](const QString& name) {
        strategy::Strategy shown = builtInStrategy();
        shown.name = name.toStdString();
        opener.openStrategy(strategy::swappedTo(shown, name.toStdString()));
    });
    QObject::connect(page, &CoursePage::lessonWanted, &opener,
                     [&opener](const QString& name, const QString& step) {
                         opener.openLesson(step.isEmpty() ? name : name + QLatin1Char(':') + step);
                     });
    QObject::connect(page, &CoursePage::lessonFileWanted, &opener, &OpenCommands::openLesson);
    QObject::connect(page, &CoursePage::challengeWanted, &opener, &OpenCommands::openChallenge);
    QObject::connect(page, &CoursePage::eraseWanted, page, [page] { askToErase(*page); });
    return page;
}

} // namespace gui
