// Warm-up, steady and cool-down as stretches of time.
//
// A rank warms up until its first backward starts, and cools down from the end of
// its last forward, so that the pipeline's filling and draining hold the bubbles
// that belong to them and steady holds only what the schedule leaves idle in
// between. The three cover [0, makespan] without a hole. Where the first backward
// starts after the last forward (GPipe), steady is empty and the turn in between
// belongs to warm-up.

#pragma once

#include "engine/plan/timeline.h"

#include <array>

namespace plan {

enum class Phase { WarmUp, Steady, CoolDown };

inline constexpr std::array kPhases{Phase::WarmUp, Phase::Steady, Phase::CoolDown};

// "warm_up", "steady", "cool_down": the keys of the JSON report.
const char* key(Phase phase);

struct PhaseTimes {
    Nanoseconds steadyBegin{};   // end of warm-up
    Nanoseconds coolDownBegin{}; // end of steady; >= steadyBegin

    Phase at(Nanoseconds time) const;
};

// Of one rank's spans, within [0, makespan]. A rank that runs nothing warms up
// throughout.
PhaseTimes phaseTimes(const std::vector<Span>& spans, Nanoseconds makespan);

} // namespace plan
