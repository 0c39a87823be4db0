// Calls that a device may answer in one pass, against what they are made of in double precision:
// where it can, and in shapes, types and places in which it has to fall back.

#include "tests/runtime/kernels/numbers.h"

namespace training::test {
namespace {

struct FusedCase {
    std::int64_t rows;
    std::int64_t inputs;
    std::int64_t outputs;
    Type type;        // of x, weight, bias and results
    std::int64_t gap; // between rows
};

// What fits a library's wishes, and what does not: strides and types.
const std::vector<FusedCase> kFusedCases = {
    {24, 32, 48, Type::BF16, 8}, {24, 32, 48, Type::F32, 8}, {7, 17, 33, Type::BF16, 3},
    {7, 17, 33, Type::F32, 3},   {65, 8, 16, Type::BF16, 0}, {1, 3, 1, Type::BF16, 0},
};

// Products of up to 32 factors, and results that another kernel reads rounded.
double fusedTolerance(const FusedCase& shape) { return shape.type == Type::BF16 ? 1.0 / 64 : 1e-5; }

struct FusedLayer {
    explicit FusedLayer(const FusedCase& shape)
        : x(Numbers(shape.rows, shape.inputs, shape.type, shape.gap).random(1))
        , weight(Numbers(shape.outputs, shape.inputs, shape.type, shape.gap).random(2))
        , bias(Numbers(1, shape.outputs, shape.type, shape.gap).random(3))
    {
    }

    // x weight^T + bias.
    double of(std::int64_t row, std::int64_t column, bool biased) const
    {
        double sum = biased ? bias.get(0, column) : 0;
        for (std::int64_t i = 0; i < x.shape().columns; ++i)
            sum += x.get(row, i) * weight.get(column, i);
        return sum;
    }

