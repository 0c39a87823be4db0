#include "engine/runtime/cuda/kernels/optimizer.h"

#include "engine/runtime/cuda/kernels/runs.h"

#include <algorithm>
#include <vector>

namespace gpu {

namespace {

constexpr int kThreads = kRunThreads;

// ---- updates ----

constexpr std::int64_t kUpdateElements = std::int64_t{4} * kThreads * kPack; // of a block

// Weights that lie side by side in all of the views.
struct UpdateRun {
    float* weights;
    float* gradients;
    void* m;
    void* v;
    void* rounded;
    std::int64_t count;
    unsigned firstBlock;
    bool packed;
    bool decays;
    bool halfM, halfV, halfRounded;

    bool meets(const UpdateRun& next) const
    {
        return follows(weights, count, false, next.weights)
            && follows(gradients, count, false, next.gradients) && follows(m, count, halfM, next.m)
            && follows(v, count, halfV, next.v)
            && follows(rounded, count, halfRounded, next.rounded) && decays == next.decays
            && halfM == next.halfM && halfV == next.halfV && halfRounded == next.halfRounded;
    }
    bool aligned() const
    {
        return alignedPack(weights, false) && alignedPack(gradients, false) && alignedPack(m, halfM)
            && alignedPack(v, halfV) && alignedPack(rounded, halfRounded);
    }
};

// Of AdamW and of plain descent. Weights are read and written once, and what they are rounded to is
// written beside: no pass over them only converts.
struct UpdateKernel {
    Table<UpdateRun> table;
    AdamNumbers step;
    const double* scale;

    template <int W>
    __device__ Pack<W> adam(const UpdateRun& run, std::int64_t at, float times) const
    {
        const View m = rowAt(run.m, run.halfM);
        const View v = rowAt(run.v, run.halfV);
        Pack<W> values = read<W>(rowAt(run.weights, false), 0, at);
        Pack<W> means = read<W>(m, 0, at);
        Pack<W> squares = read<W>(v, 0, at);
        const Pack<W> slopes = read<W>(rowAt(run.gradients, false), 0, at);
        const float decay = run.decays ? step.weightDecay : 0;
        for (int i = 0; i < W; ++i) {
            const float g = slopes.at[i] * times;
            means.at[i] = step.beta1 * means.at[i] + (1 - step.beta1) * g;
            squares.at[i] = step.beta2 * squares.at[i] + (1 - step.beta2) * g * g;
            const float mean = means.at[i] / step.correction1;
            const float root = sqrtf(squares.at[i] / step.correction2);
            values.at[i]
                -= step.learningRate * (mean / (root + step.epsilon) + decay * values.at[i]);
        }
        write<W>(m, 0, at, means);
        write<W>(v, 0, at, squares);
        return values;
    }

    // Weight decay is decoupled from the gradient as in AdamW, so that both rules mean the same by
    // it.
    template <int W>
    __device__ Pack<W> descend(const UpdateRun& run, std::int64_t at, float times) const
    {
        const float keep = run.decays ? 1 - step.learningRate * step.weightDecay : 1;
        Pack<W> values = read<W>(rowAt(run.weights, false), 0, at);
        const Pack<W> slopes = read<W>(rowAt(run.gradients, false), 0, at);
        for (int i = 0; i < W; ++i)
            values.at[i] = keep * values.at[i] - step.learningRate * times * slopes.at[i];
        return values;
    }
};

static_assert(sizeof(UpdateKernel) <= kMostArguments);

template <bool Adam>
__global__ void __launch_bounds__(kThreads, 4) updateKernel(const __grid_constant__ UpdateKernel u)
{
    const auto times = static_cast<float>(*u.scale);
    if (isnan(times))
        return;
    const UpdateRun& run = runOfBlock(u.table);
    eachOfBlock(run, kUpdateElements, [&](auto width, std::int64_t at) {
        constexpr int W = decltype(width)::value;
        const Pack<W> values = Adam ? u.adam<W>(run, at, times) : u.descend<W>(run, at, times);
        write<W>(rowAt(run.weights, false), 0, at, values);
        if (run.rounded != nullptr)
            write<W>(rowAt(run.rounded, run.halfRounded), 0, at, values);
    });
}

template <bool Adam>
void update(cudaStream_t stream, const AdamNumbers& step, const double* scale,
            std::span<const UpdateViews> updates)
{
    UpdateKernel kernel{{}, step, scale};
    auto runs = gatherRuns<UpdateRun>(
        kUpdateElements, [&](const Table<UpdateRun>& table, unsigned blocks) {
            kernel.table = table;
            launch(updateKernel<Adam>, dim3(blocks), dim3(kThreads), 0, stream, kernel);
        });
    for (const UpdateViews& u : updates)
        eachStretch(
            [&](std::int64_t row, std::int64_t count) {
                runs.add({static_cast<float*>(rowOf(u.weights, row)),
                          static_cast<float*>(rowOf(u.gradients, row)), rowOf(u.m, row),
                          rowOf(u.v, row), rowOf(u.rounded, row), count, 0, false, u.decays,
                          u.m.half, u.v.half, u.rounded.half});
            },
            u.weights, u.gradients, u.m, u.v, u.rounded);
    runs.flush();
}

// ---- squares ----

constexpr std::int64_t kSquaresElements = 16384; // of a block

struct SquaresRun {
    void* x;
    double* sum;
    std::int64_t count;
    unsigned firstBlock;
    bool packed;
    bool half;

