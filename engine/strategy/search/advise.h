// What must change for a strategy to fit its devices, or to train as fast as is wanted.
//
// A fixed set of changes is estimated in full, one by one, and pairs of them where too few do it.
// What is advised was thus found to do it, with the numbers of estimate(). This stays near one
// strategy; search.h looks at all combinations of sizes.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/result.h"
#include "engine/strategy/estimate/left_out.h"
#include "engine/strategy/strategy.h"

#include <optional>
#include <string>
#include <vector>

namespace strategy {

// What a strategy costs, as far as advice goes.
struct AdvisedNumbers {
    double stepSeconds = 0;
    double tokensPerSecond = 0;
    double peakBytes = 0; // of the fullest device
    bool fits = false;
    std::optional<Interval> interval{}; // as Estimate::interval
};

struct FieldChange {
    std::string key;  // as changeField() takes it
    std::string from; // the value as a file has it, "none"
    std::string to;   // likewise

    bool operator==(const FieldChange&) const = default;
};

struct Advice {
    std::vector<FieldChange> changes{}; // one or two
    Strategy strategy{};                // with them; check() accepts it
    AdvisedNumbers numbers{};
    // Predictions do not tell whether it is faster or slower than the strategy as it is: as
    // equal_estimates.h has it of variants where it is one, of intervals where it is none.
    bool equalsNow = false;
    bool isVariant = false;
};

struct AdviceResult {
    AdvisedNumbers now;     // of the strategy as it is
    double memoryLimit = 0; // bytes of a device
    bool isGood = false;    // fits, and is as fast as is wanted, as it is
    // Single changes before pairs, and each by step time; those that add devices stand behind
    // all that do not. Pairs are tried where few single changes do it, of those that do not.
    std::vector<Advice> advice;
    int tried = 0;        // changes and pairs of changes that were estimated or refused
    bool stopped = false; // by `stop`: not everything was tried
};

struct AdviceAsked {
    double tokensPerSecond = 0; // wanted; 0: it need only fit
    std::size_t most = 12;      // pieces of advice to give; the best are kept
    int threads = 1;            // 1 to 64; others are clamped
    plan::StopAsked stop{};     // asked by any thread; true: what was found so far will do
};

// A strategy that is good as it is gets no advice. Costs that the strategy gives are left aside:
// they say nothing of other sizes, so that both what is now and what would be come from the cost
// model. The order of the advice does not depend on the number of threads, unless it is stopped.
//
// Fails as estimate(). Precondition: check() accepts the strategy.
plan::Result<AdviceResult> advise(const Strategy& strategy, const AdviceAsked& asked);

} // namespace strategy
