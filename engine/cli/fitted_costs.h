// Costs fitted to a run, as the strategy that was run states them. Internal to this folder.

#pragma once

#include "engine/measured/calibration.h"
#include "engine/measured/run_hosts.h"
#include "engine/strategy/strategy.h"

namespace cli {

struct Fitted {
    plan::Schedule schedule;
    measured::Calibration found; // in the run's time,
    float timeScale = 1;         // of which a second stands for so many
    bool isOfAll = true;         // nothing of the recording is damaged or missing
    measured::RunHosts hosts{};
    int world = 0; // ranks of the run; 0: nobody says
};

// The strategy gets the costs: hops within and between nodes apart where both were measured and its
// nodes part them as the run's hosts did, else one by one. Where it needs another number of devices
// a node for the first, and all its devices ran, it gets that. What a person has to know goes to
// stderr.
void giveCosts(const Fitted& fitted, strategy::Strategy& planned);

} // namespace cli
