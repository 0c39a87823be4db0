// The instructions beside CUDA's language that attention is made of: products on the tensor cores,
// and what brings their factors. Of a whole warp each, but for copies. Where there is no nvcc, the
// emulator has its own bodies (tests/cuda/emulator/tensor_cores.h).
//
// Fragments (PTX ISA, "Matrix fragments for mma.m16n8k16"). Of lane = 4 * g + t, with pairs of BF16
// in a register, the first in its lower half:
//   left factor, 16 x 16:  register i has row g + 8 * (i % 2), columns 2t, 2t + 1, + 8 where i >=
//   2; right factor, 16 x 8:  register i has rows 2t + 8i, 2t + 1 + 8i of column g; sum, 16 x 8:
//   number i has row g + 8 * (i / 2), column 2t + i % 2.

#pragma once

#include "engine/runtime/cuda/kernels/grid.h"

#if defined(__CUDACC__)

namespace gpu {

// c += left * right; products and sums in F32.
__device__ inline void multiplyAdd(float (&c)[4], const unsigned (&left)[4], unsigned right0,
                                   unsigned right1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right0),
                   "r"(right1));
}

__device__ inline unsigned sharedAddress(const void* shared)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

// Four matrices of 8 x 8 BF16 from shared memory. Lane 8i + r says where row r of matrix i begins,
// aligned to 16 bytes; to[i] becomes columns 2t, 2t + 1 of row g of matrix i.
__device__ inline void loadMatrices(unsigned (&to)[4], const void* row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(sharedAddress(row))
                 : "memory");
}
// Turned: to[i] becomes rows 2t, 2t + 1 of column g.
__device__ inline void loadMatricesTurned(unsigned (&to)[4], const void* row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(sharedAddress(row))
                 : "memory");
}

// Starts to copy 4 or 16 bytes, aligned to their size, into shared memory; 0 where they are not
// `there`. They are to be seen by this thread after awaitCopies(), by others after a barrier behind
// that.
template <int Bytes>
__device__ void startCopy(void* shared, const void* from, bool there)
{
    static_assert(Bytes == 4 || Bytes == 16);
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(shared)),
                     "l"(from), "r"(there ? 16 : 0)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(sharedAddress(shared)),
                     "l"(from), "r"(there ? 4 : 0)
                     : "memory");
}
// All that this thread started.
__device__ inline void awaitCopies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

// 2^x, to about 22 bits; 0 of -infinity.
__device__ inline float roughExp2(float x)
{
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
}

} // namespace gpu

#endif
