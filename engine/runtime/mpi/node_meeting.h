// How the ranks of one host bring their records to a collector on another: over one connection,
// held by an aggregator in the lowest of them.

#pragma once

#include "engine/runtime/mpi/rank_job.h"
#include "telemetry/aggregator.h"
#include "telemetry/connection_file.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace engine {

// Ends its aggregator, if it has one, without waiting for anybody.
class NodeMeeting {
public:
    // No aggregator: this rank goes to the collector itself.
    NodeMeeting() = default;
    ~NodeMeeting();
    NodeMeeting(NodeMeeting&&) noexcept = default;
    NodeMeeting& operator=(NodeMeeting&&) = delete;

    // All ranks of the world call it, or none. Where the collector is on this machine, or a rank is
    // alone on its host, there is no aggregator. One that cannot be made is no error: `why` says so
    // on the rank that tried, and its host's ranks go to the collector themselves. The error is of
    // MPI.
    static plan::Result<NodeMeeting> open(const telemetry::Connection& connection,
                                          const WorldPlace& place);

    // The aggregator's; empty where there is none.
    const std::string& endpoint() const { return m_endpoint; }
    const std::string& why() const { return m_why; }

    // Of the rank that holds the aggregator, behind its own last word: waits for those of the
    // others, and removes what was made for it. May be called twice.
    void close(std::chrono::milliseconds patience);

private:
    plan::Outcome start(const telemetry::Connection& connection, const WorldPlace& place,
                        int ownRanks);

    std::string m_endpoint;
    std::string m_why;
    std::string m_folder; // of the socket, where this rank made it
    std::unique_ptr<telemetry::Aggregator> m_aggregator;
};

} // namespace engine
