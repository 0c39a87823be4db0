// Which ranks speak to an aggregator, over which connection, and how far each is on its way out. No
// sockets or threads in here.

#pragma once

#include "telemetry/codec.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace telemetry {

// Not thread-safe: the aggregator's thread owns it. Memory: some 100 bytes for each rank that
// spoke, of which there are at most as many as the run has.
class RankRoutes {
public:
    RankRoutes(std::uint64_t run, std::uint32_t ranks)
        : m_run(run)
        , m_ranks(ranks)
    {
    }

    // A message of one of the connections. The header of the frame that it is, as far as its head
    // tells; nothing where it is none of a rank of the run. Its contents are the collector's to
    // check.
    std::optional<FrameHeader> take(const std::string& from, ByteView message);

    // One frame of the collector's. The connection to pass it on over; null: it is no Credit, or of
    // a rank that never spoke.
    const std::string* routeOf(ByteView frame);

    // Ranks whose Bye the collector has acknowledged.
    std::uint32_t ended() const { return m_ended; }

private:
    struct Rank {
        std::string name;
        std::uint32_t epoch = 0;
        std::optional<std::uint64_t> bye; // its number
        bool ended = false;
    };

    std::uint64_t m_run;
    std::uint32_t m_ranks;
    std::map<std::uint32_t, Rank> m_known;
    std::uint32_t m_ended = 0;
};

} // namespace telemetry
