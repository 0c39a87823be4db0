#include "engine/launch/mpirun_launcher.h"

namespace launch {

namespace {

// Ranks on other hosts get no more of the environment than mpirun is told to pass on; by name, so
// that no value is in an argument list. What of it the hosts have by themselves stays theirs.
bool isPassedOn(std::string_view entry)
{
    for (const std::string_view own : {"PATH=", "HOME=", "USER=", "LOGNAME=", "TMPDIR=", "XDG_",
                                       "TZ=", "LANG=", "LC_", "SLURM_"}) {
        if (entry.starts_with(own))
            return false;
    }
    return true;
}

constexpr const char* kPassedOn = "OMPI_MCA_mca_base_env_list";

} // namespace

void Mpirun::setParameter(std::vector<std::string>& arguments, std::string name, std::string value)
{
    arguments.insert(arguments.end(), {"--mca", std::move(name), std::move(value)});
}

std::vector<std::string> Mpirun::arguments(const LaunchTarget& target) const
{
    std::vector<std::string> arguments = {target.program.string()};
    if (target.asRoot)
        arguments.emplace_back("--allow-run-as-root");
    // More ranks than cores is the normal case here; binding would stack them on one.
    arguments.insert(arguments.end(), {"--oversubscribe", "--bind-to", "none", "--tag-output"});
    appendOwn(target, arguments);
    arguments.insert(arguments.end(), {"-np", std::to_string(target.ranks)});
    return arguments;
}

Environment Mpirun::environment(const LaunchTarget&, Environment kept) const
{
    if (ranksAreHere())
        return kept;
    std::string names;
    for (const std::string& entry : kept) {
        if (isPassedOn(entry))
            names += (names.empty() ? "" : ";") + entry.substr(0, entry.find('='));
    }
    kept.push_back(std::string(kPassedOn) + "=" + names);
    return kept;
}

void LocalMpirun::appendOwn(const LaunchTarget& target, std::vector<std::string>& arguments) const
{
    setParameter(arguments, "plm", "isolated"); // this machine alone: no ssh agent is looked for
    // Ranks of one machine need no network, and one that comes and goes must not end them.
    setParameter(arguments, "oob_tcp_if_include", "lo");
    setParameter(arguments, "btl", "self,vader");
    // Containers often forbid reading another process's memory.
    setParameter(arguments, "btl_vader_single_copy_mechanism", "none");
    // A message up to this size leaves at once; a larger one needs its sender awake again.
    setParameter(arguments, "btl_vader_eager_limit", "131072");
    if (!target.sharedMemory.empty())
        setParameter(arguments, "btl_vader_backing_directory", target.sharedMemory.string());
    setParameter(arguments, "orte_tmpdir_base", target.mpiFiles.string());
}

void RemoteMpirun::appendOwn(const LaunchTarget& target, std::vector<std::string>& arguments) const
{
    // A line of the file is a rank: mpirun has no other way that keeps to given counts also within
    // a Slurm job, which has counts of its own.
    arguments.insert(arguments.end(), {"--map-by", "seq", "--hostfile", target.hostsFile.string()});
    setParameter(arguments, "btl_vader_single_copy_mechanism", "none");
    setParameter(arguments, "btl_vader_eager_limit", "131072");
    // A host's other networks (of containers, of virtual machines) lead nowhere.
    if (!target.network.empty()) {
        setParameter(arguments, "oob_tcp_if_include", target.network);
        setParameter(arguments, "btl_tcp_if_include", target.network);
    }
}

void SshMpirun::appendOwn(const LaunchTarget& target, std::vector<std::string>& arguments) const
{
    RemoteMpirun::appendOwn(target, arguments);
    setParameter(arguments, "plm", "rsh");
    // Nobody is there to type a password, and a host that is off must be told of soon. One that is
    // cut off later is the supervisor's to judge, which ends a run after 30 s of silence: ssh must
    // outlast that, and the pause of as long again that a connection makes before it tries anew.
    setParameter(arguments, "plm_rsh_agent",
                 target.ssh.string()
                     + " -o BatchMode=yes -o ConnectTimeout=10"
                       " -o ServerAliveInterval=15 -o ServerAliveCountMax=5");
}

} // namespace launch
