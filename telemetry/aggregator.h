// The hop between the ranks of a node and the collector: one connection for all of them.
//
// It gathers the frames that its ranks send, for a few milliseconds or until a message is full,
// into bundles, and hands the collector's answers back to the ranks. Of the records it knows
// nothing and keeps none: a rank holds its frames until the collector itself has acknowledged them,
// so an aggregator that dies loses nothing, and its ranks go on without it
// (SenderOptions::otherEndpoints).
//
// While the collector takes nothing it reads nothing from its ranks; what they record then waits in
// their rings, which count what they drop. Memory: a few bundles, and what the credit of its ranks
// allows to be under way.

#pragma once

#include "telemetry/curve_keys.h"
#include "telemetry/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace telemetry {

struct AggregatorOptions {
    std::uint64_t run = 0;                  // as the collector was given
    std::uint32_t ranks = 1;                // of the run, [1, kMaxRanks]
    std::uint32_t number = 0;               // among the aggregators of the run, such as the node's
    std::uint32_t ownRanks = 1;             // that it is there for, [1, ranks]
    std::string rankEndpoint{};             // to bind; ipc, in a private directory of the node
    std::string collectorEndpoint{};        // the collector's rankEndpoint
    std::optional<CurveClient> curve{};     // of ranks, needed over tcp; see checkKeys()
    std::chrono::milliseconds gatherFor{2}; // [0, 1 s]: at most, from a bundle's first frame on
};

// Since the start. Frames are those of all kinds, heartbeats too.
struct AggregatorCounts {
    std::uint64_t frames = 0;    // passed on to the collector
    std::uint64_t bundles = 0;   // that they went in
    std::uint64_t answers = 0;   // passed on to ranks
    std::uint64_t badFrames = 0; // messages that were no frame of the run; the collector is told
    std::uint32_t ended = 0;     // ranks whose Bye is acknowledged
};

class Aggregator {
public:
    // Binds the ranks' endpoint and starts the thread; connecting happens behind. The error says
    // which option or endpoint stands in the way.
    static Result<std::unique_ptr<Aggregator>> start(AggregatorOptions options);

    ~Aggregator(); // stop() with no patience
    Aggregator(const Aggregator&) = delete;
    Aggregator& operator=(const Aggregator&) = delete;

    // Any thread.
    AggregatorCounts counts() const;

    // Returns once `ownRanks` ranks have said Bye and been answered, at the latest after
    // `patience`, which ranks that died or went on without it need: then the thread has ended.
    // Returns whether they all had; the same at every later call.
    bool stop(std::chrono::milliseconds patience);

private:
    struct State;
    explicit Aggregator(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace telemetry
