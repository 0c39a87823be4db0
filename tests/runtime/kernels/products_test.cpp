// Products of every form against three loops in double precision.

#include "tests/runtime/kernels/numbers.h"

#include <deque>
#include <numeric>

namespace training::test {
namespace {

struct Form {
    Flip a = Flip::No;
    Flip b = Flip::No;
    Into into = Into::Replace;
};

void expectProduct(std::int64_t m, std::int64_t n, std::int64_t k, Form form, Type typeA,
                   Type typeB, Type typeC)
{
    const bool turnA = form.a == Flip::Yes;
    const bool turnB = form.b == Flip::Yes;
    const Numbers a = Numbers(turnA ? k : m, turnA ? m : k, typeA).random(1);
    const Numbers b = Numbers(turnB ? n : k, turnB ? k : n, typeB).random(2);
    Numbers c = Numbers(m, n, typeC).random(3);
    const Numbers before = c;
    kernels().multiply(c.view(), a.view(), form.a, b.view(), form.b, form.into);
    // Half of the last bit of BF16, of each of k products that are below 1; their signs are random.
    const bool rounded = typeA != typeB && kernelDevice().roundsFactors;
    const double tolerance = 1e-5 + (rounded ? 3 * std::sqrt(double(k)) / 512 : 0);
    expectNear(
        c,
        [&](std::int64_t row, std::int64_t column) {
            double sum = form.into == Into::Add ? before.get(row, column) : 0;
            for (std::int64_t i = 0; i < k; ++i)
                sum += (turnA ? a.get(i, row) : a.get(row, i))
                    * (turnB ? b.get(column, i) : b.get(i, column));
            return sum;
        },
        tolerance);
}

const std::vector<Form> kForms = {{},
                                  {.b = Flip::Yes},
                                  {.a = Flip::Yes},
                                  {.a = Flip::Yes, .b = Flip::Yes},
                                  {.into = Into::Add},
                                  {.b = Flip::Yes, .into = Into::Add},
                                  {.a = Flip::Yes, .into = Into::Add}};

TEST(Products, OfOddShapesInEveryForm)
{
    for (const Form& form : kForms)
        for (const std::int64_t m : {1, 7, 65})
            for (const std::int64_t n : {1, 17, 64})
                for (const std::int64_t k : {1, 3, 65})
                    expectProduct(m, n, k, form, Type::F32, Type::F32, Type::F32);
}

TEST(Products, OfMixedTypes)
{
    for (const Form& form : kForms)
        for (const Type a : kTypes)
            for (const Type b : kTypes)
                for (const Type c : kTypes)
                    expectProduct(7, 17, 33, form, a, b, c);
}

// Above the limit of converted copies: goes in parts, by rows and by columns.
TEST(Products, OfLargeBf16MatricesInParts)
{
    for (const Form& form : {Form{.b = Flip::Yes}, Form{.a = Flip::Yes, .into = Into::Add}})
        for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{3, 1500}, {1501, 5}}) {
            const std::int64_t k = 3000;
            expectProduct(m, n, k, form, Type::BF16, Type::BF16, Type::BF16);
        }
}

// Of experts, to each of which another number of rows came: what comes of each is its own product.
TEST(Products, OfAListAreThoseOfEach)
{
    const std::vector<std::int64_t> rows = {1, 2, 15, 64, 65, 66, 0, 100, 97, 255};
    const auto sum = [](std::int64_t count, const auto& term) {
        double all = 0;
        for (std::int64_t i = 0; i < count; ++i)
            all += term(i);
        return all;
    };
    constexpr std::int64_t kIn = 17;
    constexpr std::int64_t kOut = 24;
    const std::int64_t all = std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
    for (const Type type : kTypes)
        for (const Type results : kTypes) {
            const Numbers x = Numbers(all, kIn, type).random(1);
            const Numbers dy = Numbers(all, kOut, type).random(2);
            Numbers y = Numbers(all, kOut, results).fill(std::nan(""));
            Numbers dx = Numbers(all, kIn, results).fill(std::nan(""));
            std::deque<Numbers> weights;
            std::deque<Numbers> gradients;
            std::vector<Factors> forward;
            std::vector<Factors> inputs;
            std::vector<Factors> sums;
            std::int64_t first = 0;
            for (std::size_t i = 0; i < rows.size(); first += rows[i++]) {
                const auto of = [&](const Numbers& numbers) {
                    return numbers.view().rowRange(first, rows[i]);
                };
                const auto seed = static_cast<unsigned>(i);
                const Matrix weight
                    = weights.emplace_back(kOut, kIn, type).random(10 + seed).view();
                const Matrix gradient = gradients.emplace_back(kOut, kIn).fill(1).view();
                forward.push_back({of(y), of(x), weight});
                inputs.push_back({of(dx), of(dy), weight});
                sums.push_back({gradient, of(dy), of(x)});
            }
            kernels().multiplyEach(forward, Flip::No, Flip::Yes, Into::Replace);
            kernels().multiplyEach(inputs, Flip::No, Flip::No, Into::Replace);
            kernels().multiplyEach(sums, Flip::Yes, Flip::No, Into::Add);
            std::vector<std::size_t> expert;
            for (std::size_t i = 0; i < rows.size(); ++i)
                expert.insert(expert.end(), static_cast<std::size_t>(rows[i]), i);
            const auto weightOf = [&](std::int64_t row) -> const Numbers& {
                return weights[expert[static_cast<std::size_t>(row)]];
            };
            expectNear(
                y,
                [&](auto r, auto c) {
                    return sum(kIn, [&](auto i) { return x.get(r, i) * weightOf(r).get(c, i); });
                },
                1e-5);
            expectNear(
                dx,
                [&](auto r, auto c) {
                    return sum(kOut, [&](auto i) { return dy.get(r, i) * weightOf(r).get(i, c); });
                },
                1e-5);
            first = 0;
            for (std::size_t i = 0; i < rows.size(); first += rows[i++])
                expectNear(
                    gradients[i],
                    [&](auto r, auto c) {
                        return 1 + sum(rows[i], [&](auto row) {
                                   return dy.get(first + row, r) * x.get(first + row, c);
                               });
                    },
                    1e-5);
        }
}

TEST(Products, OfNothingAddNothing)
{
    Numbers c = Numbers(3, 5).fill(2);
    const Matrix a = matrix({}, 3, 0, Type::F32);
    const Matrix b = matrix({}, 0, 5, Type::F32);
    Kernels& device = kernels();
    device.multiply(c.view(), a, Flip::No, b, Flip::No, Into::Add);
    expectNear(
        c, [](auto, auto) { return 2; }, 0);
    device.multiply(c.view(), a, Flip::No, b, Flip::No, Into::Replace);
    expectNear(
        c, [](auto, auto) { return 0; }, 0);
    device.multiply(matrix({}, 0, 5, Type::F32), matrix({}, 0, 3, Type::F32), Flip::No,
                    Numbers(3, 5).view(), Flip::No, Into::Replace); // no rows: no work
}

TEST(Products, TheSameBitsEveryTime)
{
    const Numbers a = Numbers(65, 130).random(1);
    const Numbers b = Numbers(77, 130).random(2);
    Numbers first(65, 77);
    Numbers second(65, 77);
    Kernels& device = kernels();
    device.multiply(first.view(), a.view(), Flip::No, b.view(), Flip::Yes, Into::Replace);
    device.multiply(second.view(), a.view(), Flip::No, b.view(), Flip::Yes, Into::Replace);
    EXPECT_EQ(values(first), values(second));
}

} // namespace
} // namespace training::test
