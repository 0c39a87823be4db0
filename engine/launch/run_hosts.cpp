#include "engine/launch/run_hosts.h"

#include "engine/launch/hostfile.h"
#include "engine/launch/hosts/rank_hosts.h"
#include "engine/launch/rank_command.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

bool isThisMachineOnly(const Hosts& hosts)
{
    return std::all_of(hosts.begin(), hosts.end(),
                       [](const Host& host) { return isThisMachine(host.name); });
}

plan::Outcome fromHostfile(const RunRequest& request, RunHosts& found,
                           std::vector<std::string>& remarks)
{
    if (request.launcher == Launcher::Srun)
        return plan::Error{"--hostfile goes with --launcher mpirun: srun runs on the nodes of its "
                           "job"};
    auto hosts = readHostfile(request.hostfile);
    if (!hosts)
        return hosts.error();
    if (isThisMachineOnly(*hosts)) {
        remarks.push_back(request.hostfile.string()
                          + ": names this machine only, so it changes nothing");
        return plan::done();
    }
    for (const Host& host : *hosts) {
        // On the other hosts the name would mean themselves.
        if (isThisMachine(host.name) && host.name != ownHostName())
            return plan::Error{fmt::format("{}: {} stands beside other hosts; name this machine as "
                                           "they know it, {}",
                                           request.hostfile.string(), host.name, ownHostName())};
    }
    found.kind = LauncherKind::Ssh;
    found.hosts = *std::move(hosts);
    return plan::done();
}

// The launcher of a run inside a job; Local where the job is on this machine alone and nobody asked
// for srun.
LauncherKind kindWithin(const Allocation& job, const RunRequest& request,
                        const Environment& environment)
{
    if (request.launcher == Launcher::Srun)
        return LauncherKind::Srun;
    if (isThisMachineOnly(job.nodes))
        return LauncherKind::Local;
    const bool hasSrun = findProgram("srun", valueOf(environment, "PATH").value_or("")).has_value();
    return request.launcher == Launcher::Auto && hasSrun ? LauncherKind::Srun
                                                         : LauncherKind::Allocation;
}

} // namespace

int RunHosts::mostOnAHost(int ranks) const
{
    if (hosts.empty())
        return ranks;
    return std::max_element(hosts.begin(), hosts.end(),
                            [](const Host& a, const Host& b) { return a.slots < b.slots; })
        ->slots;
}

plan::Result<RunHosts> findHosts(const RunRequest& request, const Environment& environment,
                                 std::vector<std::string>& remarks)
{
    RunHosts found;
    auto allocation = allocationOf(environment);
    if (!allocation)
        return allocation.error();
    found.allocation = *std::move(allocation);
    found.perHost = request.ranksPerNode.value_or(0);
    if (!request.hostfile.empty()) {
        if (const auto read = fromHostfile(request, found, remarks); !read)
            return read.error();
    } else if (found.allocation) {
        found.kind = kindWithin(*found.allocation, request, environment);
        if (found.isRemote())
            found.hosts = found.allocation->nodes;
    } else if (request.launcher == Launcher::Srun) {
        return plan::Error{"--launcher srun: this is not inside a Slurm job; use `bubblescope-run "
                           "submit FILE`, or start it within salloc or a batch script"};
    }
    if (!request.nodes)
        return found;
    if (!found.isRemote() && *request.nodes > 1)
        return plan::Error{fmt::format("--nodes {}: there is only this machine; name hosts with "
                                       "--hostfile, or use `bubblescope-run submit FILE`",
                                       *request.nodes)};
    if (found.isRemote()) {
        auto hosts = firstOf(found.hosts, *request.nodes);
        if (!hosts)
            return hosts.error();
        found.hosts = *std::move(hosts);
    }
    return found;
}

plan::Outcome place(RunHosts& hosts, int ranks, const std::string& what)
{
    if (hosts.isRemote()) {
        auto placed = placeRanks(ranks, hosts.hosts, hosts.perHost);
        if (!placed)
            return plan::Error{what + ": " + placed.error().message};
        hosts.hosts = *std::move(placed);
    }
    const int most = hosts.mostOnAHost(ranks);
    if (most > kMaxRanksPerNode)
        return plan::Error{fmt::format(
            "{}: {} ranks{} are more than the {} one machine is asked to carry; use fewer, or more "
            "hosts (--hostfile, or `bubblescope-run submit FILE`)",
            what, most, hosts.isRemote() ? " on a host" : "", kMaxRanksPerNode)};
    return plan::done();
}

} // namespace launch
