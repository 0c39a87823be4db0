#include "gui/live/alarm.h"

#include "gui/live/run_text.h"

namespace gui {

Mood moodOf(AlarmKind kind)
{
    const bool bad
        = kind == AlarmKind::Failed || kind == AlarmKind::NoAnswer || kind == AlarmKind::OtherBits;
    return bad ? Mood::Bad : Mood::Warning;
}

QString alarmName(AlarmKind kind)
{
    switch (kind) {
    case AlarmKind::Failed:
        return runText(QT_TRANSLATE_NOOP("Run", "Failed run"));
    case AlarmKind::NoAnswer:
        return runText(QT_TRANSLATE_NOOP("Run", "No answer"));
    case AlarmKind::OtherBits:
        return runText(QT_TRANSLATE_NOOP("Run", "Bit mismatch"));
    case AlarmKind::NotRecorded:
        return runText(QT_TRANSLATE_NOOP("Run", "Not recorded"));
    case AlarmKind::SlowRank:
        return runText(QT_TRANSLATE_NOOP("Run", "Slow rank"));
    case AlarmKind::Loss:
        return runText(QT_TRANSLATE_NOOP("Run", "Loss"));
    case AlarmKind::Memory:
        return runText(QT_TRANSLATE_NOOP("Run", "Memory"));
    case AlarmKind::Pace:
        return runText(QT_TRANSLATE_NOOP("Run", "Slow emulation"));
    case AlarmKind::SlowStep:
        return runText(QT_TRANSLATE_NOOP("Run", "Slow steps"));
    case AlarmKind::NoNews:
        return runText(QT_TRANSLATE_NOOP("Run", "No progress"));
    }
    return {};
}

} // namespace gui
