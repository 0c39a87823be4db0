// What can be said of a run before it is started: where it can run, what is in its way, what it
// would replace, and how long it takes. The run itself looks at more, and says so when it refuses.

#pragma once

#include "engine/strategy/run_device.h"
#include "gui/document/prediction.h"
#include "gui/live/launch_options.h"

#include <QString>

#include <optional>
#include <vector>

namespace gui {

// The most that one machine is asked to carry, as bubblescope-run has it.
inline constexpr int kMostLaunchRanks = 256;

// Processes of the run, which may be more than can be. Precondition: the strategy has no problems.
int launchRanks(const strategy::Strategy& strategy, const strategy::RunDevice& device);

// Why the strategy cannot run on that device of this machine, a translated sentence; empty: nothing
// is known that keeps it from that. Precondition: the strategy has no problems.
QString whyNoDevice(const strategy::Strategy& strategy, const strategy::RunDevice& device);
// The same of "mpirun" and "srun".
QString whyNoLauncher(const QString& launcher);

struct LaunchFinding {
    enum class Weight {
        Problem,  // it cannot be started so
        Replaces, // something that is there would be gone
        Remark,
    };
    Weight weight = Weight::Problem;
    QString sentence; // translated, plain; begins with the name of its field
};

// Gravest first. Looks at the files that are named.
std::vector<LaunchFinding> checkLaunch(const LaunchOptions& options,
                                       const strategy::Strategy& strategy);

// Of the whole run; nothing where its steps cannot be foreseen.
std::optional<plan::Nanoseconds> launchTime(const LaunchOptions& options,
                                            const Prediction& prediction);

// "about 8.25 s, at 165 ms (150 ms – 180 ms) a step", with the interval of the step where the cost
// model has a part in it, or why that is not known; translated.
QString launchCost(const LaunchOptions& options, const Prediction* prediction);

} // namespace gui
