// How far predictions were from runs that nothing was fitted to: what an estimate's interval is
// made of, and what tells that it lies beyond all runs.
//
// The table is resources/hardware/profiles/left_out.csv, which `accuracy --leave-out --fit` writes:
// one row a run, predicted at efficiencies fitted to the other families alone.

#pragma once

#include "engine/strategy/strategy.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

struct LeftOutRun {
    std::string device;    // as strategies name it
    std::string profile;   // of that
    std::string framework; // the word of it
    std::string family;    // a source of runs
    int devices = 1;
    double parameters = 0; // of its model
    double error = 0;      // predicted / measured - 1
};

// Those that the program carries. Read at the first call, by any thread; they stay.
std::span<const LeftOutRun> leftOutRuns();

// Of a step time, as multiples of the predicted one.
struct Interval {
    double low = 1;
    double high = 1;

    bool operator==(const Interval&) const = default;
};

// Whether predictions do not tell two step times apart.
inline bool overlap(const Interval& a, const Interval& b)
{
    return a.low <= b.high && b.low <= a.high;
}

// In which four of five runs like that one lie: the tenth and the ninetieth percentile of measured
// over predicted, where a run counts the more the more it is like it in device, software and size,
// and a family of n runs as sqrt(n). {1, 1} without runs. A family of that name is left out.
Interval intervalOf(std::span<const LeftOutRun> runs, std::string_view profile,
                    std::string_view framework, int devices, std::string_view without = {});

// The same for a strategy, of the program's runs, or of its own profile's where that has one;
// nothing where its costs are given or fitted to a run, so that the cost model has no part in them.
std::optional<Interval> stepInterval(const Strategy& strategy);

// What of it lies outside of all those runs, a sentence; empty: nothing.
std::string beyondRuns(std::span<const LeftOutRun> runs, const Strategy& strategy,
                       double parameters);

} // namespace strategy
