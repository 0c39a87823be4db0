// Where a run is: the host of its supervisor, the hosts of its ranks, and the Slurm job around it.
// And what can be told of it from another host.

#pragma once

#include "engine/launch/hosts/host.h"
#include "engine/launch/process_identity.h"

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace launch {

// A value of the run's record; empty texts where an older record does not say.
struct RunPlace {
    std::string host;     // of the supervisor
    std::string launcher; // "mpirun", "srun"
    Hosts hosts{};        // with the ranks each carries, in their order; empty: that host alone
    std::string job;      // number of the Slurm job that the run is in; empty: none
    std::string cluster;  // of that job
    bool batch = false;   // the supervisor is the job's batch script
    int restarts = 0;     // of the job, before this run

    bool operator==(const RunPlace&) const = default;
};

// {"host", "launcher", "hosts": [{"name", "ranks"}], "job", "cluster", "batch", "restarts"}.
nlohmann::ordered_json jsonOf(const RunPlace& place);

// Nothing where `json` is no object of that kind.
std::optional<RunPlace> placeFrom(const nlohmann::json& json);

// "n3", or "n3 in job 12" where there is one.
std::string textOf(const RunPlace& place);

// The supervisor runs, or ran, on this host and under this boot of it, so that its process can be
// looked at.
bool isHere(const RunPlace& place, const ProcessIdentity& supervisor);

// It ran on this host under an earlier boot, so it is gone.
bool wasHere(const RunPlace& place, const ProcessIdentity& supervisor);

// Of a run on another host that has not said how it ended. Its supervisor shows every kLifeEvery
// that it lives, by the time of its record.
enum class Elsewhere {
    Lives,  // it has shown so lately
    Silent, // not for kLifeFresh: it may be gone, or the shared folder shows old news
};

inline constexpr std::chrono::seconds kLifeEvery{5};
// Network file systems keep what they know of a file for up to a minute.
inline constexpr std::chrono::seconds kLifeFresh{150};

// By the time of `record`, the run's run.json.
Elsewhere lookFromElsewhere(const std::filesystem::path& record);

} // namespace launch
