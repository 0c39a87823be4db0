// Matrix products by cuBLASLt, in one stream.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"
#include "engine/runtime/store.h"

#include <memory>

#include <cuda_runtime_api.h>

namespace gpu {

// What is done beside writing a product, in the same pass.
enum class Along : std::uint8_t {
    Nothing,
    Bias,     // c += bias
    Gelu,     // beside = c (+ bias, if there is one), c = gelu of that
    GeluGrad, // c *= the slope of gelu at `beside`
    BiasGrad, // bias = the sums of op(a)'s rows
};

// c = op(a) op(b) + added; sums in F32.
struct Product {
    View c;
    View a;
    bool flipA = false;
    View b;
    bool flipB = false;
    View added{}; // c itself, or of its shape and type, or none
    Along along = Along::Nothing;
    View bias{};   // one row
    View beside{}; // of c's shape
    // The rows of a (and with them those of c; or of b, where a is flipped) are another number each
    // time: their number shall not matter to how they are multiplied, but for its magnitude.
    bool rowsVary = false;
};

// Used by one thread. Which of the library's algorithms computes a shape is asked once and
// remembered, of some thousand shapes those that were used last. It depends on the shape alone,
// not on what was multiplied before. Where rows vary it is asked for a number of rows that is as
// large or a little larger: to ask takes the host longer than a small product takes the device.
// Throws training::Failure where the library refuses.
class Gemm {
public:
    // `stream` and `store` are of one device, and outlive this.
    Gemm(cudaStream_t stream, engine::Store& store);
    ~Gemm();
    Gemm(const Gemm&) = delete;
    Gemm& operator=(const Gemm&) = delete;

    // Types may differ. Precondition: `added` is c or none, and nothing is done along with it.
    void multiply(const Product& product);
    // Where the library offers all that in one pass, does it and returns true.
    bool fuse(const Product& product);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace gpu
