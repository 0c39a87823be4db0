#include "engine/runtime/training/checkpoint/slices.h"

#include "engine/runtime/training/checkpoint/safetensors.h"

#include <cstring>

namespace training {
namespace {

// What one slice looks like between ranks; its name follows.
struct Packed {
    std::array<std::int64_t, 2> whole;
    std::array<std::int64_t, 2> first;
    std::array<std::int64_t, 2> extent;
    std::uint32_t nameBytes;
    std::uint8_t part;
    std::uint8_t vector;
    std::array<std::uint8_t, 2> reserved;
};
static_assert(sizeof(Packed) == 56);

bool isSize(const WholeTensor& tensor)
{
    // Divided, not multiplied: the product of two sizes that a rank tells may overflow.
    constexpr auto kMost = static_cast<std::int64_t>(kMaxTensorElements);
    const auto [rows, columns] = tensor.size;
    return rows >= 1 && columns >= 1 && columns <= kMost && rows <= kMost / columns
        && (!tensor.vector || rows == 1);
}

bool isInside(const SliceShape& slice)
{
    for (std::size_t i = 0; i < 2; ++i) {
        if (slice.extent[i] < 1 || slice.first[i] < 0 || slice.extent[i] > slice.whole.size[i]
            || slice.first[i] > slice.whole.size[i] - slice.extent[i])
            return false;
    }
    return true;
}

SliceShape shapeOf(StatePart part, const TensorSlice& slice)
{
    return {part, wholeOf(slice), slice.first, {slice.values.rows, slice.values.columns}};
}

} // namespace

std::span<const TensorSlice> CheckpointSlices::of(StatePart part) const
{
    switch (part) {
    case StatePart::Weights:
        return weights;
    case StatePart::FirstMoments:
        return firstMoments;
    case StatePart::SecondMoments:
        break;
    }
    return secondMoments;
}

std::string sizeText(const WholeTensor& tensor)
{
    const std::string columns = std::to_string(tensor.size[1]);
    return tensor.vector ? columns : std::to_string(tensor.size[0]) + " x " + columns;
}

WholeTensor wholeOf(const TensorSlice& slice) { return {slice.name, slice.vector, slice.whole}; }

plan::Outcome checkSlices(const CheckpointSlices& slices)
{
    for (const StatePart part : kStateParts) {
        for (const TensorSlice& slice : slices.of(part)) {
            if (!isTensorName(slice.name))
                return plan::Error{"a slice has a name that no tensor can have"};
            if (slice.values.empty())
                continue;
            const SliceShape shape = shapeOf(part, slice);
            if (!isSize(shape.whole) || !isInside(shape))
                return plan::Error{slice.name + " has a slice that does not lie within it"};
            const Matrix& values = slice.values;
            if (!values.data || values.type != Type::F32 || values.stride < values.columns)
                return plan::Error{slice.name + " has a slice without F32 values"};
        }
    }
    return plan::done();
}

std::string encodeShapes(const CheckpointSlices& slices)
{
    std::string bytes;
    for (const StatePart part : kStateParts) {
        for (const TensorSlice& slice : slices.of(part)) {
            if (slice.values.empty())
                continue;
            Packed packed{};
            packed.whole = slice.whole;
            packed.first = slice.first;
            packed.extent = {slice.values.rows, slice.values.columns};
            packed.nameBytes = static_cast<std::uint32_t>(slice.name.size());
            packed.part = static_cast<std::uint8_t>(part);
            packed.vector = slice.vector ? 1 : 0;
            bytes.append(reinterpret_cast<const char*>(&packed), sizeof packed);
            bytes.append(slice.name);
        }
    }
    return bytes;
}

plan::Result<std::vector<SliceShape>> decodeShapes(std::string_view bytes)
{
    const plan::Error damaged{"what a rank told of its slices arrived damaged"};
    std::vector<SliceShape> shapes;
    while (!bytes.empty()) {
        Packed packed{};
        if (bytes.size() < sizeof packed)
            return damaged;
        std::memcpy(&packed, bytes.data(), sizeof packed);
        bytes.remove_prefix(sizeof packed);
        // Lengths come from another process, and are believed only within what has arrived.
        if (packed.nameBytes > bytes.size() || packed.part >= kStateParts.size())
            return damaged;
        SliceShape shape;
        shape.part = kStateParts[packed.part];
        shape.whole
            = {std::string(bytes.substr(0, packed.nameBytes)), packed.vector != 0, packed.whole};
        shape.first = packed.first;
        shape.extent = packed.extent;
        bytes.remove_prefix(packed.nameBytes);
        if (!isTensorName(shape.whole.name) || !isSize(shape.whole) || !isInside(shape))
            return damaged;
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

} // namespace training
