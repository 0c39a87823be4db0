// Who holds what of a model and of its optimizer, told without the values.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/store.h"
#include "engine/runtime/training/tensor_slice.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace training {

// The moments are those of Adam, the running means of the gradient and of its square.
enum class StatePart : std::uint8_t { Weights, FirstMoments, SecondMoments };
inline constexpr std::array<StatePart, 3> kStateParts{StatePart::Weights, StatePart::FirstMoments,
                                                      StatePart::SecondMoments};

// What one rank gives or wants, in the memory of a device, all F32. A moment bears the name of its
// weight. Empty slices count for nothing.
struct CheckpointSlices {
    engine::Store& store; // of that device
    std::span<const TensorSlice> weights;
    std::span<const TensorSlice> firstMoments;
    std::span<const TensorSlice> secondMoments;

    std::span<const TensorSlice> of(StatePart part) const;
};

struct WholeTensor {
    std::string name;
    bool vector = false;
    std::array<std::int64_t, 2> size{}; // rows, columns; >= 1

    bool operator==(const WholeTensor&) const = default;
};

// "768 x 768", or "768" of a vector.
std::string sizeText(const WholeTensor& tensor);
WholeTensor wholeOf(const TensorSlice& slice);

// As ranks tell each other what they hold: the rectangle [first, first + extent) of a tensor.
struct SliceShape {
    StatePart part = StatePart::Weights;
    WholeTensor whole;
    std::array<std::int64_t, 2> first{};
    std::array<std::int64_t, 2> extent{};
};

// True for slices with values, within their tensor and of F32.
plan::Outcome checkSlices(const CheckpointSlices& slices);

// The shapes of all slices that are not empty, as bytes for the other ranks, and back.
std::string encodeShapes(const CheckpointSlices& slices);
plan::Result<std::vector<SliceShape>> decodeShapes(std::string_view bytes);

// The tensors of `shapes`, by name. Fails where the slices of one do not agree on its size,
// overlap, or leave values out, or where the parts are not of the same tensors.
plan::Result<std::vector<WholeTensor>> coveredTensors(std::vector<SliceShape> shapes);

} // namespace training
