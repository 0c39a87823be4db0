// A step's costs summed by stage and rank, for estimates of its length that simulate nothing: what
// a schedule's catalogue entry has as `fastSeconds`.
//
// All times are seconds. Letters in comments: T forward and backward of a stage, h its hop to the
// next one, m microbatches, p ranks, v chunks, W what a rank computes for one microbatch.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"
#include "engine/plan/placement.h"

#include <vector>

namespace plan {

struct StepParts {
    Shape shape;
    ScheduleOptions options;
    std::vector<double> forward; // [stage]
    // [stage]: the parts of a backward; the input gradient's with the recomputation before it and,
    // of whole backwards, with what they wait for the host.
    std::vector<double> input;
    std::vector<double> weight;
    std::vector<double> hops; // [stage]: to the next one; 0 behind the last and within a rank
    std::vector<double> rank; // [rank]: all of its stages
    double all = 0;           // of all stages
    double allHops = 0;
    double slowest = 0; // stage
    double busiest = 0; // rank

    // T of a stage.
    double of(std::size_t stage) const { return forward[stage] + input[stage] + weight[stage]; }
    double microbatches() const { return shape.microbatches; }

    // No step of whole backwards is shorter: the way of one microbatch through all stages and
    // back, and the others through the slowest stage.
    double leastOfWhole() const;

    // The same where weight gradients, which nobody waits for, stand on their own.
    double leastOfSplit() const;

    // m W of the busiest rank and (p-1)/v T of a mean stage: a pipeline that fills and drains once.
    double filledOnce() const;

    // All T and twice all h, and m-1 times what neighbouring stages take for one microbatch more
    // as they wait for each other: the largest over stages i..j, j-i < m, of
    // (T_i + .. + T_j + 2 (h_i + .. + h_j-1)) / (j-i+1). Where no hop takes time: the slowest T.
    double alternating() const;
};

// `split`: every backward runs in its two parts. Precondition: the placement and the costs are of
// that shape.
StepParts stepParts(const Shape& shape, const ScheduleOptions& options, const Placement& placement,
                    const Costs& costs, bool split);

} // namespace plan
