#include "tests/runtime/kernels/numbers.h"

#include <algorithm>
#include <random>

namespace training::test {
namespace {

// A part of a table, from row 10: rows outside of it belong to others.
const std::vector<int> kRows = {12, 10, 9, 12, 27, 26, 0};

TEST(Rows, AreGatheredAndZeroWhereTheyAreElsewhere)
{
    for (const std::int64_t columns : kSizes)
        for (const Type from : kTypes)
            for (const Type to : kTypes) {
                const Numbers table = Numbers(17, columns, from).random(1);
                Numbers y = Numbers(7, columns, to).fill(5);
                kernels().gatherRows(y.view(), table.view(), Indices(kRows).view(), 10);
                expectNear(
                    y,
                    [&](auto r, auto c) {
                        const int row = kRows[static_cast<std::size_t>(r)] - 10;
                        return row >= 0 && row < 17 ? table.get(row, c) : 0;
                    },
                    0);
            }
}

TEST(Rows, AreScatteredAndTheOthersStay)
{
    const Indices rows({3, 0, 5});
    for (const std::int64_t columns : kSizes)
        for (const Type from : kTypes)
            for (const Type to : kTypes) {
                const Numbers x = Numbers(3, columns, from).random(1);
                Numbers table = Numbers(7, columns, to).fill(5);
                kernels().scatterRows(table.view(), x.view(), rows.view());
                expectNear(
                    table,
                    [&](auto r, auto c) {
                        const auto found = std::find(rows.get().begin(), rows.get().end(), r);
                        return found == rows.get().end() ? 5 : x.get(found - rows.get().begin(), c);
                    },
                    0);
            }
}

TEST(Rows, AreAddedWithTheirScale)
{
    Numbers scales = column(7);
    for (std::int64_t row = 0; row < 7; ++row)
        scales.set(row, 0, double(row + 1));
    for (const std::int64_t columns : kSizes)
        for (const Type type : kTypes)
            for (const bool scaled : {false, true}) {
                const Numbers x = Numbers(7, columns, type).random(1);
                Numbers table = Numbers(17, columns).random(2);
                const Numbers before = table;
                kernels().addToRows(table.view(), x.view(), Indices(kRows).view(), 10,
                                    scaled ? scales.view() : Matrix{});
                expectNear(
                    table,
                    [&](auto r, auto c) {
                        double sum = before.get(r, c);
                        for (std::size_t i = 0; i < kRows.size(); ++i)
                            if (kRows[i] - 10 == r)
                                sum += (scaled ? double(i + 1) : 1.0)
                                    * x.get(static_cast<std::int64_t>(i), c);
                        return sum;
                    },
                    2e-6);
            }
}

// As the words of a text: a few come very often, most once or never. What is added is rounded each
// time, so only one order gives these bits.
TEST(Rows, OfManyAreAddedInTheirOrder)
{
    constexpr std::int64_t kRowsOfText = 5000;
    constexpr std::int64_t kWords = 400;
    std::mt19937 generator(7);
    std::vector<int> words;
    for (std::int64_t i = 0; i < kRowsOfText; ++i)
        words.push_back(static_cast<int>(i % 3 != 0 ? generator() % 5 : generator() % kWords));
    const Numbers x = Numbers(kRowsOfText, 1).random(1, 1e-3, 1);
    Numbers table = Numbers(kWords - 10, 1).fill(100);
    std::vector<float> sums(kWords, 100);
    for (std::size_t i = 0; i < words.size(); ++i)
        sums[static_cast<std::size_t>(words[i])]
            += static_cast<float>(x.get(static_cast<std::int64_t>(i), 0));
    kernels().addToRows(table.view(), x.view(), Indices(words).view(), 3, {});
    for (std::int64_t row = 0; row < kWords - 10; ++row)
        ASSERT_EQ(table.get(row, 0), sums[static_cast<std::size_t>(row + 3)]) << row;
}

TEST(Rows, DotsAndScales)
{
    for (const std::int64_t columns : kSizes)
        for (const Type left : kTypes)
            for (const Type right : kTypes) {
                Numbers a = Numbers(7, columns, left).random(1);
                const Numbers b = Numbers(7, columns, right).random(2);
                const Numbers before = a;
                Numbers dots = column(7);
                kernels().rowDots(dots.view(), a.view(), b.view());
                for (std::int64_t row = 0; row < 7; ++row) {
                    double sum = 0;
                    for (std::int64_t column = 0; column < columns; ++column)
                        sum += a.get(row, column) * b.get(row, column);
                    EXPECT_NEAR(dots.get(row, 0), sum, 1e-5);
                }
                kernels().scaleRows(a.view(), dots.view());
                expectNear(
                    a, [&](auto r, auto c) { return before.get(r, c) * dots.get(r, 0); }, 1e-6);
            }
}

} // namespace
} // namespace training::test
