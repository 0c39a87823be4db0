// Products of every form against three loops in double precision.

#include "engine/runtime/cpu/cpu_kernels.h"
#include "tests/runtime/cpu/numbers.h"

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
    CpuKernels(1).multiply(c.view, a.view, form.a, b.view, form.b, form.into);
    expectNear(
        c,
        [&](std::int64_t row, std::int64_t column) {
            double sum = form.into == Into::Add ? before.get(row, column) : 0;
            for (std::int64_t i = 0; i < k; ++i)
                sum += (turnA ? a.get(i, row) : a.get(row, i))
                    * (turnB ? b.get(column, i) : b.get(i, column));
            return sum;
        },
        1e-5);
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

TEST(Products, OfNothingAddNothing)
{
    Numbers c = Numbers(3, 5).fill(2);
    const Matrix a = matrix({}, 3, 0, Type::F32);
    const Matrix b = matrix({}, 0, 5, Type::F32);
    CpuKernels kernels;
    kernels.multiply(c.view, a, Flip::No, b, Flip::No, Into::Add);
    expectNear(
        c, [](auto, auto) { return 2; }, 0);
    kernels.multiply(c.view, a, Flip::No, b, Flip::No, Into::Replace);
    expectNear(
        c, [](auto, auto) { return 0; }, 0);
    kernels.multiply(matrix({}, 0, 5, Type::F32), matrix({}, 0, 3, Type::F32), Flip::No,
                     Numbers(3, 5).view, Flip::No, Into::Replace); // no rows: no work
}

TEST(Products, TheSameBitsEveryTime)
{
    const Numbers a = Numbers(65, 130).random(1);
    const Numbers b = Numbers(77, 130).random(2);
    Numbers first(65, 77);
    Numbers second(65, 77);
    CpuKernels kernels;
    kernels.multiply(first.view, a.view, Flip::No, b.view, Flip::Yes, Into::Replace);
    kernels.multiply(second.view, a.view, Flip::No, b.view, Flip::Yes, Into::Replace);
    EXPECT_EQ(values(first), values(second));
}

} // namespace
} // namespace training::test
