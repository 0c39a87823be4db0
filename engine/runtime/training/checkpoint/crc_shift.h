// The CRC-32C of a whole from parts that nobody holds together.
//
// Without its first and last inversion a CRC is linear over XOR: that of a tensor is the XOR
// of those of its slices, each taken with zeros in place of the others' values. So every rank
// sums up its own slices from memory, and what the file gives back can be held against it.

#pragma once

#include "engine/runtime/training/tensor_slice.h"

#include <cstdint>

namespace training {

// What `slice` adds to the CRC of its whole tensor. Precondition: F32, within the tensor.
std::uint32_t crcShare(const TensorSlice& slice);

// The CRC-32C of a tensor of `bytes` bytes, from the XOR of the shares of slices that cover
// it exactly once.
std::uint32_t crcOfShares(std::uint32_t shares, std::uint64_t bytes);

} // namespace training
