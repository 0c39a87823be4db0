// CRC-32C (Castagnoli): by the processor's instruction where it has one, by table
// otherwise. Both give the same numbers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace telemetry {

// Checksum of `bytes`, continuing from `previous` (the checksum of what came before).
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t previous = 0);

// The table version alone, so that a test can compare the two.
std::uint32_t crc32cByTable(std::span<const std::byte> bytes, std::uint32_t previous = 0);

} // namespace telemetry
