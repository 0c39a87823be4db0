// What the collector knows of each rank: which frame is expected next, how far the
// run has come, and what was lost on the way. No sockets, files or threads in here.
//
// The order of use is what makes "logged first" true: judge() decides about a frame, the caller
// writes it, and only taken() lets a snapshot show it. Memory: about a kilobyte a rank.

#pragma once

#include "telemetry/collector.h"

namespace telemetry {

// Not thread-safe: the collector guards it with its mutex.
class RankLedger {
public:
    using Time = std::chrono::steady_clock::time_point;

    // `gapPatience`: how long a missing frame is waited for. While it lasts, frames behind the hole
    // are ignored and not acknowledged, so that their rank sends them again in order.
    RankLedger(std::uint64_t run, std::uint32_t ranks, std::chrono::milliseconds gapPatience);

    enum class Verdict {
        Take,   // new: log it, then call taken()
        Ignore, // seen before, or after a hole that a resend may still fill
        Refuse, // bad: not of this run, or out of place
    };

    // Decides about one frame that decode() found valid, of whatever kind; what is not data is
    // refused. Counts repeats, gaps and refusals. A frame of a later epoch
    // replaces what was known of the rank, as its process was started again; one of an earlier
    // epoch is ignored.
    Verdict judge(const FrameHeader& header, Time now);

    // A frame that was judged Take is now in the log, or the log is paused and it counts as
    // unlogged. `bytes`: the same frame encoded; those of a Hello are kept.
    void taken(const Frame& frame, ByteView bytes);

    // Notes what the rank says it has dropped, and that it lives. False, and counted as bad: not of
    // this run. A heartbeat of another epoch changes nothing.
    bool heartbeat(const FrameHeader& header, const Heartbeat& heartbeat, Time now);

    void countBad(std::uint32_t messages = 1) { m_totals.badFrames += messages; }

    // What to answer the rank: how far its frames have come without a hole, and the last heartbeat.
    // `window`: frames it may have under way, passed on as it is. Precondition: rank < ranks.
    Credit credit(std::uint32_t rank, std::uint32_t window) const;

    // By rank; the reference holds as long as this, its contents change with the next call.
    const std::vector<RankSnapshot>& ranks() const { return m_ranks; }
    // The bytes of each rank's Hello; empty while absent.
    const std::vector<Bytes>& hellos() const { return m_hellos; }
    // Without logged, unlogged and what belongs to viewers and the owner.
    const Totals& totals() const { return m_totals; }
    bool allFinished() const { return m_finished == m_ranks.size(); }

    // Ranks that have not said Bye and were last heard before `before`, the longest silent first;
    // none that was never heard. Costs what it returns, however many ranks there are.
    std::vector<SilentRank> silentSince(Time before) const;

private:
    static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
    struct Place {
        std::uint64_t expected = 0; // next sequence
        std::uint64_t echo = 0;
        std::uint64_t byeSent = 0;
        Time holeSince{}; // zero: no hole
        // The ranks that were heard and have not said Bye, in the order in which they were last.
        std::uint32_t heardBefore = kNobody;
        std::uint32_t heardAfter = kNobody;
        bool isListed = false;
    };

    void startEpoch(std::uint32_t rank, std::uint32_t epoch);
    void note(RankSnapshot& rank, Place& place, const Frame& frame);
    void heard(std::uint32_t rank, Time now);
    void unlist(std::uint32_t rank);
    // What the rank's present epoch has in the totals; taken out before it changes, and put back.
    void count(std::uint32_t rank);
    void uncount(std::uint32_t rank);

    std::uint64_t m_run;
    std::chrono::milliseconds m_gapPatience;
    std::vector<RankSnapshot> m_ranks;
    std::vector<Place> m_places;
    std::vector<Bytes> m_hellos;
    std::size_t m_finished = 0; // ranks that said Bye
    std::uint32_t m_longestSilent = kNobody;
    std::uint32_t m_lastHeard = kNobody;
    Totals m_totals; // of all epochs, those that were replaced too
};

} // namespace telemetry
