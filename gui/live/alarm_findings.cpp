// What an AlarmWatch finds in a run, each kind of it by itself.

#include "gui/live/alarm_watch.h"
#include "gui/live/run_text.h"
#include "gui/live/verdict_words.h"
#include "gui/text/engine_text.h"
#include "gui/text/number_format.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

using Millis = std::chrono::milliseconds;
using telemetry::SourceState;

constexpr double kAlarmGibibyte = 1024.0 * 1024.0 * 1024.0;
constexpr int kStepsOfSilence = 3; // as long as so many steps, a run may say nothing

double makespanOf(const RunView& view)
{
    const StepPtr& complete = view.shown().complete;
    return complete ? static_cast<double>(complete->timeline.makespan.count()) : 0;
}

int newestStepNumber(const RunSnapshot& run)
{
    const StepPtr& newest = run.current ? run.current : run.newest;
    return newest ? newest->number : -1;
}

// What nobody can do anything about once the run takes no more steps.
bool isOfRunningSteps(AlarmKind kind)
{
    return kind == AlarmKind::Pace || kind == AlarmKind::SlowStep || kind == AlarmKind::Memory;
}

} // namespace

std::vector<Finding> AlarmWatch::findings(const RunTexts& texts, Millis quiet) const
{
    std::vector<Finding> all;
    addEnd(all, texts);
    addNotRecorded(all);
    addSlowRanks(all);
    addMemory(all);
    addPace(all);
    addQuiet(all, quiet);
    all.insert(all.end(), m_losses.found().begin(), m_losses.found().end());
    // Where the machine cannot keep up, long steps are what comes of that.
    if (std::none_of(all.begin(), all.end(),
                     [](const Finding& each) { return each.kind == AlarmKind::Pace; }))
        all.insert(all.end(), m_slowSteps.found().begin(), m_slowSteps.found().end());
    std::erase_if(all, [this](const Finding& each) { return !m_rules.has(each.kind); });
    if (m_view.run()->isOver() && !m_controller.isReplay())
        for (Finding& each : all)
            each.isOver = each.isOver || isOfRunningSteps(each.kind);
    return all;
}

void AlarmWatch::addEnd(std::vector<Finding>& findings, const RunTexts& texts) const
{
    const RunSnapshot& run = *m_view.run();
    if (texts.bad)
        findings.push_back({.kind = AlarmKind::Failed,
                            .rank = run.end ? run.end->rank : -1,
                            .step = run.end ? run.end->step : newestStepNumber(run),
                            .what = texts.state,
                            .evidence = endEvidence(run, m_checkpoint)});
    for (const DifferentOp& op : run.checks.named)
        findings.push_back({.kind = AlarmKind::OtherBits,
                            .rank = static_cast<int>(op.rank),
                            .step = op.check.step,
                            .what = differentText(op),
                            .evidence = checksText(run.checks)});
}

void AlarmWatch::addNotRecorded(std::vector<Finding>& findings) const
{
    const RunSnapshot& run = *m_view.run();
    const RunEntry* const entry = m_controller.run() ? &*m_controller.run() : nullptr;
    const std::uint64_t unlogged = unloggedOf(run, entry);
    if (unlogged == 0)
        return;
    const QString count = runText(QT_TRANSLATE_NOOP("Run", "Records not written: %1."))
                              .arg(QLocale().toString(static_cast<qulonglong>(unlogged)));
    if (run.isOver() || !m_isUnseen)
        findings.push_back(
            {.kind = AlarmKind::NotRecorded,
             .what = runText(
                 QT_TRANSLATE_NOOP("Run", "Not all of the run is recorded: the disk was full")),
             .evidence = count + QLatin1Char(' ')
                 + runText(QT_TRANSLATE_NOOP("Run", "What they held cannot be shown."))});
    else
        findings.push_back(
            {.kind = AlarmKind::NotRecorded,
             .what
             = runText(QT_TRANSLATE_NOOP("Run",
                                         "The disk is full: the run goes on, but nothing more "
                                         "of it can be recorded or shown")),
             .evidence = count + QLatin1Char(' ')
                 + runText(QT_TRANSLATE_NOOP("Run",
                                             "Make room on the disk of %1; recording then goes on "
                                             "by itself."))
                       .arg(entry ? entry->directory : QString())});
}

