// Reductions over the members of a group, member after member, as reduction.h does them.

#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

namespace gpu {

// What each member brings: `count` values, of this one at `own`, of the others one block after the
// other in `others`, which has a block for this one, too, that is not read.
template <class T>
struct Brought {
    const T* own = nullptr;
    const T* others = nullptr;
    std::int64_t count = 0;
    int members = 1;
    int self = 0; // this one's place among them
};

// result[i] = the sum over the members of value i, from the first to the last; or, with `largest`,
// the largest of them, where not-a-number is larger than any. `result` may be brought.own.
// T: float or double.
template <class T>
void reduceInOrder(cudaStream_t stream, T* result, const Brought<T>& brought, bool largest);

} // namespace gpu
