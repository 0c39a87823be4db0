// The loops of every instruction set that this processor has, against double precision.

#include "engine/runtime/cpu/float_rows.h"
#include "engine/runtime/training/kernels.h"
#include "tests/runtime/kernels/numbers.h"

#include <cmath>
#include <limits>

namespace training::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

struct Set {
    const char* name;
    const FloatRows* (*rows)();
};

class FloatRowsOf : public testing::TestWithParam<Set> {
protected:
    void SetUp() override
    {
        m_rows = GetParam().rows();
        if (m_rows == nullptr)
            GTEST_SKIP() << "this processor has no such instructions";
    }
    const FloatRows* m_rows = nullptr;
};

INSTANTIATE_TEST_SUITE_P(Sets, FloatRowsOf,
                         testing::Values(Set{"Plain", floatRowsPlain}, Set{"Avx2", floatRowsAvx2},
                                         Set{"Avx512", floatRowsAvx512}),
                         [](const auto& set) { return std::string(set.param.name); });

// From `low` up to, not including, `high`.
std::vector<float> evenly(double low, double high, double apart)
{
    std::vector<float> values(static_cast<std::size_t>(std::ceil((high - low) / apart)));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(low + apart * static_cast<double>(i));
    return values;
}

TEST_P(FloatRowsOf, ExponentialIsAccurateToARelative3e7)
{
    const std::vector<float> x = evenly(-87.2, 88.2, 0.00131);
    std::vector<float> y = x;
    m_rows->exponentials(y.data(), 0, static_cast<std::int64_t>(y.size()));
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        worst = std::max(worst, std::abs(y[i] / std::exp(double(x[i])) - 1));
    EXPECT_LT(worst, 3e-7);
}

TEST_P(FloatRowsOf, ExponentialAtItsEnds)
{
    std::vector<float> x = {0, -kInfinity, -1000, kInfinity, kNotANumber, 1000, -88, 89};
    m_rows->exponentials(x.data(), 0, static_cast<std::int64_t>(x.size()));
    EXPECT_EQ(x[0], 1);
    EXPECT_EQ(x[1], 0);
    EXPECT_EQ(x[2], 0);
    EXPECT_EQ(x[3], kInfinity);
    EXPECT_TRUE(std::isnan(x[4]));
    EXPECT_EQ(x[5], kInfinity);
    EXPECT_EQ(x[6], 0);
    EXPECT_EQ(x[7], kInfinity);
}

TEST_P(FloatRowsOf, GeluIsAccurateInItsTailsToo)
{
    const std::vector<float> x = evenly(-9, 9, 0.00173);
    std::vector<float> y(x.size());
    m_rows->gelu(y.data(), x.data(), static_cast<std::int64_t>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const long double v = x[i];
        const long double u = std::sqrt(2 / 3.14159265358979323846L) * (v + 0.044715L * v * v * v);
        const long double wanted = v / (1 + std::exp(-2 * u));
        // The argument of exp is rounded: its error grows with |u|.
        const double tolerance = 4e-7 * (1 + std::abs(double(u)));
        ASSERT_NEAR(y[i], double(wanted), tolerance * std::abs(double(wanted)) + 1e-37) << x[i];
    }
}

TEST_P(FloatRowsOf, Bf16RoundsToNearestEven)
{
    const std::vector<float> x = {1.0F,      1.00390625F, 1.01171875F, -1.0040F, 3.4e38F,
                                  kInfinity, -kInfinity,  0.0F,        1e-40F,   255.5F};
    std::vector<std::uint16_t> y(x.size());
    m_rows->toBf16(y.data(), x.data(), static_cast<std::int64_t>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_EQ(y[i], toBits(x[i])) << x[i];
    EXPECT_EQ(fromBits(y[1]), 1.0F); // a tie goes to even
    EXPECT_EQ(fromBits(y[2]), 1.015625F);
    EXPECT_EQ(fromBits(y[3]), -1.0078125F); // beyond the tie
    EXPECT_EQ(fromBits(y[4]), kInfinity);
    std::vector<float> back(x.size());
    m_rows->fromBf16(back.data(), y.data(), static_cast<std::int64_t>(y.size()));
    for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_EQ(back[i], fromBits(y[i]));
    const auto payload = std::bit_cast<float>(0x7f800001U); // rounds to infinity if one lets it
    m_rows->toBf16(y.data(), &payload, 1);
    EXPECT_TRUE(std::isnan(fromBits(y[0])));
}

TEST_P(FloatRowsOf, SumsOfAnyLength)
{
    for (std::int64_t n = 0; n < 150; ++n) {
        std::vector<float> a(static_cast<std::size_t>(n) + 1, 1e9F); // one past the end is large
        std::vector<float> b = a;
        double sum = 0;
        double dot = 0;
        double squares = 0;
        double largest = -kInfinity;
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
            a[i] = -1.0F - static_cast<float>(i * 7 % 11);
            b[i] = static_cast<float>(i * 5 % 13) - 6;
            sum += a[i];
            dot += double(a[i]) * b[i];
            squares += double(a[i]) * a[i];
            largest = std::max(largest, double(a[i]));
        }
        EXPECT_EQ(m_rows->sum(a.data(), n), sum);
        EXPECT_EQ(m_rows->dot(a.data(), b.data(), n), dot);
        EXPECT_EQ(m_rows->sumOfSquares(a.data(), n), squares);
        EXPECT_EQ(m_rows->maximum(a.data(), n), largest);
    }
}

TEST_P(FloatRowsOf, AdamWFollowsItsFormulaOverTenSteps)
{
    constexpr std::size_t kCount = 37;
    std::vector<float> w(kCount);
    std::vector<float> g(kCount);
    std::vector<float> m(kCount);
    std::vector<float> v(kCount);
    std::vector<double> dw(kCount);
    std::vector<double> dm(kCount);
    std::vector<double> dv(kCount);
    for (std::size_t i = 0; i < kCount; ++i)
        dw[i] = w[i] = static_cast<float>(i) / 10 - 1;
    AdamStep step{.learningRate = 0.01F,
                  .beta1 = 0.9F,
                  .beta2 = 0.95F,
                  .epsilon = 1e-6F,
                  .weightDecay = 0.1F};
    for (int t = 1; t <= 10; ++t) {
        step.correction1 = static_cast<float>(1 - std::pow(0.9, t));
        step.correction2 = static_cast<float>(1 - std::pow(0.95, t));
        for (std::size_t i = 0; i < kCount; ++i) {
            g[i] = static_cast<float>(std::sin(double(i + 1) * t));
            const double grad = 0.5 * g[i];
            dm[i] = 0.9 * dm[i] + 0.1 * grad;
            dv[i] = 0.95 * dv[i] + 0.05 * grad * grad;
            const double mean = dm[i] / (1 - std::pow(0.9, t));
            const double square = dv[i] / (1 - std::pow(0.95, t));
            dw[i] -= 0.01 * (mean / (std::sqrt(square) + 1e-6) + 0.1 * dw[i]);
        }
        m_rows->adamw(step, 0.5F, w.data(), g.data(), m.data(), v.data(), kCount);
        for (std::size_t i = 0; i < kCount; ++i) {
            ASSERT_NEAR(w[i], dw[i], 2e-6);
            ASSERT_NEAR(m[i], dm[i], 1e-6);
            ASSERT_NEAR(v[i], dv[i], 1e-6);
        }
    }
}

} // namespace
} // namespace training::test
