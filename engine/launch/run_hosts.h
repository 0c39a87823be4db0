// Which hosts a run is started on, and by which launcher: what was asked for and where this program
// itself is, inside a Slurm job or not, together.

#pragma once

#include "engine/launch/allocation.h"
#include "engine/launch/environment.h"
#include "engine/launch/rank_launcher.h"
#include "engine/launch/run_request.h"
#include "engine/plan/result.h"

#include <optional>
#include <string>
#include <vector>

namespace launch {

struct RunHosts {
    LauncherKind kind = LauncherKind::Local;
    // In the order of the ranks: before place() all there are, with their slots as far as said,
    // and after it those that carry ranks, with how many. Empty: this machine alone.
    Hosts hosts{};
    std::optional<Allocation> allocation{}; // the Slurm job that this program is in
    int perHost = 0;                        // ranks on each, as was asked for; 0: not said

    bool isRemote() const { return kind != LauncherKind::Local; }

    // The most ranks that one host carries, [1, ranks]. Precondition: place() was called.
    int mostOnAHost(int ranks) const;
};

// The error says which option, file or variable does not fit, and what to do. `remarks` gets what a
// person should know.
plan::Result<RunHosts> findHosts(const RunRequest& request, const Environment& environment,
                                 std::vector<std::string>& remarks);

// Gives each host its ranks. `what`: which key of the strategy asks for so many, for the sentence
// where they have no room.
plan::Outcome place(RunHosts& hosts, int ranks, const std::string& what);

} // namespace launch
