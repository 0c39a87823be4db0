// What must change for a strategy to fit its devices, or to train as fast as is wanted.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/result.h"
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
};

struct FieldChange {
    std::string key; // as setField() takes it
    std::string from;
    std::string to;

    bool operator==(const FieldChange&) const = default;
};

struct Advice {
    std::vector<FieldChange> changes; // one or two
    Strategy strategy;                // with them; check() accepts it
    AdvisedNumbers numbers;
};

struct AdviceResult {
    AdvisedNumbers now;
    double memoryLimit = 0; // bytes of a device
    bool isGood = false;    // fits, and is as fast as is wanted, as it is
    // By step time. Where single changes are too few, pairs of changes too, unless one of the
    // two does it alone. Those that add devices stand behind all that do not.
    std::vector<Advice> advice;
    int tried = 0;
    bool stopped = false;
};

struct AdviceAsked {
    double tokensPerSecond = 0; // wanted; 0: it need only fit
    std::size_t most = 12;      // pieces of advice
    int threads = 1;
    plan::StopAsked stop{}; // asked by any thread; true: what was found so far will do
};

// Fails as estimate(). Precondition: check() accepts the strategy.
plan::Result<AdviceResult> advise(const Strategy& strategy, const AdviceAsked& asked);

} // namespace strategy
