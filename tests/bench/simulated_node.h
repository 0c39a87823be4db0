// One node of a large run: an aggregator, and ranks that send what an engine would, frame by frame,
// from one thread and over one connection instead of a process each.

#pragma once

#include "telemetry/aggregator.h"
#include "telemetry/event_batch.h"
#include "telemetry/socket_options.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bench {

struct Load {
    std::uint64_t run = 1;
    std::uint32_t ranks = 512;
    std::uint32_t ranksPerNode = 64;
    std::uint32_t pipelineRanks = 16;
    int microbatches = 64;
    int steps = 20;
    std::chrono::milliseconds stepTime{1000}; // that a step lasts; 0: as fast as credit allows
    bool opsOfAll = false;                    // every rank sends its ops, not one replica
    bool opsOfNone = false;
};

// Not thread-safe; its aggregator has a thread of its own.
class SimulatedNode {
public:
    // `directory`: of the aggregators' sockets. Ends the process where the aggregator does not
    // start.
    SimulatedNode(const Load& load, std::uint32_t number, const std::string& directory,
                  const std::string& collector);

    // Sends what may be sent and takes what has come; true once every rank's Bye is acknowledged.
    bool turn(std::chrono::steady_clock::time_point begin);

    std::uint64_t records() const { return m_records; } // produced, but for Hello and Bye
    std::uint64_t resentFrames() const;
    bool stop(std::chrono::milliseconds patience) { return m_aggregator->stop(patience); }

private:
    struct Rank {
        std::uint32_t number = 0;
        telemetry::DetailLevel detail = telemetry::DetailLevel::Step;
        telemetry::Outbox outbox;
        int step = 0;
        bool saidBye = false;
        std::uint64_t records = 0;
        std::chrono::steady_clock::time_point lastHeartbeat{};
    };

    void makeStep(Rank& rank);
    void sayBye(Rank& rank);
    void send(Rank& rank, std::chrono::steady_clock::time_point now);
    void receive();

    Load m_load;
    std::unique_ptr<telemetry::Aggregator> m_aggregator;
    std::vector<Rank> m_ranks;
    std::uint64_t m_records = 0;
    zmq::context_t m_context{1};
    zmq::socket_t m_socket{m_context, zmq::socket_type::dealer};
};

} // namespace bench
