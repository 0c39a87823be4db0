#include "tests/runtime/kernels/numbers.h"

#include <numbers>

namespace training::test {
namespace {

double gelu(double x)
{
    return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

double swiglu(double gate, double up) { return gate / (1 + std::exp(-gate)) * up; }

double slopeOf(const std::function<double(double)>& f, double x)
{
    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
}

TEST(Activations, GeluAndItsGradient)
{
    for (const std::int64_t columns : kSizes)
        for (const Type typeX : kTypes)
            for (const Type typeY : kTypes) {
                const Numbers x = Numbers(7, columns, typeX).random(1, -6, 6);
                Numbers y(7, columns, typeY);
                kernels().gelu(y.view(), x.view());
                expectNear(
                    y, [&](auto r, auto c) { return gelu(x.get(r, c)); }, 1e-6);

                const Numbers dy = Numbers(7, columns, typeX).random(2);
                Numbers dx(7, columns, typeY);
                kernels().geluGrad(dx.view(), dy.view(), x.view());
                const auto wanted
                    = [&](auto r, auto c) { return dy.get(r, c) * slopeOf(gelu, x.get(r, c)); };
                expectNear(dx, wanted, 3e-6);
                Numbers inPlace = dy;
                kernels().geluGrad(inPlace.view(), inPlace.view(), x.view());
                expectNear(inPlace, wanted, 3e-6);
            }
}

TEST(Activations, SwigluAndItsGradients)
{
    for (const std::int64_t columns : kSizes)
        for (const Type typeX : kTypes)
            for (const Type typeY : kTypes) {
                const Numbers gate = Numbers(3, columns, typeX).random(1, -9, 9);
                const Numbers up = Numbers(3, columns, typeY).random(2);
                Numbers y(3, columns, typeY);
                kernels().swiglu(y.view(), gate.view(), up.view());
                expectNear(
                    y, [&](auto r, auto c) { return swiglu(gate.get(r, c), up.get(r, c)); }, 1e-6);

                const Numbers dy = Numbers(3, columns, typeY).random(3);
                Numbers dGate(3, columns, typeX);
                Numbers dUp(3, columns, typeY);
                kernels().swigluGrad(dGate.view(), dUp.view(), dy.view(), gate.view(), up.view());
                expectNear(
                    dGate,
                    [&](auto r, auto c) {
                        return dy.get(r, c)
                            * slopeOf([&](double g) { return swiglu(g, up.get(r, c)); },
                                      gate.get(r, c));
                    },
                    3e-6);
                expectNear(
                    dUp,
                    [&](auto r, auto c) {
                        return dy.get(r, c)
                            * slopeOf([&](double u) { return swiglu(gate.get(r, c), u); },
                                      up.get(r, c));
                    },
                    3e-6);
            }
}

const std::vector<int> kPositions = {0, 1, 1, 700, 5};

// What x becomes at (r, c) under a base of 1000.
double turned(const Numbers& x, std::int64_t r, std::int64_t c, int size, bool back)
{
    const auto half = size / 2;
    const std::int64_t in = c % size;
    const double angle = (back ? -1 : 1) * kPositions[static_cast<std::size_t>(r)]
        * std::pow(1000.0, -2.0 * double(in % half) / size);
    const double low = x.get(r, in < half ? c : c - half);
    const double high = x.get(r, in < half ? c + half : c);
    return in < half ? low * std::cos(angle) - high * std::sin(angle)
                     : low * std::sin(angle) + high * std::cos(angle);
}

TEST(Activations, RotationTurnsPairsByPositionAndBackAgain)
{
    for (const int size : {2, 6, 16, 34, 64})
        for (const Type type : kTypes)
            for (const std::int64_t gap : {3, 8}) {
                Numbers x = Numbers(5, 3 * size, type, gap).random(1);
                const Numbers before = x;
                kernels().rotate(x.view(), Indices(kPositions).view(), size, 1000, false);
                expectNear(
                    x, [&](auto r, auto c) { return turned(before, r, c, size, false); }, 1e-6);
                kernels().rotate(x.view(), Indices(kPositions).view(), size, 1000, true);
                expectNear(
                    x, [&](auto r, auto c) { return before.get(r, c); },
                    type == Type::F32 ? 1e-6 : 8e-3);
            }
}

// Queries and keys of them, not the values behind them; and from one type into another.
TEST(Activations, RotationIntoAnotherMatrixTakesTheOtherColumnsAlong)
{
    for (const int size : {2, 6, 16, 64})
        for (const Type from : kTypes)
            for (const Type to : kTypes)
                for (const std::int64_t gap : {3, 8})
                    for (const bool back : {false, true}) {
                        Numbers x = Numbers(5, 4 * size, from, gap).random(1);
                        const Numbers before = x;
                        Numbers y = Numbers(5, 4 * size, to, gap).fill(std::nan(""));
                        kernels().rotateInto(y.view(), x.view(), 3 * size,
                                             Indices(kPositions).view(), size, 1000, back);
                        expectNear(
                            y,
                            [&](auto r, auto c) {
                                return c < 3 * size ? turned(before, r, c, size, back)
                                                    : before.get(r, c);
                            },
                            from == Type::F32 ? 1e-6 : 1.0 / 256);
                        EXPECT_TRUE(x.gapsUntouched());
                    }
}

} // namespace
} // namespace training::test
