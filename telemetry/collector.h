// The supervisor's side of telemetry: receives from all ranks, writes the event log
// first, then lets the owner and any number of viewers see the records.
//
// One thread does it all. Viewers are served from the log file, each at its own
// position, so a slow viewer costs nothing and loses nothing.
// All functions may be called from any thread.

#pragma once

#include "telemetry/codec.h"
#include "telemetry/curve_keys.h"
#include "telemetry/result.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace telemetry {

// How a run is recorded and served.
struct CollectorOptions {
    std::uint64_t run = 0;        // frames of another run are bad frames
    std::uint32_t ranks = 1;      // [1, kMaxRanks]
    std::string rankEndpoint{};   // to bind; see checkEndpoint(). ipc: in a private directory
    std::string viewerEndpoint{}; // to bind; empty: no viewers
    std::optional<CurveServer> rankCurve{};   // needed over tcp; see checkKeys()
    std::optional<CurveServer> viewerCurve{}; // likewise
    std::string logPath{};                    // must not exist
    std::size_t ownerBytes = std::size_t{16}
        << 20; // bound of the queue that drain() empties; 0: none
    // Frames a rank may have under way, [1, 4096]; 0: windowFor(ranks).
    std::uint32_t window = 0;
    // How long a missing frame is waited for before its place counts as a gap.
    // A frame that a broken connection has swallowed is sent again once the rank is connected, and
    // has heard of the hole: some 5 s over a link with ways of 500 ms.
    std::chrono::milliseconds gapPatience{10000};
};

// The frames of all ranks that are under way take up to this much of the collector's memory, or
// what four full frames of each rank take where that is more. Frames are rarely full.
inline constexpr std::uint64_t kMostUnderWayBytes = std::uint64_t{1} << 30;

// Frames that each of so many ranks may have under way, [4, 64]: 64 up to 256 ranks.
constexpr std::uint32_t windowFor(std::uint32_t ranks)
{
    constexpr std::uint64_t kLeast = 4;
    constexpr std::uint64_t kMost = 64;
    const std::uint64_t window = kMostUnderWayBytes / kMaxFrameBytes / (ranks > 0 ? ranks : 1);
    return static_cast<std::uint32_t>(window < kLeast ? kLeast : window > kMost ? kMost : window);
}

// Which option a collector cannot start with, and what to do; `window` is chosen already. Makes
// room for the files that it opens.
std::optional<Error> problemOf(const CollectorOptions& options);

// Viewers served at a time. One more is refused, counted and told nothing.
inline constexpr std::size_t kMaxViewers = 64;

// How far a rank has come, by what it has said itself; a rank that died without a Bye stays
// Running.
enum class RankState {
    Absent, // no Hello yet
    Running,
    Finished, // Bye with ByeReason::Finished
    Stopped,
    Failed,
};

// One rank's present epoch, as far as its frames are in the log.
struct RankSnapshot {
    RankState state = RankState::Absent;
    std::uint32_t epoch = 0;
    std::int32_t lastStep = -1; // highest step with an End mark
    std::uint64_t received = 0; // records, without repeats
    std::uint64_t dropped = 0;  // as the rank last reported
    std::optional<Hello> hello{};
    std::optional<SpanRecord> lastSpan{};
    std::chrono::steady_clock::time_point lastSeen{}; // any valid frame, heartbeats too
    std::string byeText{};
};

// Records are those of all kinds but Hello and Bye.
struct Totals {
    std::uint64_t sent = 0;           // records by Bye; those received for a rank without Bye
    std::uint64_t received = 0;       // valid, in order, each once
    std::uint64_t logged = 0;         // of those, written to the event log
    std::uint64_t unlogged = 0;       // of those, not written: the disk was full
    std::uint64_t dropped = 0;        // by the ranks, as they reported
    std::uint64_t badFrames = 0;      // malformed, of another run, or of no rank of ours
    std::uint64_t gaps = 0;           // frames missing in a rank's sequence
    std::uint64_t duplicates = 0;     // frames received again and ignored
    std::uint64_t ownerDropped = 0;   // frames the owner did not drain in time
    std::uint64_t viewersRefused = 0; // beyond kMaxViewers
    // Connections over tcp that ended without having proved the key of their socket; those of the
    // last seconds are counted later.
    std::uint64_t handshakesRefused = 0;
};

// A copy of the collector's state at one moment, all of it consistent.
struct CollectorSnapshot {
    std::vector<RankSnapshot> ranks{}; // by rank
    Totals totals{};
    std::uint64_t logBytes = 0; // written so far, file header included
    std::size_t viewers = 0;    // served now
    std::string problem{};      // the log is paused, or the thread has ended: why. Empty: recording
};

// A rank that has not said Bye.
struct SilentRank {
    std::uint32_t rank = 0;
    std::chrono::steady_clock::time_point lastSeen{};

    bool operator==(const SilentRank&) const = default;
};

// What is looked at again and again while a run goes on.
struct CollectorWatch {
    Totals totals{};
    std::string problem{};            // as CollectorSnapshot::problem
    std::vector<SilentRank> silent{}; // the longest silent first
};

class Collector {
public:
    // Makes the log, binds both endpoints and starts the thread. The error says which option, file
    // or endpoint stands in the way and what to do; no log is left behind then.
    static Result<std::unique_ptr<Collector>> start(CollectorOptions options);

    ~Collector(); // stop() with no patience
    Collector(const Collector&) = delete;
    Collector& operator=(const Collector&) = delete;

    // Where to connect: the endpoints of the options, with the port that a * became.
    const std::string& rankEndpoint() const;
    const std::string& viewerEndpoint() const;

    // Copies every rank's snapshot; totals() alone is cheaper.
    CollectorSnapshot snapshot() const;
    Totals totals() const;

    // With the ranks that have been silent for `silence` at least. Cheap, however many ranks there
    // are.
    CollectorWatch watch(std::chrono::milliseconds silence) const;

    // Appends at most `max` data frames, oldest first, in the order they were logged.
    // Returns how many. What does not fit the queue is counted in ownerDropped.
    std::size_t drain(std::vector<Frame>& out, std::size_t max);

    // True once every rank has said Bye.
    bool allFinished() const;

    // Takes what has already arrived, puts `end` behind it, completes and syncs the log, tells
    // viewers that the run has ended and gives them up to `patience` to read the rest. Then the
    // thread ends. Returns the final totals, the same at every later call.
    Totals stop(std::chrono::milliseconds patience, const std::optional<RunEnd>& end = {});

private:
    struct State;
    explicit Collector(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace telemetry
