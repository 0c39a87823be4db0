#include "gui/runs/run_words.h"

#include "gui/live/device_words.h"
#include "gui/text/catalog_texts.h"
#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QFileInfo>
#include <QLocale>
#include <QStringList>

namespace gui {
namespace {

constexpr int kMostName = 200; // characters; a line has room for fewer
constexpr qint64 kMinute = 60;
constexpr qint64 kHour = 60 * kMinute;
constexpr qint64 kDay = 24 * kHour;

QString failureText(const RunEntry& run)
{
    if (!run.hasBegun())
        return runsText(QT_TRANSLATE_NOOP("Runs", "never began"));
    if (run.failedRank < 0)
        return runsText(QT_TRANSLATE_NOOP("Runs", "FAILED"));
    QStringList parts{runsText(QT_TRANSLATE_NOOP("Runs", "FAILED rank %1")).arg(run.failedRank)};
    if (run.failedSignal > 0)
        parts << runsText(QT_TRANSLATE_NOOP("Runs", "signal %1")).arg(run.failedSignal);
    if (run.failedStep >= 0)
        parts << runsText(QT_TRANSLATE_NOOP("Runs", "step %1")).arg(run.failedStep);
    return enumerated(parts);
}

// Of one whose turn comes, or of which nothing is known.
QString queuedText(const RunEntry& run)
{
    if (run.job.state == QLatin1String("running"))
        return runsText(QT_TRANSLATE_NOOP("Runs", "starting"));
    return run.job.state == QLatin1String("requeued")
        ? runsText(QT_TRANSLATE_NOOP("Runs", "queued again"))
        : runsText(QT_TRANSLATE_NOOP("Runs", "queued"));
}

} // namespace

RunStanding standingOf(const RunEntry& run, const RunDigest* digest)
{
    if (run.isQueued())
        return run.job.waiting == QLatin1String("forever") ? RunStanding::Stuck
            : run.job.waiting == QLatin1String("somebody") ? RunStanding::Held
                                                           : RunStanding::Queued;
    if (run.state == QLatin1String("failed"))
        return RunStanding::Failed;
    if (run.state == QLatin1String("lost"))
        return RunStanding::Lost;
    if (digest && digest->slow)
        return RunStanding::Slow;
    if (run.isRunning())
        return RunStanding::Live;
    if (!run.paceWarning.isEmpty() || run.unlogged > 0)
        return RunStanding::Marred;
    if (run.state == QLatin1String("stopped"))
        return RunStanding::Stopped;
    return run.state == QLatin1String("completed") ? RunStanding::Completed
                                                   : RunStanding::Recording;
}

QString standingText(const RunEntry& run, const RunDigest* digest)
{
    switch (standingOf(run, digest)) {
    case RunStanding::Live:
        if (run.elsewhere == QLatin1String("silent"))
            return runsText(QT_TRANSLATE_NOOP("Runs", "on %1, silent")).arg(run.host);
        if (!run.elsewhere.isEmpty())
            return (run.paused ? runsText(QT_TRANSLATE_NOOP("Runs", "live on %1, paused"))
                               : runsText(QT_TRANSLATE_NOOP("Runs", "live on %1")))
                .arg(run.host);
        return run.held  ? runsText(QT_TRANSLATE_NOOP("Runs", "live, held by a signal"))
            : run.paused ? runsText(QT_TRANSLATE_NOOP("Runs", "live, paused"))
                         : runsText(QT_TRANSLATE_NOOP("Runs", "live"));
    case RunStanding::Queued:
        return queuedText(run);
    case RunStanding::Held:
        return runsText(QT_TRANSLATE_NOOP("Runs", "held in the queue"));
    case RunStanding::Stuck:
        return runsText(QT_TRANSLATE_NOOP("Runs", "will never start"));
    case RunStanding::Completed:
        return runsText(QT_TRANSLATE_NOOP("Runs", "completed"));
    case RunStanding::Slow:
        return runsText(QT_TRANSLATE_NOOP("Runs", "slow rank %1, %2"))
            .arg(QString::number(digest->slow->rank),
                 QStringLiteral("×") + threeDigits(digest->slow->factor));
    case RunStanding::Marred:
        return run.unlogged > 0 ? runsText(QT_TRANSLATE_NOOP("Runs", "not all recorded"))
                                : runsText(QT_TRANSLATE_NOOP("Runs", "could not keep up"));
    case RunStanding::Stopped:
        return run.hasBegun() ? runsText(QT_TRANSLATE_NOOP("Runs", "stopped"))
                              : runsText(QT_TRANSLATE_NOOP("Runs", "cancelled"));
    case RunStanding::Recording:
        return runsText(QT_TRANSLATE_NOOP("Runs", "recording"));
    case RunStanding::Failed:
        return failureText(run);
    case RunStanding::Lost:
        return runsText(QT_TRANSLATE_NOOP("Runs", "LOST, its supervisor is gone"));
    }
    return {};
}

QString waitingText(const RunEntry& run)
{
    QString text = engineText(run.job.why.isEmpty() ? run.job.words : run.job.why);
    if (!text.isEmpty())
        text[0] = text[0].toUpper(); // it stands as a sentence of its own
    return text;
}

QString standingMark(RunStanding standing)
{
    switch (standing) {
    case RunStanding::Live:
        return QStringLiteral("●");
    case RunStanding::Slow:
    case RunStanding::Marred:
    case RunStanding::Held:
        return QStringLiteral("▲");
    case RunStanding::Failed:
    case RunStanding::Stuck:
    case RunStanding::Lost:
        return QStringLiteral("■");
    case RunStanding::Queued:
    case RunStanding::Completed:
    case RunStanding::Stopped:
    case RunStanding::Recording:
        break;
    }
    return QStringLiteral("○");
}

QString durationText(plan::Nanoseconds time)
{
    const double seconds = std::chrono::duration<double>(time).count();
    if (seconds < 1)
        return stepTime(time);
    if (seconds < 2 * kMinute)
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 s")).arg(threeDigits(seconds));
    if (seconds < 2 * kHour)
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 min")).arg(threeDigits(seconds / kMinute));
    if (seconds < 2 * kDay)
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 h")).arg(threeDigits(seconds / kHour));
    return runsText(QT_TRANSLATE_NOOP("Runs", "%1 days")).arg(threeDigits(seconds / kDay));
}

QString ageText(const QDateTime& started, const QDateTime& now)
{
    if (!started.isValid())
        return {};
    const qint64 age = started.secsTo(now);
    // Clocks differ; a run from the future has just begun.
    if (age < kMinute)
        return runsText(QT_TRANSLATE_NOOP("Runs", "just now"));
    if (age < kHour)
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 min ago")).arg(age / kMinute);
    if (age < kDay)
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 h ago")).arg(age / kHour);
    if (age < 30 * kDay)
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 d ago")).arg(age / kDay);
    return started.toLocalTime().toString(QStringLiteral("yyyy-MM-dd"));
}

QString momentText(const QDateTime& started)
{
    return started.isValid() ? started.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
                             : QString();
}

QDateTime startOf(const RunEntry& run) { return QDateTime::fromString(run.since(), Qt::ISODate); }

QString nameOf(const RunEntry& run, const RunDigest* digest)
{
    const auto line = [](const QString& text) { return text.left(kMostName).simplified(); };
    if (!run.strategyName.isEmpty())
        return line(run.strategyName);
    if (digest && !digest->strategyName.isEmpty())
        return line(digest->strategyName);
    const QString file = QFileInfo(run.strategy).fileName();
    return line(file.isEmpty() ? run.run : file);
}

QString kindText(const RunEntry& run, const RunDigest* digest)
{
    QStringList parts;
    if (digest && !digest->schedule.isEmpty())
        parts << scheduleTitle(digest->schedule.toStdString());
    const int ranks = run.ranks > 0 ? run.ranks : digest ? digest->ranks : 0;
    if (ranks > 0)
        parts << (ranks == 1 ? runsText(QT_TRANSLATE_NOOP("Runs", "1 rank"))
                             : runsText(QT_TRANSLATE_NOOP("Runs", "%1 ranks"))
                                   .arg(QLocale().toString(ranks)));
    const QString word = !run.device.isEmpty() ? run.device : digest ? digest->device : QString();
    if (const auto* device = strategy::findRunDevice(word.toStdString()))
        parts << deviceName(device->kind);
    else if (!word.isEmpty())
        parts << word;
    return parts.join(QStringLiteral(" · "));
}

QString numbersText(const RunEntry& run, const RunDigest* digest)
{
    const QString asked = run.steps > 0 ? runsText(QT_TRANSLATE_NOOP("Runs", "%1 steps asked for"))
                                              .arg(QLocale().toString(run.steps))
                                        : QString();
    if (!run.hasBegun())
        return runsText(QT_TRANSLATE_NOOP("Runs", "job %1")).arg(run.job.id) + QStringLiteral(" · ")
            + asked;
    if (!digest)
        return asked;
    if (!digest->problem.isEmpty())
        return runsText(QT_TRANSLATE_NOOP("Runs", "cannot be read"));
    const auto done = static_cast<qulonglong>(digest->stepsDone);
    QStringList parts;
    parts << (run.steps > 0
                  ? runsText(QT_TRANSLATE_NOOP("Runs", "%1/%2 steps"))
                        .arg(QLocale().toString(done), QLocale().toString(run.steps))
                  : runsText(QT_TRANSLATE_NOOP("Runs", "%1 steps")).arg(QLocale().toString(done)));
    if (digest->spread.steps > 0)
        parts << stepTime(digest->spread.median) << percent(digest->bubble);
    return parts.join(QStringLiteral(" · "));
}

} // namespace gui
