// Which ranks have not been heard of, and for how long one is waited for.

#pragma once

#include "engine/launch/ending.h"
#include "engine/launch/held_ranks.h"
#include "engine/launch/hosts/host.h"
#include "telemetry/collector.h"

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace launch {

inline constexpr std::chrono::seconds kSilenceTold{3};

// Not thread-safe. The caller gives the time, so that tests need no clock.
class RankSilence {
public:
    using Clock = std::chrono::steady_clock;

    // `hosts`: that carry the ranks, as placeRanks() gives them; empty: this machine.
    explicit RankSilence(Hosts hosts)
        : m_hosts(std::move(hosts))
    {
    }

    struct News {
        std::vector<std::string> sentences; // each rank is told of once, until it is heard again
        std::optional<int> tooLong;         // the first rank that was silent for 30 s
    };
    // `silent`: ranks that have been for kSilenceTold at least, see CollectorWatch.
    // `held`: ranks that a stop signal holds are not silent. `hasEnded`: a rank whose process is
    // gone is not either.
    News look(const std::vector<telemetry::SilentRank>& silent, const HeldRanks& held,
              const std::function<bool(int rank)>& hasEnded, Clock::time_point now);

    // Says in the end of a run that failed that nothing was heard of whole hosts any more: a rank
    // that waits for one of them knows only that nothing comes.
    Ending explain(Ending ending) const;

private:
    void tell(const std::set<int>& ranks, News& news) const;
    std::vector<std::string> silentHosts() const; // all of whose ranks are

    Hosts m_hosts;
    std::set<int> m_told;
};

// What the wait for the next record of any rank goes by.
struct Pace {
    std::chrono::nanoseconds predictedStep{}; // 0: unknown
    std::chrono::nanoseconds timeout{};       // of one wait of a rank; 0: what fits its steps
    bool anyStep = false;                     // one has ended
    double longestStep = 0;                   // seconds, of those
};

// Two minutes and 50 predicted steps or, where nothing is predicted, 100 of the longest so far;
// eleven minutes before the first. More than a rank waits by itself, so that it can say why.
std::chrono::nanoseconds patienceFor(const Pace& pace);

} // namespace launch
