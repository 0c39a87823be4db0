// A view of numbers on a device: rows by columns, row after row. What the kernels take.

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace training {

enum class Type : std::uint8_t { F32, BF16 };

constexpr std::size_t bytesOf(Type type) { return type == Type::F32 ? 4 : 2; }

// Borrowed: whoever made it keeps the memory alive.
struct Matrix {
    void* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t stride = 0; // elements from a row to the next; >= columns
    Type type = Type::F32;

    std::int64_t size() const { return rows * columns; }
    std::size_t bytes() const { return static_cast<std::size_t>(size()) * bytesOf(type); }
    bool contiguous() const { return stride == columns || rows <= 1; }
    bool empty() const { return size() == 0; }

    // Parts that share its memory.
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

private:
    void* at(std::int64_t row, std::int64_t column) const
    {
        return static_cast<std::byte*>(data)
            + static_cast<std::size_t>(row * stride + column) * bytesOf(type);
    }
};

inline Matrix matrix(void* data, std::int64_t rows, std::int64_t columns, Type type)
{
    return {data, rows, columns, columns, type};
}

} // namespace training
