#include "tests/runtime/kernels/numbers.h"

namespace training::test {
namespace {

struct Row {
    std::vector<double> y;
    double mean = 0;
    double rstd = 0;
};

Row norm(NormKind kind, const double* x, const std::vector<double>& gain,
         const std::vector<double>& bias)
{
    const std::size_t n = gain.size();
    const bool layer = kind == NormKind::LayerNorm;
    Row row;
    for (std::size_t i = 0; layer && i < n; ++i)
        row.mean += x[i] / double(n);
    double square = 0;
    for (std::size_t i = 0; i < n; ++i)
        square += (x[i] - row.mean) * (x[i] - row.mean) / double(n);
    row.rstd = 1 / std::sqrt(square + 1e-5);
    for (std::size_t i = 0; i < n; ++i)
        row.y.push_back((x[i] - row.mean) * row.rstd * gain[i] + (layer ? bias[i] : 0));
    return row;
}

struct Case {
    Case(NormKind kindOf, std::int64_t rows, std::int64_t columns, Type type)
        : kind(kindOf)
        , x(Numbers(rows, columns, type).random(1, 0.5, 2))
        , gain(Numbers(1, columns, type).random(2))
        , bias(Numbers(1, columns, type).random(3))
        , y(rows, columns, type)
        , mean(column(rows).fill(77))
        , rstd(column(rows))
    {
        kernels().norm(kind, y.view(), mean.view(), rstd.view(), x.view(), gain.view(),
                       bias.view());
    }
    NormKind kind;
    Numbers x, gain, bias, y, mean, rstd;
};

void forCases(const std::function<void(Case&)>& check)
{
    for (const NormKind kind : {NormKind::LayerNorm, NormKind::RmsNorm})
        for (const std::int64_t rows : {1, 3, 17})
            for (const std::int64_t columns : kSizes)
                for (const Type type : kTypes) {
                    Case each(kind, rows, columns, type);
                    check(each);
                }
}

TEST(Norms, OfRows)
{
    forCases([](Case& test) {
        const auto x = values(test.x);
        const auto gain = values(test.gain);
        const auto bias = values(test.bias);
        const auto row = [&](std::int64_t r) {
            return norm(test.kind, &x[static_cast<std::size_t>(r) * gain.size()], gain, bias);
        };
        expectNear(
            test.y, [&](auto r, auto c) { return row(r).y[static_cast<std::size_t>(c)]; }, 1e-5);
        expectNear(
            test.rstd, [&](auto r, auto) { return row(r).rstd; }, 1e-5);
        const bool layer = test.kind == NormKind::LayerNorm; // RMSNorm leaves the mean alone
        expectNear(
            test.mean, [&](auto r, auto) { return layer ? row(r).mean : 77; }, 1e-6);
    });
}

// Sum of dy * y, differentiated by steps.
TEST(Norms, GradientsAreTheSlopes)
{
    forCases([](Case& test) {
        if (test.x.shape().columns == 1 && test.kind == NormKind::LayerNorm)
            return; // x - mean = 0 and rstd = 316: no slope to measure
        auto x = values(test.x);
        auto gain = values(test.gain);
        auto bias = values(test.bias);
        const std::int64_t columns = test.x.shape().columns;
        const Numbers dy = Numbers(test.x.shape().rows, columns, test.x.shape().type).random(4);
        const auto loss = [&](std::int64_t first, std::int64_t last) {
            double sum = 0;
            for (std::int64_t r = first; r < last; ++r) {
                const Row row
                    = norm(test.kind, &x[static_cast<std::size_t>(r * columns)], gain, bias);
                for (std::int64_t c = 0; c < columns; ++c)
                    sum += dy.get(r, c) * row.y[static_cast<std::size_t>(c)];
            }
            return sum;
        };
        Kernels& device = kernels();
        Numbers dx = Numbers(test.x.shape().rows, columns).fill(0.5);
        device.normInputGrad(test.kind, dx.view(), dy.view(), test.x.view(), test.mean.view(),
                             test.rstd.view(), test.gain.view());
        expectNear(
            dx,
            [&](auto r, auto c) {
                const auto at = static_cast<std::size_t>(r * columns + c);
                return 0.5 + slope(x, at, [&] { return loss(r, r + 1); });
            },
            5e-5);

        Numbers dGain = Numbers(1, columns).fill(2);
        Numbers dBias = Numbers(1, columns).fill(3);
        device.normWeightGrad(test.kind, dGain.view(), dBias.view(), dy.view(), test.x.view(),
                              test.mean.view(), test.rstd.view());
        const auto whole = [&] { return loss(0, test.x.shape().rows); };
        expectNear(
            dGain,
            [&](auto, auto c) { return 2 + slope(gain, static_cast<std::size_t>(c), whole); },
            5e-5);
        expectNear(
            dBias,
            [&](auto, auto c) { return 3 + slope(bias, static_cast<std::size_t>(c), whole); },
            5e-5);
    });
}

} // namespace
} // namespace training::test
