// What the links between the ranks of a run carry, as its transfers show it: bytes by the time from
// when both ends were there to when the receiver had them, within a host and between two.

#pragma once

#include "engine/measured/rank_hosts.h"
#include "engine/measured/run_info.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace measured {

// Of one replica of the pipeline. Clocks of ranks need not agree: times count from the step's zero.
// Not thread-safe; memory is bounded.
class LinkSpeeds {
public:
    static constexpr std::size_t kMostKept = 1 << 14; // transfers of each class; the first ones
    static constexpr std::uint64_t kFewestBytes = 1 << 16; // of less the latency is all

    struct Pairs {
        int transfers = 0;
        double median = 0; // bytes per second

        bool operator==(const Pairs&) const = default;
    };
    struct Seen {
        Pairs within;  // a host
        Pairs between; // two

        bool operator==(const Seen&) const = default;
    };

    // Takes one frame of any kind; `hosts` as far as they are known by then. A schedule with two
    // directions is left out: its transfers do not say which way they go.
    void add(const telemetry::Frame& frame, const RankHosts& hosts);

    Seen seen() const;

private:
    struct End {
        std::int64_t beginNs = 0; // from the step's zero
        std::int64_t endNs = 0;
        int rank = 0; // of the world
        bool sends = false;
        std::uint64_t bytes = 0;
    };
    // Step, the stage before the border, microbatch, and the rank that sends.
    using Key = std::tuple<int, int, int, int>;

    void addSpan(int rank, const telemetry::SpanRecord& span, const RankHosts& hosts);
    std::optional<int> senderOf(int rank, const telemetry::SpanRecord& span) const;
    void addTransfer(const End& sent, const End& received, const RankHosts& hosts);

    std::optional<RunInfo> m_info;
    std::map<int, int> m_rankOfStage;                    // world ranks of the replica
    std::map<std::pair<int, int>, std::int64_t> m_zeros; // by rank and step, of the last steps
    std::map<Key, End> m_open;                           // of which one end is known
    std::vector<double> m_within;                        // bytes per second
    std::vector<double> m_between;
};

} // namespace measured
