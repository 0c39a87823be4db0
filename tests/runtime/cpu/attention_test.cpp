// Attention and its gradients against their definition in double precision.

#include "engine/runtime/cpu/cpu_kernels.h"
#include "tests/runtime/cpu/numbers.h"

#include <limits>

namespace training::test {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

struct Shape {
    std::int64_t queries = 1;
    std::int64_t keys = 1;
    Heads heads;
    bool causal = false;
    Type type = Type::F32;
};

struct Reference {
    std::vector<double> out, logSum; // [queries * batch, heads * size], […, heads]
};

// From q, k, v row after row; a query that sees no key gives 0.
Reference attention(const Shape& shape, const std::vector<double>& q, const std::vector<double>& k,
                    const std::vector<double>& v)
{
    const int batch = shape.heads.batch;
    const int heads = shape.heads.heads;
    const int kvHeads = shape.heads.kvHeads;
    const int size = shape.heads.size;
    const auto at = [](std::int64_t index) { return static_cast<std::size_t>(index); };
    Reference result{std::vector<double>(q.size()),
                     std::vector<double>(at(shape.queries * batch * heads), kNone)};
    for (std::int64_t row = 0; row < shape.queries * batch; ++row)
        for (int head = 0; head < heads; ++head) {
            const std::int64_t query = row / batch;
            const std::int64_t seen = shape.causal ? query + 1 : shape.keys;
            const std::int64_t kv = head / (heads / kvHeads);
            const auto kvAt = [&](std::int64_t key, int i) {
                return at(((key * batch + row % batch) * kvHeads + kv) * size + i);
            };
            std::vector<double> weights(at(seen));
            double sum = 0;
            for (std::int64_t key = 0; key < seen; ++key) {
                double score = 0;
                for (int i = 0; i < size; ++i)
                    score += q[at((row * heads + head) * size + i)] * k[kvAt(key, i)];
                sum += weights[at(key)] = std::exp(score / std::sqrt(double(size)));
            }
            for (std::int64_t key = 0; key < seen; ++key)
                for (int i = 0; i < size; ++i)
                    result.out[at((row * heads + head) * size + i)]
                        += weights[at(key)] / sum * v[kvAt(key, i)];
            result.logSum[at(row * heads + head)] = std::log(sum);
        }
    return result;
}

struct Inputs {
    explicit Inputs(const Shape& shape)
        : q(Numbers(shape.queries * shape.heads.batch, shape.heads.heads * shape.heads.size,
                    shape.type)
                .random(1, -2, 2))
        , k(Numbers(shape.keys * shape.heads.batch, shape.heads.kvHeads * shape.heads.size,
                    shape.type)
                .random(2, -2, 2))
        , v(Numbers(k.view.rows, k.view.columns, shape.type).random(3))
        , out(q.view.rows, q.view.columns)
        , logSum(q.view.rows, shape.heads.heads)
    {
        out.fill(1e30); // what was there must not be read while logSum says none
        logSum.fill(kNone);
    }
    Numbers q, k, v, out, logSum;
};

void expectReference(const Inputs& got, const Reference& wanted)
{
    const auto of = [](const std::vector<double>& all, std::int64_t columns) {
        return [&all, columns](std::int64_t row, std::int64_t column) {
            return all[static_cast<std::size_t>(row * columns + column)];
        };
    };
    expectNear(got.out, of(wanted.out, got.out.view.columns), 3e-6);
    expectNear(got.logSum, of(wanted.logSum, got.logSum.view.columns), 3e-6);
}

const std::vector<Shape> kShapes = {
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

TEST(Attention, IsItsDefinition)
{
    for (const Shape& shape : kShapes) {
        Inputs in(shape);
        CpuKernels().attend(in.out.view, in.logSum.view, in.q.view, in.k.view, in.v.view,
                            shape.heads, shape.causal);
        expectReference(in, attention(shape, values(in.q), values(in.k), values(in.v)));
    }
}

TEST(Attention, OfSeveralBlocksOfKeysIsThatOfOne)
{
    const Shape shape{
        .queries = 17, .keys = 65, .heads = {.batch = 2, .heads = 4, .kvHeads = 2, .size = 8}};
    Inputs in(shape);
    CpuKernels kernels;
    for (const auto& [first, count] :
         {std::pair<std::int64_t, std::int64_t>{40, 25}, {0, 1}, {1, 39}})
        kernels.attend(in.out.view, in.logSum.view, in.q.view,
                       in.k.view.rowRange(2 * first, 2 * count),
                       in.v.view.rowRange(2 * first, 2 * count), shape.heads, false);
    expectReference(in, attention(shape, values(in.q), values(in.k), values(in.v)));
}

// Scores far beyond what exp can hold.
TEST(Attention, OfLargeScoresIsFinite)
{
    const Shape shape{.queries = 5, .keys = 5, .heads = {.size = 4}, .causal = true};
    Inputs in(shape);
    in.q.random(1, 50, 60);
    in.k.random(2, 50, 60);
    CpuKernels().attend(in.out.view, in.logSum.view, in.q.view, in.k.view, in.v.view, shape.heads,
                        shape.causal);
    for (const Numbers* each : {&in.out, &in.logSum})
        for (const double value : values(*each))
            EXPECT_TRUE(std::isfinite(value));
    EXPECT_NEAR(in.out.get(0, 0), in.v.get(0, 0), 1e-6);
}

// dOut . out, differentiated by hand and by steps.
void expectGradients(const Shape& shape, std::size_t every)
{
    Inputs in(shape);
    CpuKernels kernels;
    const Numbers dOut = Numbers(in.out.view.rows, in.out.view.columns, shape.type).random(4);
    kernels.attend(in.out.view, in.logSum.view, in.q.view, in.k.view, in.v.view, shape.heads,
                   shape.causal);
    Numbers delta(in.logSum.view.rows, in.logSum.view.columns);
    kernels.headDots(delta.view, dOut.view, in.out.view, shape.heads);
    // The gradients are added to what is there.
    Numbers dq = Numbers(in.q.view.rows, in.q.view.columns).fill(1);
    Numbers dk = Numbers(in.k.view.rows, in.k.view.columns).fill(2);
    Numbers dv = Numbers(in.v.view.rows, in.v.view.columns).fill(3);
    kernels.attendGrad(dq.view, dk.view, dv.view, dOut.view, delta.view, in.q.view, in.k.view,
                       in.v.view, in.logSum.view, shape.heads, shape.causal);

    std::vector<double> x[3] = {values(in.q), values(in.k), values(in.v)};
    const std::vector<double> weights = values(dOut);
    const auto loss = [&] {
        const Reference result = attention(shape, x[0], x[1], x[2]);
        double sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i)
            sum += weights[i] * result.out[i];
        return sum;
    };
    const std::vector<double> got[3] = {values(dq), values(dk), values(dv)};
    for (std::size_t which = 0; which < 3; ++which)
        for (std::size_t i = 0; i < x[which].size(); i += every)
            ASSERT_NEAR(got[which][i] - double(which + 1), slope(x[which], i, loss), 2e-5)
                << "of matrix " << which << " at " << i;
    EXPECT_TRUE(dq.gapsUntouched() && dk.gapsUntouched() && dv.gapsUntouched());
}

TEST(Attention, GradientsAreTheSlopesOfIt)
{
    for (const Shape& shape : kShapes) {
        const std::int64_t work = shape.queries * shape.keys;
        expectGradients(shape, work < 400 ? 1 : work < 5000 ? 97 : 401);
    }
}

TEST(Attention, GradientsOfSeveralBlocksOfKeysAreThoseOfOne)
{
    const Shape shape{
        .queries = 7, .keys = 17, .heads = {.batch = 2, .heads = 4, .kvHeads = 2, .size = 3}};
    Inputs in(shape);
    CpuKernels kernels;
    const Numbers dOut = Numbers(in.out.view.rows, in.out.view.columns).random(4);
    const Numbers delta = Numbers(in.logSum.view.rows, in.logSum.view.columns).random(5);
    in.logSum.random(6, 1, 2);
    const auto grads = [&](const std::vector<std::pair<std::int64_t, std::int64_t>>& blocks) {
        Numbers dq(in.q.view.rows, in.q.view.columns);
        Numbers dk(in.k.view.rows, in.k.view.columns);
        Numbers dv(in.v.view.rows, in.v.view.columns);
        for (const auto& block : blocks) {
            const auto part = [&](const Numbers& all) {
                return all.view.rowRange(2 * block.first, 2 * block.second);
            };
            kernels.attendGrad(dq.view, part(dk), part(dv), dOut.view, delta.view, in.q.view,
                               part(in.k), part(in.v), in.logSum.view, shape.heads, false);
        }
        std::vector<double> all = values(dq);
        for (const Numbers* each : {&dk, &dv})
            for (const double value : values(*each))
                all.push_back(value);
        return all;
    };
    const auto whole = grads({{0, 17}});
    const auto parts = grads({{5, 12}, {0, 5}});
    for (std::size_t i = 0; i < whole.size(); ++i)
        ASSERT_NEAR(whole[i], parts[i], 1e-5);
}

} // namespace
} // namespace training::test
