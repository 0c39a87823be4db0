// What every kernel file includes first: the words of CUDA that the kernels use beyond the
// language itself. nvcc compiles a kernel for the device; where there is none, a host compiler
// compiles the same file for an emulator, which has given these words a meaning of its own before
// (tests/cuda/emulator/dialect.h).

#pragma once

#if defined(__CUDACC__)

#include <cuda_bf16.h>
#include <cuda_runtime.h>

// An array in the shared memory of a block.
#define GRID_SHARED(T, name, count) __shared__ T name[count]
// Before a loop over an array that must stay in registers.
#define GRID_UNROLL _Pragma("unroll")

namespace gpu {

// The part of the shared memory whose size is said with the launch.
template <class T>
__device__ T* dynamicShared()
{
    extern __shared__ __align__(16) unsigned char memory[];
    return reinterpret_cast<T*>(memory);
}

// Queues a kernel in a stream. `shared`: bytes of dynamic shared memory.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, std::size_t shared,
            cudaStream_t stream, Arguments... arguments)
{
    kernel<<<blocks, threads, shared, stream>>>(static_cast<Parameters>(arguments)...);
}

} // namespace gpu

#elif !defined(GRID_EMULATED)
#error "kernels are compiled by nvcc, or for the emulator"
#endif

#include <cstdint>

namespace gpu {

inline constexpr int kWarp = 32;
inline constexpr unsigned kAllLanes = 0xffffffffU;

} // namespace gpu
