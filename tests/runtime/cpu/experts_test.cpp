#include "engine/runtime/cpu/cpu_kernels.h"
#include "tests/runtime/cpu/numbers.h"

#include <algorithm>

namespace training::test {
namespace {

TEST(Experts, TheLargestAreChosenAndTheLowerNumberOfEqualOnes)
{
    Numbers logits(2, 5);
    const double rows[2][5] = {{0, 3, 1, 3, -1}, {-2, -2, -2, -2, -2}};
    for (std::int64_t row = 0; row < 2; ++row)
        for (std::int64_t column = 0; column < 5; ++column)
            logits.set(row, column, rows[row][column]);
    Numbers weights(2, 3);
    std::vector<int> chosen(6);
    CpuKernels().topExperts(chosen, weights.view, logits.view);
    EXPECT_EQ(chosen, (std::vector<int>{1, 3, 2, 0, 1, 2}));
    const double sum = 2 + std::exp(-2.0);
    const double wanted[2][3]
        = {{1 / sum, 1 / sum, std::exp(-2.0) / sum}, {1 / 3., 1 / 3., 1 / 3.}};
    expectNear(
        weights, [&](auto r, auto c) { return wanted[r][c]; }, 1e-6);
}

TEST(Experts, GradientIsTheSlope)
{
    for (const std::int64_t experts : {1, 3, 7, 17})
        for (const std::int64_t count : {1, 2, 3}) {
            if (count > experts)
                continue;
            const Numbers logits = Numbers(7, experts).random(1, -2, 2);
            Numbers weights(7, count);
            std::vector<int> chosen(static_cast<std::size_t>(7 * count));
            CpuKernels().topExperts(chosen, weights.view, logits.view);
            const Numbers dWeights = Numbers(7, count).random(2);
            Numbers dLogits = Numbers(7, experts).fill(9);
            CpuKernels().topExpertsGrad(dLogits.view, dWeights.view, chosen, weights.view);

            auto x = values(logits);
            expectNear(
                dLogits,
                [&](auto row, auto column) {
                    const auto first = static_cast<std::size_t>(row * experts);
                    const int* picked = &chosen[static_cast<std::size_t>(row * count)];
                    return slope(x, first + static_cast<std::size_t>(column), [&] {
                        double sum = 0;
                        double mixed = 0;
                        for (std::int64_t i = 0; i < count; ++i) {
                            const double e
                                = std::exp(x[first + static_cast<std::size_t>(picked[i])]);
                            sum += e;
                            mixed += e * dWeights.get(row, i);
                        }
                        return mixed / sum;
                    });
                },
                1e-6);
        }
}

} // namespace
} // namespace training::test
