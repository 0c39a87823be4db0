// Attention by its definition, in double precision.

#pragma once

#include "tests/runtime/kernels/numbers.h"

#include <limits>

namespace training::test {

inline constexpr double kNone = -std::numeric_limits<double>::infinity();

struct AttentionCase {
    std::int64_t queries = 1;
    std::int64_t keys = 1;
    Heads heads;
    bool causal = false;
    Type type = Type::F32;
    std::int64_t gap = 3; // between the rows of all matrices
};

inline std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

// Of one query and head: where its rows are, and those of the keys that it sees.
struct QueryRow {
    const AttentionCase& of;
    std::int64_t row;
    int head;

    std::int64_t seen() const { return of.causal ? row / of.heads.batch + 1 : of.keys; }
    std::size_t query(int i) const { return at((row * of.heads.heads + head) * of.heads.size + i); }
    std::size_t key(std::int64_t key, int i) const
    {
        const int kv = head / (of.heads.heads / of.heads.kvHeads);
        return at(((key * of.heads.batch + row % of.heads.batch) * of.heads.kvHeads + kv)
                      * of.heads.size
                  + i);
    }
    double dot(const std::vector<double>& queries, const std::vector<double>& keys,
               std::int64_t number) const
    {
        double sum = 0;
        for (int i = 0; i < of.heads.size; ++i)
            sum += queries[query(i)] * keys[key(number, i)];
        return sum;
    }
    double scale() const { return 1 / std::sqrt(double(of.heads.size)); }
};

template <class Work>
void forEachQuery(const AttentionCase& shape, const Work& work)
{
    for (std::int64_t row = 0; row < shape.queries * shape.heads.batch; ++row)
        for (int head = 0; head < shape.heads.heads; ++head)
            work(QueryRow{shape, row, head});
}

struct AttentionResult {
    std::vector<double> out, logSum; // [queries * batch, heads * size], [..., heads]
};

// From q, k, v row after row.
inline AttentionResult attention(const AttentionCase& shape, const std::vector<double>& q,
                                 const std::vector<double>& k, const std::vector<double>& v)
{
    AttentionResult result{std::vector<double>(q.size()), {}};
    forEachQuery(shape, [&](const QueryRow& row) {
        std::vector<double> weights(at(row.seen()));
        double sum = 0;
        for (std::int64_t key = 0; key < row.seen(); ++key)
            sum += weights[at(key)] = std::exp(row.dot(q, k, key) * row.scale());
        for (std::int64_t key = 0; key < row.seen(); ++key)
            for (int i = 0; i < shape.heads.size; ++i)
                result.out[row.query(i)] += weights[at(key)] / sum * v[row.key(key, i)];
        result.logSum.push_back(std::log(sum));
    });
    return result;
}

struct AttentionSlopes {
    std::vector<double> dq, dk, dv;
};

// Of the sum over all elements of dOut * out.
inline AttentionSlopes attentionGrad(const AttentionCase& shape, const std::vector<double>& q,
                                     const std::vector<double>& k, const std::vector<double>& v,
                                     const std::vector<double>& dOut)
{
    const AttentionResult result = attention(shape, q, k, v);
    AttentionSlopes slopes{std::vector<double>(q.size()), std::vector<double>(k.size()),
                           std::vector<double>(v.size())};
    forEachQuery(shape, [&](const QueryRow& row) {
        double delta = 0;
        for (int i = 0; i < shape.heads.size; ++i)
            delta += dOut[row.query(i)] * result.out[row.query(i)];
        const double logSum = result.logSum[at(row.row * shape.heads.heads + row.head)];
        for (std::int64_t key = 0; key < row.seen(); ++key) {
            const double probability = std::exp(row.dot(q, k, key) * row.scale() - logSum);
            const double dScore = probability * (row.dot(dOut, v, key) - delta) * row.scale();
            for (int i = 0; i < shape.heads.size; ++i) {
                slopes.dq[row.query(i)] += dScore * k[row.key(key, i)];
                slopes.dk[row.key(key, i)] += dScore * q[row.query(i)];
                slopes.dv[row.key(key, i)] += probability * dOut[row.query(i)];
            }
        }
    });
    return slopes;
}

} // namespace training::test
