#include "engine/runtime/cuda/kernels/elements.h"
#include "engine/runtime/cuda/kernels/sorting.h"

#include <bit>

namespace gpu {

namespace {

// By one digit after the other, the least first: each pass keeps the order of those whose digits
// are equal. A pass counts the digits of each tile, finds where each tile's share of each digit
// begins, and moves.
constexpr int kBits = 4;
constexpr int kDigits = 1 << kBits;
constexpr int kTile = 256; // numbers, and threads
constexpr int kWarps = kTile / kWarp;

std::int64_t tilesOf(std::int64_t count) { return (count + kTile - 1) / kTile; }

struct Pass {
    std::int32_t* to;
    const std::int32_t* from; // the order so far; null: 0, 1, 2, …
    SortKeys keys;
    std::int32_t* begins; // [digit][tile]
    std::int64_t tiles;
    int shift;

    __device__ std::int32_t number(std::int64_t place) const
    {
        return from != nullptr ? from[place] : static_cast<std::int32_t>(place);
    }
    __device__ int digit(std::int32_t number) const
    {
        const std::int32_t key = keys.numbers[number] - keys.first;
        const bool within = key >= 0 && key < keys.range;
        return (within ? key : keys.range) >> shift & (kDigits - 1);
    }
};

// Of the lanes with the same digit as this one. All lanes of a warp call it.
__device__ inline unsigned sameDigit(int digit)
{
    unsigned same = kAllLanes;
    for (int bit = 0; bit < kBits; ++bit) {
        const bool set = (digit >> bit & 1) != 0;
        const unsigned with = __ballot_sync(kAllLanes, set);
        same &= set ? with : ~with;
    }
    return same;
}

// counts[warp][digit] of the block's tile. Returns this thread's place among those of its warp with
// its digit. Threads beyond the end have the digit -1, and are not counted.
__device__ inline int countDigits(std::int32_t* counts, int digit)
{
    for (int i = static_cast<int>(threadIdx.x); i < kWarps * kDigits; i += kTile)
        counts[i] = 0;
    __syncthreads();
    const unsigned present = __ballot_sync(kAllLanes, digit >= 0);
    const unsigned same = sameDigit(digit & (kDigits - 1)) & present;
    const unsigned below = same & ((1U << threadIdx.x % kWarp) - 1);
    if (digit >= 0 && below == 0)
        counts[static_cast<int>(threadIdx.x) / kWarp * kDigits + digit] = __popc(same);
    __syncthreads();
    return __popc(below);
}

__global__ void __launch_bounds__(kTile) countKernel(Pass pass)
{
    GRID_SHARED(std::int32_t, counts, kWarps * kDigits);
    const std::int64_t place = static_cast<std::int64_t>(blockIdx.x) * kTile + threadIdx.x;
    countDigits(counts, place < pass.keys.count ? pass.digit(pass.number(place)) : -1);
    if (threadIdx.x >= kDigits)
        return;
    std::int32_t all = 0;
    for (int warp = 0; warp < kWarps; ++warp)
        all += counts[warp * kDigits + static_cast<int>(threadIdx.x)];
    pass.begins[threadIdx.x * pass.tiles + blockIdx.x] = all;
}

// In place: counts become the sums of those before them. One block, a tile at a time.
__global__ void __launch_bounds__(kTile) beginsKernel(std::int32_t* counts, std::int64_t count)
{
    GRID_SHARED(std::int32_t, ofWarps, kWarps);
    const int warp = static_cast<int>(threadIdx.x) / kWarp;
    const unsigned lane = threadIdx.x % kWarp;
    std::int32_t before = 0;
    for (std::int64_t first = 0; first < count; first += kTile) {
        const std::int64_t at = first + threadIdx.x;
        const std::int32_t own = at < count ? counts[at] : 0;
        std::int32_t sum = own; // with those of lower lanes
        for (unsigned by = 1; by < kWarp; by *= 2) {
            const std::int32_t lower = __shfl_up_sync(kAllLanes, sum, by);
            sum += lane >= by ? lower : 0;
        }
        __syncthreads(); // those of the tile before were read
        if (lane == kWarp - 1)
            ofWarps[warp] = sum;
        __syncthreads();
        std::int32_t all = 0;
        for (int i = 0; i < kWarps; ++i) {
            sum += i < warp ? ofWarps[i] : 0;
            all += ofWarps[i];
        }
        if (at < count)
            counts[at] = before + sum - own;
        before += all;
    }
}

__global__ void __launch_bounds__(kTile) moveKernel(Pass pass)
{
    GRID_SHARED(std::int32_t, counts, kWarps * kDigits);
    const std::int64_t place = static_cast<std::int64_t>(blockIdx.x) * kTile + threadIdx.x;
    const std::int32_t number = place < pass.keys.count ? pass.number(place) : -1;
    const int digit = place < pass.keys.count ? pass.digit(number) : -1;
    const int within = countDigits(counts, digit);
    if (digit < 0)
        return;
    std::int32_t before = pass.begins[digit * pass.tiles + blockIdx.x] + within;
    for (int warp = 0; warp < static_cast<int>(threadIdx.x) / kWarp; ++warp)
        before += counts[warp * kDigits + digit];
    pass.to[before] = number;
}

} // namespace

std::size_t sortScratch(std::int64_t count)
{
    return static_cast<std::size_t>(count + kDigits * tilesOf(count)) * sizeof(std::int32_t);
}

void sortedOrder(cudaStream_t stream, std::int32_t* order, const SortKeys& keys, void* scratch)
{
    if (keys.count == 0)
        return;
    const auto bits = static_cast<int>(std::bit_width(static_cast<unsigned>(keys.range) | 1U));
    const int passes = (bits + kBits - 1) / kBits;
    const std::int64_t tiles = tilesOf(keys.count);
    auto* const other = static_cast<std::int32_t*>(scratch);
    std::int32_t* const begins = other + keys.count;
    // The last pass writes to `order`.
    std::int32_t* to = passes % 2 != 0 ? order : other;
    const std::int32_t* from = nullptr;
    for (int i = 0; i < passes; ++i) {
        const Pass pass{to, from, keys, begins, tiles, i * kBits};
        const dim3 blocks(static_cast<unsigned>(tiles));
        launch(countKernel, blocks, dim3(kTile), 0, stream, pass);
        launch(beginsKernel, dim3(1), dim3(kTile), 0, stream, begins, kDigits * tiles);
        launch(moveKernel, blocks, dim3(kTile), 0, stream, pass);
        from = to;
        to = to == order ? other : order;
    }
}

} // namespace gpu
