// How far a run is from what was predicted of it, op by op and in sums. More than predicted is
// positive, throughout.

#pragma once

#include "engine/plan/phases.h"
#include "gui/timeline/track_data.h"

#include <optional>

namespace gui {

struct OpError {
    Nanoseconds start{};     // the op began so much later
    Nanoseconds lasted{};    // and took so much longer,
    Nanoseconds predicted{}; // than this
};

struct SumError {
    Nanoseconds measured{};
    Nanoseconds predicted{};
    int ops = 0; // that are in both

    Nanoseconds error() const { return measured - predicted; }
};

// Empty where either has no such op on the rank. Linear in the rank's spans.
std::optional<OpError> opError(const plan::Timeline& predicted, const plan::Timeline& measured,
                               int rank, const plan::Op& op);

// Of what the ops of a stage take, those that both have, on all ranks that hold it. Linear in the
// spans of those ranks; `schedule` says which they are, null: all.
SumError stageError(const plan::Timeline& predicted, const plan::Timeline& measured, int stage,
                    const plan::Schedule* schedule);

// Of how long the phase of a rank is, with its bubbles; `ops` are those that begin in the predicted
// phase. Linear in the rank's spans.
SumError phaseError(const plan::Timeline& predicted, const plan::Timeline& measured, int rank,
                    plan::Phase phase);

} // namespace gui
