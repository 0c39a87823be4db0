#include "tests/runtime/kernels/numbers.h"

#include <limits>

namespace training::test {
namespace {

// check(rows, columns, type of y, type of x) over odd shapes and both types.
void forShapes(const std::function<void(std::int64_t, std::int64_t, Type, Type)>& check)
{
    for (const std::int64_t rows : kSizes)
        for (const std::int64_t columns : kSizes)
            for (const Type y : kTypes)
                for (const Type x : kTypes)
                    check(rows, columns, y, x);
}

TEST(Elementwise, BiasIsAddedToEachRow)
{
    forShapes([](auto rows, auto columns, Type typeY, Type typeX) {
        Numbers y = Numbers(rows, columns, typeY).random(1);
        const Numbers before = y;
        const Numbers bias = Numbers(1, columns, typeX).random(2);
        kernels().addBias(y.view(), bias.view());
        expectNear(
            y, [&](auto r, auto c) { return before.get(r, c) + bias.get(0, c); }, 1e-6);
    });
}

TEST(Elementwise, ColumnSumsAreAdded)
{
    forShapes([](auto rows, auto columns, Type, Type type) {
        const Numbers x = Numbers(rows, columns, type).random(1);
        Numbers sums = Numbers(1, columns).random(2);
        const Numbers before = sums;
        kernels().addColumnSums(sums.view(), x.view());
        expectNear(
            sums,
            [&](auto, auto c) {
                double sum = before.get(0, c);
                for (std::int64_t row = 0; row < rows; ++row)
                    sum += x.get(row, c);
                return sum;
            },
            1e-5);
    });
}

TEST(Elementwise, AddCopyFill)
{
    forShapes([](auto rows, auto columns, Type typeY, Type typeX) {
        Kernels& device = kernels();
        const Numbers x = Numbers(rows, columns, typeX).random(1);
        Numbers y = Numbers(rows, columns, typeY).random(2);
        const Numbers before = y;
        device.add(y.view(), x.view());
        expectNear(
            y, [&](auto r, auto c) { return before.get(r, c) + x.get(r, c); }, 1e-6);
        device.copy(y.view(), x.view());
        expectNear(
            y, [&](auto r, auto c) { return x.get(r, c); }, 0);
        device.fill(y.view(), 1.5F);
        expectNear(
            y, [](auto, auto) { return 1.5; }, 0);
    });
}

// Rows without gaps are taken as one: also where they are longer than a piece.
TEST(Elementwise, LongRowsGoInPieces)
{
    for (const std::int64_t gap : {0, 5}) {
        const Numbers x = Numbers(3, 9001, Type::BF16, gap).random(1);
        Numbers y = Numbers(3, 9001, Type::F32, gap).random(2);
        const Numbers before = y;
        kernels().add(y.view(), x.view());
        expectNear(
            y, [&](auto r, auto c) { return before.get(r, c) + x.get(r, c); }, 1e-6);
    }
}

TEST(Elementwise, SumOfSquaresIsOfDoublePrecision)
{
    for (const Type type : kTypes) {
        const Numbers x = Numbers(17, 5000, type).random(1, 0.5, 1);
        double sum = 0;
        for (const double value : values(x))
            sum += value * value;
        Number squares(3); // is added to
        kernels().addSquares(squares.slot(), x.view());
        EXPECT_NEAR(squares.get(), 3 + sum, 1e-9 * sum);
    }
}

TEST(Elementwise, AdamWWithMomentsOfEitherType)
{
    const AdamStep step{.learningRate = 0.1F,
                        .beta1 = 0.9F,
                        .beta2 = 0.99F,
                        .epsilon = 1e-8F,
                        .weightDecay = 0.1F,
                        .correction1 = 0.5F,
                        .correction2 = 0.25F};
    const Number scale(2);
    for (const Type type : kTypes) {
        Numbers w = Numbers(7, 65).random(1);
        const Numbers g = Numbers(7, 65).random(2);
        Numbers m = Numbers(7, 65, type).random(3);
        Numbers v = Numbers(7, 65, type).random(4, 0.1, 1);
        const Numbers w0 = w;
        const Numbers m0 = m;
        const Numbers v0 = v;
        kernels().adamw(step, scale.slot(), w.view(), g.view(), m.view(), v.view());
        const auto mean = [&](auto r, auto c) { return 0.9 * m0.get(r, c) + 0.2 * g.get(r, c); };
        const auto square = [&](auto r, auto c) {
            return 0.99 * v0.get(r, c) + 0.04 * g.get(r, c) * g.get(r, c);
        };
        expectNear(m, mean, 1e-6);
        expectNear(v, square, 1e-6);
        expectNear(
            w,
            [&](auto r, auto c) {
                return w0.get(r, c) * (1 - 0.01)
                    - 0.1 * (mean(r, c) / 0.5) / (std::sqrt(square(r, c) / 0.25) + 1e-8);
            },
            2e-6);
    }
}

TEST(Elementwise, PlainDescentDecaysTheWeightsToo)
{
    const AdamStep step{.learningRate = 0.1F, .weightDecay = 0.5F};
    const Number scale(2);
    Numbers w = Numbers(7, 65).random(1);
    const Numbers before = w;
    const Numbers g = Numbers(7, 65).random(2);
    kernels().descend(step, scale.slot(), w.view(), g.view());
    expectNear(
        w,
        [&](auto r, auto c) {
            return before.get(r, c) - 0.1 * (2 * g.get(r, c) + 0.5 * before.get(r, c));
        },
        1e-6);
}

// A step whose gradients are not all numbers leaves everything as it is.
TEST(Elementwise, NothingIsUpdatedByAScaleThatIsNoNumber)
{
    const Number scale(std::numeric_limits<double>::quiet_NaN());
    const Numbers g = Numbers(7, 65).random(2);
    Numbers w = Numbers(7, 65).random(1);
    Numbers m = Numbers(7, 65).random(3);
    Numbers v = Numbers(7, 65).random(4, 0.1, 1);
    const std::vector<double> before[] = {values(w), values(m), values(v)};
    kernels().adamw({.learningRate = 1, .beta1 = 0.5F, .beta2 = 0.5F}, scale.slot(), w.view(),
                    g.view(), m.view(), v.view());
    kernels().descend({.learningRate = 1}, scale.slot(), w.view(), g.view());
    EXPECT_EQ(values(w), before[0]);
    EXPECT_EQ(values(m), before[1]);
    EXPECT_EQ(values(v), before[2]);
}

TEST(Elementwise, SlotsAreSummedInTheirOrder)
{
    // In another order the small ones would be lost, or the large ones not cancel.
    const std::vector<double> numbers = {1e20, 1, -1e20, 3, 1e-3};
    const DeviceValues<double> slots(numbers);
    const Number total(-1);
    kernels().sumSlots(total.slot(), {slots.device(), 5});
    EXPECT_EQ(total.get(), 3 + 1e-3);
    kernels().sumSlots(total.slot(), {slots.device(), 0});
    EXPECT_EQ(total.get(), 0);
}

TEST(Elementwise, GradientsAreClippedToTheLimitOfTheirNorm)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const auto scaleFor = [](double squares, double loss, double limit) {
        const DeviceValues<double> totals(std::vector<double>{squares, loss});
        const Number scale(-1);
        kernels().clip(scale.slot(), {totals.device(), 2}, limit);
        return scale.get();
    };
    EXPECT_EQ(scaleFor(16, 5, 1), 0.25);
    EXPECT_EQ(scaleFor(16, 5, 4), 1);
    EXPECT_EQ(scaleFor(16, 5, 8), 1) << "never more than they are";
    EXPECT_EQ(scaleFor(16, 5, 0), 1) << "without a limit";
    EXPECT_EQ(scaleFor(0, 5, 1), 1);
    EXPECT_TRUE(std::isnan(scaleFor(infinity, 5, 1)));
    EXPECT_TRUE(std::isnan(scaleFor(std::nan(""), 5, 0)));
    EXPECT_TRUE(std::isnan(scaleFor(16, infinity, 0)));
}

TEST(Elementwise, AnyBitThatDiffersIsSeen)
{
    Numbers a = Numbers(1, 1000, Type::BF16, 0).random(1);
    Numbers b = a;
    const Indices differs(1, 1);
    kernels().compareBits(differs.view(), bytesIn(a.view()), bytesIn(b.view()));
    EXPECT_EQ(differs.get().front(), 0);
    a.set(0, 999, 0);
    b.set(0, 999, -0.0); // equal, but for its bits
    kernels().compareBits(differs.view(), bytesIn(a.view()), bytesIn(b.view()));
    EXPECT_EQ(differs.get().front(), 1);
}

} // namespace
} // namespace training::test
