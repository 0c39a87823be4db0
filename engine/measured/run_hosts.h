// Which ranks of a run stood on which hosts, for reports and for calibration. Host names are as the
// ranks sent them: whoever shows one makes it printable.

#pragma once

#include "engine/measured/rank_hosts.h"
#include "engine/measured/run_info.h"

#include <cstdint>
#include <string>
#include <vector>

namespace measured {

struct HostRanks {
    std::string name;
    std::vector<std::uint32_t> ranks; // of the world, rising
};
// In the order of their first ranks.
std::vector<HostRanks> ranksByHost(const RankHosts& hosts);

// [pipeline rank] -> number of its host, from 0, of the replica that `info` shows. Empty where
// all of them stand on one, or one does not say on which.
std::vector<int> hostsOfPipeline(const RankHosts& hosts, const RunInfo& info);

// "ranks 0-1 on n1, 2-3 on n2"; empty where nobody says. Of many the first few are named.
std::string toText(const RankHosts& hosts);

} // namespace measured
