// The memory of the processor as the loops and libraries that compute on it see it: device memory
// is host memory here, so a view becomes a pointer or a std::span, and scratch becomes a matrix.

#pragma once

#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/matrix.h"

#include <cassert>
#include <cstdint>
#include <span>

namespace training {

template <class T>
std::span<T> hostSpan(engine::DeviceSpan<T> device)
{
    return {static_cast<T*>(engine::rawPointer(device.data)), device.size};
}

// All of it, row after row.
inline std::span<std::int32_t> hostSpan(const IndexMatrix& indices)
{
    return hostSpan(indices.values());
}

inline double& hostValue(Slot slot) { return *static_cast<double*>(engine::rawPointer(slot.data)); }

// Where a row of an F32 matrix lies.
inline float* floatsOf(const Matrix& matrix, std::int64_t row = 0)
{
    assert(matrix.type == Type::F32);
    return static_cast<float*>(engine::rawPointer(matrix.data)) + row * matrix.stride;
}

// Where a row of a BF16 matrix lies.
inline std::uint16_t* halvesOf(const Matrix& matrix, std::int64_t row = 0)
{
    assert(matrix.type == Type::BF16);
    return static_cast<std::uint16_t*>(engine::rawPointer(matrix.data)) + row * matrix.stride;
}

// The values of a vector over the rows.
inline std::span<float> columnOf(const Matrix& column)
{
    assert(column.columns == 1 && column.contiguous());
    return {floatsOf(column), static_cast<std::size_t>(column.rows)};
}

// Memory of the host, as a matrix. `stride`: elements from a row to the next. The memory stays the
// caller's.
inline Matrix hostMatrix(float* values, std::int64_t rows, std::int64_t columns,
                         std::int64_t stride)
{
    return {engine::deviceAddress(values), rows, columns, stride, Type::F32};
}

} // namespace training
