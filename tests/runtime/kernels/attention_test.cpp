// Attention and its gradients against their definition in double precision.

#include "tests/runtime/kernels/attention_reference.h"

namespace training::test {
namespace {

struct Inputs {
    explicit Inputs(const AttentionCase& shape, Type outType = Type::F32)
        : q(Numbers(shape.queries * shape.heads.batch, shape.heads.heads * shape.heads.size,
                    shape.type, shape.gap)
                .random(1, -2, 2))
        , k(Numbers(shape.keys * shape.heads.batch, shape.heads.kvHeads * shape.heads.size,
                    shape.type, shape.gap)
                .random(2, -2, 2))
        , v(Numbers(k.shape().rows, k.shape().columns, shape.type, shape.gap).random(3))
        , out(q.shape().rows, q.shape().columns, outType, shape.gap)
        , logSum(q.shape().rows, shape.heads.heads)
    {
        out.fill(1e30); // what was there must not be read while logSum says none
        logSum.fill(kNone);
    }
    void attend(const AttentionCase& shape)
    {
        kernels().attend(out.view(), logSum.view(), q.view(), k.view(), v.view(), shape.heads,
                         shape.causal);
    }
    AttentionResult reference(const AttentionCase& shape) const
    {
        return attention(shape, values(q), values(k), values(v));
    }
    Numbers q, k, v, out, logSum;
};

// Of numbers that are sums of products with a factor in [0, 1] that may be rounded to BF16.
double tolerance(const AttentionCase& shape)
{
    return shape.type == Type::BF16 && kernelDevice().roundsFactors ? 1.0 / 256 : 3e-6;
}

Value in(const std::vector<double>& all, const Numbers& shape)
{
    return [&all, columns = shape.shape().columns](std::int64_t row, std::int64_t column) {
        return all[at(row * columns + column)];
    };
}

void expectReference(const Inputs& got, const AttentionCase& shape)
{
    const AttentionResult wanted = got.reference(shape);
    expectNear(got.out, in(wanted.out, got.out), tolerance(shape));
    expectNear(got.logSum, in(wanted.logSum, got.logSum), 3e-6); // of scores that are not rounded
}

const std::vector<AttentionCase> kAttentionCases = {
    {.queries = 1, .keys = 1, .heads = {}},
    {.queries = 3, .keys = 7, .heads = {.batch = 2, .heads = 2, .kvHeads = 2, .size = 5}},
    {.queries = 17,
     .keys = 17,
     .heads = {.batch = 3, .heads = 4, .kvHeads = 2, .size = 8},
     .causal = true},
    {.queries = 65,
     .keys = 65,
     .heads = {.batch = 1, .heads = 3, .kvHeads = 1, .size = 16},
     .causal = true,
     .type = Type::BF16},
    {.queries = 64, .keys = 300, .heads = {.batch = 1, .heads = 1, .kvHeads = 1, .size = 7}},
    {.queries = 301,
     .keys = 301,
     .heads = {.batch = 1, .heads = 2, .kvHeads = 1, .size = 4},
     .causal = true},
};

// Rows that lie as tensor cores want them; of each number of columns that heads are padded to.
std::vector<AttentionCase> alignedCases()
{
    std::vector<AttentionCase> cases;
    const auto add = [&](std::int64_t queries, std::int64_t keys, const Heads& heads, bool causal) {
        cases.push_back({queries, keys, heads, causal, Type::BF16, 8});
    };
    add(1, 1, {.size = 8}, true);
    add(3, 7, {.batch = 2, .heads = 2, .kvHeads = 2, .size = 24}, false);
    add(17, 17, {.batch = 2, .heads = 4, .kvHeads = 2, .size = 40}, true);
    add(150, 150, {.batch = 1, .heads = 2, .kvHeads = 1, .size = 64}, true);
    add(65, 130, {.batch = 1, .heads = 1, .kvHeads = 1, .size = 64}, false);
    add(70, 70, {.batch = 1, .heads = 2, .kvHeads = 1, .size = 80}, true);
    add(129, 33, {.batch = 1, .heads = 1, .kvHeads = 1, .size = 96}, false);
    add(131, 131, {.batch = 1, .heads = 1, .kvHeads = 1, .size = 128}, true);
    add(67, 67, {.batch = 1, .heads = 2, .kvHeads = 1, .size = 136}, true);
    add(20, 35, {.batch = 1, .heads = 1, .kvHeads = 1, .size = 256}, false);
    return cases;
}

void expectDefinition(const AttentionCase& shape)
{
    Inputs inputs(shape);
    inputs.attend(shape);
    expectReference(inputs, shape);
}

TEST(Attention, IsItsDefinition)
{
    for (const AttentionCase& shape : kAttentionCases)
        expectDefinition(shape);
}

TEST(Attention, IsItsDefinitionWhereRowsAreAligned)
{
    for (const AttentionCase& shape : alignedCases())
        expectDefinition(shape);
}

TEST(Attention, OfSeveralBlocksOfKeysIsThatOfOne)
{
    for (const Type type : kTypes) {
        const AttentionCase shape{.queries = 17,
                                  .keys = 65,
                                  .heads = {.batch = 2, .heads = 4, .kvHeads = 2, .size = 8},
                                  .type = type,
                                  .gap = 8};
        Inputs inputs(shape);
        for (const auto& [first, count] :
             {std::pair<std::int64_t, std::int64_t>{40, 25}, {0, 1}, {1, 39}})
            kernels().attend(inputs.out.view(), inputs.logSum.view(), inputs.q.view(),
                             inputs.k.view().rowRange(2 * first, 2 * count),
                             inputs.v.view().rowRange(2 * first, 2 * count), shape.heads, false);
        expectReference(inputs, shape);
    }
}

// Scores far beyond what exp can hold.
TEST(Attention, OfLargeScoresIsFinite)
{
    for (const Type type : kTypes) {
        const AttentionCase shape{
            .queries = 5, .keys = 5, .heads = {.size = 8}, .causal = true, .type = type, .gap = 8};
        Inputs inputs(shape);
        inputs.q.random(1, 50, 60);
        inputs.k.random(2, 50, 60);
        inputs.attend(shape);
        for (const Numbers* each : {&inputs.out, &inputs.logSum})
            for (const double value : values(*each))
                EXPECT_TRUE(std::isfinite(value));
        // Of one key: its value, but for the exponential of what rounding leaves of a score of
        // thousands less itself, where a multiplication and a subtraction are rounded as one.
        EXPECT_NEAR(inputs.out.get(0, 0), inputs.v.get(0, 0), 1e-3);
    }
}

// Keys that a query does not see leave nothing in its result or gradient, however large they are.
TEST(Attention, OfKeysBehindTheQueryIsNothing)
{
    for (const Type type : kTypes) {
        const AttentionCase shape{.queries = 70,
                                  .keys = 70,
                                  .heads = {.size = 16},
                                  .causal = true,
                                  .type = type,
                                  .gap = 8};
        constexpr std::int64_t kLarge = 50; // the first of them
        Inputs inputs(shape);
        for (std::int64_t row = kLarge; row < shape.keys; ++row)
            for (int column = 0; column < shape.heads.size; ++column) {
                inputs.k.set(row, column, 30);
                inputs.v.set(row, column, 1e30);
            }
        inputs.attend(shape);
        const AttentionResult wanted = inputs.reference(shape);
        for (std::int64_t row = 0; row < kLarge; ++row)
            for (int column = 0; column < shape.heads.size; ++column)
                ASSERT_NEAR(inputs.out.get(row, column),
                            wanted.out[at(row * shape.heads.size + column)], tolerance(shape))
                    << "at " << row << ", " << column;
    }
}

struct Grads {
    Numbers dq, dk, dv;

