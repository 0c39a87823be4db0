// Choices of a strategy that change neither its time nor its memory, and why.
//
// A value may be legal and still mean nothing beside the others, as the ZeRO stage without data
// ranks would. Whoever sets it expects an effect, and a sweep over it would show equal rows.

#pragma once

#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <vector>

namespace strategy {

// Keyed by the field, without a line; those of a model where there is one. check() warns of each.
std::vector<Problem> idleChoices(const Strategy& strategy);

} // namespace strategy
