// A collective between threads, once all members have come: every member's memory lies open.

#pragma once

#include "engine/runtime/collective.h"

#include <vector>

namespace engine {

// What one member brings.
struct LoopbackPart {
    CollectiveKind kind = CollectiveKind::AllReduce;
    std::span<const std::byte> in; // none for what is done in place
    std::span<std::byte> out;
    ReduceOp reduction = ReduceOp::Sum;
    bool wide = false; // doubles, not floats
    int root = 0;
    std::vector<std::size_t> sendBytes{}; // of an all-to-all
    std::vector<std::size_t> receiveBytes{};
};

// Does it for all members, in the order of the group. The error, after which no memory was
// touched, says which members do not do the same.
plan::Outcome carryOut(const std::string& group, std::span<const LoopbackPart> parts);

} // namespace engine
