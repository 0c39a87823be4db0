#include "gui/live/health.h"

#include "gui/live/run_text.h"

#include <QStringList>

namespace gui {

Health healthOf(const RunTexts& texts, const AlarmList& alarms, RunGoes goes)
{
    Health health;
    QStringList lines{texts.state};
    for (const Alarm& alarm : alarms.alarms())
        if (!alarm.found.isOver && alarm.found.what != texts.state)
            lines << alarm.found.what;
    health.more = lines.join(QLatin1Char('\n'));
    QStringList words;
    if (goes == RunGoes::Paused)
        words << runText(QT_TRANSLATE_NOOP("Run", "paused"));
    else if (goes == RunGoes::NoMore)
        words << texts.state;
    if (const Alarm* worst = alarms.worst()) {
        if (worst->found.kind == AlarmKind::Failed)
            words.clear(); // it says how the run ended
        words << worst->found.what.section(QLatin1Char('\n'), 0, 0);
        health.mood = moodOf(worst->found.kind);
    } else if (goes == RunGoes::Recorded) {
        words << texts.state;
    } else if (goes == RunGoes::On) {
        words << runText(QT_TRANSLATE_NOOP("Run", "healthy"));
        health.mood = Mood::Good;
    }
    health.words = words.size() == 2
        ? runText(QT_TRANSLATE_NOOP("Run", "%1; %2")).arg(words[0], words[1])
        : words.value(0);
    return health;
}

} // namespace gui
