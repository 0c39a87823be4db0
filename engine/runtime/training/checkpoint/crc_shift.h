// The CRC-32C of a whole from parts that nobody holds together.
//
// Without its first and last inversion a CRC is linear over XOR: that of a tensor is the XOR
// of those of its slices, each taken with zeros in place of the others' values. So every rank
// sums up its own slices from memory, and what the file gives back can be held against it.

#pragma once

#include "engine/runtime/training/tensor_slice.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace training {

// What a slice adds to the CRC of its whole tensor, summed up row by row.
class CrcShare {
public:
    // `slice` is only looked at for where it lies. Precondition: F32, within the tensor.
    explicit CrcShare(const TensorSlice& slice);

    // The values of the next row of the slice.
    void addRow(std::span<const std::byte> values);

    // Precondition: all rows were added.
    std::uint32_t value() const { return m_crc; }

private:
    std::int64_t m_rowsLeft;
    std::uint32_t m_between = 0; // what the CRC is multiplied by from one row to the next
    std::uint32_t m_behind = 0;  // and behind the last
    std::uint32_t m_crc = 0;
};

// The CRC-32C of a tensor of `bytes` bytes, from the XOR of the shares of slices that cover
// it exactly once.
std::uint32_t crcOfShares(std::uint32_t shares, std::uint64_t bytes);

} // namespace training
