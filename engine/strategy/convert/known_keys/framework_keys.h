// The keys of each framework that its reader may leave, reviewed against the framework's own list.
// Internal to engine/strategy/convert. tests/strategy/convert/framework_keys holds those lists.

#pragma once

#include "engine/strategy/convert/known_keys/known_keys.h"

#include <span>

namespace strategy {

std::span<const KeyGroup> accelerateGroups();
std::span<const KeyGroup> deepSpeedGroups();
std::span<const KeyGroup> huggingFaceGroups();
std::span<const KeyGroup> nanotronGroups();
std::span<const KeyGroup> paddleGroups();
std::span<const KeyGroup> paddleNlpGroups();
std::span<const KeyGroup> torchtitanGroups();

} // namespace strategy
