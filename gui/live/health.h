// How a run stands, in one line: the same in the verdict, on the tab, in notices and in the log.

#pragma once

#include "gui/live/alarm_list.h"
#include "gui/live/run_numbers.h"

#include <QString>

namespace gui {

struct Health {
    QString words{}; // "healthy", "failed: rank 1 was killed by signal 9 in step 163 after 2F0"
    QString more{};  // lines: the state of the run, and every alarm that stands
    Mood mood = Mood::Plain;

    bool operator==(const Health&) const = default;
};

enum class RunGoes { On, Paused, NoMore, Recorded };

// `texts`: describe() of the run. That a run does not go on is said beside what else stands; of a
// recording only where nothing does.
Health healthOf(const RunTexts& texts, const AlarmList& alarms, RunGoes goes);

} // namespace gui
