#include "gui/live/comparison.h"

#include "engine/plan/metrics.h"
#include "engine/strategy/estimate/time_scale.h"
#include "gui/text/engine_text.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

QString text(const char* source) { return QCoreApplication::translate("Comparison", source); }

} // namespace

MeasuredNumbers measure(const measured::Step& step, const plan::Schedule* schedule,
                        const plan::Costs& costs)
{
    MeasuredNumbers numbers;
    numbers.makespan = step.timeline.makespan;
    // Both divide by the makespan, or by what was busy in it.
    if (step.timeline.makespan.count() > 0) {
        numbers.bubbleFraction = plan::bubbleFraction(step.timeline);
        numbers.bubbleOverhead = plan::bubbleOverhead(step.timeline);
    }
    for (std::size_t rank = 0; rank < step.timeline.spans.size(); ++rank)
        numbers.peakInFlight
            = std::max(numbers.peakInFlight, plan::peakInFlight(step.timeline, rank));
    if (schedule)
        numbers.ledger
            = std::make_shared<plan::Ledger>(plan::account(*schedule, step.timeline, costs));
    return numbers;
}

QString comparisonSentence(const measured::Step& step, const MeasuredNumbers& numbers,
                           const Prediction* prediction, bool knowsTime)
{
    QString sentence;
    if (prediction && !knowsTime) {
        sentence = text(QT_TRANSLATE_NOOP("Comparison",
                                          "step %1: measured %2; bubble predicted %3, measured %4 "
                                          "(%5)"))
                       .arg(QString::number(step.number), stepTime(numbers.makespan),
                            percent(prediction->bubbleFraction), percent(numbers.bubbleFraction),
                            pointsDifference(numbers.bubbleFraction, prediction->bubbleFraction));
    } else if (prediction) {
        const plan::Nanoseconds predicted = prediction->timeline->makespan;
        sentence
            = text(QT_TRANSLATE_NOOP("Comparison",
                                     "step %1: predicted %2, measured %3 (%4); bubble predicted "
                                     "%5, measured %6 (%7)"))
                  .arg(QString::number(step.number), stepTime(predicted),
                       stepTime(numbers.makespan),
                       relativeDifference(static_cast<double>(numbers.makespan.count()),
                                          static_cast<double>(predicted.count())),
                       percent(prediction->bubbleFraction), percent(numbers.bubbleFraction),
                       pointsDifference(numbers.bubbleFraction, prediction->bubbleFraction));
    } else {
        sentence = text(QT_TRANSLATE_NOOP("Comparison", "step %1: measured %2; bubble %3"))
                       .arg(QString::number(step.number), stepTime(numbers.makespan),
                            percent(numbers.bubbleFraction));
    }
    if (step.lost > 0)
        sentence += text(QT_TRANSLATE_NOOP("Comparison", "; spans lost: %1, no data there"))
                        .arg(step.lost);
    return sentence;
}

QString standsFor(float timeScale)
{
    return timeScale == 0 || timeScale == 1
        ? QString()
        : QString::fromStdString(strategy::digitsOf(timeScale)) + QStringLiteral(" s");
}

QString emulationRemark(float timeScale, const std::string& paceWarning)
{
    QString remark;
    if (const QString stands = standsFor(timeScale); !stands.isEmpty())
        remark = text(QT_TRANSLATE_NOOP("Comparison", "; emulated, 1 s stands for %1")).arg(stands);
    if (!paceWarning.empty())
        remark += QLatin1Char('\n') + engineText(paceWarning);
    return remark;
}

QString emulatedText(float timeScale)
{
    const QString stands = standsFor(timeScale);
    if (stands.isEmpty())
        return text(
            QT_TRANSLATE_NOOP("Comparison", "emulated: compute is paced, messages are real"));
    return text(QT_TRANSLATE_NOOP("Comparison",
                                  "emulated: compute is paced, messages are real; 1 s stands for "
                                  "%1"))
        .arg(stands);
}

} // namespace gui
