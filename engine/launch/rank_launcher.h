// How the ranks of a run are started: by mpirun on this machine, by mpirun on other hosts over ssh
// or within a Slurm job, or by srun within a Slurm job. Everything that differs between these is
// behind this interface; what is started, and what becomes of it, is not.
//
// No shell sees a command, and nothing of a strategy file is in one.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/hosts/host.h"
#include "engine/plan/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

enum class LauncherKind {
    Local,      // mpirun, on this machine alone
    Ssh,        // mpirun, which reaches other hosts over ssh
    Allocation, // mpirun on the nodes of the Slurm job that we are in
    Srun,       // srun on those
};

// What a launcher needs to know.
struct LaunchTarget {
    std::filesystem::path program; // absolute: the launcher's own
    int ranks = 1;
    Hosts hosts{};                   // as placeRanks() gives them; empty: this machine
    std::filesystem::path hostsFile; // absolute, with hostsText() in it; not on this machine
    std::string network;       // over which hosts reach each other, "10.7.0.0/24"; may be empty
    std::filesystem::path ssh; // absolute; of LauncherKind::Ssh
    std::filesystem::path mpiFiles;     // MPI's session files, of this machine
    std::filesystem::path sharedMemory; // MPI's shared segments, likewise; empty: where MPI likes
    std::string name;                   // of the run
    bool asRoot = false;
};

// Has no state; rankLauncher() gives the only one of each kind.
class RankLauncher {
public:
    virtual ~RankLauncher() = default;

    // The program as a person knows it, and as it is found in PATH: "mpirun".
    virtual std::string_view program() const = 0;

    // The launcher is the ranks' parent, on this machine; otherwise some or all of them run where
    // no process of theirs can be seen from here.
    virtual bool ranksAreHere() const = 0;

    // It works within a Slurm job, whose variables it needs.
    virtual bool needsJob() const = 0;

    // argv up to where the program of the ranks follows.
    virtual std::vector<std::string> arguments(const LaunchTarget& target) const = 0;

    // What the launcher itself is started with: `kept` is what ranks may see, see
    // rankEnvironment().
    virtual Environment environment(const LaunchTarget& target, Environment kept) const = 0;
};

const RankLauncher& rankLauncher(LauncherKind kind);

// What hostsFile has to hold: a line for each rank, in their order, with the name of its host.
std::string hostsText(const Hosts& placed);

// The target with one process on each host instead of the ranks.
LaunchTarget onePerHost(LaunchTarget target);

} // namespace launch
