#include "engine/runtime/cuda/kernels/ordered_sum.h"

#include "engine/runtime/cuda/kernels/grid.h"

#include <algorithm>

namespace gpu {

namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMostBlocks = 1024; // more values than their threads see go round again

struct Sum {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return a + b;
    }
};

struct Largest {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return b > a || b != b ? b : a;
    }
};

template <class T, class Reduce>
__global__ void __launch_bounds__(kThreads)
    reduceInOrderKernel(T* result, Brought<T> brought, Reduce reduce)
{
    const std::int64_t across = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < brought.count; i += across) {
        const auto valueOf = [&](int member) {
            return member == brought.self ? brought.own[i]
                                          : brought.others[member * brought.count + i];
        };
        T reduced = valueOf(0);
        for (int member = 1; member < brought.members; ++member)
            reduced = reduce(reduced, valueOf(member));
        result[i] = reduced;
    }
}

} // namespace

template <class T>
void reduceInOrder(cudaStream_t stream, T* result, const Brought<T>& brought, bool largest)
{
    if (brought.count == 0)
        return;
    const dim3 blocks(
        static_cast<unsigned>(std::min((brought.count + kThreads - 1) / kThreads, kMostBlocks)));
    if (largest)
        launch(reduceInOrderKernel<T, Largest>, blocks, dim3(kThreads), 0, stream, result, brought,
               Largest{});
    else
        launch(reduceInOrderKernel<T, Sum>, blocks, dim3(kThreads), 0, stream, result, brought,
               Sum{});
}

template void reduceInOrder<float>(cudaStream_t, float*, const Brought<float>&, bool);
template void reduceInOrder<double>(cudaStream_t, double*, const Brought<double>&, bool);

} // namespace gpu
