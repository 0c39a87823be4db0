// The A/A check of a rank: ops that are run a second time where the plan found room for them
// in the bubbles (plan/rerun_slots.h), and whether both runs gave the same bits.
//
// Forwards are run again: they need only what came in, which is kept until the backward, and
// change nothing.

#pragma once

#include "engine/plan/op.h"
#include "engine/runtime/training/memory.h"
#include "engine/runtime/training/trace.h"

#include <cstddef>
#include <map>
#include <optional>
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
    bool same = true;
};

class Reruns {
public:
    void setPlaces(RerunPlaces places);

    // Of the op that was computed at `place`.
    std::span<const plan::Op> after(std::size_t place) const;
    bool wanted(const plan::Op& op) const { return m_wanted.contains(op); }

    // What the first run gave: its bytes are copied.
    void keep(const plan::Op& op, std::span<const std::byte> result, Memory& memory);
    // What the second gave. Nothing is kept of the op afterwards.
    void compare(const plan::Op& op, std::span<const std::byte> result, Nanoseconds start,
                 Nanoseconds end);

    std::vector<Rerun> take();
    void clear();

private:
    RerunPlaces m_places;
    std::set<plan::Op> m_wanted;
    std::map<plan::Op, Block> m_kept;
    std::vector<Rerun> m_done;
};

} // namespace training
