#include "gui/lessons/step_hints.h"

#include "engine/plan/catalog.h"
#include "gui/text/catalog_texts.h"

#include <QCoreApplication>

namespace gui {
namespace {

struct StepHints {
    Q_DECLARE_TR_FUNCTIONS(gui::StepHints)
};

// That the catalogue has for what is asked; empty: it has none.
QString formulaFor(const lesson::Step& step, const lesson::PlannedPtr& shown)
{
    const auto* number = std::get_if<lesson::NumberAction>(&step.action);
    if (!number || number->is.empty() || !shown)
        return {};
    const plan::CatalogEntry* entry = plan::findSchedule(shown->strategy().schedule.name);
    if (!entry)
        return {};
    const lesson::MeasureId id = number->is.front().id;
    const std::string_view formula = id == lesson::MeasureId::Makespan ? entry->makespan
        : id == lesson::MeasureId::Peak                                ? entry->memory
                                                                       : std::string_view();
    return formula.empty() ? QString()
                           : StepHints::tr("In letters, for %1: %2")
                                 .arg(scheduleTitle(entry->name), catalogText(formula));
}

} // namespace

QStringList usualHints(const lesson::Step& step, const lesson::PlannedPtr& shown)
{
    const bool asksNothing = std::holds_alternative<lesson::ReadAction>(step.action)
        || std::holds_alternative<lesson::RunAction>(step.action);
    if (!step.hints.empty() || asksNothing)
        return {};
    QStringList hints{
        StepHints::tr("Play the step and watch what each rank does, op by op."),
        StepHints::tr("Ask why: choose a stretch in which a rank idles, and follow what it waits "
                      "for, back to the first op.")};
    if (const QString formula = formulaFor(step, shown); !formula.isEmpty())
        hints << formula;
    return hints;
}

} // namespace gui
