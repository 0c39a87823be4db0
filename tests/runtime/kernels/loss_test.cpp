#include "tests/runtime/kernels/numbers.h"

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
        Kernels& device = kernels();
        const auto targets = targetsOf(part);
        const auto rows = static_cast<std::int64_t>(targets.size());
        Numbers logits = Numbers(rows, part.columns).random(1, -5, 5);
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = part.valid; column < part.columns; ++column)
                logits.set(row, column, 50); // padding must not count
        const Numbers before = logits;
        const Indices targetsOnDevice(targets);
        Numbers maxima = column(rows);
        Numbers sums = column(rows);
        Numbers chosen = column(rows);
        device.rowMaxima(maxima.view(), logits.view(), part.valid);
        for (std::int64_t row = 0; row < rows; ++row) {
            double largest = -1e9;
            for (std::int64_t column = 0; column < part.valid; ++column)
                largest = std::max(largest, before.get(row, column));
            EXPECT_EQ(maxima.get(row, 0), largest);
        }
        for (std::int64_t row = 0; row < rows; ++row) // of the whole vocabulary: may lie elsewhere
            maxima.set(row, 0, maxima.get(row, 0) + 0.25);
        device.exponentials(logits.view(), sums.view(), chosen.view(), maxima.view(),
                            targetsOnDevice.view(), 100, part.valid);
        const auto wanted = [&](std::int64_t row, std::int64_t column) {
            const double shifted = before.get(row, column) - maxima.get(row, 0);
            return column < part.valid ? std::exp(shifted) : 0;
        };
        for (std::int64_t row = 0; row < rows; ++row) {
            const auto at = static_cast<std::size_t>(row);
            double sum = 0;
            for (std::int64_t column = 0; column < part.valid; ++column)
                sum += wanted(row, column);
            EXPECT_NEAR(sums.get(row, 0), sum, 1e-5);
            const int target = targets[at] - 100;
            const bool here = target >= 0 && target < part.valid;
            EXPECT_NEAR(chosen.get(row, 0), here ? before.get(row, target) - maxima.get(row, 0) : 0,
                        1e-6);
        }
    }
}

TEST(Loss, OfAllRowsIsTheirSum)
{
    Numbers sums = column(5).random(1, 1, 20);
    const Numbers chosen = column(5).random(2, -4, 0);
    double wanted = 0;
    for (std::int64_t row = 0; row < 5; ++row)
        wanted += std::log(sums.get(row, 0)) - chosen.get(row, 0);
    Number loss(7); // is replaced
    kernels().sumLosses(loss.slot(), sums.view(), chosen.view());
    EXPECT_NEAR(loss.get(), wanted, 1e-14 * wanted);
    sums.set(3, 0, -1);
    kernels().sumLosses(loss.slot(), sums.view(), chosen.view());
    EXPECT_TRUE(std::isnan(loss.get()));
}

// loss = log(sum of exp) - logit of the target, differentiated by steps. `half`: in BF16, in the
// memory of the logits.
void expectSlopes(const Part& part, bool half)
{
    Kernels& device = kernels();
    const auto targets = targetsOf(part);
    const auto rows = static_cast<std::int64_t>(targets.size());
    Numbers logits = Numbers(rows, part.columns).random(1, -3, 3);
    auto x = values(logits);
    const Indices targetsOnDevice(targets);
    Numbers maxima = column(rows);
    Numbers sums = column(rows);
    Numbers chosen = column(rows);
    device.rowMaxima(maxima.view(), logits.view(), part.valid);
    device.exponentials(logits.view(), sums.view(), chosen.view(), maxima.view(),
                        targetsOnDevice.view(), 100, part.valid);
    const Matrix gradient = half ? halfWithin(logits.view()) : logits.view();
    device.lossGrad(gradient, logits.view(), maxima.view(), sums.view(), targetsOnDevice.view(),
                    100, part.valid, 0.125F);
    Numbers got(rows, part.columns);
    device.copy(got.view(), gradient);
    expectNear(
        got,
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
        half ? 0.125 / 512 : 1e-6);
}

TEST(Loss, GradientIsTheSlopeInEveryTypeThatTheDeviceWrites)
{
    for (const Type written : writtenTypes())
        // The second is longer than what a block reads at once.
        for (const Part& part : {Part{17, 15}, Part{1300, 1291}})
            expectSlopes(part, written == Type::BF16);
}

} // namespace
} // namespace training::test
