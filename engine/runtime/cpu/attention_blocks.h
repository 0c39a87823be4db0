// What attention and its gradient share: one head of one sample as a matrix of its own, cut
// into blocks whose scores stay in the second cache.

#pragma once

#include "engine/runtime/cpu/row_copy.h"
#include "engine/runtime/training/kernels.h"

#include <algorithm>

namespace training {

// A block of scores is 128 KiB of floats. Longer blocks of keys than of queries, because what is
// carried from block to block, the largest score and the sum, is one pair a query.
inline constexpr std::int64_t kQueryBlock = 128;
inline constexpr std::int64_t kKeyBlock = 256;
// Rows a power of two apart fall onto the same lines of the first cache.
inline constexpr std::int64_t kScoreStride = kKeyBlock + 16;

// A matrix of floats that owns its memory; starts at zero.
class Scratch {
public:
    Scratch(std::int64_t rows, std::int64_t columns, std::int64_t stride)
        : m_values(static_cast<std::size_t>(rows * stride))
        , m_view(hostMatrix(m_values.data(), rows, columns, stride))
    {
    }
    Scratch(std::int64_t rows, std::int64_t columns)
        : Scratch(rows, columns, columns)
    {
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    Matrix whole() const { return m_view; }
    Matrix corner(std::int64_t rows, std::int64_t columns) const
    {
        return m_view.rowRange(0, rows).columnRange(0, columns);
    }
    float* row(std::int64_t number) const { return floatsOf(m_view, number); }
    void clear() { std::fill(m_values.begin(), m_values.end(), 0.0F); }

private:
    std::vector<float> m_values;
    Matrix m_view;
};

// The columns of one head, and the rows of one sample: row t of it is row t * batch + sample.
struct HeadOf {
    std::int64_t sample = 0;
    std::int64_t batch = 1;
    std::int64_t head = 0;
    std::int64_t size = 1;

    std::int64_t row(std::int64_t place) const { return place * batch + sample; }
    float* floats(const Matrix& matrix, std::int64_t place) const
    {
        return floatsOf(matrix, row(place)) + head * size;
    }
};

// to = the head's rows from `first` on, as floats, as many as `to` has.
void takeHead(Matrix to, const Matrix& from, const HeadOf& head, std::int64_t first);
// The head's rows from `first` on += from.
void addHead(const Matrix& to, Matrix from, const HeadOf& head, std::int64_t first);

// A block of queries against a block of keys.
struct ScoreBlock {
    std::int64_t query = 0; // the first one's place
    std::int64_t queries = 0;
    std::int64_t key = 0;
    std::int64_t keys = 0;
    bool causal = false;

    // How many of the block's keys query `row` of the block sees.
    std::int64_t visible(std::int64_t row) const
    {
        return causal ? std::clamp<std::int64_t>(query + row - key + 1, 0, keys) : keys;
    }
};

// body(block) for all blocks of keys that the queries from `query` on see.
template <class Body>
void forKeyBlocks(std::int64_t query, std::int64_t queries, std::int64_t keys, bool causal,
                  const Body& body)
{
    const std::int64_t end = causal ? std::min(keys, query + queries) : keys;
    for (std::int64_t key = 0; key < end; key += kKeyBlock)
        body(ScoreBlock{query, queries, key, std::min(kKeyBlock, end - key), causal});
}

} // namespace training
