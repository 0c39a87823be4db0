#include "engine/runtime/training/bucket_elements.h"

#include "engine/runtime/training/weights.h"

#include <algorithm>

namespace training {

namespace {

// A run of elements of one row of a piece: where it begins in the bucket, and in the tensor.
struct Run {
    const Piece* piece = nullptr;
    std::int64_t element = 0; // of the bucket
    std::int64_t row = 0;     // of the tensor
    std::int64_t column = 0;
    std::int64_t columns = 0;
};

// Calls `work(spec, run)` for every row of every piece within [first, first + count) of the
// bucket's elements.
template <class Work>
void forEachRun(const Bucket& bucket, std::int64_t first, std::int64_t count, const Work& work)
{
    const auto specs = bucket.specs();
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const ParameterSpec& spec = specs[i];
        const std::int64_t offset = bucket.offset(static_cast<int>(i));
        if (offset + spec.size() <= first || offset >= first + count)
            continue;
        for (const Piece& piece : spec.pieces)
            for (std::int64_t row = 0; row < piece.rows; ++row) {
                const std::int64_t begin
                    = offset + (piece.localRow + row) * spec.columns + piece.localColumn;
                const std::int64_t from = std::max(begin, first);
                const std::int64_t to = std::min(begin + piece.columns, first + count);
                if (from < to)
                    work(spec,
                         Run{&piece, from, piece.firstRow + row, piece.firstColumn + from - begin,
                             to - from});
            }
    }
}

// Uploads runs of elements of a row, many at once where one follows the other.
class UploadedRuns {
public:
    UploadedRuns(engine::Store& store, const Matrix& row)
        : m_store(store)
        , m_row(row)
    {
    }

    // To be filled before the next call: elements [first, first + count) of the row.
    std::span<float> next(std::int64_t first, std::int64_t count)
    {
        const auto held = static_cast<std::int64_t>(m_values.size());
        if (first != m_first + held || held > kMostHeld) {
            flush();
            m_first = first;
        }
        m_values.resize(m_values.size() + static_cast<std::size_t>(count));
        return std::span(m_values).last(static_cast<std::size_t>(count));
    }

    void flush()
    {
        const std::span<const float> values = m_values;
        if (!values.empty())
            engine::uploadValues(
                m_store,
                floatsIn(m_row.columnRange(m_first, static_cast<std::int64_t>(values.size()))),
                values);
        m_values.clear();
    }

private:
    static constexpr std::int64_t kMostHeld = 1 << 20;

    engine::Store& m_store;
    Matrix m_row;
    std::int64_t m_first = 0;
    std::vector<float> m_values;
};

} // namespace

void fillBucket(Bucket& bucket, engine::Store& store, int seed)
{
    const Bucket::Stretch stretch = bucket.stretch(Bucket::State::Weights);
    UploadedRuns values(store, stretch.values);
    const Piece* piece = nullptr;
    std::uint64_t tensor = 0;
    forEachRun(bucket, stretch.first, stretch.values.columns,
               [&](const ParameterSpec& spec, const Run& run) {
                   if (run.piece != piece) {
                       piece = run.piece;
                       tensor = tensorNumber(piece->name);
                   }
                   const auto at
                       = static_cast<std::uint64_t>(run.row * run.piece->wholeColumns + run.column);
                   const std::span<float> to
                       = values.next(run.element - stretch.first, run.columns);
                   for (std::size_t i = 0; i < to.size(); ++i)
                       to[i] = initialValue(spec, seed, tensor, at + i);
               });
    values.flush();
    bucket.weightsChanged();
}

std::vector<TensorSlice> slicesOf(const Bucket& bucket, Bucket::State state, const Matrix& values,
                                  bool primary)
{
    const Bucket::Stretch stretch = bucket.stretch(state);
    std::vector<TensorSlice> slices;
    const Piece* piece = nullptr; // of the last slice
    forEachRun(bucket, stretch.first, stretch.values.columns,
               [&](const ParameterSpec& spec, const Run& run) {
                   if (primary && !spec.primary)
                       return;
                   if (piece == run.piece) { // rows below one another are one slice
                       TensorSlice& last = slices.back();
                       if (last.first[1] == run.column && last.values.columns == run.columns) {
                           ++last.values.rows;
                           return;
                       }
                   }
                   piece = run.piece;
                   Matrix part = values.columnRange(run.element - stretch.first, run.columns);
                   part.stride = spec.columns;
                   slices.push_back({.name = piece->name,
                                     .vector = piece->vector,
                                     .whole = {piece->wholeRows, piece->wholeColumns},
                                     .first = {run.row, run.column},
                                     .values = part});
               });
    return slices;
}

} // namespace training
