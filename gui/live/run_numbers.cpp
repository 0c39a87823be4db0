#include "gui/live/run_numbers.h"

#include "gui/live/comparison.h"
#include "gui/live/run_text.h"
#include "gui/live/verdict_words.h"
#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"
#include "gui/timeline/texts.h"
#include "telemetry/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace gui {
namespace {

using telemetry::SourceState;

// How a run ended, in the words of its supervisor.
struct End {
    QString state; // "completed", "stopped", "failed", "lost"
    QString sentence;
};

QString wordOf(telemetry::RunOutcome outcome)
{
    switch (outcome) {
    case telemetry::RunOutcome::Completed:
        return QStringLiteral("completed");
    case telemetry::RunOutcome::Stopped:
        return QStringLiteral("stopped");
    case telemetry::RunOutcome::Failed:
        break;
    }
    return QStringLiteral("failed");
}

// Nothing while it goes on, or where nobody knows: an older recording without its run.json.
std::optional<End> endOf(const RunSnapshot& run, const RunEntry* entry)
{
    // What the supervisor sent with the run counts first, then what the list of runs says.
    if (run.end)
        return End{wordOf(run.end->outcome),
                   opsInWords(engineText(telemetry::textOf(run.end->text)))};
    const bool over
        = run.status.state == SourceState::Ended || run.status.state == SourceState::Lost;
    if (over && entry && !entry->outcome.isEmpty()) {
        const QString why = entry->outcome.mid(entry->state.size() + 2); // behind ": "
        return End{entry->state, opsInWords(engineText(why))};
    }
    if (!run.failure.empty())
        return End{QStringLiteral("failed"), opsInWords(engineText(run.failure))};
    return std::nullopt;
}

bool isBad(const End& end)
{
    return end.state == QLatin1String("failed") || end.state == QLatin1String("lost");
}

QString endText(const End& end, bool replay)
{
    if (end.state == QLatin1String("failed"))
        return runText(QT_TRANSLATE_NOOP("Run", "failed: %1")).arg(end.sentence);
    if (end.state == QLatin1String("lost"))
        return runText(QT_TRANSLATE_NOOP("Run", "lost: %1")).arg(end.sentence);
    const bool stopped = end.state == QLatin1String("stopped");
    if (replay)
        return stopped ? runText(QT_TRANSLATE_NOOP("Run",
                                                   "recording, read to its end; the run was "
                                                   "stopped"))
                       : runText(QT_TRANSLATE_NOOP("Run",
                                                   "recording, read to its end; the run "
                                                   "completed"));
    return stopped ? runText(QT_TRANSLATE_NOOP("Run", "stopped"))
                   : runText(QT_TRANSLATE_NOOP("Run", "completed"));
}

QString stateText(const RunSnapshot& run, bool replay, bool isPaused)
{
    switch (run.status.state) {
    case SourceState::Connecting:
        return runText(QT_TRANSLATE_NOOP("Run", "connecting"));
    case SourceState::Connected:
        return isPaused ? runText(QT_TRANSLATE_NOOP("Run", "paused"))
                        : runText(QT_TRANSLATE_NOOP("Run", "running"));
    case SourceState::Behind:
        return replay ? runText(QT_TRANSLATE_NOOP("Run", "reading the recording"))
                      : runText(QT_TRANSLATE_NOOP("Run", "running; catching up"));
    case SourceState::Lost:
        return runText(QT_TRANSLATE_NOOP("Run", "no answer from the run; trying again"));
    case SourceState::Ended:
        break;
    }
    if (!replay)
        return runText(QT_TRANSLATE_NOOP("Run", "ended"));
    const bool allSaid = run.info && run.byes >= static_cast<std::uint32_t>(run.info->world);
    return allSaid ? runText(QT_TRANSLATE_NOOP("Run", "recording, read to its end"))
                   : runText(QT_TRANSLATE_NOOP("Run",
                                               "recording, read to its end; how the run ended is "
                                               "not in it"));
}

// `bad`: it failed, so that what it had begun is lost whatever telemetry kept.
QString lossText(const RunSnapshot& run, const RunEntry* entry, bool bad)
{
    QStringList losses;
    const int step = run.end && run.end->step >= 0 ? run.end->step
        : run.newest                               ? run.newest->number + 1
                                                   : 0;
    if (bad)
        losses << runText(QT_TRANSLATE_NOOP("Run", "step %1, which was under way")).arg(step);
    const auto add = [&](const char* source, std::uint64_t count) {
        if (count > 0)
            losses << runText(source).arg(count);
    };
    add(QT_TRANSLATE_NOOP("Run", "dropped by the ranks: %1"), run.status.dropped);
    add(QT_TRANSLATE_NOOP("Run", "spans not in the picture: %1"), run.lostSpans);
    add(QT_TRANSLATE_NOOP("Run", "not recorded: %1"), unloggedOf(run, entry));
    add(QT_TRANSLATE_NOOP("Run", "frames missing: %1"), run.status.gaps);
    add(QT_TRANSLATE_NOOP("Run", "frames damaged: %1"), run.status.badFrames);
    add(QT_TRANSLATE_NOOP("Run", "spans rejected: %1"), run.rejected);
    return losses.isEmpty() ? runText(QT_TRANSLATE_NOOP("Run", "nothing"))
                            : losses.join(QLatin1Char('\n'));
}

// "cuda:0, NVIDIA H100, driver 580.65.06, CUDA 13.0": with what the device has said of itself.
QString withDetails(const QString& device, const telemetry::DeviceInfo& info)
{
    const auto said = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    QStringList parts{device};
    if (const QString name = said(telemetry::textOf(info.name)); !name.isEmpty())
        parts << name;
    if (const QString driver = said(telemetry::textOf(info.driver)); !driver.isEmpty())
        parts << runText(QT_TRANSLATE_NOOP("Run", "driver %1")).arg(driver);
    if (info.runtimeCuda != 0)
        parts << QStringLiteral("CUDA %1.%2")
                     .arg(info.runtimeCuda / 1000)
                     .arg(info.runtimeCuda % 1000 / 10);
    QString told = enumerated(parts);
    if (info.overHost == 1)
        told += runText(QT_TRANSLATE_NOOP("Run", "; messages go over the host"));
    return told;
}

} // namespace

