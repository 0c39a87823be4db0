// Whether this machine can hold what a run on the cpu trains, known before it starts.

#pragma once

#include "engine/strategy/strategy.h"

#include <cstdint>
#include <string_view>

namespace launch {

// Numbers that training changes, all stages together; to a few per cent, as small norms
// and biases are counted roughly. Precondition: the strategy has a model.
struct ParameterCount {
    double dense = 0;
    double experts = 0; // of all experts
};
ParameterCount parametersOf(const strategy::Model& model);

// Of all ranks together, as 4-byte weights and gradients and an optimizer of twice 4 bytes:
// 16 bytes a parameter and replica, less what ZeRO shares out. Tensor and pipeline ranks
// share one replica, data and context ranks each have one, experts one an expert group.
double trainingBytes(const strategy::Strategy& strategy);

// The error says what it would take and what there is: `memory`, of what `has` names, as in "this
// machine has".
plan::Outcome checkTrainingMemory(const strategy::Strategy& strategy, std::uint64_t memory,
                                  std::string_view has);

} // namespace launch
