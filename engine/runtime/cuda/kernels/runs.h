// Kernels over many stretches of memory at once. Which those are is said with the launch: no table
// of them has to lie in the device's memory, and none outlives the call.
//
// A launch takes a Table of runs, and each block a part of one of them. A run is a struct with
//
//     std::int64_t count;   elements
//     unsigned firstBlock;  that works on it
//     bool packed;          whether all it names is aligned to what is read and written at once
//     bool meets(next)      whether the other lies directly behind it, and is treated alike
//     bool aligned()        what `packed` becomes

#pragma once

#include "engine/runtime/cuda/kernels/elements.h"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace gpu {

inline constexpr int kRunThreads = 256;             // of a block
inline constexpr std::size_t kMostArguments = 4096; // bytes, of a launch

template <class Run>
struct Table {
    // What the kernel is given beside them takes less than the rest.
    static constexpr int kMost = static_cast<int>((kMostArguments - 128) / sizeof(Run));

    Run runs[kMost];
    int count = 0;
};

template <class Run>
__device__ const Run& runOfBlock(const Table<Run>& table)
{
    int low = 0;
    int high = table.count - 1;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (table.runs[middle].firstBlock <= blockIdx.x)
            low = middle;
        else
            high = middle - 1;
    }
    return table.runs[low];
}

// f(width, at) for what this thread has of the block's share, `elements` of a run: the `width`
// elements from number `at` of the run on. `width` is a constant.
template <class Run, class F>
__device__ void eachOfBlock(const Run& run, std::int64_t elements, const F& f)
{
    using One = std::integral_constant<int, 1>;
    using Several = std::integral_constant<int, kPack>;
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x - run.firstBlock) * elements;
    const std::int64_t end = first + elements < run.count ? first + elements : run.count;
    if (!run.packed) {
        for (std::int64_t at = first + threadIdx.x; at < end; at += kRunThreads)
            f(One(), at);
        return;
    }
    for (std::int64_t at = first + static_cast<std::int64_t>(threadIdx.x) * kPack; at < end;
         at += std::int64_t{kRunThreads} * kPack) {
        if (at + kPack <= end) {
            f(Several(), at);
            continue;
        }
        for (std::int64_t last = at; last < end; ++last)
            f(One(), last);
    }
}

// As a row from its beginning on.
__device__ inline View rowAt(void* data, bool half) { return {data, 1, 0, 0, half}; }

// ---- on the host ----

inline bool alignedPack(const void* data, bool half)
{
    return reinterpret_cast<std::uintptr_t>(data) % ((half ? 2 : 4) * kPack) == 0;
}

// Whether `next` lies `count` elements behind `data`; or both are none.
inline bool follows(const void* data, std::int64_t count, bool half, const void* next)
{
    if (data == nullptr || next == nullptr)
        return data == next;
    return static_cast<const char*>(data) + count * (half ? 2 : 4) == next;
}

// Gathers runs, those that meet as one, and calls `launch(table, blocks)` whenever a launch takes
// no more, and for the rest. `elements`: of a block.
template <class Run, class Launch>
class Runs {
public:
    Runs(std::int64_t elements, Launch launch)
        : m_elements(elements)
        , m_launch(std::move(launch))
    {
    }

    void add(const Run& run)
    {
        if (run.count == 0)
            return;
        if (m_table.count > 0 && m_table.runs[m_table.count - 1].meets(run)) {
            m_table.runs[m_table.count - 1].count += run.count;
            return;
        }
        if (m_table.count == Table<Run>::kMost)
            flush();
        m_table.runs[m_table.count++] = run;
    }
    void flush()
    {
        unsigned blocks = 0;
        for (Run* run = m_table.runs; run != m_table.runs + m_table.count; ++run) {
            run->packed = run->aligned();
            run->firstBlock = blocks;
            blocks += static_cast<unsigned>((run->count + m_elements - 1) / m_elements);
        }
        if (blocks > 0)
            m_launch(m_table, blocks);
        m_table.count = 0;
    }

private:
    std::int64_t m_elements;
    Launch m_launch;
    Table<Run> m_table;
};

template <class Run, class Launch>
Runs<Run, Launch> gatherRuns(std::int64_t elements, Launch launch)
{
    return {elements, std::move(launch)};
}

// Where a row begins; null in a view that is none.
inline void* rowOf(const View& view, std::int64_t row)
{
    return view.data == nullptr
        ? nullptr
        : static_cast<char*>(view.data) + row * view.stride * (view.half ? 2 : 4);
}

// f(row, elements) for each stretch that lies without gaps in all of the views, which are of one
// shape or none: it begins at that row.
template <class F, class... Views>
void eachStretch(const F& f, const View& first, const Views&... others)
{
    const auto whole
        = [](const View& view) { return view.stride == view.columns || view.rows <= 1; };
    if (whole(first) && (whole(others) && ...))
        f(std::int64_t{0}, first.rows * first.columns);
    else
        for (std::int64_t row = 0; row < first.rows; ++row)
            f(row, first.columns);
}

} // namespace gpu
