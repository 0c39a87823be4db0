#include "gui/window/sheet_maker.h"

#include "gui/window/challenge_sheet.h"
#include "gui/window/comparison_sheet.h"
#include "gui/window/lesson_sheet.h"
#include "gui/window/search_sheet.h"
#include "gui/window/sweep_sheet.h"

namespace gui {

Sheet* makeSheet(OpenItem& item, const SheetPlace& place)
{
    if (auto* challenge = qobject_cast<OpenChallenge*>(&item))
        return new ChallengeSheet(*challenge, place.window);
    if (auto* comparison = qobject_cast<OpenComparison*>(&item))
        return new ComparisonSheet(*comparison, place);
    if (auto* lesson = qobject_cast<OpenLesson*>(&item))
        return new LessonSheet(*lesson, place);
    if (auto* search = qobject_cast<OpenSearch*>(&item))
        return new SearchSheet(*search, place);
    if (auto* sweep = qobject_cast<OpenSweep*>(&item))
        return new SweepSheet(*sweep, place);
    return new StrategySheet(static_cast<OpenStrategy&>(item), place);
}

} // namespace gui
