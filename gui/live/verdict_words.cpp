#include "gui/live/verdict_words.h"

#include "gui/live/run_text.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace gui {
namespace {

// "2F0", as everywhere.
QString opText(const telemetry::CheckRecord& check)
{
    constexpr char kLetters[] = {'F', 'B', 'I', 'W'};
    const auto kind = static_cast<std::size_t>(check.kind);
    const QChar letter = QLatin1Char(kind < sizeof kLetters ? kLetters[kind] : '?');
    return QString::number(check.stage) + letter + QString::number(check.microbatch);
}

} // namespace

QString checksText(const CheckTotals& checks)
{
    if (checks.compared == 0 && checks.named.empty())
        return {};
    const QString compared = QString::number(checks.compared);
    if (checks.different == 0 && checks.named.empty())
        return runText(QT_TRANSLATE_NOOP("Run", "Ops computed twice in the bubbles: %1; all equal"))
            .arg(compared);
    QStringList lines;
    for (const DifferentOp& op : checks.named)
        lines << runText(
                     QT_TRANSLATE_NOOP("Run",
                                       "Rank %1, step %2, %3: the second run gave other bits; the "
                                       "memory or the arithmetic of that device is not to be "
                                       "trusted"))
                     .arg(op.rank)
                     .arg(op.check.step)
                     .arg(opText(op.check));
    lines << runText(
                 QT_TRANSLATE_NOOP("Run", "Ops computed twice in the bubbles: %1; different: %2"))
                 .arg(compared,
                      QString::number(
                          std::max<std::uint64_t>(checks.different, checks.named.size())));
    return lines.join(QLatin1Char('\n'));
}

QString stragglerText(const measured::Straggler& straggler, const measured::RunInfo& info,
                      const measured::RunConditions& conditions, plan::Nanoseconds makespan)
{
    const int worldRank = info.worldRank(straggler.rank);
    const QString rank = QString::number(worldRank);
    const QString factor = QLocale().toString(straggler.factor, 'f', 2);
    const QString byHand = conditions.isSlowed(worldRank, straggler.since)
        ? runText(QT_TRANSLATE_NOOP("Run", "; somebody has slowed it by hand"))
        : QString();
    if (straggler.until)
        return runText(QT_TRANSLATE_NOOP("Run",
                                         "Rank %1 took %2 times as long from step %3 to step "
                                         "%4"))
                   .arg(rank, factor, QString::number(straggler.since),
                        QString::number(*straggler.until - 1))
            + byHand;
    const QString sentence
        = runText(QT_TRANSLATE_NOOP("Run", "Rank %1 takes %2 times as long since step %3"))
              .arg(rank, factor, QString::number(straggler.since));
    if (!straggler.stepCost || makespan <= *straggler.stepCost)
        return sentence + byHand;
    // Against the step as it would be without the straggler.
    const double longer = static_cast<double>(straggler.stepCost->count())
        / static_cast<double>((makespan - *straggler.stepCost).count());
    return sentence
        + runText(QT_TRANSLATE_NOOP("Run", "; the step takes %1 longer")).arg(percent(longer))
        + byHand;
}

QString verdictText(const RunSnapshot& run, const std::vector<measured::Straggler>& stragglers,
                    const measured::RunConditions& conditions, plan::Nanoseconds makespan)
{
    // The label grows with each line, and takes the room for it from the log.
    constexpr qsizetype kMostNamed = 3;
    QStringList lines;
    const measured::RunInfo info = run.info.value_or(measured::RunInfo{});
    // The newest first, and only those that are still slow.
    for (auto each = stragglers.rbegin(); each != stragglers.rend(); ++each)
        if (!each->until && lines.size() < kMostNamed)
            lines << stragglerText(*each, info, conditions, makespan);
    // Where nobody is slow now, the last one that was is still worth a line.
    if (lines.isEmpty() && !stragglers.empty())
        lines << stragglerText(stragglers.back(), info, conditions, makespan);
    if (!lines.isEmpty() && info.replicas() > 1)
        lines << runText(QT_TRANSLATE_NOOP("Run",
                                           "Only one replica of the pipeline is watched for slow "
                                           "ranks, of %1: that of rank %2"))
                     .arg(info.replicas())
                     .arg(info.replica);
    if (const QString checks = checksText(run.checks); !checks.isEmpty())
        lines << checks;
    return lines.join(QLatin1Char('\n'));
}

} // namespace gui
