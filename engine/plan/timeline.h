// When every op ran: predicted by simulate(), or measured on a real run. The
// metrics, the ledger and the window treat both alike.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/op.h"

#include <vector>

namespace plan {

// One op on the rank that ran it.
struct Span {
    Op op;
    Nanoseconds start{}; // from the start of the step
    Nanoseconds end{};   // >= start

    bool operator==(const Span&) const = default;
};

// What a rank does after its last op: it reduces its gradients, then runs the
// optimizer.
struct Tail {
    Nanoseconds begin{};
    Nanoseconds optimizerBegin{}; // end of the reduction
    Nanoseconds end{};

    bool operator==(const Tail&) const = default;
};

// Time inside an op, or inside the optimizer of a tail, that is not that op's own work.
struct Part {
    enum class Kind { Collective, Recompute };

    Nanoseconds start{};
    Nanoseconds end{}; // >= start
    Kind kind = Kind::Collective;

    bool operator==(const Part&) const = default;
};

// Linear in the ops in size. A measured timeline may lack spans that telemetry lost.
struct Timeline {
    // [rank], sorted by start, disjoint. The ops of a fused pair share its time: the
    // forward is drawn first, and the outputs of both are there when the pair ends.
    std::vector<std::vector<Span>> spans;
    std::vector<Tail> tails{}; // [rank]; empty: the step ends with the last op
    Nanoseconds makespan{};    // end of the last span or tail of any rank
    // [rank], sorted by start, disjoint, each within one span or within the optimizer of
    // the tail. Empty: none were measured.
    std::vector<std::vector<Part>> parts{};

    bool operator==(const Timeline&) const = default;
};

} // namespace plan
