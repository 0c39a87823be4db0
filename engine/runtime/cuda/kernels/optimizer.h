// Updates of weights, and what is asked of all elements together; see training/kernels.h.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"

#include <cstddef>
#include <span>

#include <cuda_runtime_api.h>

namespace gpu {

// As training::AdamStep.
struct AdamNumbers {
    float learningRate = 0;
    float beta1 = 0;
    float beta2 = 0;
    float epsilon = 0;
    float weightDecay = 0;
    float correction1 = 1;
    float correction2 = 1;
};

// As training::Update, matrices of one shape; m, v and rounded may be none.
struct UpdateViews {
    View weights, gradients, m, v, rounded;
    bool decays = true;
};

// Each of these takes a list in as few launches as it fits, one for some sixty stretches of memory;
// neighbours that lie side by side are one. *scale is what gradients are multiplied with; nothing
// happens where it is not a number.
void adamw(cudaStream_t stream, const AdamNumbers& step, const double* scale,
           std::span<const UpdateViews> updates);
void descend(cudaStream_t stream, const AdamNumbers& step, const double* scale,
             std::span<const UpdateViews> updates);

// x, and the sum to which its squares are added.
struct SquaresView {
    double* sum = nullptr;
    View x;
};
// Bytes of scratch memory for addSquares(), of any content.
std::size_t squaresScratch(std::span<const SquaresView> all);
void addSquares(cudaStream_t stream, std::span<const SquaresView> all, void* scratch);

void fill(cudaStream_t stream, std::span<const View> all, float value);

// *total = the sum of `count` numbers, in their order.
void sumSlots(cudaStream_t stream, double* total, const double* slots, std::int64_t count);
// As training::Kernels::clip().
void clip(cudaStream_t stream, double* scale, const double* totals, double limit);

// *differs = 1 where any of the bytes do, else 0.
void compareBits(cudaStream_t stream, std::int32_t* differs, const void* a, const void* b,
                 std::size_t bytes);

} // namespace gpu
