// Which part of a tensor of the model a rank holds: what a checkpoint needs to know to be
// written by some ranks and read by others.

#pragma once

#include "engine/runtime/training/matrix.h"

#include <array>
#include <cstdint>
#include <string>

namespace training {

// A rectangle of a named tensor. Vectors are matrices of one row.
struct TensorSlice {
    std::string name;                    // of the whole tensor, as in a file
    bool vector = false;                 // one-dimensional in a file
    std::array<std::int64_t, 2> whole{}; // rows, columns of the whole tensor
    std::array<std::int64_t, 2> first{}; // where the slice begins in it
    Matrix values;                       // F32; its rows and columns are the slice's
};

} // namespace training
