#include "gui/live/verdict_words.h"

#include "engine/plan/program.h"
#include "engine/strategy/run_device.h"
#include "gui/live/run_text.h"
#include "gui/text/number_format.h"
#include "gui/text/shown_text.h"
#include "gui/timeline/story.h"
#include "telemetry/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
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

constexpr int kKilled = 9; // SIGKILL, whatever this program runs on

// Of a run that trained and failed.
QString whatIsKept(const std::optional<LastCheckpoint>& last)
{
    if (!last)
        return runText(
            QT_TRANSLATE_NOOP("Run", "It has written no checkpoint, so what was trained is lost."));
    return runText(QT_TRANSLATE_NOOP("Run",
                                     "Its last checkpoint has the state after %1 steps. To go on "
                                     "from there, launch (F5) with this in \"Continue from\": %2"))
        .arg(last->stepsDone)
        .arg(last->path);
}

} // namespace

QString opsInWords(const QString& sentence)
{
    static const QRegularExpression kOp(QStringLiteral("\\b\\d+[FBIW]\\d+(?:[<>]\\d+)?\\b"));
    QString written;
    qsizetype end = 0;
    for (auto found = kOp.globalMatch(sentence); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const auto program = plan::parseProgram(match.captured().toStdString());
        if (!program)
            continue;
        const plan::Instruction& of = program->front();
        QString words = opInWords(of.op);
        if (of.kind == plan::Instruction::Kind::Send)
            words = runText(QT_TRANSLATE_NOOP("Run", "%1, to rank %2")).arg(words).arg(of.peer);
        else if (of.kind == plan::Instruction::Kind::Receive)
            words = runText(QT_TRANSLATE_NOOP("Run", "%1, from rank %2")).arg(words).arg(of.peer);
        written += sentence.mid(end, match.capturedStart() - end) + words;
        end = match.capturedEnd();
    }
    return written + sentence.mid(end);
}

QString differentText(const DifferentOp& op)
{
    return runText(QT_TRANSLATE_NOOP("Run",
                                     "Rank %1, step %2, %3: the second run gave different bits; do "
                                     "not trust that device's memory or arithmetic"))
        .arg(op.rank)
        .arg(op.check.step)
        .arg(opText(op.check));
}

QString slowedByHandText(int rank)
{
    return runText(QT_TRANSLATE_NOOP("Run",
                                     "Someone slowed rank %1 by hand. Run > Slow a rank (F8), "
                                     "\"Full speed\" undoes that."))
        .arg(rank);
}

QString slowedNowText(const measured::RunConditions& conditions)
{
    QStringList lines;
    for (const auto& spell : conditions.slowedByHand) {
        if (spell.until)
            continue;
        const QString rank = QString::number(spell.rank);
        const QString since = QString::number(spell.since);
        lines << (spell.factor > 1
                      ? runText(QT_TRANSLATE_NOOP(
                                    "Run", "Rank %1 has been slowed by hand since step %2, ×%3"))
                            .arg(rank, since, threeDigits(spell.factor))
                      : runText(QT_TRANSLATE_NOOP("Run",
                                                  "Rank %1 has been slowed by hand since step %2"))
                            .arg(rank, since));
    }
    return lines.join(QLatin1Char('\n'));
}

QString endEvidence(const RunSnapshot& run, const std::optional<LastCheckpoint>& last)
{
    QStringList lines;
    if (run.end && run.end->host[0] != 0)
        lines << runText(QT_TRANSLATE_NOOP("Run", "It ran on %1."))
                     .arg(QString::fromStdString(std::string(telemetry::textOf(run.end->host))));
    const int lost = run.end && run.end->step >= 0 ? run.end->step
        : run.newest                               ? run.newest->number + 1
                                                   : -1;
    if (lost >= 0)
        lines << runText(QT_TRANSLATE_NOOP("Run", "Lost: step %1, which was under way.")).arg(lost);
    const auto* device = run.info ? strategy::findRunDevice(run.info->device) : nullptr;
    if (device && device->trains)
        lines << whatIsKept(last);
    lines << runText(QT_TRANSLATE_NOOP("Run", "The Log page has each rank's last output."));
    if (run.end && run.end->signal == kKilled)
        lines << runText(QT_TRANSLATE_NOOP("Run",
                                           "Signal 9 usually means that the kernel killed it "
                                           "because the machine ran out of memory: see dmesg "
                                           "there."));
    return lines.join(QLatin1Char('\n'));
}

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
        lines << differentText(op);
    lines << runText(
                 QT_TRANSLATE_NOOP("Run", "Ops computed twice in the bubbles: %1; different: %2"))
                 .arg(compared,
                      QString::number(
                          std::max<std::uint64_t>(checks.different, checks.named.size())));
    return lines.join(QLatin1Char('\n'));
}

namespace {

constexpr int kMostHostName = 64; // characters

QString slowText(int rank, double factor, int since, std::optional<int> until)
{
    if (until)
        return runText(QT_TRANSLATE_NOOP("Run", "Rank %1 slow ×%2 from step %3 to step %4"))
            .arg(QString::number(rank), threeDigits(factor), QString::number(since),
                 QString::number(*until - 1));
    return runText(QT_TRANSLATE_NOOP("Run", "Rank %1 slow ×%2 since step %3"))
        .arg(QString::number(rank), threeDigits(factor), QString::number(since));
}

} // namespace

QString slowRankText(const measured::Straggler& straggler, const measured::RunInfo& info)
{
    return slowText(info.worldRank(straggler.rank), straggler.factor, straggler.since,
                    straggler.until);
}

QString slowReplicaText(const measured::SlowReplica& slow)
{
    return slowText(slow.rank, slow.factor, slow.since, slow.until);
}

QString slowReplicaEvidence(const measured::SlowReplica& slow, const measured::RunInfo& info,
                            const measured::RankHosts& hosts,
                            const measured::RunConditions& conditions)
{
    const int each = info.replicas();
    const int place = slow.rank / each;
    QString words
        = runText(QT_TRANSLATE_NOOP("Run",
                                    "Its ops take %1 times what those of the middle one of ranks "
                                    "%2 to %3 take, which do the same work."))
              .arg(threeDigits(slow.factor), QString::number(place * each),
                   QString::number((place + 1) * each - 1));
    if (const int host = hosts.hostOf(slow.rank); host >= 0 && hosts.hosts() > 1)
        words += QLatin1Char('\n')
            + runText(QT_TRANSLATE_NOOP("Run", "It is on host %1."))
                  .arg(shownText(QString::fromStdString(hosts.nameOf(host)), kMostHostName));
    if (conditions.isSlowed(slow.rank, slow.since, slow.until))
        words += QLatin1Char('\n') + slowedByHandText(slow.rank);
    return words;
}

QString stragglerText(const measured::Straggler& straggler, const measured::RunInfo& info,
                      const measured::RunConditions& conditions, plan::Nanoseconds makespan)
{
    const QString byHand
        = conditions.isSlowed(info.worldRank(straggler.rank), straggler.since, straggler.until)
        ? runText(QT_TRANSLATE_NOOP("Run", "; someone slowed it by hand"))
        : QString();
    const QString sentence = slowRankText(straggler, info);
    if (straggler.until || !straggler.stepCost || makespan <= *straggler.stepCost)
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
    const bool areAllWatched = run.newest && !run.newest->world.empty();
    if (!lines.isEmpty() && info.replicas() > 1 && !areAllWatched)
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
