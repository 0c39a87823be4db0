#include "engine/runtime/cpu/cpu_kernels.h"
#include "tests/runtime/cpu/numbers.h"

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
                CpuKernels().gelu(y.view, x.view);
                expectNear(
                    y, [&](auto r, auto c) { return gelu(x.get(r, c)); }, 1e-6);

                const Numbers dy = Numbers(7, columns, typeX).random(2);
                Numbers dx(7, columns, typeY);
                CpuKernels().geluGrad(dx.view, dy.view, x.view);
                const auto wanted
                    = [&](auto r, auto c) { return dy.get(r, c) * slopeOf(gelu, x.get(r, c)); };
                expectNear(dx, wanted, 3e-6);
                Numbers inPlace = dy;
                CpuKernels().geluGrad(inPlace.view, inPlace.view, x.view);
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
                CpuKernels().swiglu(y.view, gate.view, up.view);
                expectNear(
                    y, [&](auto r, auto c) { return swiglu(gate.get(r, c), up.get(r, c)); }, 1e-6);

                const Numbers dy = Numbers(3, columns, typeY).random(3);
                Numbers dGate(3, columns, typeX);
                Numbers dUp(3, columns, typeY);
                CpuKernels().swigluGrad(dGate.view, dUp.view, dy.view, gate.view, up.view);
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

TEST(Activations, RotationTurnsPairsByPositionAndBackAgain)
{
    for (const int size : {2, 6, 16, 34})
        for (const Type type : kTypes) {
            const std::vector<int> positions = {0, 1, 1, 700, 5};
            Numbers x = Numbers(5, 3 * size, type).random(1);
            const Numbers before = x;
            CpuKernels().rotate(x.view, Indices(positions).view, size, 1000, false);
            expectNear(
                x,
                [&](auto r, auto c) {
                    const auto half = size / 2;
                    const std::int64_t in = c % size;
                    const double angle = positions[static_cast<std::size_t>(r)]
                        * std::pow(1000.0, -2.0 * double(in % half) / size);
                    const double low = before.get(r, in < half ? c : c - half);
                    const double high = before.get(r, in < half ? c + half : c);
                    return in < half ? low * std::cos(angle) - high * std::sin(angle)
                                     : low * std::sin(angle) + high * std::cos(angle);
                },
                1e-6);
            CpuKernels().rotate(x.view, Indices(positions).view, size, 1000, true);
            expectNear(
                x, [&](auto r, auto c) { return before.get(r, c); },
                type == Type::F32 ? 1e-6 : 8e-3);
        }
}

} // namespace
} // namespace training::test
