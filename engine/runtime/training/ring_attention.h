// Causal attention over a sequence that is cut over the context ranks (Liu et al. 2023):
// keys and values travel around the ring, and each rank attends to those it is handed.
//
// Every rank holds two pieces of the sequence, number c and number 2C-1-c of 2C, so that all
// have the same causal work (as in Megatron's context parallelism).

#pragma once

#include "engine/runtime/training/machinery.h"

#include <vector>

namespace training {

// For each row of a microbatch on context rank `rank`, its place in the sequence.
std::vector<int> placesInSequence(const Dims& dims, int rank);

// out: F32 [rows, heads * size], logSum: F32 [rows, heads]; both are replaced.
// qkv: [rows, (heads + 2 kvHeads) * size], queries first, then keys, then values.
void ringAttention(Machinery& machinery, const Matrix& out, const Matrix& logSum,
                   const Matrix& qkv);

// dQkv: F32, of qkv's shape, replaced. out and logSum are those of the forward.
void ringAttentionGrad(Machinery& machinery, const Matrix& dQkv, const Matrix& dOut,
                       const Matrix& qkv, const Matrix& out, const Matrix& logSum);

} // namespace training