    Numbers x, weight, bias;
};

Numbers unsetRows(const FusedCase& shape, std::int64_t columns)
{
    return Numbers(shape.rows, columns, shape.type, shape.gap).fill(std::nan(""));
}

double geluReference(double x)
{
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

TEST(Fused, LinearIsItsProductBiasAndResidual)
{
    for (const FusedCase& shape : kFusedCases)
        for (const bool biased : {false, true})
            for (const int residual : {0, 1, 2}) { // none, another matrix, the result itself
                const FusedLayer layer(shape);
                Numbers y = unsetRows(shape, shape.outputs);
                const Numbers other
                    = Numbers(shape.rows, shape.outputs, shape.type, 2 * shape.gap).random(4);
                Numbers before = other;
                if (residual == 2)
                    y.random(5);
                const Numbers y0 = y;
                const Matrix added = residual == 0 ? Matrix{}
                    : residual == 1                ? other.view()
                                                   : y.view();
                kernels().linear(y.view(), layer.x.view(), layer.weight.view(),
                                 biased ? layer.bias.view() : Matrix{}, added);
                expectNear(
                    y,
                    [&](auto row, auto column) {
                        return layer.of(row, column, biased)
                            + (residual == 0       ? 0
                                   : residual == 1 ? before.get(row, column)
                                                   : y0.get(row, column));
                    },
                    fusedTolerance(shape));
            }
}

// As in mixed training: a result in F32, which no library adds a BF16 bias to.
TEST(Fused, LinearOfMixedTypes)
{
    const FusedCase shape{24, 32, 48, Type::BF16, 8};
    const FusedLayer layer(shape);
    const Numbers residual = Numbers(shape.rows, shape.outputs).random(4);
    Numbers y(shape.rows, shape.outputs);
    kernels().linear(y.view(), layer.x.view(), layer.weight.view(), layer.bias.view(),
                     residual.view());
    expectNear(
        y,
        [&](auto row, auto column) {
            return layer.of(row, column, true) + residual.get(row, column);
        },
        1e-5);
}

// What is remembered of a shape holds for all matrices of it, wherever they lie.
TEST(Fused, LayersOfOneShapeHaveTheirOwnBiasesAndActivations)
{
    const FusedCase shape{8, 16, 24, Type::BF16, 8};
    const FusedLayer layer(shape);
    const Numbers biases = Numbers(1, 3 * shape.outputs, shape.type).random(7);
    for (const std::int64_t first : {std::int64_t{0}, shape.outputs, std::int64_t{5}}) {
        const Matrix bias = biases.view().columnRange(first, shape.outputs);
        Numbers hidden = unsetRows(shape, shape.outputs);
        Numbers active = unsetRows(shape, shape.outputs);
        Numbers y = unsetRows(shape, shape.outputs);
        kernels().linearGelu(active.view(), hidden.view(), layer.x.view(), layer.weight.view(),
                             bias);
        kernels().linear(y.view(), layer.x.view(), layer.weight.view(), bias, {});
        const auto wanted = [&](auto row, auto column) {
            return layer.of(row, column, false) + biases.get(0, first + column);
        };
        expectNear(hidden, wanted, fusedTolerance(shape));
        expectNear(y, wanted, fusedTolerance(shape));
    }
}

TEST(Fused, LinearGeluKeepsWhatItIsTakenOf)
{
    for (const FusedCase& shape : kFusedCases)
        for (const bool biased : {false, true}) {
            const FusedLayer layer(shape);
            Numbers hidden = unsetRows(shape, shape.outputs);
            Numbers active = unsetRows(shape, shape.outputs);
            kernels().linearGelu(active.view(), hidden.view(), layer.x.view(), layer.weight.view(),
                                 biased ? layer.bias.view() : Matrix{});
            expectNear(
                hidden, [&](auto row, auto column) { return layer.of(row, column, biased); },
                fusedTolerance(shape));
            expectNear(
                active,
                [&](auto row, auto column) { return geluReference(layer.of(row, column, biased)); },
                fusedTolerance(shape));
        }
}

TEST(Fused, LinearGeluGradIsTheSlope)
{
    for (const FusedCase& shape : kFusedCases) {
        const Numbers dy = Numbers(shape.rows, shape.outputs, shape.type, shape.gap).random(1);
        const Numbers weight
            = Numbers(shape.outputs, shape.inputs, shape.type, shape.gap).random(2);
        const Numbers hidden
            = Numbers(shape.rows, shape.inputs, shape.type, shape.gap).random(3, -3, 3);
        Numbers dHidden = unsetRows(shape, shape.inputs);
        kernels().linearGeluGrad(dHidden.view(), dy.view(), weight.view(), hidden.view());
        expectNear(
            dHidden,
            [&](auto row, auto column) {
                double sum = 0;
                for (std::int64_t i = 0; i < shape.outputs; ++i)
                    sum += dy.get(row, i) * weight.get(i, column);
                std::vector<double> x{hidden.get(row, column)};
                return sum * slope(x, 0, [&] { return geluReference(x[0]); });
            },
            // cuBLASLt's GELU is coarser than its sums are: 2e-5 was seen on an H200.
            std::max(fusedTolerance(shape), 1e-4));
    }
}

// Gradients of weights are F32 whatever the rest is, and added to; biases lie anywhere in them.
TEST(Fused, LinearWeightGradIsAddedWithThatOfTheBias)
{
    for (const FusedCase& shape : kFusedCases)
        for (const bool biased : {false, true}) {
            const Numbers dy = Numbers(shape.rows, shape.outputs, shape.type, shape.gap).random(1);
            const Numbers x = Numbers(shape.rows, shape.inputs, shape.type, shape.gap).random(2);
            Numbers dWeight = Numbers(shape.outputs, shape.inputs, Type::F32, 0).fill(1);
            Numbers all = Numbers(1, shape.outputs + 1).fill(2);
            const Matrix dBias = all.view().columnRange(1, shape.outputs);
            kernels().linearWeightGrad(dWeight.view(), biased ? dBias : Matrix{}, dy.view(),
                                       x.view());
            expectNear(
                dWeight,
                [&](auto row, auto column) {
                    double sum = 1;
                    for (std::int64_t i = 0; i < shape.rows; ++i)
                        sum += dy.get(i, row) * x.get(i, column);
                    return sum;
                },
                1e-5);
            expectNear(
                all,
                [&](auto, auto column) {
                    double sum = 2;
                    for (std::int64_t i = 0; biased && column > 0 && i < shape.rows; ++i)
                        sum += dy.get(i, column - 1);
                    return sum;
                },
                1e-5);
        }
}

TEST(Fused, ResidualsAndTheirNorms)
{
    for (const FusedCase& shape : kFusedCases)
        for (const NormKind kind : {NormKind::LayerNorm, NormKind::RmsNorm})
            for (const bool biased : {false, true}) {
                const std::int64_t columns = shape.outputs;
                const Numbers residual
                    = Numbers(shape.rows, columns, shape.type, shape.gap).random(1);
                const Numbers x = Numbers(shape.rows, columns).random(2); // a sum: F32
                const Numbers bias = Numbers(1, columns, shape.type).random(3);
                const Numbers gain = Numbers(1, columns, shape.type).random(4);
                const Numbers normBias = Numbers(1, columns, shape.type).random(5);
                const Matrix added = biased ? bias.view() : Matrix{};
                Numbers alone = unsetRows(shape, columns);
                Numbers y = unsetRows(shape, columns);
                Numbers normed = unsetRows(shape, columns);
                Numbers mean = column(shape.rows);
                Numbers rstd = column(shape.rows);
                Kernels& device = kernels();
                device.addResidual(alone.view(), residual.view(), x.view(), added);
                device.addResidualNorm(kind, normed.view(), mean.view(), rstd.view(), y.view(),
                                       residual.view(), x.view(), added, gain.view(),
                                       normBias.view());
                for (const Numbers* each : {&alone, &y})
                    expectNear(
                        *each,
                        [&](auto row, auto column) {
                            return residual.get(row, column) + x.get(row, column)
                                + (biased ? bias.get(0, column) : 0);
                        },
                        shape.type == Type::BF16 ? 1.0 / 128 : 1e-6);
                // Of y as it was rounded: what the gradient will be taken of.
                Numbers wanted = unsetRows(shape, columns);
                Numbers wantedMean = column(shape.rows);
                Numbers wantedRstd = column(shape.rows);
                device.norm(kind, wanted.view(), wantedMean.view(), wantedRstd.view(), y.view(),
                            gain.view(), normBias.view());
                const auto same = [](const Numbers& a, const Numbers& b) {
                    expectNear(
                        a, [&](auto row, auto column) { return b.get(row, column); }, 1e-6);
                };
                same(normed, wanted);
                same(rstd, wantedRstd);
                same(mean, wantedMean);
            }
}

TEST(Fused, GradientOfANormIsThatAddedToTheResidual)
{
    for (const FusedCase& shape : kFusedCases)
        for (const NormKind kind : {NormKind::LayerNorm, NormKind::RmsNorm})
            for (const bool given : {false, true}) {
                const auto matrixOf = [&](unsigned seed) {
                    return Numbers(shape.rows, shape.outputs, shape.type, shape.gap).random(seed);
                };
                const Numbers residual = matrixOf(1);
                const Numbers dy = matrixOf(2);
                const Numbers x = matrixOf(3);
                const Numbers gain = Numbers(1, shape.outputs).random(4);
                const Numbers mean = column(shape.rows).random(5);
                const Numbers rstd = column(shape.rows).random(6, 0.5, 2);
                Numbers dx = unsetRows(shape, shape.outputs);
                Numbers gradient(shape.rows, shape.outputs);
                Kernels& device = kernels();
                device.normResidualGrad(kind, dx.view(), given ? residual.view() : Matrix{},
                                        dy.view(), x.view(), mean.view(), rstd.view(), gain.view());
                device.normInputGrad(kind, gradient.view(), dy.view(), x.view(), mean.view(),
                                     rstd.view(), gain.view());
                expectNear(
                    dx,
                    [&](auto row, auto column) {
                        return gradient.get(row, column) + (given ? residual.get(row, column) : 0);
                    },
                    1e-6);
            }
}

} // namespace
} // namespace training::test
