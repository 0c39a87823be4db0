// The keys of Megatron's family: Megatron-LM, Megatron-DeepSpeed, MindSpeed, MindSpeed-LLM, and
// slime, which hands its own on. Internal to engine/strategy/convert.

#pragma once

#include "engine/strategy/convert/known_keys/known_keys.h"

namespace strategy {

std::span<const KeyGroup> megatronTaken();
std::span<const KeyGroup> megatronChanges();
std::span<const KeyGroup> megatronKept();

// All of them.
const KnownKeys& megatronKeys();

// With the keys that only one document of the family has.
const KnownKeys& nemoKeys();
const KnownKeys& bridgeKeys();
const KnownKeys& mindSpeedRlKeys();

} // namespace strategy
