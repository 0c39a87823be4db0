// CUDA's words for a compiler that does not know them: included before everything else (-include)
// where a kernel is compiled for the emulator. It has the words that the kernels use; one more is
// one more here.

#pragma once

// The words are CUDA's.
// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses,readability-non-const-parameter)

#include "tests/cuda/emulator/block.h"
#include "tests/cuda/emulator/tensor_cores.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <cuda_bf16.h>
#include <cuda_runtime_api.h>

// Global in CUDA.
using std::isfinite;
using std::isnan;

#undef __global__
#undef __device__
#undef __host__
#undef __forceinline__
#undef __launch_bounds__
#undef __grid_constant__
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __grid_constant__

#define threadIdx (emulator::here.thread)
#define blockIdx (emulator::here.block)
#define blockDim (emulator::here.threads)
#define gridDim (emulator::here.blocks)

#define GRID_EMULATED 1
#define GRID_UNROLL
#define GRID_SHARED(T, name, count)                                                                \
    T* const name                                                                                  \
        = static_cast<T*>(emulator::sharedArray({__FILE__, __LINE__}, sizeof(T) * (count)))

namespace emulator {

// In the order of a stream of the fake runtime; see tests/cuda/fakes.
void enqueue(cudaStream_t stream, Launch launch);

template <class T>
T readLane(unsigned mask, T value, int lane, const Line& at)
{
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= kLargestWord
                  && sizeof(T) % 4 == 0);
    const void* const all = exchange(mask, at, &value, sizeof(T));
    const int from = lane & static_cast<int>(kWarp - 1);
    if ((mask >> from & 1U) == 0) {
        readStranger(from, at);
        return value;
    }
    T read;
    std::memcpy(&read,
                static_cast<const unsigned char*>(all) + static_cast<std::size_t>(from) * sizeof(T),
                sizeof(T));
    return read;
}

} // namespace emulator

namespace gpu {

template <class T>
T* dynamicShared()
{
    return static_cast<T*>(emulator::dynamicSharedMemory());
}

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, std::size_t shared,
            cudaStream_t stream, Arguments... arguments)
{
    emulator::enqueue(stream,
                      {blocks, threads, shared,
                       [=] { kernel(static_cast<Parameters>(arguments)...); },
                       reinterpret_cast<const void*>(kernel)});
}

} // namespace gpu

inline void __syncthreads(emulator::Line at = emulator::Line::ofCall()) { emulator::barrier(at); }
inline void __syncwarp(unsigned mask = ~0U, emulator::Line at = emulator::Line::ofCall())
{
    const int nothing = 0;
    emulator::exchange(mask, at, &nothing, sizeof nothing);
}
template <class T>
T __shfl_sync(unsigned mask, T value, int lane, emulator::Line at = emulator::Line::ofCall())
{
    return emulator::readLane(mask, value, lane, at);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int by, emulator::Line at = emulator::Line::ofCall())
{
    return emulator::readLane(mask, value, emulator::laneOfThread() ^ by, at);
}
// Lanes below `by` keep their own.
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, emulator::Line at = emulator::Line::ofCall())
{
    const int lane = emulator::laneOfThread();
    const int from = lane - static_cast<int>(by);
    return emulator::readLane(mask, value, from < 0 ? lane : from, at);
}
inline unsigned __ballot_sync(unsigned mask, bool vote,
                              emulator::Line at = emulator::Line::ofCall())
{
    const unsigned word = vote ? 1 : 0;
    const auto* const all
        = static_cast<const unsigned*>(emulator::exchange(mask, at, &word, sizeof word));
    unsigned votes = 0;
    for (unsigned lane = 0; lane < emulator::kWarp; ++lane)
        votes |= (mask >> lane & 1U) != 0 && all[lane] != 0 ? 1U << lane : 0U;
    return votes;
}

inline float __uint_as_float(unsigned bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline float __expf(float x) { return std::exp(x); }
inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline int __ffs(int bits) { return __builtin_ffs(bits); }

// Of integers alone: sums of floats would depend on who comes first.
inline int atomicExch(int* to, int value)
{
    return __atomic_exchange_n(to, value, __ATOMIC_RELAXED);
}
inline int atomicAdd(int* to, int value) { return __atomic_fetch_add(to, value, __ATOMIC_RELAXED); }

// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses,readability-non-const-parameter)
