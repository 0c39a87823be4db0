#include "engine/runtime/cpu/attention_blocks.h"
#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/gemm.h"
#include "engine/runtime/cpu/parallel.h"

#include <array>
#include <cmath>
#include <limits>

namespace training {

namespace {

// The logSum of a query that has seen no key yet; attend() may be called block after block of a
// sequence that is cut over ranks.
constexpr float kNone = -std::numeric_limits<float>::infinity();

// One thread's part: all query heads of one key head of one sample at a time.
class Attention {
public:
    Attention(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
              bool causal)
        : m_out(out)
        , m_logSum(logSum)
        , m_q(q)
        , m_k(k)
        , m_v(v)
        , m_heads(heads)
        , m_causal(causal)
        , m_keys(k.rows / heads.batch, heads.size)
        , m_values(k.rows / heads.batch, heads.size)
    {
    }

    void run(std::int64_t sample, int kvHead)
    {
        const HeadOf kv{sample, m_heads.batch, kvHead, m_heads.size};
        takeHead(m_keys.whole(), m_k, kv, 0);
        takeHead(m_values.whole(), m_v, kv, 0);
        // With fewer key heads than query heads, keys and values are copied out once for all heads
        // that share them.
        const int group = m_heads.heads / m_heads.kvHeads;
        const std::int64_t queries = m_q.rows / m_heads.batch;
        for (int head = kvHead * group; head < (kvHead + 1) * group; ++head)
            for (std::int64_t query = 0; query < queries; query += kQueryBlock)
                runQueries({sample, m_heads.batch, head, m_heads.size}, query,
                           std::min(kQueryBlock, queries - query));
    }

private:
    void runQueries(const HeadOf& head, std::int64_t query, std::int64_t count)
    {
        const Matrix q = m_queries.corner(count, m_heads.size);
        takeHead(q, m_q, head, query);
        const float scale = 1 / std::sqrt(static_cast<float>(m_heads.size));
        forKeyBlocks(query, count, m_keys.whole().rows, m_causal, [&](const ScoreBlock& block) {
            const Matrix scores = m_scores.corner(count, block.keys);
            multiplyFloats(scores, q, Flip::No, m_keys.whole().rowRange(block.key, block.keys),
                           Flip::Yes, scale, Into::Replace);
            softmax(block);
            const Matrix mixed = m_mixed.corner(count, m_heads.size);
            multiplyFloats(mixed, scores, Flip::No,
                           m_values.whole().rowRange(block.key, block.keys), Flip::No, 1,
                           Into::Replace);
            merge(head, block);
        });
    }

    // Scores become exp(score - their row's maximum), 0 where they are not seen.
    void softmax(const ScoreBlock& block)
    {
        for (std::int64_t row = 0; row < block.queries; ++row) {
            const std::int64_t seen = block.visible(row);
            float* scores = m_scores.row(row);
            const auto at = static_cast<std::size_t>(row);
            m_maxima[at] = m_rows.maximum(scores, seen);
            m_sums[at] = m_rows.exponentials(scores, m_maxima[at], seen);
            std::fill(scores + seen, scores + block.keys, 0.0F);
        }
    }

    // out and logSum of the blocks before, and of this one, become those of both. Softmax over both
    // is a weighted mean of the two results, with the weights exp(own logSum - logSum of both); the
    // larger is taken out first, so that no exponential overflows.
    void merge(const HeadOf& head, const ScoreBlock& block)
    {
        for (std::int64_t row = 0; row < block.queries; ++row) {
            if (block.visible(row) == 0)
                continue;
            const auto at = static_cast<std::size_t>(row);
            const std::int64_t place = block.query + row;
            float& logSum = floatsOf(m_logSum, head.row(place))[head.head];
            float* out = head.floats(m_out, place);
            const float own = m_maxima[at] + std::log(m_sums[at]);
            if (logSum == kNone) {
                logSum = own;
                std::fill_n(out, head.size, 0.0F);
                m_rows.addScaled(out, m_mixed.row(row), 1 / m_sums[at], head.size);
                continue;
            }
            const float larger = std::max(logSum, own);
            const float both
                = larger + std::log(std::exp(logSum - larger) + std::exp(own - larger));
            m_rows.blend(out, std::exp(logSum - both), m_mixed.row(row),
                         std::exp(m_maxima[at] - both), head.size);
            logSum = both;
        }
    }

    const FloatRows& m_rows = floatRows();
    Matrix m_out, m_logSum, m_q, m_k, m_v;
    Heads m_heads;
    bool m_causal;
    Scratch m_keys, m_values; // of one head
    Scratch m_queries{kQueryBlock, m_heads.size};
    Scratch m_scores{kQueryBlock, kKeyBlock, kScoreStride};
    Scratch m_mixed{kQueryBlock, m_heads.size};
    std::array<float, kQueryBlock> m_maxima{};
    std::array<float, kQueryBlock> m_sums{};
};

} // namespace

void CpuKernels::attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                        bool causal)
{
    const std::int64_t tasks = std::int64_t{heads.batch} * heads.kvHeads;
    setProductThreads(m_threads);
    forRanges(m_threads, tasks, 1, [&](std::int64_t first, std::int64_t last) {
        Attention attention(out, logSum, q, k, v, heads, causal);
        for (std::int64_t task = first; task < last; ++task)
            attention.run(task / heads.kvHeads, static_cast<int>(task % heads.kvHeads));
    });
}

} // namespace training
