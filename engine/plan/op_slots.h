// A number for each output an op can have: the activation or the (input) gradient
// of one stage for one microbatch. Tables by output are plain arrays.

#pragma once

#include "engine/plan/schedule.h"

#include <cstddef>

namespace plan {

class OpSlots {
public:
    explicit OpSlots(const Shape& shape)
        : m_stages(static_cast<std::size_t>(shape.stages()))
        , m_microbatches(static_cast<std::size_t>(shape.microbatches))
    {
    }

    std::size_t count() const { return 2 * m_stages * m_microbatches; }

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
