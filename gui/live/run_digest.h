// A run at a glance, from its recording: how many steps it did, how long they took and how much
// that varied, a rank that was slow, and a step that stands for all of them.
//
// Read without the run: live or over, open in the window or not.

#pragma once

#include "gui/live/run_program.h"
#include "gui/live/run_step.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gui {

// Of the step times of a run. All 0 where there are none.
struct StepSpread {
    plan::Nanoseconds median{};
    plan::Nanoseconds lower{}; // a quarter of the steps take less
    plan::Nanoseconds upper{}; // a quarter take more
    int steps = 0;             // that were counted: whole ones
};

// `times` in any order.
StepSpread spreadOf(std::vector<plan::Nanoseconds> times);

struct SlowRank {
    int rank = 0;      // of the world
    double factor = 1; // its ops took so many times as long
};

// Immutable once published.
struct RunDigest {
    QString problem{};      // why nothing could be read, a sentence; empty: something was
    QString strategyName{}; // empty: not known
    QString schedule{};     // in the catalogue's words; of the newest step
    QString device{};       // as RunEntry has it
    int ranks = 0;          // of the world; 0: not known
    std::uint64_t stepsDone = 0;
    StepSpread spread{};
    std::vector<double> stepTimes{}; // ns, of the whole steps, in order
    double bubble = 0;               // median of the whole steps: idle / (ranks * makespan)
    std::optional<SlowRank> slow{};
    RunStep typical{}; // nearest to the median; none where there is no whole step
};

using RunDigestPtr = std::shared_ptr<const RunDigest>;

// Logs beyond it are not read: what the run's report says of the steps counts then.
inline constexpr std::int64_t kMostDigestedBytes = std::int64_t{64} << 20;

// Pure but for the files; any thread. Never null. Seconds for the longest logs. After `stop` the
// answer means nothing.
RunDigestPtr digestRun(const RunEntry& run, const plan::StopAsked& stop = {});

} // namespace gui
