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

// Whether the two below write in BF16 what is F32 else: where there is one block alone, and the
// device can.
inline bool ringWritesHalf(const Machinery& machinery)
{
    return machinery.dims.type == Type::BF16 && machinery.dims.context == 1
        && machinery.kernels.writesHalf();
}

// out: F32, or BF16, [rows, heads * size], logSum: F32 [rows, heads]; both are replaced.
// qkv: [rows, (heads + 2 kvHeads) * size], queries first, then keys, then values.
void ringAttention(Machinery& machinery, const Matrix& out, const Matrix& logSum,
                   const Matrix& qkv);

// dQkv: F32, or BF16, of qkv's shape, replaced. out and logSum are those of the forward.
void ringAttentionGrad(Machinery& machinery, const Matrix& dQkv, const Matrix& dOut,
                       const Matrix& qkv, const Matrix& out, const Matrix& logSum);

} // namespace training
