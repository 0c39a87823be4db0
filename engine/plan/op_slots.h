// A number for each output an op can have: the activation or the (input) gradient
// of one stage for one microbatch. Tables by output are plain arrays.
//
// Looking up an op's input is the innermost step of simulating and validating, done for millions of
// ops; an array costs one access to memory where a map would cost several. Both outputs of a stage
// and microbatch lie side by side, and the microbatches of a stage follow each other.

#pragma once

#include "engine/plan/schedule.h"

#include <cstddef>

namespace plan {

class OpSlots {
public:
    // For shapes that checkShape() accepts, whose counts are far from overflowing.
    explicit OpSlots(const Shape& shape)
        : m_stages(static_cast<std::size_t>(shape.stages()))
        , m_microbatches(static_cast<std::size_t>(shape.microbatches))
    {
    }

    // Size of a table by output: slots are numbered from 0 to one less.
    std::size_t count() const { return 2 * m_stages * m_microbatches; }

    // Whether the op lies inside the shape. Negative numbers do not.
    bool holds(const Op& op) const
    {
        return static_cast<std::size_t>(op.stage) < m_stages
            && static_cast<std::size_t>(op.microbatch) < m_microbatches;
    }

    // Precondition: holds(op). A backward, an input gradient and a weight gradient of
    // the same stage and microbatch share a slot; callers leave the last out.
    std::size_t of(const Op& op) const
    {
        return at(static_cast<std::size_t>(op.stage), op.microbatch, !isForward(op.kind));
    }

    // The same by parts. Precondition: both numbers lie inside the shape.
    std::size_t at(std::size_t stage, int microbatch, bool gradient) const
    {
        return 2 * (stage * m_microbatches + static_cast<std::size_t>(microbatch)) + gradient;
    }

    std::size_t stages() const { return m_stages; }

private:
    std::size_t m_stages;
    std::size_t m_microbatches;
};

} // namespace plan