    bool meets(const SquaresRun& next) const
    {
        return follows(x, count, half, next.x) && half == next.half && sum == next.sum;
    }
    bool aligned() const { return alignedPack(x, half); }
};

// A block for a part, each a sum of its own; which elements are in it depends on their number
// alone.
__global__ void __launch_bounds__(kThreads)
    squaresKernel(double* parts, const __grid_constant__ Table<SquaresRun> table)
{
    const SquaresRun& run = runOfBlock(table);
    double sum = 0;
    eachOfBlock(run, kSquaresElements, [&](auto width, std::int64_t at) {
        constexpr int W = decltype(width)::value;
        for (const float value : read<W>(rowAt(run.x, run.half), 0, at).at)
            sum += static_cast<double>(value) * static_cast<double>(value);
    });
    sum = overBlock<kThreads>(sum, Sum());
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
}

// A block for a run that begins a sum: it adds the parts of that run and of those behind it that
// have the same one.
__global__ void __launch_bounds__(kThreads)
    addPartsKernel(const double* parts, unsigned count,
                   const __grid_constant__ Table<SquaresRun> table)
{
    const SquaresRun& run = table.runs[blockIdx.x];
    if (blockIdx.x > 0 && table.runs[blockIdx.x - 1].sum == run.sum)
        return; // the whole block
    int next = static_cast<int>(blockIdx.x) + 1;
    while (next < table.count && table.runs[next].sum == run.sum)
        ++next;
    const unsigned end = next < table.count ? table.runs[next].firstBlock : count;
    double sum = 0;
    for (unsigned part = run.firstBlock + threadIdx.x; part < end; part += kThreads)
        sum += parts[part];
    sum = overBlock<kThreads>(sum, Sum());
    if (threadIdx.x == 0)
        *run.sum += sum;
}

// ---- fill ----

struct FillRun {
    void* data;
    std::int64_t count;
    unsigned firstBlock;
    bool packed;
    bool half;

