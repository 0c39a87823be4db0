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

// Why the strategy cannot run on that device there, a translated sentence; empty: nothing is known
// that keeps it from that. What other machines have nobody knows here. Precondition: the strategy
// has no problems.
QString whyNoDevice(const strategy::Strategy& strategy, const strategy::RunDevice& device,
                    LaunchPlace place = LaunchPlace::ThisMachine);
// Why nothing can be started there from here; likewise.
QString whyNoPlace(LaunchPlace place);

struct LaunchFinding {
    enum class Weight {
        Problem,  // it cannot be started so
        Replaces, // something that is there would be gone
        Remark,
    };
    Weight weight = Weight::Problem;
    QString sentence; // translated, plain; begins with the name of its field
    QString field{};  // its name; empty: of several
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
