// The end of a step for a list of weights: as one by one, in double precision.

#include "tests/runtime/kernels/numbers.h"

#include <limits>
#include <numeric>

namespace training::test {
namespace {

const AdamStep kStep{.learningRate = 0.1F,
                     .beta1 = 0.9F,
                     .beta2 = 0.99F,
                     .epsilon = 1e-8F,
                     .weightDecay = 0.1F,
                     .correction1 = 0.5F,
                     .correction2 = 0.25F};
constexpr double kScale = 2;

// Rows that are held in one stretch of memory, as parameters in a bucket, from `first` on.
struct Stretch {
    Stretch(std::int64_t elements, Type type, unsigned seed, double low, double high,
            std::int64_t first_ = 0)
        : numbers(Numbers(1, first_ + elements + 5, type, 0).random(seed, low, high))
        , before(numbers)
        , first(first_)
    {
    }
    Matrix range(std::int64_t from, std::int64_t count) const
    {
        return numbers.view().columnRange(first + from, count);
    }
    double was(std::int64_t at) const { return before.get(0, first + at); }

    Numbers numbers;
    Numbers before;
    std::int64_t first;
};

// Whose parameters are of these sizes; `offset`: at which element they begin, in each array at
// another one where `apart`.
struct Weights {
    std::vector<std::int64_t> sizes;
    Type moments = Type::F32;
    bool rounds = true;
    std::int64_t offset = 0;
    bool apart = false;

    std::int64_t all = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    Stretch w{all, Type::F32, 1, -1, 1, offset};
    Stretch g{all, Type::F32, 2, -1, 1, apart ? 3 : offset};
    Stretch m{all, moments, 3, -1, 1, apart ? 2 : offset};
    Stretch v{all, moments, 4, 0.1, 1, apart ? 0 : offset};
    Stretch rounded{all, Type::BF16, 5, 7, 8, apart ? 1 : offset};

    bool decays(std::size_t i) const { return i % 3 != 1; }
    std::vector<Update> list(bool withMoments) const
    {
        std::vector<Update> updates;
        std::int64_t from = 0;
        for (std::size_t i = 0; i < sizes.size(); from += sizes[i++]) {
            const auto of = [&](const Stretch& row) { return row.range(from, sizes[i]); };
            updates.push_back({of(w), of(g), withMoments ? of(m) : Matrix{},
                               withMoments ? of(v) : Matrix{}, rounds ? of(rounded) : Matrix{},
                               decays(i)});
        }
        return updates;
    }
    double mean(std::int64_t at) const { return 0.9 * m.was(at) + 0.1 * kScale * g.was(at); }
    double square(std::int64_t at) const
    {
        return 0.99 * v.was(at) + 0.01 * kScale * kScale * g.was(at) * g.was(at);
    }
    double adam(std::int64_t at, bool decay) const
    {
        return w.was(at) * (decay ? 1 - 0.01 : 1)
            - 0.1 * (mean(at) / 0.5) / (std::sqrt(square(at) / 0.25) + 1e-8);
    }
    double descended(std::int64_t at, bool decay) const
    {
        return w.was(at) * (decay ? 1 - 0.01 : 1) - 0.1 * kScale * g.was(at);
    }