std::uint64_t unloggedOf(const RunSnapshot& run, const RunEntry* entry)
{
    return std::max<std::uint64_t>(run.status.unlogged, entry ? entry->unlogged : 0);
}

RunTexts describe(const RunSnapshot& run, const RunEntry* entry, bool replay,
                  const measured::Step* shown, bool isPaused)
{
    RunTexts texts;
    if (entry)
        texts.run = entry->run;
    const auto end = endOf(run, entry);
    texts.state = end ? endText(*end, replay) : stateText(run, replay, isPaused);
    texts.bad = end && isBad(*end);
    texts.outcome = !texts.bad                  ? texts.state
        : end->state == QLatin1String("failed") ? runText(QT_TRANSLATE_NOOP("Run", "failed"))
                                                : runText(QT_TRANSLATE_NOOP("Run", "lost"));
    if (run.info) {
        texts.device = run.info->emulated ? emulatedText(run.info->timeScale)
                                          : QString::fromStdString(run.info->device);
        if (run.device)
            texts.device = withDetails(texts.device, *run.device);
        if (run.info->takesTurns) {
            texts.device += runText(QT_TRANSLATE_NOOP("Run", "; ranks took turns: virtual time"));
            texts.deviceTip = turnsStory().join(QLatin1Char('\n'));
        }
    }
    const QString done = QString::number(run.finished);
    texts.step = entry && entry->steps > 0
        ? runText(QT_TRANSLATE_NOOP("Run", "%1 of %2 done")).arg(done).arg(entry->steps)
        : runText(QT_TRANSLATE_NOOP("Run", "%1 done")).arg(done);
    if (shown && run.info && run.info->emulated)
        texts.lateness = runText(QT_TRANSLATE_NOOP("Run", "median %1, largest %2"))
                             .arg(stepTime(shown->medianLateness), stepTime(shown->maxLateness));
    texts.losses = lossText(run, entry, texts.bad);
    return texts;
}

} // namespace gui
