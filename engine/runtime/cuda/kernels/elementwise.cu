#include "engine/runtime/cuda/kernels/each_element.h"
#include "engine/runtime/cuda/kernels/elementwise.h"

namespace gpu {

namespace {

struct AddBias {
    View y, bias;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        Pack<W> values = read<W>(y, row, column);
        const Pack<W> added = read<W>(bias, 0, column);
        for (int i = 0; i < W; ++i)
            values.at[i] += added.at[i];
        write<W>(y, row, column, values);
    }
};

struct Add {
    View y, x;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        Pack<W> values = read<W>(y, row, column);
        const Pack<W> added = read<W>(x, row, column);
        for (int i = 0; i < W; ++i)
            values.at[i] += added.at[i];
        write<W>(y, row, column, values);
    }
};

struct Copy {
    View y, x;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        write<W>(y, row, column, read<W>(x, row, column));
    }
};

struct Fill {
    View y;
    float value;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        Pack<W> values;
        for (int i = 0; i < W; ++i)
            values.at[i] = value;
        write<W>(y, row, column, values);
    }
};

struct ScaleRows {
    View x, factors;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        Pack<W> values = read<W>(x, row, column);
        for (int i = 0; i < W; ++i)
            values.at[i] *= inColumn(factors, row);
        write<W>(x, row, column, values);
    }
};

constexpr float kRootOfTwoByPi = 0.7978845608028654F;
constexpr float kCubic = 0.044715F;

struct Gelu {
    View y, x;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        Pack<W> values = read<W>(x, row, column);
        for (float& value : values.at)
            value
                = 0.5F * value * (1 + tanhf(kRootOfTwoByPi * value * (1 + kCubic * value * value)));
        write<W>(y, row, column, values);
    }
};

struct GeluGrad {
    View dx, dy, x;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        const Pack<W> inputs = read<W>(x, row, column);
        Pack<W> gradients = read<W>(dy, row, column);
        for (int i = 0; i < W; ++i) {
            const float value = inputs.at[i];
            // Beyond 100 the function is straight, and the square of more could become infinite:
            // 0 times that is no slope.
            const float square = fminf(value * value, 1e4F);
            const float t = tanhf(kRootOfTwoByPi * value * (1 + kCubic * square));
            const float slope = 0.5F * (1 + t)
                + 0.5F * value * ((1 - t) * (1 + t)) * kRootOfTwoByPi * (1 + 3 * kCubic * square);
            gradients.at[i] *= slope;
        }
        write<W>(dx, row, column, gradients);
    }
};

__device__ inline float sigmoid(float x) { return 1 / (1 + expf(-x)); }

struct Swiglu {
    View y, gate, up;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        Pack<W> values = read<W>(gate, row, column);
        const Pack<W> factors = read<W>(up, row, column);
        for (int i = 0; i < W; ++i)
            values.at[i] *= sigmoid(values.at[i]) * factors.at[i];
        write<W>(y, row, column, values);
    }
};

struct SwigluGrad {
    View dGate, dUp, dy, gate, up;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        const Pack<W> gradients = read<W>(dy, row, column);
        const Pack<W> gates = read<W>(gate, row, column);
        const Pack<W> ups = read<W>(up, row, column);
        Pack<W> ofGate;
        Pack<W> ofUp;
        for (int i = 0; i < W; ++i) {
            const float open = sigmoid(gates.at[i]);
            ofUp.at[i] = gradients.at[i] * gates.at[i] * open;
            // d(g s(g)) = s (1 + g (1 - s))
            ofGate.at[i] = gradients.at[i] * ups.at[i] * open * (1 + gates.at[i] * (1 - open));
        }
        write<W>(dGate, row, column, ofGate);
        write<W>(dUp, row, column, ofUp);
    }
};

} // namespace

void addBias(cudaStream_t stream, View y, View bias)
{
    launchEachElement(stream, AddBias{y, bias}, y.rows, y.columns, packs(y) && packs(bias));
}

void add(cudaStream_t stream, View y, View x)
{
    flatten(y, x);
    launchEachElement(stream, Add{y, x}, y.rows, y.columns, packs(y) && packs(x));
}

void copy(cudaStream_t stream, View y, View x)
{
    flatten(y, x);
    launchEachElement(stream, Copy{y, x}, y.rows, y.columns, packs(y) && packs(x));
}

void fill(cudaStream_t stream, View y, float value)
{
    flatten(y);
    launchEachElement(stream, Fill{y, value}, y.rows, y.columns, packs(y));
}

void scaleRows(cudaStream_t stream, View x, View factors)
{
    launchEachElement(stream, ScaleRows{x, factors}, x.rows, x.columns, packs(x));
}

void gelu(cudaStream_t stream, View y, View x)
{
    flatten(y, x);
    launchEachElement(stream, Gelu{y, x}, y.rows, y.columns, packs(y) && packs(x));
}

void geluGrad(cudaStream_t stream, View dx, View dy, View x)
{
    flatten(dx, dy, x);
    launchEachElement(stream, GeluGrad{dx, dy, x}, dx.rows, dx.columns,
                      packs(dx) && packs(dy) && packs(x));
}

void swiglu(cudaStream_t stream, View y, View gate, View up)
{
    flatten(y, gate, up);
    launchEachElement(stream, Swiglu{y, gate, up}, y.rows, y.columns,
                      packs(y) && packs(gate) && packs(up));
}

void swigluGrad(cudaStream_t stream, View dGate, View dUp, View dy, View gate, View up)
{
    flatten(dGate, dUp, dy, gate, up);
    launchEachElement(stream, SwigluGrad{dGate, dUp, dy, gate, up}, dy.rows, dy.columns,
                      packs(dGate) && packs(dUp) && packs(dy) && packs(gate) && packs(up));
}

} // namespace gpu
