// Which machines the ranks of a run stood on, as they say in their hello.

#pragma once

#include "engine/measured/run_info.h"
#include "telemetry/codec.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace measured {

// Host names are as the ranks sent them: whoever shows one makes it printable.
class RunHosts {
public:
    // Takes one frame of any kind. A rank that starts again may stand elsewhere: the last counts.
    void add(const telemetry::Frame& frame);

    // In the order of their first ranks.
    struct Host {
        std::string name;
        std::vector<std::uint32_t> ranks; // of the world, rising
    };
    std::vector<Host> hosts() const;

    // [pipeline rank] -> number of its host, from 0, of the replica that `info` shows. Empty where
    // all of them stand on one, or one does not say on which.
    std::vector<int> ofPipeline(const RunInfo& info) const;

private:
    std::map<std::uint32_t, std::string> m_hosts; // by rank of the world
};

// "ranks 0-1 on n1, 2-3 on n2"; empty where nobody says. Of many the first few are named.
std::string toText(const RunHosts& hosts);

} // namespace measured
