// Lists of nodes and of numbers as Slurm writes them into a job's environment.

#pragma once

#include "engine/plan/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace launch {

// More nodes than any machine has; a list that names more is taken for damaged.
inline constexpr std::size_t kMostHosts = std::size_t{1} << 17;

// "n[1-3,07-08],login" as n1 n2 n3 n07 n08 login, in order; a name may have several brackets, as
// "rack[1-2]n[0-1]". Fails where the list is not of that form or names more than kMostHosts.
plan::Result<std::vector<std::string>> expandHostList(std::string_view list);

// "2(x3),1" as 2 2 2 1, the form of SLURM_TASKS_PER_NODE and SLURM_JOB_CPUS_PER_NODE. Each number
// is at least 0 and below 2^20; fails as expandHostList() does.
plan::Result<std::vector<int>> expandCounts(std::string_view counts);

} // namespace launch
