// The two files of tensors that a checkpoint of certain tensors has.

#pragma once

#include "engine/runtime/training/checkpoint/manifest.h"
#include "engine/runtime/training/checkpoint/safetensors.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace training {

// A tensor in one of the files.
struct Place {
    std::size_t file = 0;   // index into kTensorFiles
    std::size_t tensor = 0; // index into the file's tensors

    auto operator<=>(const Place&) const = default;
};

struct TensorFile {
    std::string start; // the bytes before the data
    std::vector<StoredTensor> tensors;
    std::vector<std::uint32_t> sums; // CRC-32C, by tensor

    std::uint64_t bytes() const
    {
        return start.size() + (tensors.empty() ? 0 : tensors.back().end);
    }
};

using TensorFiles = std::array<TensorFile, kTensorFiles.size()>;

// Of `tensors` by name; all sums 0.
TensorFiles filesOf(const std::vector<WholeTensor>& tensors);

// Where filesOf() puts a part of tensor number `index` of `tensors`.
Place placeOf(StatePart part, std::size_t index);

// The tensors that each rank reads back, all about the same number of bytes. Dealt out greedily,
// the largest tensor first: the same shares on every rank that asks, with nothing said between
// them.
std::vector<std::vector<Place>> sharesOf(const TensorFiles& files, std::size_t ranks);

} // namespace training