    // Each element of the row is wanted(element, whether it decays); beside them nothing changed.
    template <class F>
    void expectRow(const Stretch& row, double tolerance, const F& wanted) const
    {
        const auto value = [&](std::int64_t, std::int64_t column) {
            std::int64_t at = column - row.first;
            if (at < 0 || at >= all)
                return row.before.get(0, column);
            std::size_t i = 0;
            for (std::int64_t left = at; left >= sizes[i]; ++i)
                left -= sizes[i];
            return double(wanted(at, decays(i)));
        };
        expectNear(row.numbers, value, tolerance);
    }
    void expectRounded(double tolerance) const
    {
        expectRow(rounded, rounds ? tolerance : 0, [&](std::int64_t at, bool) {
            return rounds ? w.numbers.get(0, w.first + at) : rounded.was(at);
        });
    }
};

// Sizes odd and even, longer than what a block takes, more than fit one launch.
std::vector<std::vector<std::int64_t>> sizesOfLists()
{
    return {{1}, {7, 65, 3, 8, 8}, {5000, 12, 4099}, std::vector<std::int64_t>(150, 3)};
}

// check(weights) for all of these, aligned to 16 bytes and not.
void forLists(const std::function<void(Weights&)>& check)
{
    for (const std::vector<std::int64_t>& sizes : sizesOfLists())
        for (const Type moments : kTypes)
            for (const bool rounds : {false, true})
                for (const std::int64_t offset : {0, 3, 4})
                    for (const bool apart : {false, true}) {
                        Weights weights{sizes, moments, rounds, offset, apart};
                        check(weights);
                    }
}

TEST(Updates, AdamWOfAListIsThatOfEach)
{
    const Number scale(kScale);
    forLists([&](Weights& weights) {
        kernels().adamwEach(kStep, scale.slot(), weights.list(true));
        weights.expectRow(weights.w, 2e-6,
                          [&](auto at, bool decay) { return weights.adam(at, decay); });
        weights.expectRow(weights.m, 1e-6, [&](auto at, bool) { return weights.mean(at); });
        weights.expectRow(weights.v, 1e-6, [&](auto at, bool) { return weights.square(at); });
        weights.expectRow(weights.g, 0, [&](auto at, bool) { return weights.g.was(at); });
        weights.expectRounded(0);
    });
}

TEST(Updates, DescentOfAListIsThatOfEach)
{
    const Number scale(kScale);
    forLists([&](Weights& weights) {
        kernels().descendEach(kStep, scale.slot(), weights.list(false));
        weights.expectRow(weights.w, 1e-6,
                          [&](auto at, bool decay) { return weights.descended(at, decay); });
        weights.expectRow(weights.m, 0, [&](auto at, bool) { return weights.m.was(at); });
        weights.expectRounded(0);
    });
}

TEST(Updates, OfMatricesWithGapsTheGapsStay)
{
    const Number scale(kScale);
    Numbers w = Numbers(7, 65).random(1);
    Numbers m = Numbers(7, 65, Type::BF16, 1).random(3);
    Numbers v = Numbers(7, 65, Type::BF16, 0).random(4, 0.1, 1);
    Numbers rounded = Numbers(7, 65, Type::BF16, 5).fill(std::nan(""));
    const Numbers g = Numbers(7, 65, Type::F32, 2).random(2);
    const Numbers before = w;
    const Update update{w.view(), g.view(), m.view(), v.view(), rounded.view(), false};
    const std::vector<double> m0 = values(m);
    const std::vector<double> v0 = values(v);
    kernels().adamwEach(kStep, scale.slot(), {&update, 1});
    const auto wanted = [&](auto row, auto column) {
        const auto at = static_cast<std::size_t>(row * 65 + column);
        const double slope = kScale * g.get(row, column);
        return before.get(row, column)
            - 0.1 * ((0.9 * m0[at] + 0.1 * slope) / 0.5)
            / (std::sqrt((0.99 * v0[at] + 0.01 * slope * slope) / 0.25) + 1e-8);
    };
    expectNear(w, wanted, 2e-6);
    expectNear(rounded, wanted, 1e-5);
    EXPECT_TRUE(m.gapsUntouched() && v.gapsUntouched());
}

TEST(Updates, AScaleThatIsNoNumberChangesNothing)
{
    const Number scale(std::numeric_limits<double>::quiet_NaN());
    Weights weights{{7, 65, 3}};
    kernels().adamwEach(kStep, scale.slot(), weights.list(true));
    kernels().descendEach(kStep, scale.slot(), weights.list(false));
    for (const Stretch* row : {&weights.w, &weights.m, &weights.v})
        weights.expectRow(*row, 0, [&](auto at, bool) { return row->was(at); });
}

TEST(Updates, HugeAndTinyGradientsMoveWeightsByTheirPace)
{
    const Number scale(1);
    const std::vector<double> slopes = {1e18, -1e18, 1e-18, -1e-18, 0, 3e-38};
    Numbers g(1, 6);
    for (std::int64_t i = 0; i < 6; ++i)
        g.set(0, i, slopes[static_cast<std::size_t>(i)]);
    Numbers w(1, 6);
    Numbers m(1, 6);
    Numbers v(1, 6);
    const AdamStep first{.learningRate = 0.1F,
                         .beta1 = 0.9F,
                         .beta2 = 0.99F,
                         .epsilon = 1e-8F,
                         .correction1 = 0.1F,
                         .correction2 = 0.01F};
    const Update update{w.view(), g.view(), m.view(), v.view()};
    kernels().adamwEach(first, scale.slot(), {&update, 1});
    expectNear(
        w,
        [&](auto, auto column) {
            const double slope = g.get(0, column);
            return -0.1 * slope / (std::abs(slope) + 1e-8);
        },
        1e-5);
}

// check(rows of one stretch of memory, their sizes)
TEST(Updates, SquaresOfAListGoToTheirSums)
{
    for (const Type type : kTypes)
        for (const std::int64_t offset : {0, 3}) {
            const std::vector<std::int64_t> sizes = {17000, 40000, 3, 1, 0, 65, 4};
            // Two neighbours that are one sum, and one that comes again.
            const std::vector<std::size_t> sums = {0, 0, 1, 2, 2, 1, 2};
            const Stretch x(58000, type, 1, 0.5, 1, offset);
            const DeviceValues<double> slots(std::vector<double>{3, 5, 7});
            const Slots all{slots.device(), 3};
            std::vector<Squares> list;
            std::vector<double> wanted = {3, 5, 7};
            std::int64_t from = 0;
            for (std::size_t i = 0; i < sizes.size(); from += sizes[i++]) {
                list.push_back({all[sums[i]], x.range(from, sizes[i])});
                for (std::int64_t at = from; at < from + sizes[i]; ++at)
                    wanted[sums[i]] += x.was(at) * x.was(at);
            }
            kernels().addSquaresEach(list);
            for (std::size_t i = 0; i < wanted.size(); ++i)
                EXPECT_NEAR(slots.host()[i], wanted[i], 1e-9 * wanted[i]);
        }
}

TEST(Updates, SumsOfMoreThanALaunchTakesAreWhole)
{
    const Stretch x(2000, Type::F32, 1, 0.5, 1);
    for (const std::size_t sumsOf : {1U, 300U}) { // one, or many
        const DeviceValues<double> slots(std::vector<double>(sumsOf, 0));
        const Slots all{slots.device(), static_cast<std::int64_t>(sumsOf)};
        std::vector<Squares> list;
        std::vector<double> wanted(sumsOf, 0);
        for (std::int64_t i = 0; i < 300; ++i) { // with gaps between: none meet
            const std::size_t sum = static_cast<std::size_t>(i) % sumsOf;
            list.push_back({all[sum], x.range(6 * i, 5)});
            for (std::int64_t at = 6 * i; at < 6 * i + 5; ++at)
                wanted[sum] += x.was(at) * x.was(at);
        }
        kernels().addSquaresEach(list);
        for (std::size_t i = 0; i < sumsOf; ++i)
            EXPECT_NEAR(slots.host()[i], wanted[i], 1e-12 * wanted[i]);
    }
}

TEST(Updates, AListIsFilledAndNothingBeside)
{
    for (const Type type : kTypes)
        for (const std::int64_t offset : {0, 1}) {
            Stretch x(9001, type, 1, 0.5, 1, offset);
            Numbers gaps = Numbers(3, 7, type).random(2);
            const std::vector<Matrix> list
                = {x.range(0, 4), x.range(4, 4500), gaps.view(), x.range(4505, 3), Matrix{}};
            kernels().fillEach(list, 1.5F);
            expectNear(
                x.numbers,
                [&](auto, auto column) {
                    const std::int64_t at = column - x.first;
                    const bool filled = (at >= 0 && at < 4504) || (at >= 4505 && at < 4508);
                    return filled ? 1.5 : x.before.get(0, column);
                },
                0);
            expectNear(
                gaps, [](auto, auto) { return 1.5; }, 0);
        }
}

} // namespace
} // namespace training::test
