#include "engine/runtime/training/ring_attention.h"

#include <limits>
#include <optional>

namespace training {

namespace {

// The parts of qkv, or of its gradient.
struct Parts {
    Matrix queries;
    Matrix keysValues; // both, side by side
};

Parts partsOf(const Dims& dims, const Matrix& qkv)
{
    const std::int64_t queries = std::int64_t{dims.localHeads()} * dims.headSize();
    return {qkv.columnRange(0, queries), qkv.columnRange(queries, qkv.columns - queries)};
}

Matrix keysOf(const Matrix& keysValues)
{
    return keysValues.columnRange(0, keysValues.columns / 2);
}

Matrix valuesOf(const Matrix& keysValues)
{
    return keysValues.columnRange(keysValues.columns / 2, keysValues.columns / 2);
}

// The pieces of the sequence a context rank holds, in its order; one where the sequence is whole.
std::vector<int> piecesOf(const Dims& dims, int rank)
{
    if (dims.context == 1)
        return {0};
    return {rank, 2 * dims.context - 1 - rank};
}

// Calls `block(queryRows, keyRows, causal)` for each pair of a piece of ours and one of
// `other` in which queries see keys. Rows are given as (first, count).
template <class Block>
void forVisibleBlocks(const Dims& dims, int own, int other, const Block& block)
{
    const std::vector<int> queries = piecesOf(dims, own);
    const std::vector<int> keys = piecesOf(dims, other);
    const std::int64_t rows = dims.rows() / static_cast<std::int64_t>(queries.size());
    for (std::size_t q = 0; q < queries.size(); ++q)
        for (std::size_t k = 0; k < keys.size(); ++k)
            if (queries[q] >= keys[k])
                block(static_cast<std::int64_t>(q) * rows, static_cast<std::int64_t>(k) * rows,
                      rows, queries[q] == keys[k]);
}

// What goes around the ring: where it is, and where it goes to next.
class Traveller {
public:
    Traveller(Machinery& machinery, const Matrix& shape, Type type)
        : m_machinery(machinery)
        , m_here(machinery.scratch(shape.rows, shape.columns, type))
        , m_next(machinery.scratch(shape.rows, shape.columns, type))
    {
    }

    const Matrix& here() const { return m_here.view; }
    void start() { m_pending = m_machinery.context.startShift(m_here.view, m_next.view); }
    void arrive()
    {
        m_machinery.context.finish(*m_pending);
        m_pending.reset();
        std::swap(m_here, m_next);
    }

private:
    Machinery& m_machinery;
    Held m_here;
    Held m_next;
    std::optional<Group::Pending> m_pending; // waits before the memory goes
};

} // namespace

std::vector<int> placesInSequence(const Dims& dims, int rank)
{
    const std::vector<int> pieces = piecesOf(dims, rank);
    const int length = dims.sequence / dims.context / static_cast<int>(pieces.size());
    std::vector<int> places;
    places.reserve(static_cast<std::size_t>(dims.rows()));
    for (const int piece : pieces)
        for (int t = 0; t < length; ++t)
            places.insert(places.end(), static_cast<std::size_t>(dims.batch), piece * length + t);
    return places;
}

void ringAttention(Machinery& machinery, const Matrix& out, const Matrix& logSum, const Matrix& qkv)
{
    const Dims& dims = machinery.dims;
    Kernels& kernels = machinery.kernels;
    const Parts own = partsOf(dims, qkv);
    kernels.fill(logSum, -std::numeric_limits<float>::infinity());
    const auto attendTo = [&](const Matrix& keysValues, int from) {
        forVisibleBlocks(dims, machinery.context.rank(), from,
                         [&](std::int64_t q, std::int64_t k, std::int64_t rows, bool causal) {
                             const Matrix block = keysValues.rowRange(k, rows);
                             kernels.attend(out.rowRange(q, rows), logSum.rowRange(q, rows),
                                            own.queries.rowRange(q, rows), keysOf(block),
                                            valuesOf(block), dims.attention(), causal);
                         });
        machinery.progress();
    };
    if (dims.context == 1)
        return attendTo(own.keysValues, 0);

    Traveller traveller(machinery, own.keysValues, qkv.type);
    kernels.copy(traveller.here(), own.keysValues);
    for (int hop = 0; hop < dims.context; ++hop) {
        const bool last = hop == dims.context - 1;
        if (!last)
            traveller.start();
        attendTo(traveller.here(), (machinery.context.rank() - hop + dims.context) % dims.context);
        if (!last)
            traveller.arrive();
    }
}

void ringAttentionGrad(Machinery& machinery, const Matrix& dQkv, const Matrix& dOut,
                       const Matrix& qkv, const Matrix& out, const Matrix& logSum)
{
    const Dims& dims = machinery.dims;
    Kernels& kernels = machinery.kernels;
    const Parts own = partsOf(dims, qkv);
    const Parts gradient = partsOf(dims, dQkv);
    const Held delta = machinery.scratch(logSum.rows, logSum.columns, Type::F32);
    kernels.headDots(delta.view, dOut, out, dims.attention());
    const auto gradFrom = [&](const Matrix& keysValues, const Matrix& dKeysValues, int from,
                              Into into) {
        forVisibleBlocks(dims, machinery.context.rank(), from,
                         [&](std::int64_t q, std::int64_t k, std::int64_t rows, bool causal) {
                             const Matrix block = keysValues.rowRange(k, rows);
                             const Matrix dBlock = dKeysValues.rowRange(k, rows);
                             kernels.attendGrad(gradient.queries.rowRange(q, rows), keysOf(dBlock),
                                                valuesOf(dBlock), dOut.rowRange(q, rows),
                                                delta.view.rowRange(q, rows),
                                                own.queries.rowRange(q, rows), keysOf(block),
                                                valuesOf(block), logSum.rowRange(q, rows),
                                                dims.attention(), causal, into);
                         });
        machinery.progress();
    };
    if (dims.context == 1) // one block makes the whole
        return gradFrom(own.keysValues, gradient.keysValues, 0, Into::Replace);

    // The gradients travel with the keys and values they belong to, and come home at the end.
    Traveller keysValues(machinery, own.keysValues, qkv.type);
    Traveller gradients(machinery, own.keysValues, Type::F32);
    kernels.copy(keysValues.here(), own.keysValues);
    kernels.fill(gradient.queries, 0);
    kernels.fill(gradients.here(), 0);
    for (int hop = 0; hop < dims.context; ++hop) {
        const bool last = hop == dims.context - 1;
        if (!last)
            keysValues.start();
        gradFrom(keysValues.here(), gradients.here(),
                 (machinery.context.rank() - hop + dims.context) % dims.context, Into::Add);
        gradients.start();
        if (!last)
            keysValues.arrive();
        gradients.arrive();
    }
    kernels.copy(gradient.keysValues, gradients.here());
}

} // namespace training
