#include "engine/runtime/cpu/attention_blocks.h"
#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/gemm.h"
#include "engine/runtime/cpu/parallel.h"

#include <cmath>

namespace training {

namespace {

struct AttentionGradient {
    Matrix dq, dk, dv, dOut, delta, q, k, v, logSum;
    Heads heads;
    bool causal = false;
};

// One thread's part: all query heads of one key head of one sample at a time.
class Gradients {
public:
    explicit Gradients(const AttentionGradient& work)
        : m_work(work)
        , m_keys(work.k.rows / work.heads.batch, work.heads.size)
        , m_values(m_keys.whole().rows, work.heads.size)
        , m_keyGrads(m_keys.whole().rows, work.heads.size)
        , m_valueGrads(m_keys.whole().rows, work.heads.size)
    {
    }

    void run(std::int64_t sample, int kvHead)
    {
        const Heads& heads = m_work.heads;
        const HeadOf kv{sample, heads.batch, kvHead, heads.size};
        takeHead(m_keys.whole(), m_work.k, kv, 0);
        takeHead(m_values.whole(), m_work.v, kv, 0);
        // Summed over all query heads of the group in F32 and added to dk and dv once, in a fixed
        // order.
        m_keyGrads.clear();
        m_valueGrads.clear();
        const int group = heads.heads / heads.kvHeads;
        const std::int64_t queries = m_work.q.rows / heads.batch;
        for (int head = kvHead * group; head < (kvHead + 1) * group; ++head)
            for (std::int64_t query = 0; query < queries; query += kQueryBlock)
                runQueries({sample, heads.batch, head, heads.size}, query,
                           std::min(kQueryBlock, queries - query));
        addHead(m_work.dk, m_keyGrads.whole(), kv, 0);
        addHead(m_work.dv, m_valueGrads.whole(), kv, 0);
    }

private:
    void runQueries(const HeadOf& head, std::int64_t query, std::int64_t count)
    {
        takeHead(m_queries.corner(count, head.size), m_work.q, head, query);
        takeHead(m_outGrads.corner(count, head.size), m_work.dOut, head, query);
        m_queryGrads.clear();
        forKeyBlocks(query, count, m_keys.whole().rows, m_work.causal,
                     [&](const ScoreBlock& block) { runBlock(head, block); });
        addHead(m_work.dq, m_queryGrads.corner(count, head.size), head, query);
    }

    // Probabilities are computed again from the scores and logSum instead of being kept from the
    // forward: they would take memory that grows with the square of the sequence (Dao et al. 2022,
    // section 3.1).
    void runBlock(const HeadOf& head, const ScoreBlock& block)
    {
        const auto keys
            = [&](const Scratch& all) { return all.whole().rowRange(block.key, block.keys); };
        const Matrix q = m_queries.corner(block.queries, head.size);
        const Matrix dOut = m_outGrads.corner(block.queries, head.size);
        const Matrix p = m_scores.corner(block.queries, block.keys);
        const Matrix ds = m_scoreGrads.corner(block.queries, block.keys);
        multiplyFloats(p, q, Flip::No, keys(m_keys), Flip::Yes, scale(), Into::Replace);
        multiplyFloats(ds, dOut, Flip::No, keys(m_values), Flip::Yes, 1, Into::Replace);
        throughSoftmax(head, block);
        multiplyFloats(keys(m_valueGrads), p, Flip::Yes, dOut, Flip::No, 1, Into::Add);
        multiplyFloats(keys(m_keyGrads), ds, Flip::Yes, q, Flip::No, 1, Into::Add);
        multiplyFloats(m_queryGrads.corner(block.queries, head.size), ds, Flip::No, keys(m_keys),
                       Flip::No, 1, Into::Add);
    }

    // Scores become probabilities, their gradients those of the scores.
    void throughSoftmax(const HeadOf& head, const ScoreBlock& block)
    {
        for (std::int64_t row = 0; row < block.queries; ++row) {
            const std::int64_t at = head.row(block.query + row);
            const std::int64_t seen = block.visible(row);
            float* p = m_scores.row(row);
            float* ds = m_scoreGrads.row(row);
            m_rows.scoreGrad(p, ds, floatsOf(m_work.logSum, at)[head.head],
                             floatsOf(m_work.delta, at)[head.head], scale(), seen);
            std::fill(p + seen, p + block.keys, 0.0F);
            std::fill(ds + seen, ds + block.keys, 0.0F);
        }
    }

    float scale() const { return 1 / std::sqrt(static_cast<float>(m_work.heads.size)); }

    const FloatRows& m_rows = floatRows();
    const AttentionGradient& m_work;
    Scratch m_keys, m_values, m_keyGrads, m_valueGrads; // of one head
    Scratch m_queries{kQueryBlock, m_work.heads.size};
    Scratch m_outGrads{kQueryBlock, m_work.heads.size};
    Scratch m_queryGrads{kQueryBlock, m_work.heads.size};
    Scratch m_scores{kQueryBlock, kKeyBlock, kScoreStride};
    Scratch m_scoreGrads{kQueryBlock, kKeyBlock, kScoreStride};
};

} // namespace

void CpuKernels::headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads)
{
    constexpr std::int64_t kRows = 32; // worth a thread
    forRanges(m_threads, delta.rows, kRows, [&](std::int64_t first, std::int64_t last) {
        RowCopy grads(dOut);
        RowCopy outs(out);
        for (std::int64_t row = first; row < last; ++row) {
            const float* grad = grads.read(row);
            const float* value = outs.read(row);
            for (int head = 0; head < heads.heads; ++head)
                floatsOf(delta, row)[head]
                    = m_rows.dot(grad + head * heads.size, value + head * heads.size, heads.size);
        }
    });
}

void CpuKernels::attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q,
                            Matrix k, Matrix v, Matrix logSum, const Heads& heads, bool causal,
                            Into into)
{
    if (into == Into::Replace)
        for (const Matrix& each : {dq, dk, dv})
            fill(each, 0);
    const AttentionGradient work{dq, dk, dv, dOut, delta, q, k, v, logSum, heads, causal};
    const std::int64_t tasks = std::int64_t{heads.batch} * heads.kvHeads;
    setProductThreads(m_threads);
    forRanges(m_threads, tasks, 1, [&](std::int64_t first, std::int64_t last) {
        Gradients gradients(work);
        for (std::int64_t task = first; task < last; ++task)
            gradients.run(task / heads.kvHeads, static_cast<int>(task % heads.kvHeads));
    });
}

} // namespace training
