// What a strategy costs: its step's time and where it goes, its memory and whether it fits.
//
// The schedule is made and simulated op by op with the times of the cost model, or with those that
// the strategy gives. Memory always comes from the cost model, peaks from the described device.

#pragma once

#include "engine/plan/cost/flops.h"
#include "engine/plan/cost/step_memory.h"
#include "engine/plan/ledger.h"
#include "engine/plan/timeline.h"
#include "engine/strategy/estimate/left_out.h"
#include "engine/strategy/estimate/step_prediction.h"
#include "engine/strategy/problem.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace strategy {

struct Estimate {
    plan::Schedule schedule;
    plan::Costs costs;
    CostOrigin origin; // of the costs
    plan::Timeline timeline;

    double stepSeconds = 0; // the makespan
    // In which four of five like runs lie, in seconds; nothing where the cost model has no part in
    // the time.
    std::optional<Interval> interval;
    // What of the strategy lies outside of all runs that predictions were compared with, a
    // sentence; empty: nothing.
    std::string beyond;
    double tokensPerSecond = 0;       // of all devices together
    plan::AttentionCount attention{}; // which pairs of tokens count in the next three
    double modelTflopsPerDevice = 0;  // 10^12 FLOP per second that the model asks for
    double mfu = 0;                   // that as a share of the peak in the type it computes in
    double hfu = 0;                   // likewise, with what is computed again
    double publishedHfu = 0;          // likewise, as plan::publishedHardwareFlops() counts
    double bubbleFraction = 0;        // plan::bubbleFraction(), idle over all time, [0, 1)
    std::int64_t parameters = 0;
    std::int64_t activeParameters = 0;                      // that one token passes
    std::array<double, plan::kLedgerLines> ledgerSeconds{}; // mean over the pipeline's ranks
    double betweenNodesSeconds = 0; // of its exposed transfer, that of hops between nodes

    std::vector<plan::RankMemory> memory; // [pipeline rank]
    std::size_t fullestRank = 0;          // the one with the highest peak
    double memoryLimit = 0;               // bytes of one device
    bool fits = false;                    // that peak is within the limit

    // Those of check(), and of a bubble that more microbatches would shrink.
    std::vector<Problem> warnings;
    // Where the numbers come from, a sentence each: formula, table, fit or measured.
    std::vector<std::string> sources;
};

// Fails with a sentence where there is no model, or no schedule. `attention` changes what counts as
// FLOPs, not the predicted time. `stop` is asked while a schedule is searched for.
//
// Precondition: check() accepts the strategy.
plan::Result<Estimate> estimate(const Strategy& strategy,
                                plan::AttentionCount attention = plan::AttentionCount::Full,
                                const plan::StopAsked& stop = {});

} // namespace strategy
