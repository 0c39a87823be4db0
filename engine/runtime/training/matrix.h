// Views of numbers in the memory of a device: what the kernels take and write.
//
// All of them are values of a few words that own nothing: whoever made one keeps its memory alive
// (training/memory.h) until what was queued with it is done. None can be read or written by the
// host; see device_memory.h. Sizes and offsets are in elements unless they say bytes; an empty view
// may have no memory.

#pragma once

#include "engine/runtime/device_memory.h"

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace training {

using engine::DeviceAddress;
using engine::DeviceBytes;
using engine::DeviceSpan;

// IEEE 754 single precision, and its upper half (8 bits of exponent, 7 of fraction), which is
// rounded to nearest, ties to even.
enum class Type : std::uint8_t { F32, BF16 };

// Of one element.
constexpr std::size_t bytesOf(Type type) { return type == Type::F32 ? 4 : 2; }

// Rows by columns of floating-point numbers, row after row. Rows may be further apart than they are
// long: a range of the columns of a matrix is one. A vector is a matrix of one row (biases, gains)
// or of one column (a number for each token).
struct Matrix {
    DeviceAddress data{};
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t stride = 0; // elements from the start of a row to that of the next; >= columns
    Type type = Type::F32;

    std::int64_t size() const { return rows * columns; } // elements
    // Of the elements, without what lies between rows.
    std::size_t bytes() const { return static_cast<std::size_t>(size()) * bytesOf(type); }
    // Whether nothing lies between the rows.
    bool contiguous() const { return stride == columns || rows <= 1; }
    bool empty() const { return size() == 0; }

    // Parts that share its memory. Precondition: they are within it.
    Matrix rowRange(std::int64_t first, std::int64_t count) const
    {
        assert(first >= 0 && first + count <= rows);
        return {at(first, 0), count, columns, stride, type};
    }
    Matrix columnRange(std::int64_t first, std::int64_t count) const
    {
        assert(first >= 0 && first + count <= columns);
        return {at(0, first), rows, count, stride, type};
    }

    // Where an element lies.
    DeviceAddress at(std::int64_t row, std::int64_t column) const
    {
        return data + static_cast<std::size_t>(row * stride + column) * bytesOf(type);
    }
};

// Without gaps between the rows.
inline Matrix matrix(DeviceAddress data, std::int64_t rows, std::int64_t columns, Type type)
{
    return {data, rows, columns, columns, type};
}

// As many BF16 as `values` has F32, each row at the beginning of the memory of a row of them.
inline Matrix halfWithin(const Matrix& values)
{
    assert(values.type == Type::F32);
    return {values.data, values.rows, values.columns, 2 * values.stride, Type::BF16};
}

// The same elements, row after row, as one column. Precondition: contiguous.
inline Matrix asColumn(const Matrix& values)
{
    assert(values.contiguous());
    return matrix(values.data, values.size(), 1, values.type);
}

// The memory of a matrix, for those that move it as it is. Precondition: contiguous; of
// floatsIn(), F32.
inline DeviceBytes bytesIn(const Matrix& values)
{
    assert(values.contiguous());
    return {values.data, values.bytes()};
}
inline DeviceSpan<float> floatsIn(const Matrix& values)
{
    assert(values.type == Type::F32 && values.contiguous());
    return {values.data, static_cast<std::size_t>(values.size())};
}

// Rows by columns of 32-bit integers without gaps: numbers of rows, tokens or experts, or counts.
struct IndexMatrix {
    DeviceAddress data{};
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    std::int64_t size() const { return rows * columns; }
    std::size_t bytes() const { return static_cast<std::size_t>(size()) * sizeof(std::int32_t); }
    bool empty() const { return size() == 0; }

    // A part that shares its memory. Precondition: it is within it.
    IndexMatrix rowRange(std::int64_t first, std::int64_t count) const
    {
        assert(first >= 0 && first + count <= rows);
        return {data + static_cast<std::size_t>(first * columns) * sizeof(std::int32_t), count,
                columns};
    }

    // For those that move them: as they are, or one by one.
    DeviceBytes inBytes() const { return {data, bytes()}; }
    DeviceSpan<std::int32_t> values() const { return {data, static_cast<std::size_t>(size())}; }
};

// One number in double precision that a kernel leaves on the device for the host, which reads all
// of a step's at its end: reading one at once would make the host wait for the device.
struct Slot {
    DeviceAddress data{};

    DeviceBytes inBytes() const { return {data, sizeof(double)}; }
};

// `count` of them, one after the other: downloaded as one.
struct Slots {
    DeviceAddress data{};
    std::int64_t count = 0;

    Slot operator[](std::size_t index) const { return {data + index * sizeof(double)}; }
    // Precondition: it is within this.
    Slots part(std::size_t first, std::size_t number) const
    {
        return {data + first * sizeof(double), static_cast<std::int64_t>(number)};
    }
    DeviceSpan<double> values() const { return {data, static_cast<std::size_t>(count)}; }
};

} // namespace training
