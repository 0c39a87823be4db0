// Whether a schedule is one that can run and trains the model.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/validate/deadlock.h"

#include <optional>
#include <string>
#include <vector>

namespace plan {

struct ValidateOptions {
    std::size_t limit = 20; // sentences, over `wrong` and `missing` each

    // Most (microbatch, stage) pairs a rank may hold between forward and the end of
    // backward: one number for all ranks, or one per rank; empty: any.
    std::vector<int> maxInFlight{};

    // Messages from one rank to another that may be under way before the receiver asks
    // for them (findDeadlock()); nothing: any number.
    std::optional<int> buffers{};
};

// Sentences about a schedule. Later questions are asked only where the earlier ones
// found nothing that makes them moot: a deadlock only where no op is wrong, bounded
// buffers only where all ops are there and unbounded ones suffice.
// A sentence about one op begins with its text form.
struct Verdict {
    std::vector<std::string> wrong;   // what stands where it must not, twice, or too early
    std::vector<std::string> missing; // what a complete schedule still needs
    std::size_t more = 0;             // sentences beyond the limit
    std::optional<Deadlock> deadlock;

    // [rank] most pairs in flight, in issue order; empty where an op is wrong.
    std::vector<int> peakInFlight;

    bool legal() const { return wrong.empty() && missing.empty() && more == 0 && !deadlock; }

    // All of the above, the deadlock last but for how many sentences were left out.
    std::vector<std::string> sentences() const;
};

// Checked: that the lists have the sizes of the shape; that every (stage, microbatch)
// has one forward and one backward (whole, or as input and weight gradient), each after
// what it needs, on the rank that holds the stage; that no op lies outside the shape;
// that fused pairs are a forward and a backward that do not need each other; the cap on
// memory; and that the order runs to its end without a deadlock. Any schedule, however
// wrong its numbers, gets an answer. Time and memory are linear in the schedule's lists.
Verdict validate(const Schedule& schedule, const ValidateOptions& options = {});

// Empty if the schedule is legal; else sentences, at most `limit` of them, the last
// saying how many more there are.
std::vector<std::string> violations(const Schedule& schedule, std::size_t limit = 20);

} // namespace plan
