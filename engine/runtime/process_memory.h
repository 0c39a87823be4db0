// The memory this process really holds.

#pragma once

#include <cstdint>
#include <optional>

namespace engine {

struct ProcessMemory {
    std::uint64_t residentBytes = 0;
    std::uint64_t peakResidentBytes = 0; // >= residentBytes
};

// None where the system does not say.
std::optional<ProcessMemory> processMemory();

} // namespace engine
