#include "engine/runtime/cpu/cpu_kernels.h"
#include "tests/runtime/cpu/numbers.h"

namespace training::test {
namespace {

// A part of the vocabulary from 100 on: `valid` columns of it, then padding.
struct Part {
    std::int64_t columns = 1;
    std::int64_t valid = 1;
};
const std::vector<Part> kParts = {{1, 1}, {7, 5}, {65, 64}, {65, 65}, {17, 3}};

// Targets in the part, in its padding, and elsewhere.
std::vector<int> targetsOf(const Part& part)
{
    return {
        100, 99, 100 + static_cast<int>(part.valid) - 1, 100 + static_cast<int>(part.columns), 0,
        100, 100};
}

TEST(Loss, MaximaExponentialsAndChosenLogits)
{
    for (const Part& part : kParts) {
        CpuKernels kernels;
        const auto targets = targetsOf(part);
        const auto rows = static_cast<std::int64_t>(targets.size());
        Numbers logits = Numbers(rows, part.columns).random(1, -5, 5);
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = part.valid; column < part.columns; ++column)
                logits.set(row, column, 50); // padding must not count
        const Numbers before = logits;
        std::vector<float> maxima(targets.size()), sums(targets.size()), chosen(targets.size());
        kernels.rowMaxima(maxima, logits.view, part.valid);
        for (std::int64_t row = 0; row < rows; ++row) {
            double largest = -1e9;
            for (std::int64_t column = 0; column < part.valid; ++column)
                largest = std::max(largest, before.get(row, column));
            EXPECT_EQ(maxima[static_cast<std::size_t>(row)], largest);
        }
        for (float& each : maxima)
            each += 0.25F; // of the whole vocabulary: may lie elsewhere
        kernels.exponentials(logits.view, sums, chosen, maxima, targets, 100, part.valid);
        const auto wanted = [&](std::int64_t row, std::int64_t column) {
            const double shifted = before.get(row, column) - maxima[static_cast<std::size_t>(row)];
            return column < part.valid ? std::exp(shifted) : 0;
        };
        expectNear(logits, wanted, 1e-6);
        for (std::int64_t row = 0; row < rows; ++row) {
            const auto at = static_cast<std::size_t>(row);
            double sum = 0;
            for (std::int64_t column = 0; column < part.valid; ++column)
                sum += wanted(row, column);
            EXPECT_NEAR(sums[at], sum, 1e-5);
            const int target = targets[at] - 100;
            const bool here = target >= 0 && target < part.valid;
            EXPECT_NEAR(chosen[at], here ? before.get(row, target) - maxima[at] : 0, 1e-6);
        }
    }
}

// loss = log(sum of exp) - logit of the target, differentiated by steps.
TEST(Loss, GradientIsTheSlope)
{
    const Part part{17, 15};
    CpuKernels kernels;
    const auto targets = targetsOf(part);
    Numbers logits
        = Numbers(static_cast<std::int64_t>(targets.size()), part.columns).random(1, -3, 3);
    auto x = values(logits);
    std::vector<float> maxima(targets.size()), sums(targets.size()), chosen(targets.size());
    kernels.rowMaxima(maxima, logits.view, part.valid);
    kernels.exponentials(logits.view, sums, chosen, maxima, targets, 100, part.valid);
    kernels.lossGrad(logits.view, sums, targets, 100, 0.125F);
    expectNear(
        logits,
        [&](auto row, auto column) {
            const auto first = static_cast<std::size_t>(row * part.columns);
            const int target = targets[static_cast<std::size_t>(row)] - 100;
            return slope(x, first + static_cast<std::size_t>(column), [&] {
                double sum = 0;
                for (std::int64_t c = 0; c < part.valid; ++c)
                    sum += std::exp(x[first + static_cast<std::size_t>(c)]);
                const bool here = target >= 0 && target < part.columns;
                return 0.125
                    * (std::log(sum) - (here ? x[first + static_cast<std::size_t>(target)] : 0));
            });
        },
        1e-6);
}

} // namespace
} // namespace training::test
