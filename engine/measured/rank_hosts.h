// Which host each rank of a run is on, as the ranks said in their hello.

#pragma once

#include "telemetry/codec.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace measured {

// A value that copies. Takes as much memory as there are ranks that spoke.
class RankHosts {
public:
    // Takes one frame of any kind. A rank that was started anew elsewhere is there from then on.
    void add(const telemetry::Frame& frame);

    // Another run: forgets all; its revisions go on from those before.
    void clear();

    // Numbered from 0 in the order they were first heard of.
    int hosts() const { return static_cast<int>(m_names.size()); }
    const std::string& nameOf(int host) const { return m_names[static_cast<std::size_t>(host)]; }
    // -1: it has not said.
    int hostOf(int rank) const;

    const std::map<std::uint32_t, int>& byRank() const { return m_ofRank; }

    // Rises with everything that is new.
    std::uint64_t revision() const { return m_revision; }

private:
    std::vector<std::string> m_names;    // [host]
    std::map<std::string, int> m_hostOf; // by name
    std::map<std::uint32_t, int> m_ofRank;
    std::uint64_t m_revision = 0;
};

} // namespace measured
