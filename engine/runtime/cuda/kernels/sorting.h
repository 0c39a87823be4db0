// Puts small numbers in order, so that what belongs together stands together: sums and places that
// follow from the order are the same in every run, which those of atomic additions are not.

#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

namespace gpu {

// Bytes of scratch memory that sortedOrder() needs for so many keys, of any content.
std::size_t sortScratch(std::int64_t count);

// Numbers to sort by. Those in first … first + range - 1 count as they are; all others as one that
// comes after them.
struct SortKeys {
    const std::int32_t* numbers = nullptr;
    std::int64_t count = 0;
    std::int32_t first = 0;
    std::int32_t range = 0;
};

// order[] = 0 … count - 1, sorted by their key; of equal keys in their order.
void sortedOrder(cudaStream_t stream, std::int32_t* order, const SortKeys& keys, void* scratch);

} // namespace gpu
