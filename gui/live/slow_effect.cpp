#include "gui/live/slow_effect.h"

#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "gui/live/run_text.h"
#include "gui/text/number_format.h"

namespace gui {

std::optional<SlowEffect> slowEffect(const Prediction& prediction, int rank, double factor)
{
    const auto ranks = prediction.timeline->spans.size();
    if (rank < 0 || static_cast<std::size_t>(rank) >= ranks)
        return {};
    plan::Costs costs = prediction.costs;
    if (costs.rankFactors.empty())
        costs.rankFactors.assign(ranks, 1.0);
    costs.rankFactors[static_cast<std::size_t>(rank)] *= factor;
    const auto slowed = plan::simulate(*prediction.schedule, costs);
    if (!slowed)
        return {};
    return SlowEffect{prediction.timeline->makespan, slowed->makespan, prediction.bubbleFraction,
                      plan::bubbleFraction(*slowed)};
}

QString effectText(const SlowEffect& effect, bool knowsTime)
{
    const QString bubble = runText(QT_TRANSLATE_NOOP("Run", "bubble %1 → %2"))
                               .arg(percent(effect.bubbleBefore), percent(effect.bubbleAfter));
    if (!knowsTime)
        return runText(QT_TRANSLATE_NOOP("Run", "Predicted: %1.")).arg(bubble);
    return runText(QT_TRANSLATE_NOOP("Run", "Predicted: step %1 → %2, %3."))
        .arg(stepTime(effect.stepBefore), stepTime(effect.stepAfter), bubble);
}

} // namespace gui
