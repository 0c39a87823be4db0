#include "engine/launch/allocation.h"

#include "engine/launch/hosts/host_list.h"
#include "engine/launch/slurm/job.h"

#include <charconv>

#include <fmt/format.h>
#include <unistd.h>

namespace launch {

namespace {

// Tasks the job asked for on each of its nodes; empty where it did not say so.
plan::Result<std::vector<int>> tasksOf(const Environment& environment, std::size_t nodes)
{
    // Without a wish for tasks Slurm gives one a node or one a CPU here, so what counts is whether
    // tasks were asked for.
    if (!valueOf(environment, "SLURM_NTASKS") && !valueOf(environment, "SLURM_NTASKS_PER_NODE"))
        return std::vector<int>{};
    const auto counts = valueOf(environment, "SLURM_TASKS_PER_NODE");
    if (!counts)
        return std::vector<int>{};
    auto tasks = expandCounts(*counts);
    if (tasks && tasks->size() != nodes)
        return plan::Error{fmt::format("SLURM_TASKS_PER_NODE is {} and does not fit the {} nodes "
                                       "of SLURM_JOB_NODELIST",
                                       *counts, nodes)};
    return tasks;
}

} // namespace

plan::Result<std::optional<Allocation>> allocationOf(const Environment& environment)
{
    Allocation allocation;
    allocation.job = valueOf(environment, "SLURM_JOB_ID").value_or("");
    const auto list = valueOf(environment, "SLURM_JOB_NODELIST");
    if (allocation.job.empty() || !list)
        return std::optional<Allocation>{};
    if (!isJobId(allocation.job))
        return plan::Error{"SLURM_JOB_ID is not the number of a job"};
    const auto names = expandHostList(*list);
    if (!names)
        return plan::Error{"SLURM_JOB_NODELIST: " + names.error().message};
    const auto tasks = tasksOf(environment, names->size());
    if (!tasks)
        return tasks.error();
    for (std::size_t i = 0; i < names->size(); ++i)
        allocation.nodes.push_back({(*names)[i], tasks->empty() ? 0 : (*tasks)[i]});
    allocation.cluster = valueOf(environment, "SLURM_CLUSTER_NAME").value_or("");
    // Set by Slurm for the batch script; the processes that the script starts inherit it.
    allocation.batch = valueOf(environment, "ENVIRONMENT") == "BATCH"
        && valueOf(environment, "SLURM_TASK_PID") == std::to_string(getpid());
    const std::string restarts = valueOf(environment, "SLURM_RESTART_COUNT").value_or("0");
    std::from_chars(restarts.data(), restarts.data() + restarts.size(), allocation.restarts);
    return std::optional(std::move(allocation));
}

} // namespace launch
