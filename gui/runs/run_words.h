// What is said of a run in a line of a list, in the language of the window.

#pragma once

#include "engine/plan/costs.h"
#include "gui/live/run_digest.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QString>

namespace gui {

// `source` in English, marked in the context "Runs".
inline QString runsText(const char* source) { return QCoreApplication::translate("Runs", source); }

// How a run stands, the best first.
enum class RunStanding {
    Live,
    Queued, // in Slurm's queue: its turn comes
    Completed,
    Held, // likewise, until somebody acts
    Slow,
    Marred, // over, and its supervisor warns of what it measured or recorded
    Stopped,
    Recording,
    Failed,
    Stuck, // in the queue for ever, as its job is
    Lost,
};

// `digest`: null where nothing is known of its steps yet.
RunStanding standingOf(const RunEntry& run, const RunDigest* digest);

// "live", "completed", "slow rank 2, ×1.80", "FAILED rank 1, signal 9, step 163"; plain. That all
// went well is for the tab of the run to say, which looks at every step.
QString standingText(const RunEntry& run, const RunDigest* digest);
// Why a run has not begun, in Slurm's reasons; empty of one that has.
QString waitingText(const RunEntry& run);
// What stands before it: ●, ▲, ■ or nothing.
QString standingMark(RunStanding standing);

// "8.25 s", "4.1 min", "3.2 h", "2.1 days": of what is foreseen, three digits at most.
QString durationText(plan::Nanoseconds time);

// "just now", "12 minutes ago", "3 hours ago", "yesterday", then the date.
QString ageText(const QDateTime& started, const QDateTime& now);
// In the time of this machine: "2026-11-22 14:52:55". Empty where it is no time.
QString momentText(const QDateTime& started);
// Of RunEntry::since(); invalid where it says none.
QDateTime startOf(const RunEntry& run);

// The strategy's name, or that of its file, or of the run.
QString nameOf(const RunEntry& run, const RunDigest* digest);
// "1F1B · 4 ranks · emulated"
QString kindText(const RunEntry& run, const RunDigest* digest);
// "50/50 steps · 165 ms · 27.3 %": those done of those asked for, the median time, its bubble
QString numbersText(const RunEntry& run, const RunDigest* digest);

} // namespace gui
