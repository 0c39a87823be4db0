#include "engine/runtime/cuda/kernels/each_element.h"
#include "engine/runtime/cuda/kernels/rows.h"

namespace gpu {

namespace {

struct Gather {
    View y, table;
    const std::int32_t* rows;
    int first;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        const std::int64_t from = static_cast<std::int64_t>(rows[row]) - first;
        // A row of another rank's part of the table: zero, so that the sum over the ranks is the
        // row itself.
        Pack<W> values = {};
        if (from >= 0 && from < table.rows)
            values = read<W>(table, from, column);
        write<W>(y, row, column, values);
    }
};

struct Scatter {
    View table, x;
    const std::int32_t* rows;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        write<W>(table, rows[row], column, read<W>(x, row, column));
    }
};

// Of equal numbers in `order` the first adds all of them, one after the other; so no two threads
// add to the same place, and the order is always the same. A text has words that come a thousand
// times: of several the values are on their way before the first of them is added.
struct AddToRows {
    View table, x;
    const std::int32_t* rows;
    int first;
    View scale;
    const std::int32_t* order;
    std::int64_t count;

    template <int W>
    __device__ void run(std::int64_t place, std::int64_t column) const
    {
        const std::int32_t number = rows[order[place]];
        const std::int64_t to = static_cast<std::int64_t>(number) - first;
        if (to < 0 || to >= table.rows || (place > 0 && rows[order[place - 1]] == number))
            return;
        constexpr int kAhead = 4;
        Pack<W> sum = read<W>(table, to, column);
        for (bool more = true; more; place += kAhead) {
            std::int32_t from[kAhead];
            Pack<W> values[kAhead];
            float factors[kAhead];
            GRID_UNROLL
            for (int i = 0; i < kAhead; ++i) {
                from[i] = place + i < count ? order[place + i] : -1;
                if (from[i] >= 0 && rows[from[i]] != number)
                    from[i] = -1; // so are all behind it
                values[i] = from[i] >= 0 ? read<W>(x, from[i], column) : Pack<W>{};
                factors[i] = from[i] >= 0 && scale.data != nullptr ? inColumn(scale, from[i]) : 1;
            }
            GRID_UNROLL
            for (int i = 0; i < kAhead; ++i) {
                more = from[i] >= 0;
                for (int w = 0; more && w < W; ++w)
                    sum.at[w] += factors[i] * values[i].at[w];
            }
        }
        write<W>(table, to, column, sum);
    }
};

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / kWarp;

// A warp for each dot product.
__global__ void __launch_bounds__(kThreads)
    dotsKernel(View dots, View a, View b, int size, std::int64_t heads)
{
    const std::int64_t number
        = static_cast<std::int64_t>(blockIdx.x) * kWarps + threadIdx.x / kWarp;
    if (number >= a.rows * heads)
        return; // the whole warp
    const std::int64_t row = number / heads;
    const std::int64_t first = number % heads * size;
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x % kWarp); i < size; i += kWarp)
        sum += readOne(a, row, first + i) * readOne(b, row, first + i);
    sum = overWarp(sum, Sum());
    if (threadIdx.x % kWarp == 0)
        writeOne(dots, row, number % heads, sum);
}

struct Rotation {
    View y, x;
    std::int64_t turned;
    const std::int32_t* positions;
    int size;
    double base;
    double direction;
};

// A block for a row: it takes sines and cosines of the row's position once, for all heads, and then
// passes over the row. Every head of queries and keys turns in this one pass, which reads and
// writes each element once; where y has another type than x it converts them too, and takes the
// values along, which would be another pass over both.
template <int W>
__global__ void __launch_bounds__(kThreads) rotateKernel(Rotation r)
{
    const std::int64_t row = blockIdx.x;
    const int half = r.size / 2;
    auto* const sines = dynamicShared<float>();
    float* const cosines = sines + half;
    for (int i = static_cast<int>(threadIdx.x); i < half; i += kThreads) {
        // theta_i = base^(-2i/size) (Su et al. 2021, section 3.2); turning back is the gradient. In
        // double precision: a position in the hundred thousands leaves few digits in a float.
        const double angle = r.direction * r.positions[row] * pow(r.base, -2.0 * i / r.size);
        double sine;
        double cosine;
        sincos(angle, &sine, &cosine);
        sines[i] = static_cast<float>(sine);
        cosines[i] = static_cast<float>(cosine);
    }
    __syncthreads();
    const int packs = half / W; // of a head
    const auto all = static_cast<int>(r.turned / r.size) * packs;
    for (int pack = static_cast<int>(threadIdx.x); pack < all; pack += kThreads) {
        const int i = pack % packs * W;
        const std::int64_t low = static_cast<std::int64_t>(pack / packs) * r.size + i;
        Pack<W> a = read<W>(r.x, row, low);
        Pack<W> b = read<W>(r.x, row, low + half);
        for (int w = 0; w < W; ++w) {
            const float before = a.at[w];
            a.at[w] = before * cosines[i + w] - b.at[w] * sines[i + w];
            b.at[w] = before * sines[i + w] + b.at[w] * cosines[i + w];
        }
        write<W>(r.y, row, low, a);
        write<W>(r.y, row, low + half, b);
    }
    if (r.y.data == r.x.data)
        return;
    for (std::int64_t column = r.turned + static_cast<std::int64_t>(threadIdx.x) * W;
         column < r.x.columns; column += kThreads * W)
        write<W>(r.y, row, column, read<W>(r.x, row, column));
}

} // namespace

void gatherRows(cudaStream_t stream, View y, View table, Indices rows, int first)
{
    launchEachElement(stream, Gather{y, table, rows.data, first}, y.rows, y.columns,
                      packs(y) && packs(table));
}

void scatterRows(cudaStream_t stream, View table, View x, Indices rows)
{
    launchEachElement(stream, Scatter{table, x, rows.data}, x.rows, x.columns,
                      packs(x) && packs(table));
}

void addToRows(cudaStream_t stream, View table, View x, Indices rows, int first, View scale,
               const std::int32_t* order)
{
    launchEachElement(stream, AddToRows{table, x, rows.data, first, scale, order, x.rows}, x.rows,
                      x.columns, packs(x) && packs(table));
}

void dots(cudaStream_t stream, View dots, View a, View b, int size)
{
    const std::int64_t heads = a.columns / size;
    const std::int64_t count = a.rows * heads;
    if (count == 0)
        return;
    launch(dotsKernel, dim3(static_cast<unsigned>((count + kWarps - 1) / kWarps)), dim3(kThreads),
           0, stream, dots, a, b, size, heads);
}

void rotate(cudaStream_t stream, View y, View x, std::int64_t turned, Indices positions, int size,
            float base, bool back)
{
    if (x.rows == 0)
        return;
    const bool packed = packs(y) && packs(x) && size / 2 % kPack == 0;
    launch(
        packed ? rotateKernel<kPack> : rotateKernel<1>, dim3(static_cast<unsigned>(x.rows)),
        dim3(kThreads), sizeof(float) * static_cast<std::size_t>(size), stream,
        Rotation{y, x, turned, positions.data, size, static_cast<double>(base), back ? -1.0 : 1.0});
}

} // namespace gpu
