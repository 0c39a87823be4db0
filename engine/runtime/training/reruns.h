// The A/A check of a rank: ops that are run a second time where the plan found room for them
// in the bubbles (plan/rerun_slots.h), and whether both runs gave the same bits.
//
// Forwards are run again: they need only what came in, which is kept until the backward, and
// change nothing. Results are kept and compared on the device; what came of it is read once, at
// the end of the step.

#pragma once

#include "engine/plan/op.h"
#include "engine/runtime/training/machinery.h"

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace training {

// [place in the rank's order]: the ops to run again after the op there.
using RerunPlaces = std::map<std::size_t, std::vector<plan::Op>>;

struct Rerun {
    plan::Op op;
    Nanoseconds start{}; // on the rank's clock
    Nanoseconds end{};
    bool same = true; // as the first run, bit for bit
};

// Used by one thread.
class Reruns {
public:
    // `kernels`, `memory` and `lanes` must outlive this.
    Reruns(Kernels& kernels, Memory& memory, Lanes& lanes);

    void setPlaces(RerunPlaces places);

    // Of the op that was computed at `place`.
    std::span<const plan::Op> after(std::size_t place) const;
    bool wanted(const plan::Op& op) const { return m_wanted.contains(op); }

    // What the first run gave: a matrix is copied, a loss stays in its slot until compare().
    void keep(const plan::Op& op, const Matrix& result);
    void keep(const plan::Op& op, Slot loss);
    // What the second gave, and its first and last moment. Nothing is kept of the op afterwards.
    void compare(const plan::Op& op, DeviceBytes result, Mark start, Mark end);

    // At the end of a step: waits for the comparisons. Throws Failure where the device does.
    void finishStep();
    // Those of the steps that were finished since the last call.
    std::vector<Rerun> take();

private:
    struct Kept {
        Held copy; // none of a loss
        DeviceBytes bytes;
    };
    struct Done {
        plan::Op op;
        Mark start;
        Mark end;
    };

    Kernels& m_kernels;
    Memory& m_memory;
    Lanes& m_lanes;
    RerunPlaces m_places;
    std::set<plan::Op> m_wanted;
    std::map<plan::Op, Kept> m_kept;
    HeldIndices m_differs;    // one for each op that is run again in a step
    std::vector<Done> m_done; // in this step
    std::vector<Rerun> m_finished;
};

} // namespace training