    bool meets(const FillRun& next) const
    {
        return follows(data, count, half, next.data) && half == next.half;
    }
    bool aligned() const { return alignedPack(data, half); }
};

__global__ void __launch_bounds__(kThreads)
    fillKernel(float value, const __grid_constant__ Table<FillRun> table)
{
    const FillRun& run = runOfBlock(table);
    eachOfBlock(run, kUpdateElements, [&](auto width, std::int64_t at) {
        constexpr int W = decltype(width)::value;
        Pack<W> values;
        for (float& each : values.at)
            each = value;
        write<W>(rowAt(run.data, run.half), 0, at, values);
    });
}

// ---- numbers of a step ----

// A handful of numbers, whose order is that in which the host would add them.
__global__ void sumSlotsKernel(double* total, const double* slots, std::int64_t count)
{
    double sum = 0;
    for (std::int64_t slot = 0; slot < count; ++slot)
        sum += slots[slot];
    *total = sum;
}

__global__ void clipKernel(double* scale, const double* totals, double limit)
{
    const double norm = sqrt(totals[0]);
    const bool finite = isfinite(norm) && isfinite(totals[1]);
    *scale = !finite ? nan("") : limit > 0 && norm > limit ? limit / norm : 1;
}

__global__ void __launch_bounds__(kThreads)
    compareKernel(std::int32_t* differs, const unsigned char* a, const unsigned char* b,
                  std::size_t bytes)
{
    bool own = false;
    for (std::size_t at = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; at < bytes;
         at += static_cast<std::size_t>(gridDim.x) * kThreads)
        own = own || a[at] != b[at];
    if (__ballot_sync(kAllLanes, own) != 0 && threadIdx.x % kWarp == 0)
        atomicExch(differs, 1);
}

} // namespace

void adamw(cudaStream_t stream, const AdamNumbers& step, const double* scale,
           std::span<const UpdateViews> updates)
{
    update<true>(stream, step, scale, updates);
}

void descend(cudaStream_t stream, const AdamNumbers& step, const double* scale,
             std::span<const UpdateViews> updates)
{
    update<false>(stream, step, scale, updates);
}

// A part for each block, had no two stretches met.
std::size_t squaresScratch(std::span<const SquaresView> all)
{
    std::int64_t parts = 0;
    for (const SquaresView& one : all)
        eachStretch(
            [&](std::int64_t, std::int64_t count) {
                parts += (count + kSquaresElements - 1) / kSquaresElements;
            },
            one.x);
    return static_cast<std::size_t>(parts) * sizeof(double);
}

// Each launch has the parts for itself: the next one comes when they are added up.
void addSquares(cudaStream_t stream, std::span<const SquaresView> all, void* scratch)
{
    auto* const parts = static_cast<double*>(scratch);
    std::vector<double*> begun; // sums of this launch
    auto runs = gatherRuns<SquaresRun>(
        kSquaresElements, [&](const Table<SquaresRun>& table, unsigned blocks) {
            launch(squaresKernel, dim3(blocks), dim3(kThreads), 0, stream, parts, table);
            launch(addPartsKernel, dim3(static_cast<unsigned>(table.count)), dim3(kThreads), 0,
                   stream, parts, blocks, table);
            begun.clear();
        });
    for (const SquaresView& one : all) {
        // Two blocks of one launch would add to one sum.
        if (!begun.empty() && begun.back() != one.sum
            && std::find(begun.begin(), begun.end(), one.sum) != begun.end())
            runs.flush();
        eachStretch(
            [&](std::int64_t row, std::int64_t count) {
                runs.add({rowOf(one.x, row), one.sum, count, 0, false, one.x.half});
            },
            one.x);
        if (begun.empty() || begun.back() != one.sum)
            begun.push_back(one.sum);
    }
    runs.flush();
}

void fill(cudaStream_t stream, std::span<const View> all, float value)
{
    auto runs
        = gatherRuns<FillRun>(kUpdateElements, [&](const Table<FillRun>& table, unsigned blocks) {
              launch(fillKernel, dim3(blocks), dim3(kThreads), 0, stream, value, table);
          });
    for (const View& view : all)
        eachStretch(
            [&](std::int64_t row, std::int64_t count) {
                runs.add({rowOf(view, row), count, 0, false, view.half});
            },
            view);
    runs.flush();
}

void sumSlots(cudaStream_t stream, double* total, const double* slots, std::int64_t count)
{
    launch(sumSlotsKernel, dim3(1), dim3(1), 0, stream, total, slots, count);
}

void clip(cudaStream_t stream, double* scale, const double* totals, double limit)
{
    launch(clipKernel, dim3(1), dim3(1), 0, stream, scale, totals, limit);
}

void compareBits(cudaStream_t stream, std::int32_t* differs, const void* a, const void* b,
                 std::size_t bytes)
{
    cudaMemsetAsync(differs, 0, sizeof *differs, stream);
    const std::size_t blocks = std::clamp<std::size_t>((bytes + kThreads - 1) / kThreads, 1, 4096);
    launch(compareKernel, dim3(static_cast<unsigned>(blocks)), dim3(kThreads), 0, stream, differs,
           static_cast<const unsigned char*>(a), static_cast<const unsigned char*>(b), bytes);
}

} // namespace gpu
