#include "engine/launch/rank_launcher.h"

#include "engine/launch/mpirun_launcher.h"
#include "engine/launch/srun_launcher.h"

namespace launch {

const RankLauncher& rankLauncher(LauncherKind kind)
{
    static const LocalMpirun local;
    static const SshMpirun ssh;
    static const AllocationMpirun allocation;
    static const Srun srun;
    switch (kind) {
    case LauncherKind::Local:
        break;
    case LauncherKind::Ssh:
        return ssh;
    case LauncherKind::Allocation:
        return allocation;
    case LauncherKind::Srun:
        return srun;
    }
    return local;
}

std::string hostsText(const Hosts& placed)
{
    std::string text;
    for (const Host& host : placed) {
        for (int i = 0; i < host.slots; ++i)
            text += host.name + "\n";
    }
    return text;
}

LaunchTarget onePerHost(LaunchTarget target)
{
    target.ranks = static_cast<int>(target.hosts.size());
    for (Host& host : target.hosts)
        host.slots = 1;
    return target;
}

} // namespace launch
