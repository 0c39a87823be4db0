// The states of a lesson worked out, and the answers to what is asked of them.

#pragma once

#include "engine/lesson/lesson.h"
#include "engine/lesson/planned.h"
#include "engine/lesson/values.h"
#include "engine/strategy/problem.h"

#include <map>
#include <string>
#include <vector>

namespace lesson {

struct PlannedState {
    PlannedPtr planned; // null where it cannot be planned
    std::vector<strategy::Problem>
        problems; // why; by the strategy's own keys, at the lesson's lines
    std::vector<strategy::Problem> warnings;
};

// The strategy of a tree, checked and planned. `perStage`: as State::perStage. Files that it names
// must lie in `folder`, or below it.
PlannedState planState(const StrategyTree& tree, bool perStage, const std::string& folder);

// With other values in some of its fields, by their dotted names.
PlannedState planState(const State& state, const std::map<std::string, std::string>& fields,
                       const std::string& folder);

using PlannedStates = std::map<std::string, PlannedState, std::less<>>;

// What a step shows now: measures without a state are asked of `current`, those of a run of `run`.
// Both may be null. `states` must outlive what is returned.
Ask askOf(const PlannedStates& states, PlannedPtr current, const MeasuredRun* run = nullptr);

} // namespace lesson
