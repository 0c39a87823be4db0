#include "tests/runtime/kernels/numbers.h"

#include <algorithm>
#include <limits>

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
    const Indices chosen(2, 3);
    kernels().topExperts(chosen.view(), weights.view(), logits.view());
    EXPECT_EQ(chosen.get(), (std::vector<int>{1, 3, 2, 0, 1, 2}));
    const double sum = 2 + std::exp(-2.0);
    const double wanted[2][3]
        = {{1 / sum, 1 / sum, std::exp(-2.0) / sum}, {1 / 3., 1 / 3., 1 / 3.}};
    expectNear(
        weights, [&](auto r, auto c) { return wanted[r][c]; }, 1e-6);
}

// Else a kernel would look for rows of an expert that is none; and the loss shall be no number.
TEST(Experts, OfLogitsThatAreNoNumbersExpertsAreChosenThatAreThere)
{
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<std::vector<double>> rows = {{nan, nan, nan, nan, nan},
                                                   {1, nan, 2, 3, -1},
                                                   {-infinity, -infinity, -infinity, 0, -infinity},
                                                   {2, infinity, 0, 1, 0}};
    Numbers logits(4, 5);
    for (std::int64_t row = 0; row < 4; ++row)
        for (std::int64_t column = 0; column < 5; ++column)
            logits.set(row, column,
                       rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]);
    Numbers weights(4, 2);
    const Indices chosen(4, 2);
    kernels().topExperts(chosen.view(), weights.view(), logits.view());
    EXPECT_EQ(chosen.get(), (std::vector<int>{0, 1, 1, 3, 3, 0, 1, 0}));
    EXPECT_TRUE(std::isnan(weights.get(0, 0)));
    EXPECT_TRUE(std::isnan(weights.get(1, 0)));
    EXPECT_EQ(weights.get(2, 0), 1);
    EXPECT_EQ(weights.get(2, 1), 0);
}

TEST(Experts, GradientIsTheSlope)
{
    for (const std::int64_t experts : {1, 3, 7, 17})
        for (const std::int64_t count : {1, 2, 3}) {
            if (count > experts)
                continue;
            const Numbers logits = Numbers(7, experts).random(1, -2, 2);
            Numbers weights(7, count);
            const Indices chosen(7, count);
            kernels().topExperts(chosen.view(), weights.view(), logits.view());
            const Numbers dWeights = Numbers(7, count).random(2);
            Numbers dLogits = Numbers(7, experts).fill(9);
            kernels().topExpertsGrad(dLogits.view(), dWeights.view(), chosen.view(),
                                     weights.view());

            auto x = values(logits);
            expectNear(
                dLogits,
                [&](auto row, auto column) {
                    const auto first = static_cast<std::size_t>(row * experts);
                    const int* picked = &chosen.get()[static_cast<std::size_t>(row * count)];
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

TEST(Experts, PairsAreCountedAndPackedByExpert)
{
    const Indices chosen({2, 0, 0, 3, 2, 0}, 2); // of four experts, for three rows
    const Indices counts(1, 4);
    const Indices packed(6, 1);
    const Indices rows(6, 1);
    Kernels& device = kernels();
    device.countExperts(counts.view(), chosen.view());
    EXPECT_EQ(counts.get(), (std::vector<int>{3, 0, 2, 1}));
    device.packByExpert(packed.view(), rows.view(), chosen.view(), counts.view());
    EXPECT_EQ(packed.get(), (std::vector<int>{1, 2, 5, 0, 4, 3}));
    EXPECT_EQ(rows.get(), (std::vector<int>{0, 1, 2, 0, 2, 1}));
}

TEST(Experts, ArrivalsAreOrderedByExpertThenMember)
{
    const Indices counts({2, 0, 1, /**/ 1, 3, 0}, 3); // of two members, for three experts
    const Indices arrival(7, 1);
    const Indices departure(7, 1);
    kernels().orderArrivals(arrival.view(), departure.view(), counts.view());
    EXPECT_EQ(arrival.get(), (std::vector<int>{0, 1, 3, 4, 5, 6, 2}));
    EXPECT_EQ(departure.get(), (std::vector<int>{0, 1, 6, 2, 3, 4, 5}));
}

TEST(Experts, NoRowsAtAllAreOrderedToo)
{
    const Indices counts({0, 0}, 2);
    const Indices none(std::vector<std::int32_t>{});
    kernels().orderArrivals(none.view(), none.view(), counts.view());
    EXPECT_EQ(counts.get(), (std::vector<int>{0, 0}));
}

} // namespace
} // namespace training::test
