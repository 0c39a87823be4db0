// The strategies that train a model fastest on so many devices.
//
// Every legal combination of sizes is looked at by closed forms (plan/cost/fast_step.h); the best
// are then simulated as estimate() does. The closed forms only choose what is simulated: every
// number of a found strategy is that of its simulation, but for FoundStrategy::fastSeconds.

#pragma once

#include "engine/plan/cost/search_space.h"
#include "engine/strategy/estimate/estimate.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace strategy {

// Which sizes a search may change; the others stay what the strategy says. Data ranks follow. What
// values a free size takes is said in plan/cost/search_space.h.
struct FreeFields {
    bool tensor = true;
    bool context = true;
    bool pipeline = true;
    bool expert = true;
    bool micro = true;
    bool zero = true;
    bool sequence = true;
    bool recompute = true;
    bool schedule = true; // and chunks
    bool layers = true;   // their division
};

// The search first looks at all, then simulates the shortlist.
struct SearchProgress {
    std::uint64_t looked = 0;  // configurations by closed form
    double share = 0;          // of that part of the work, [0, 1]
    std::size_t simulated = 0; // of the shortlist
    std::size_t shortlist = 0; // 0: not known yet
    double bestSeconds = 0;    // of those simulated that fit; 0: none yet
};

struct SearchAsked {
    // Empty: the strategy's own; several: each is looked at; at most kMaxSearchedDevices.
    std::vector<int> devices;
    std::size_t top = 10;       // results wanted, at least 1; up to kLongList simulate as many
    int threads = 1;            // at most kMaxSearchThreads
    double tokensPerSecond = 0; // results that reach less are left out
    FreeFields free;
    // Called by one thread at a time, now and then.
    std::function<void(const SearchProgress&)> progress{};
    plan::StopAsked stop{}; // asked by any thread; true: the best so far will do
};

inline constexpr int kMaxSearchThreads = 64;
// Results. A shorter list is cut from what is simulated for that many, so that it begins as the
// longer one does, and as many strategies are said to be equal to its first.
inline constexpr std::size_t kLongList = 40;
inline constexpr std::size_t kMaxSearchedDevices = 64; // numbers of devices in one search

struct FoundStrategy {
    Strategy strategy;      // named by what it is; check() accepts it
    Estimate estimate;      // of the schedule its shape and placement alone; without timeline
    double fastSeconds = 0; // what the closed form said
    bool onFront = false;   // no other result has less time, memory and devices
};

struct SearchResult {
    // That fit, by step time: the fastest ones, then what else is on the Pareto front over step
    // time, peak memory and devices. The order does not depend on the threads.
    std::vector<FoundStrategy> found;
    // Simulated too, by step time, and too large for their devices.
    std::vector<FoundStrategy> tooLarge{};
    std::uint64_t looked = 0;  // by closed form
    std::size_t simulated = 0; // exactly
    // Of those simulated that fit and are fast enough, found or not: how many are equal to the
    // first as equal_estimates.h has it, that one among them. 1: no other is, 0: nothing was found.
    std::size_t equal = 0;
    bool stopped = false;
    // Where nothing was found: what needs the least memory, whether it fits or not.
    std::optional<FoundStrategy> leanest;
};

// Fails with a sentence for a strategy without a model, a request out of bounds, or where no
// combination is legal.
// Precondition: check() accepts the strategy.
plan::Result<SearchResult> search(const Strategy& strategy, const SearchAsked& asked);

// The same space, and the strategy that one member of it stands for, for callers that walk the
// space on their own.
plan::SearchSpace searchSpaceOf(const Strategy& strategy, const SearchAsked& asked);
Strategy strategyOf(const Strategy& strategy, const plan::SearchSpace& space,
                    const plan::Configuration& configuration);

} // namespace strategy
