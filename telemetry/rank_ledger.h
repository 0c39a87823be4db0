// What the collector knows of each rank: which frame is expected next, how far the
// run has come, and what was lost on the way. No sockets, files or threads in here.

#pragma once

#include "telemetry/collector.h"

namespace telemetry {

class RankLedger {
public:
    using Time = std::chrono::steady_clock::time_point;

    RankLedger(std::uint64_t run, std::uint32_t ranks, std::chrono::milliseconds gapPatience);

    enum class Verdict {
        Take,   // new: log it, then call taken()
        Ignore, // seen before, or after a hole that a resend may still fill
        Refuse, // bad: not of this run, or out of place
    };

    // Decides about one valid data frame. Counts repeats, gaps and refusals.
    Verdict judge(const FrameHeader& header, Time now);

    // A frame that was judged Take is now in the log (or the log is paused).
    void taken(const Frame& frame, ByteView bytes);

    // False: not of this run.
    bool heartbeat(const FrameHeader& header, const Heartbeat& heartbeat, Time now);

    void countBad() { ++m_totals.badFrames; }

    // What to answer the rank. Precondition: rank < ranks.
    Credit credit(std::uint32_t rank, std::uint32_t window) const;

    const std::vector<RankSnapshot>& ranks() const { return m_ranks; }
    // The bytes of each rank's Hello; empty while absent.
    const std::vector<Bytes>& hellos() const { return m_hellos; }
    // Without logged, unlogged and what belongs to viewers and the owner.
    Totals totals() const;
    bool allFinished() const { return m_finished == m_ranks.size(); }

private:
    struct Place {
        std::uint64_t expected = 0; // next sequence
        std::uint64_t echo = 0;
        std::uint64_t byeSent = 0;
        Time holeSince{}; // zero: no hole
    };

    void startEpoch(std::uint32_t rank, std::uint32_t epoch);
    void note(RankSnapshot& rank, Place& place, const Frame& frame);

    std::uint64_t m_run;
    std::chrono::milliseconds m_gapPatience;
    std::vector<RankSnapshot> m_ranks;
    std::vector<Place> m_places;
    std::vector<Bytes> m_hellos;
    std::size_t m_finished = 0;         // ranks that said Bye
    std::uint64_t m_earlierDropped = 0; // by epochs that were replaced
    std::uint64_t m_earlierSent = 0;
    Totals m_totals;
};

} // namespace telemetry