    explicit Grads(const Inputs& inputs, std::int64_t gap, Type type = Type::F32)
        : dq(inputs.q.shape().rows, inputs.q.shape().columns, type, gap)
        , dk(inputs.k.shape().rows, inputs.k.shape().columns, type, gap)
        , dv(inputs.v.shape().rows, inputs.v.shape().columns, type, gap)
    {
        dq.fill(1);
        dk.fill(2);
        dv.fill(3);
    }
};

void expectGradient(const Numbers& got, const std::vector<double>& wanted, double start,
                    double tolerance)
{
    const Value value = in(wanted, got);
    // A sum of products has the error of its largest.
    double largest = 1;
    for (const double each : wanted)
        largest = std::max(largest, std::abs(each));
    expectNear(
        got, [&](std::int64_t row, std::int64_t column) { return start + value(row, column); },
        tolerance * largest);
}

void expectGradients(const AttentionCase& shape, Into into = Into::Add, Type type = Type::F32)
{
    Inputs inputs(shape);
    Kernels& device = kernels();
    const Numbers dOut
        = Numbers(inputs.out.shape().rows, inputs.out.shape().columns, shape.type, shape.gap)
              .random(4);
    inputs.attend(shape);
    Numbers delta(inputs.logSum.shape().rows, inputs.logSum.shape().columns);
    device.headDots(delta.view(), dOut.view(), inputs.out.view(), shape.heads);
    Grads got(inputs, shape.gap, type);
    if (into == Into::Replace)
        for (Numbers* each : {&got.dq, &got.dk, &got.dv})
            each->fill(std::numeric_limits<double>::quiet_NaN());
    device.attendGrad(got.dq.view(), got.dk.view(), got.dv.view(), dOut.view(), delta.view(),
                      inputs.q.view(), inputs.k.view(), inputs.v.view(), inputs.logSum.view(),
                      shape.heads, shape.causal, into);
    const AttentionSlopes wanted
        = attentionGrad(shape, values(inputs.q), values(inputs.k), values(inputs.v), values(dOut));
    const double within = shape.type == Type::BF16 ? tolerance(shape) : 1e-5;
    const double kept = into == Into::Add ? 1 : 0;
    expectGradient(got.dq, wanted.dq, kept, within);
    expectGradient(got.dk, wanted.dk, 2 * kept, within);
    expectGradient(got.dv, wanted.dv, 3 * kept, within);
}

TEST(Attention, GradientsAreTheirDefinition)
{
    for (const AttentionCase& shape : kAttentionCases)
        expectGradients(shape);
}

TEST(Attention, GradientsAreTheirDefinitionWhereRowsAreAligned)
{
    for (const AttentionCase& shape : alignedCases())
        expectGradients(shape);
}

TEST(Attention, GradientsThatAreReplacedAreNotRead)
{
    for (const AttentionCase& shape : kAttentionCases)
        expectGradients(shape, Into::Replace);
    for (const AttentionCase& shape : alignedCases())
        expectGradients(shape, Into::Replace);
}

TEST(Attention, IsWrittenInEveryTypeThatTheDeviceWrites)
{
    for (const Type written : writtenTypes())
        for (const std::vector<AttentionCase>& cases : {kAttentionCases, alignedCases()})
            for (const AttentionCase& shape : cases) {
                Inputs inputs(shape, written);
                inputs.attend(shape);
                expectReference(inputs, shape);
                expectGradients(shape, Into::Replace, written);
            }
}

// dOut . out, differentiated by hand and by steps: what the gradients above are held against.
TEST(Attention, TheGradientsOfTheDefinitionAreItsSlopes)
{
    for (const AttentionCase& shape : {kAttentionCases[1], kAttentionCases[2]}) {
        const Inputs inputs(shape);
        std::vector<double> x[3] = {values(inputs.q), values(inputs.k), values(inputs.v)};
        const std::vector<double> dOut
            = values(Numbers(inputs.q.shape().rows, inputs.q.shape().columns).random(4));
        const AttentionSlopes slopes = attentionGrad(shape, x[0], x[1], x[2], dOut);
        const auto loss = [&] {
            const AttentionResult result = attention(shape, x[0], x[1], x[2]);
            double sum = 0;
            for (std::size_t i = 0; i < dOut.size(); ++i)
                sum += dOut[i] * result.out[i];
            return sum;
        };
        const std::vector<double>* const got[3] = {&slopes.dq, &slopes.dk, &slopes.dv};
        for (std::size_t which = 0; which < 3; ++which)
            for (std::size_t i = 0; i < x[which].size(); i += 7)
                ASSERT_NEAR((*got[which])[i], slope(x[which], i, loss), 1e-8)
                    << "of matrix " << which << " at " << i;
    }
}

TEST(Attention, GradientsOfSeveralBlocksOfKeysAreThoseOfOne)
{
    for (const Type type : kTypes) {
        const AttentionCase shape{.queries = 7,
                                  .keys = 17,
                                  .heads = {.batch = 2, .heads = 4, .kvHeads = 2, .size = 8},
                                  .type = type,
                                  .gap = 8};
        Inputs inputs(shape);
        Kernels& device = kernels();
        const Numbers dOut
            = Numbers(inputs.out.shape().rows, inputs.out.shape().columns, type, 8).random(4);
        const Numbers delta
            = Numbers(inputs.logSum.shape().rows, inputs.logSum.shape().columns).random(5);
        inputs.logSum.random(6, 1, 2);
        const auto grads = [&](const std::vector<std::pair<std::int64_t, std::int64_t>>& blocks) {
            const Grads sums(inputs, 8);
            for (const auto& block : blocks) {
                const auto part = [&](const Numbers& all) {
                    return all.view().rowRange(2 * block.first, 2 * block.second);
                };
                device.attendGrad(sums.dq.view(), part(sums.dk), part(sums.dv), dOut.view(),
                                  delta.view(), inputs.q.view(), part(inputs.k), part(inputs.v),
                                  inputs.logSum.view(), shape.heads, false, Into::Add);
            }
            std::vector<double> all = values(sums.dq);
            for (const Numbers* each : {&sums.dk, &sums.dv})
                for (const double value : values(*each))
                    all.push_back(value);
            return all;
        };
        const auto whole = grads({{0, 17}});
        const auto parts = grads({{5, 12}, {0, 5}});
        for (std::size_t i = 0; i < whole.size(); ++i)
            ASSERT_NEAR(whole[i], parts[i], 1e-5);
    }
}

TEST(Attention, TheSameBitsEveryTime)
{
    const AttentionCase shape{.queries = 70,
                              .keys = 70,
                              .heads = {.batch = 1, .heads = 2, .kvHeads = 1, .size = 64},
                              .causal = true,
                              .type = Type::BF16,
                              .gap = 8};
    Inputs inputs(shape);
    inputs.attend(shape);
    const Numbers dOut = Numbers(70, 128, Type::BF16, 8).random(4);
    const Numbers delta = Numbers(70, 2).random(5);
    const auto bits = [&] {
        const Grads got(inputs, 8);
        kernels().attendGrad(got.dq.view(), got.dk.view(), got.dv.view(), dOut.view(), delta.view(),
                             inputs.q.view(), inputs.k.view(), inputs.v.view(),
                             inputs.logSum.view(), shape.heads, shape.causal, Into::Add);
        return std::vector<std::vector<double>>{values(got.dq), values(got.dk), values(got.dv)};
    };
    EXPECT_EQ(bits(), bits());
}

} // namespace
} // namespace training::test
