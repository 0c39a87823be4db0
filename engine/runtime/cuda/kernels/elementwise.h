// Kernels that make each element of a matrix from those in its place of other matrices. What each
// computes stands in training/kernels.h.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"

#include <cuda_runtime_api.h>

namespace gpu {

void addBias(cudaStream_t stream, View y, View bias);
void add(cudaStream_t stream, View y, View x);
void copy(cudaStream_t stream, View y, View x);
void fill(cudaStream_t stream, View y, float value);
void scaleRows(cudaStream_t stream, View x, View factors);

void gelu(cudaStream_t stream, View y, View x);
void geluGrad(cudaStream_t stream, View dx, View dy, View x);
void swiglu(cudaStream_t stream, View y, View gate, View up);
void swigluGrad(cudaStream_t stream, View dGate, View dUp, View dy, View gate, View up);

} // namespace gpu
