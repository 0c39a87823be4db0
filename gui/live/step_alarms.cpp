#include "gui/live/step_alarms.h"

#include "engine/measured/averages.h"
#include "gui/live/run_text.h"
#include "gui/live/verdict_words.h"
#include "gui/text/number_format.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace gui {
namespace {

void keepFew(std::deque<Finding>& found, std::size_t most)
{
    while (found.size() > most)
        found.pop_front();
}

bool stands(const std::deque<Finding>& found) { return !found.empty() && !found.back().isOver; }

} // namespace

void LossAlarms::end()
{
    if (!stands(m_found))
        return;
    Finding& finding = m_found.back();
    finding.isOver = true;
    if (m_numbers)
        return;
    finding.what = finding.step == m_lastBad
        ? runText(QT_TRANSLATE_NOOP("Run", "The loss was not a number in step %1"))
              .arg(finding.step)
        : runText(QT_TRANSLATE_NOOP("Run", "The loss was not a number in steps %1 to %2"))
              .arg(finding.step)
              .arg(m_lastBad);
}

void LossAlarms::raise(int step, bool isNumber, double loss, double usual)
{
    if (!stands(m_found) || m_numbers == isNumber)
        m_lastBad = step;
    if (stands(m_found) && m_numbers == isNumber)
        return;
    end();
    m_lastBad = step;
    m_numbers = isNumber;
    Finding finding{.kind = AlarmKind::Loss, .step = step};
    if (isNumber) {
        finding.what = runText(QT_TRANSLATE_NOOP("Run", "Loss %1 in step %2, ×%3"))
                           .arg(lossNumber(loss), QString::number(step), threeDigits(loss / usual));
        finding.evidence
            = runText(QT_TRANSLATE_NOOP(
                          "Run",
                          "The median of the previous %1 steps was %2. An unusual batch causes "
                          "this once; too high a learning rate causes it repeatedly."))
                  .arg(m_losses.size())
                  .arg(lossNumber(usual));
    } else {
        finding.what
            = runText(QT_TRANSLATE_NOOP("Run", "The loss is not a number since step %1")).arg(step);
        finding.evidence = runText(QT_TRANSLATE_NOOP(
            "Run",
            "That step's update was skipped. If it persists, go back to a checkpoint from before "
            "that step, and check the data and the learning rate."));
    }
    m_found.push_back(finding);
    keepFew(m_found, kMostKept);
}

void LossAlarms::add(const telemetry::TrainingStep& step, const AlarmRules& rules)
{
    if (!std::isfinite(step.loss)) {
        raise(step.step, false, step.loss, 0);
        return;
    }
    const double usual
        = m_losses.empty() ? 0 : measured::medianOf({m_losses.begin(), m_losses.end()});
    if (m_losses.size() == kMeasure && usual > 0 && step.loss > rules.lossSpike * usual) {
        raise(step.step, true, step.loss, usual);
        return;
    }
    end();
    m_losses.push_back(step.loss);
    if (m_losses.size() > kMeasure)
        m_losses.pop_front();
}

void SlowStepAlarms::add(int step, plan::Nanoseconds makespan, plan::Nanoseconds predicted,
                         const AlarmRules& rules, const std::vector<int>& slowed)
{
    if (predicted.count() <= 0)
        return;
    m_last.push_back({step, double(makespan.count()) / double(predicted.count()), slowed});
    if (m_last.size() > kWindow)
        m_last.pop_front();
    if (m_last.size() < kWindow)
        return;
    std::vector<double> ratios;
    for (const Ratio& each : m_last)
        ratios.push_back(each.of);
    const double middle = measured::medianOf(ratios);
    if (middle <= 1 + rules.slowStep) {
        if (stands(m_found))
            m_found.back().isOver = true;
        return;
    }
    int since = stands(m_found) ? m_found.back().step : step;
    if (!stands(m_found)) {
        for (auto each = m_last.rbegin(); each != m_last.rend(); ++each)
            if (each->of > 1 + rules.slowStep)
                since = each->step;
        m_found.push_back({.kind = AlarmKind::SlowStep, .step = since});
        keepFew(m_found, kMostKept);
    }
    Finding& finding = m_found.back();
    finding.what
        = runText(QT_TRANSLATE_NOOP("Run", "Steps take %1 longer than predicted since step %2"))
              .arg(percent(middle - 1))
              .arg(since);
    const QStringList lines{
        runText(QT_TRANSLATE_NOOP("Run", "Predicted %1, measured %2 (median of %3 steps)."))
            .arg(stepTime(predicted),
                 stepTime(plan::Nanoseconds(
                     std::llround(middle * static_cast<double>(predicted.count())))))
            .arg(kWindow)};
    finding.evidence = (lines + causes()).join(QLatin1Char('\n'));
}

QStringList SlowStepAlarms::causes() const
{
    std::set<int> slowed;
    for (const Ratio& each : m_last)
        slowed.insert(each.slowed.begin(), each.slowed.end());
    QStringList lines;
    for (const int rank : slowed)
        lines << slowedByHandText(rank);
    if (lines.isEmpty())
        lines << runText(QT_TRANSLATE_NOOP(
            "Run",
            "If the prediction is wrong, take the costs from this run; otherwise check what all "
            "ranks share: the network, the file system, other work on the machines."));
    return lines;
}

} // namespace gui
