// Which op the host's thread is queueing, as a tool that watches the process from outside is told:
// Nsight Systems shows such ranges above what they have queued.
//
// Ranges lie within one another: a step holds its ops, the reduction of its gradients and the
// update, and each of these its collectives. Their times are the host's, which runs ahead of its
// device; the times of ops are taken by marks (see Lanes), with a tool or without.

#pragma once

#include "engine/plan/op.h"

namespace training {

inline constexpr const char* kReduceGradients = "reduce gradients"; // after the last op of a step
inline constexpr const char* kOptimizer = "optimizer";
inline constexpr const char* kSecondRun = "second run"; // around an op that is repeated in a bubble

// That of a device which no tool watches: it does nothing. Used by one thread, that of the rank.
class OpRanges {
public:
    struct Step {
        int number = 0; // from 0
    };

    OpRanges() = default;
    virtual ~OpRanges() = default;
    OpRanges(const OpRanges&) = delete;
    OpRanges& operator=(const OpRanges&) = delete;

    virtual void begin(Step) {}
    virtual void begin(const plan::Op&) {}
    // Anything else: a collective by its group ("tp", "dp"), or one of the names above. The text is
    // copied where it is kept.
    virtual void begin(const char*) {}
    // Of the last that began.
    virtual void end() {}
};

// A range for as long as it lives.
class [[nodiscard]] OpRange {
public:
    // `ranges` must outlive this; `what` is anything that begins one.
    template <class What>
    OpRange(OpRanges& ranges, const What& what)
        : m_ranges(ranges)
    {
        m_ranges.begin(what);
    }
    ~OpRange() { m_ranges.end(); }
    OpRange(const OpRange&) = delete;
    OpRange& operator=(const OpRange&) = delete;

private:
    OpRanges& m_ranges;
};

} // namespace training