void AlarmWatch::addSlowRanks(std::vector<Finding>& findings) const
{
    const RunSnapshot& run = *m_view.run();
    if (!run.info)
        return;
    const measured::RunConditions& conditions = m_controller.session().conditions();
    const plan::Nanoseconds makespan{static_cast<std::int64_t>(makespanOf(m_view))};
    for (const measured::Straggler& straggler : m_view.stragglers())
        if (straggler.factor >= m_rules.slowRank)
            findings.push_back(
                {.kind = AlarmKind::SlowRank,
                 .rank = run.info->worldRank(straggler.rank),
                 .step = straggler.since,
                 .what = slowRankText(straggler, *run.info),
                 .evidence = stragglerText(straggler, *run.info, conditions, makespan),
                 .isOver = straggler.until.has_value()});
    const auto isTold = [&findings](int rank) {
        return std::any_of(findings.begin(), findings.end(), [rank](const Finding& each) {
            return each.kind == AlarmKind::SlowRank && each.rank == rank && !each.isOver;
        });
    };
    for (const measured::SlowReplica& slow : m_view.slowReplicas())
        if (slow.factor >= m_rules.slowRank && !isTold(slow.rank))
            findings.push_back({.kind = AlarmKind::SlowRank,
                                .rank = slow.rank,
                                .step = slow.since,
                                .what = slowReplicaText(slow),
                                .evidence = slowReplicaEvidence(
                                    slow, *run.info, m_controller.session().hosts(), conditions),
                                .isOver = slow.until.has_value()});
}

// A rank that is slow makes steps late as well, and is told as what it is.
void AlarmWatch::addPace(std::vector<Finding>& findings) const
{
    const auto since = m_view.lateSince();
    const auto stragglers = m_view.stragglers();
    if (!since || !m_rules.has(AlarmKind::Pace)
        || std::any_of(stragglers.begin(), stragglers.end(),
                       [](const measured::Straggler& each) { return !each.until; }))
        return;
    findings.push_back(
        {.kind = AlarmKind::Pace,
         .step = *since,
         .what = runText(QT_TRANSLATE_NOOP("Run",
                                           "The machine is too slow for this emulation: times are "
                                           "longer than asked for")),
         .evidence = engineText(m_view.paceWarning()) + QLatin1Char('\n')
             + runText(QT_TRANSLATE_NOOP("Run",
                                         "Launch it so that a second stands for less, or with "
                                         "fewer ranks, or end other work on the machine."))});
}

void AlarmWatch::addMemory(std::vector<Finding>& findings) const
{
    const RunSnapshot& run = *m_view.run();
    if (!run.info)
        return;
    const auto add = [&](std::size_t rank, double held, double limit, int step) {
        if (limit <= 0 || held < m_rules.memory * limit)
            return;
        const auto gib = [](double bytes) { return threeDigits(bytes / kAlarmGibibyte, 3); };
        const int worldRank = run.info->worldRank(static_cast<int>(rank));
        findings.push_back(
            {.kind = AlarmKind::Memory,
             .rank = worldRank,
             .step = step,
             .what = runText(QT_TRANSLATE_NOOP("Run", "Rank %1 holds %2 of %3 GiB"))
                         .arg(worldRank)
                         .arg(gib(held), gib(limit)),
             .evidence = runText(QT_TRANSLATE_NOOP(
                 "Run",
                 "It ends once it needs more. Fewer microbatches in flight, recomputation or "
                 "another cut of the layers make room."))});
    };
    if (run.devicePeaks.empty()) {
        for (std::size_t rank = 0; rank < m_peaks.size(); ++rank)
            add(rank, static_cast<double>(m_peaks[rank]), m_memoryLimit, m_peakSteps[rank]);
        return;
    }
    const double total = run.device ? static_cast<double>(run.device->memoryTotalBytes) : 0;
    for (std::size_t rank = 0; rank < run.devicePeaks.size(); ++rank)
        add(rank, static_cast<double>(run.devicePeaks[rank]), total, -1);
}

void AlarmWatch::addQuiet(std::vector<Finding>& findings, Millis quiet) const
{
    const RunSnapshot& run = *m_view.run();
    const bool hasFailed = std::any_of(findings.begin(), findings.end(), [](const Finding& each) {
        return each.kind == AlarmKind::Failed;
    });
    if (m_controller.isReplay() || run.end || hasFailed)
        return;
    const QString seconds = QString::number(quiet.count() / 1000);
    const int newest = newestStepNumber(run);
    if (run.status.state == SourceState::Lost) {
        findings.push_back(
            {.kind = AlarmKind::NoAnswer,
             .step = newest,
             .what = runText(QT_TRANSLATE_NOOP("Run", "No answer from the run; trying again")),
             .evidence = runText(QT_TRANSLATE_NOOP(
                 "Run",
                 "Nothing answers at its address. Its supervisor may be gone, or the network "
                 "between here and there; the run itself may still go on."))});
        return;
    }
    const auto patience
        = std::max(Millis(static_cast<std::int64_t>(m_rules.noNews * 1000)),
                   std::chrono::duration_cast<Millis>(kStepsOfSilence * m_lastStep));
    if (run.status.state == SourceState::Connected && quiet >= patience)
        findings.push_back(
            {.kind = AlarmKind::NoNews,
             .step = newest,
             .what = runText(QT_TRANSLATE_NOOP("Run", "No progress for %1 s")).arg(seconds),
             .evidence = runText(QT_TRANSLATE_NOOP(
                 "Run",
                 "The run answers, but no rank has finished an op. One of them may be stuck in an "
                 "op or a message: the timeline shows which waits for which."))});
}

} // namespace gui
