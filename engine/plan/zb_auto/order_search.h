// Finds the best order it can for given costs and memory (the schedule "zb-auto"), in the
// manner of the automatic scheduling of arXiv 2401.10241 but for any costs.
//
// The start candidates are every applicable schedule of the catalogue, as it stands and
// with its backwards split, then orders made by list scheduling under many rules; the
// best of them are improved move by move. The result is thus never worse than a schedule
// of the catalogue that keeps the same caps, unless the callback stops it before all of
// them were tried.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plan {

enum class AutoObjective {
    Makespan,    // when the step ends
    LongestSpan, // metrics.h; what the zero-bubble papers state their bubbles of
};

struct AutoRequest {
    Shape shape; // directions must be 1; the weights of each stage stand once
    Costs costs; // lists of the lengths that costs.h states
    // [rank]: most (microbatch, stage) pairs a rank may hold, each >= shape.chunks; empty:
    // memory is no limit.
    std::vector<int> caps{};
    // How much of a pair's memory is still held between its input gradient and its weight
    // gradient, in [0, 1]. At 1 a pair counts until its weight gradient, as in
    // peakInFlight(); the zero-bubble papers reckon with 32 h / (34 h + 5 a s).
    double deferredShare = 1;
    AutoObjective objective = AutoObjective::Makespan;
};

// With the same cap on every rank; nothing: memory is no limit.
AutoRequest autoRequest(const Shape& shape, const Costs& costs, std::optional<int> maxInFlight);

struct AutoLimits {
    // Ops simulated over all candidates; an op placed by list scheduling counts as eight.
    // The start candidates of the catalogue come first and are all tried, however much
    // that takes.
    long long ops = 30'000'000;
};

// About 2 000 simulated orders, and under a second for shapes up to a million cells: what
// the catalogue spends.
AutoLimits quickLimits(const Shape& shape);

struct AutoProgress {
    long long ops = 0;        // of the limit
    long long candidates = 0; // orders tried
    Nanoseconds value{};      // the objective of the best so far
    Nanoseconds lowerBound{};
    std::string origin{}; // what the best came from: a schedule's name, "list", "improved"
};

struct AutoResult {
    Schedule schedule; // legal, within the caps
    Nanoseconds makespan{};
    Nanoseconds span{};  // longestSpan()
    Nanoseconds value{}; // the one of them that is the objective
    // No order of the placements tried, within the caps, has a lower value. They are the
    // looped placement and, with several chunks, the waves.
    Nanoseconds lowerBound{};
    AutoProgress progress; // at the end
    bool stopped = false;  // by the callback

    // (value - lowerBound) / lowerBound: 0 where the order is proven best.
    double gap() const;
};

// That lower bound of the makespan without a search: at once. Fails like searchOrder().
Result<Nanoseconds> makespanBound(const AutoRequest& request);

// Called after every few candidates and at every better one; false stops the search,
// which then returns the best so far. May be empty.
using OnAutoProgress = std::function<bool(const AutoProgress&)>;

// The same request and limits give the same order. Fails with a sentence if the shape, the
// caps, the costs or the share are outside of what the request states. At least one order is tried,
// whatever the limits and the callback say.
Result<AutoResult> searchOrder(const AutoRequest& request, const AutoLimits& limits = {},
                               const OnAutoProgress& onProgress = {});

} // namespace plan
