#include "gui/window/strategy_verdict.h"

#include "gui/document/origin_text.h"
#include "gui/estimate/verdict_text.h"
#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"
#include "gui/text/source_line.h"

#include <QLocale>

#include <utility>

namespace gui {
namespace {

// Most answers come at once; greying the bar for a moment would only flicker.
constexpr std::chrono::milliseconds kPatience{150};

double makespan(const Prediction& prediction)
{
    return static_cast<double>(prediction.timeline->makespan.count());
}

} // namespace

StrategyVerdict::StrategyVerdict(Document& document, const Estimator& estimator,
                                 RunController& controller, RunView& view, const AlarmWatch& alarms,
                                 QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_estimator(estimator)
    , m_controller(controller)
    , m_view(view)
    , m_alarms(alarms)
{
    m_stale.setSingleShot(true);
    connect(&m_stale, &QTimer::timeout, this, &StrategyVerdict::refresh);
    for (const auto changed :
         {&Document::predictionChanged, &Document::strategyChanged, &Document::problemsChanged})
        connect(&document, changed, this, &StrategyVerdict::follow);
    connect(&estimator, &Estimator::changed, this, &StrategyVerdict::follow);
    connect(&view, &RunView::changed, this, &StrategyVerdict::refresh);
    connect(&alarms, &AlarmWatch::changed, this, &StrategyVerdict::refresh);
    connect(&controller, &RunController::runChanged, this, &StrategyVerdict::refresh);
    follow();
}

std::optional<StrategyVerdict::Known> StrategyVerdict::present() const
{
    if (!m_document.isPredictionCurrent())
        return {};
    if (!m_document.strategy().model || !m_estimator.reason().isEmpty())
        return Known{m_document.prediction(), nullptr};
    if (!m_estimator.isCurrent())
        return {};
    return Known{m_document.prediction(), m_estimator.estimate()};
}

void StrategyVerdict::follow()
{
    const auto present = this->present();
    if (!present) {
        if (m_document.problems().empty() && !m_stale.isActive())
            m_stale.start(kPatience);
        refresh();
        return;
    }
    m_stale.stop();
    const int gesture = m_document.undoStack().index();
    // One that is cancelled is no entry of the history, where one that is undone still is.
    const bool isCancelled = gesture < m_gesture && gesture == m_document.undoStack().count();
    if (m_document.undoStack().count() == 0
        || (m_shown.prediction && !(m_shown.prediction->as == present->prediction->as))) {
        m_before.reset(); // another file, or predicted otherwise: no edit made the difference
        m_earlier.reset();
    } else if (isCancelled) {
        m_before = std::exchange(m_earlier, std::nullopt);
    } else if (gesture != m_gesture && m_shown.prediction) {
        m_earlier = std::exchange(m_before, m_shown);
    }
    m_gesture = gesture;
    m_shown = *present;
    refresh();
}

void StrategyVerdict::refresh()
{
    Verdict verdict;
    addPredicted(verdict);
    addMeasured(verdict);
    addHealth(verdict);
    verdict.isStale = !m_document.problems().empty()
        || (!present() && !m_stale.isActive() && m_shown.prediction);
    if (verdict == m_verdict)
        return;
    m_verdict = std::move(verdict);
    emit changed();
}

void StrategyVerdict::addPredicted(Verdict& verdict) const
{
    if (!m_shown.prediction)
        return;
    const Prediction& now = *m_shown.prediction;
    const Prediction* before = m_before ? m_before->prediction.get() : nullptr;
    const bool timeless = m_view.isTimeless(m_shown.prediction);
    const auto time
        = [](double nanoseconds) { return stepTime(plan::Nanoseconds{std::llround(nanoseconds)}); };
    VerdictNumber step{.name = tr("Step")};
    if (now.as.timeScale != 1 && m_shown.estimate)
        step.name = tr("Step, stands for %1").arg(stepTime(m_shown.estimate->numbers.stepSeconds));
    if (!timeless) {
        step.value = time(makespan(now));
        step.tip = tr("One step of the optimizer, all microbatches: %1")
                       .arg(milliseconds(now.timeline->makespan));
        addInterval(step);
        if (before)
            setChange(step, makespan(*before), makespan(now), true, time);
    } else {
        step.tip = tr("The strategy has no costs, so nothing says how long its ops take on this "
                      "device");
    }
    verdict.numbers.push_back(std::move(step));

    VerdictNumber bubble{.name = tr("Bubble"), .value = percent(now.bubbleFraction)};
    bubble.tip = tr("Idle share of ranks × makespan");
    if (before)
        setChange(bubble, before->bubbleFraction, now.bubbleFraction, true, points);
    verdict.numbers.push_back(std::move(bubble));

    if (const EstimatePtr& estimate = m_shown.estimate) {
        const EstimatePtr earlier = m_before ? m_before->estimate : nullptr;
        for (VerdictNumber& number : estimateNumbers(*estimate, earlier.get()))
            verdict.numbers.push_back(std::move(number));
    } else {
        const auto count = [](double pairs) { return QLocale().toString(std::llround(pairs)); };
        VerdictNumber inFlight{.name = tr("In flight"),
                               .value = count(now.peakInFlight),
                               .tip = tr("Most (microbatch, stage) pairs that a rank holds")};
        // Of stages of another size it would count other things.
        if (before
            && before->schedule->placement.ranks.size() == now.schedule->placement.ranks.size())
            setChange(inFlight, before->peakInFlight, now.peakInFlight, true, count);
        verdict.numbers.push_back(std::move(inFlight));
    }
    verdict.source = m_estimator.reason().isEmpty()
        ? tr("predicted from %1").arg(originText(now.origin))
        : m_estimator.reason();
    for (VerdictNumber& number : verdict.numbers) {
        number.isOfEdit = !number.change.isEmpty();
        number.tip = withSource(number.tip, verdict.source);
    }
    verdict.sourceTip = m_shown.estimate ? verdictSources(*m_shown.estimate) : verdict.source;
}

// In the time that is shown: a scaled prediction has a scaled interval.
void StrategyVerdict::addInterval(VerdictNumber& step) const
{
    const auto interval = makespanInterval(*m_shown.prediction);
    if (!interval)
        return;
    const QString low = stepTime(interval->low);
    const QString high = stepTime(interval->high);
    step.value = bracketed(step.value, timesText(interval->low, interval->high));
    step.tip += QLatin1Char('\n')
        + tr("80 % interval: %1 to %2, by how far runs of such software on such devices were from "
             "their predictions")
              .arg(low, high);
    if (m_shown.estimate && !m_shown.estimate->numbers.beyond.empty())
        step.tip += QLatin1Char('\n')
            + tr("Beyond what has been measured: %1")
                  .arg(engineText(m_shown.estimate->numbers.beyond));
}

void StrategyVerdict::addMeasured(Verdict& verdict) const
{
    const ShownStep& shown = m_view.shown();
    if (!shown.complete || verdict.numbers.size() < 2)
        return;
    const bool comparable = shown.prediction && shown.prediction == m_shown.prediction;
    const auto with = [](const QString& value, const QString& difference) {
        return difference.isEmpty() ? tr("measured %1").arg(value)
                                    : tr("measured %1, %2").arg(value, difference);
    };
    // Beside another strategy's step one still wants to see what an edit does.
    const auto add = [comparable](VerdictNumber& number, const QString& measured) {
        if (!comparable && number.isOfEdit) {
            number.tip += QLatin1Char('\n') + measured;
            return;
        }
        number.change = measured;
        number.changeMood = Mood::Plain;
        number.isOfEdit = false;
    };
    const MeasuredNumbers& numbers = shown.numbers;
    VerdictNumber& step = verdict.numbers[0];
    add(step,
        with(stepTime(numbers.makespan),
             comparable && m_view.knowsTime() ? relativeDifference(
                 static_cast<double>(numbers.makespan.count()), makespan(*m_shown.prediction))
                                              : QString()));
    VerdictNumber& bubble = verdict.numbers[1];
    add(bubble,
        with(percent(numbers.bubbleFraction),
             comparable
                 ? pointsDifference(numbers.bubbleFraction, m_shown.prediction->bubbleFraction)
                 : QString()));
    for (VerdictNumber* number : {&step, &bubble})
        number->tip += QLatin1Char('\n')
            + tr("Source of what is measured: step %1, all ranks").arg(shown.complete->number);
    step.tip += QStringLiteral("\n\n") + m_view.comparison();
}

void StrategyVerdict::addHealth(Verdict& verdict) const
{
    const RunSnapshotPtr& run = m_view.run();
    if (!run) {
        if (m_controller.session().isShowing() || m_controller.isBusy())
            verdict.health = tr("connecting");
        return;
    }
    const Health& health = m_alarms.health();
    verdict.health = health.words;
    verdict.healthTip = health.more;
    verdict.healthMood = health.mood;
}

} // namespace gui
