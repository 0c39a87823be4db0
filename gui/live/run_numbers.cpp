#include "gui/live/run_numbers.h"

#include "gui/ledger/format.h"
#include "gui/live/run_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace gui {
namespace {

using telemetry::SourceState;

QString stateText(const RunSnapshot& run, bool replay)
{
    if (!run.failure.empty())
        return runText(QT_TRANSLATE_NOOP("Run", "failed: %1"))
            .arg(QString::fromStdString(run.failure));
    switch (run.status.state) {
    case SourceState::Connecting:
        return runText(QT_TRANSLATE_NOOP("Run", "connecting"));
    case SourceState::Connected:
        return runText(QT_TRANSLATE_NOOP("Run", "running"));
    case SourceState::Behind:
        return replay ? runText(QT_TRANSLATE_NOOP("Run", "reading the recording"))
                      : runText(QT_TRANSLATE_NOOP("Run", "running; catching up"));
    case SourceState::Lost:
        return runText(QT_TRANSLATE_NOOP("Run", "no answer from the run; trying again"));
    case SourceState::Ended:
        return replay ? runText(QT_TRANSLATE_NOOP("Run", "recording, read to its end"))
                      : runText(QT_TRANSLATE_NOOP("Run", "ended"));
    }
    return {};
}

QString lossText(const RunSnapshot& run)
{
    QStringList losses;
    const auto add = [&](const char* source, std::uint64_t count) {
        if (count > 0)
            losses << runText(source).arg(count);
    };
    add(QT_TRANSLATE_NOOP("Run", "dropped by the ranks: %1"), run.status.dropped);
    add(QT_TRANSLATE_NOOP("Run", "spans not in the picture: %1"), run.lostSpans);
    add(QT_TRANSLATE_NOOP("Run", "not recorded: %1"), run.status.unlogged);
    add(QT_TRANSLATE_NOOP("Run", "frames missing: %1"), run.status.gaps);
    add(QT_TRANSLATE_NOOP("Run", "frames damaged: %1"), run.status.badFrames);
    add(QT_TRANSLATE_NOOP("Run", "spans rejected: %1"), run.rejected);
    return losses.isEmpty() ? runText(QT_TRANSLATE_NOOP("Run", "nothing"))
                            : losses.join(QLatin1Char('\n'));
}

} // namespace

RunTexts describe(const RunSnapshot& run, const RunEntry* entry, bool replay,
                  const measured::Step* shown)
{
    RunTexts texts;
    if (entry)
        texts.run = entry->run;
    texts.state = stateText(run, replay);
    if (run.info) {
        texts.device = run.info->emulated
            ? runText(QT_TRANSLATE_NOOP("Run", "emulated: compute is paced, messages are real"))
            : QString::fromStdString(run.info->device);
    }
    const QString done = QString::number(run.finished);
    texts.step = entry && entry->steps > 0
        ? runText(QT_TRANSLATE_NOOP("Run", "%1 of %2 done")).arg(done).arg(entry->steps)
        : runText(QT_TRANSLATE_NOOP("Run", "%1 done")).arg(done);
    if (shown && run.info && run.info->emulated)
        texts.lateness
            = runText(QT_TRANSLATE_NOOP("Run", "median %1, largest %2"))
                  .arg(milliseconds(shown->medianLateness), milliseconds(shown->maxLateness));
    texts.losses = lossText(run);
    return texts;
}

} // namespace gui
