#include "engine/launch/srun_launcher.h"

namespace launch {

std::vector<std::string> Srun::arguments(const LaunchTarget& target) const
{
    return {target.program.string(), "--job-name",
            target.name, // of the step: by it the step is found again
            "--ntasks", std::to_string(target.ranks), "--nodes",
            std::to_string(target.hosts.size()),
            // By the file that SLURM_HOSTFILE names, a line for each rank.
            "--distribution=arbitrary", "--overcommit", "--kill-on-bad-exit=1", "--cpu-bind=none",
            "--label", "--chdir=/", "--mpi=pmix"};
}

Environment Srun::environment(const LaunchTarget& target, Environment kept) const
{
    // What the job was asked for is not asked for again: the step has its own counts.
    std::erase_if(kept, [](const std::string& entry) {
        for (const std::string_view name :
             {"SLURM_NTASKS=", "SLURM_NPROCS=", "SLURM_NTASKS_PER_NODE=", "SLURM_TASKS_PER_NODE=",
              "SLURM_DISTRIBUTION=", "SLURM_HOSTFILE=", "SLURM_CPUS_PER_TASK="}) {
            if (entry.starts_with(name))
                return true;
        }
        return false;
    });
    kept.push_back("SLURM_HOSTFILE=" + target.hostsFile.string());
    // srun does not tell MPI that ranks share cores.
    kept.emplace_back("OMPI_MCA_mpi_yield_when_idle=1");
    kept.emplace_back("OMPI_MCA_btl_vader_single_copy_mechanism=none");
    kept.emplace_back("OMPI_MCA_btl_vader_eager_limit=131072");
    if (!target.network.empty())
        kept.push_back("OMPI_MCA_btl_tcp_if_include=" + target.network);
    return kept;
}

} // namespace launch
