// What a strategy costs over a range of one field, or of two.
//
// Each row is a whole estimate(), simulated step and all, so that a sweep shows what a search
// passes over: also the values that do not fit, and why others are no strategy at all.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/cost_basis.h"
#include "engine/plan/result.h"
#include "engine/strategy/estimate/equal_estimates.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace strategy {

struct SweptField {
    std::string key;                 // as changeField() takes it
    std::vector<std::string> values; // likewise
};

// Of estimate(); see there.
struct SweepNumbers {
    double stepSeconds = 0;
    double bubbleFraction = 0;
    double tokensPerSecond = 0;
    double mfu = 0;
    double peakBytes = 0;   // of the fullest device
    double memoryLimit = 0; // of one device
    bool fits = false;
    std::optional<Interval> interval{}; // as Estimate::interval
};

struct SweepRow {
    std::vector<std::string> values; // [field]
    Strategy strategy;               // with these; check() may refuse it where there are no numbers
    std::optional<SweepNumbers> numbers;
    // Where there are none: what is wrong, of no field in particular where its key is empty.
    Problem whyNot{};
    std::vector<Problem> notes{}; // swept fields whose value changes nothing, and why
};

inline constexpr std::size_t kMaxSweepRows = 10'000;

// A row for every combination, the last field the fastest to change. What the strategy leaves
// to a default stays what it was: devices, and the global batch unless that is swept. Where a row
// has other stages on the same ranks, given costs are rescaled with CostBasis::Rank, as
// keepShares() does.
//
// Fails with a sentence for a strategy without a model, a key of no field, a value of the wrong
// kind, no or more than two fields, one without values, or more than kMaxSweepRows. A combination
// that is no strategy is not a failure, but a row with `whyNot`.
//
// `stop` is asked after each row, and while a schedule is searched for; true: the rows so far are
// returned. `progress` is called after each row with how many are done, of how many. Both are
// called on the caller's thread.
using SweepProgress = std::function<void(std::size_t done, std::size_t all)>;
plan::Result<std::vector<SweepRow>> sweep(const Strategy& strategy,
                                          std::span<const SweptField> fields,
                                          const plan::StopAsked& stop = {},
                                          const SweepProgress& progress = {},
                                          plan::CostBasis basis = plan::CostBasis::Rank);

// The one of most tokens per second that fits, since values may make the step another one; null:
// none fits. One of the rows.
const SweepRow* bestOf(std::span<const SweepRow> rows);
// Whether the row fits, and is equal to the best as equal_estimates.h has it: by the rule of
// variants where it is one of the best, else by their intervals. `best` may be null.
bool isEqualToBest(const SweepRow& row, const SweepRow* best);
// Whether the steps of the two, which have numbers, have different numbers of tokens.
bool haveOtherTokens(const SweepRow& one, const SweepRow& other);
// By which rules rows are equal to the best.
EqualRules equalRules(std::span<const SweepRow> rows);
// How many of the rows are equal to the best, the best among them; 1: no other is, 0: none fits.
std::size_t countEqual(std::span<const SweepRow> rows);

} // namespace strategy
