// When every op ran: predicted by simulate(), or measured on a real run. The
// metrics, the ledger and the window treat both alike.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/op.h"

#include <vector>

namespace plan {

struct Span {
    Op op;
    Nanoseconds start{}; // from the start of the step
    Nanoseconds end{};   // >= start

    bool operator==(const Span&) const = default;
};

struct Timeline {
    std::vector<std::vector<Span>> spans; // [rank], sorted by start, disjoint
    Nanoseconds makespan{};               // end of the last span of any rank

    bool operator==(const Timeline&) const = default;
};

} // namespace plan
