// Views of the device's memory as the kernels in kernels/ take them, for the functions of
// CudaKernels.

#pragma once

#include "engine/runtime/cuda/check.h"
#include "engine/runtime/cuda/kernels/view.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/matrix.h"

namespace training {

inline gpu::View open(const Matrix& matrix)
{
    return {engine::rawPointer(matrix.data), matrix.rows, matrix.columns, matrix.stride,
            matrix.type == Type::BF16};
}

inline gpu::Indices open(const IndexMatrix& indices)
{
    return {static_cast<std::int32_t*>(engine::rawPointer(indices.data)), indices.rows,
            indices.columns};
}

inline double* open(const Slot& slot)
{
    return static_cast<double*>(engine::rawPointer(slot.data));
}

} // namespace training
