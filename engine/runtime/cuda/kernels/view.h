// What kernels are given: matrices, vectors and numbers in the device's memory, as plain words.

#pragma once

#include <cstdint>

namespace gpu {

// Rows by columns of F32, or of BF16 where `half`. As training::Matrix, whose pointer is opened.
struct View {
    void* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t stride = 0; // elements from row to row
    bool half = false;
};

// Integers without gaps.
struct Indices {
    std::int32_t* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

} // namespace gpu
