#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

#include <cstring>

namespace training {

namespace {

// Copies rows of `from` to rows of `to`, one by one.
class RowMover {
public:
    RowMover(Matrix to, Matrix from)
        : m_to(to)
        , m_from(from)
    {
    }

    void move(std::int64_t toRow, std::int64_t fromRow) const
    {
        const std::int64_t columns = m_to.columns;
        if (m_to.type == m_from.type)
            std::memcpy(engine::rawPointer(m_to.at(toRow, 0)),
                        engine::rawPointer(m_from.at(fromRow, 0)),
                        static_cast<std::size_t>(columns) * bytesOf(m_to.type));
        else if (m_to.type == Type::F32)
            floatRows().fromBf16(floatsOf(m_to, toRow), halvesOf(m_from, fromRow), columns);
        else
            floatRows().toBf16(halvesOf(m_to, toRow), floatsOf(m_from, fromRow), columns);
    }

private:
    Matrix m_to;
    Matrix m_from;
};

} // namespace

void CpuKernels::gatherRows(Matrix y, Matrix table, IndexMatrix rows, int first)
{
    assert(rows.size() == y.rows && y.columns == table.columns);
    const std::span<const std::int32_t> numbers = hostSpan(rows);
    const RowMover mover(y, table);
    for (std::int64_t row = 0; row < y.rows; ++row) {
        const std::int64_t number = std::int64_t{numbers[static_cast<std::size_t>(row)]} - first;
        if (number >= 0 && number < table.rows)
            mover.move(row, number);
        else
            // A row of another rank's part of the table: zero, so that the sum over the ranks is
            // the row itself.
            fill(y.rowRange(row, 1), 0);
    }
}

void CpuKernels::scatterRows(Matrix table, Matrix x, IndexMatrix rows)
{
    assert(rows.size() == x.rows && x.columns == table.columns);
    const std::span<const std::int32_t> numbers = hostSpan(rows);
    const RowMover mover(table, x);
    for (std::int64_t row = 0; row < x.rows; ++row)
        mover.move(numbers[static_cast<std::size_t>(row)], row);
}

// By columns: rows may repeat, and their sum is to be in the order of i.
void CpuKernels::addToRows(Matrix table, Matrix x, IndexMatrix rows, int first, Matrix scale)
{
    assert(rows.size() == x.rows && x.columns == table.columns);
    const std::span<const std::int32_t> numbers = hostSpan(rows);
    const std::span<const float> scales
        = scale.empty() ? std::span<const float>() : columnOf(scale);
    const std::int64_t grain = 1 + kThreadElements / std::max<std::int64_t>(x.rows, 1);
    forRanges(m_threads, x.columns, grain, [&](std::int64_t begin, std::int64_t end) {
        RowCopy from(x);
        for (std::int64_t row = 0; row < x.rows; ++row) {
            const auto at = static_cast<std::size_t>(row);
            const std::int64_t number = std::int64_t{numbers[at]} - first;
            if (number < 0 || number >= table.rows)
                continue;
            m_rows.addScaled(floatsOf(table, number) + begin, from.read({row, begin, end - begin}),
                             scales.empty() ? 1.0F : scales[at], end - begin);
        }
    });
}

void CpuKernels::rowDots(Matrix dots, Matrix a, Matrix b)
{
    const std::span<float> to = columnOf(dots);
    RowCopy left(a);
    RowCopy right(b);
    for (std::int64_t row = 0; row < a.rows; ++row)
        to[static_cast<std::size_t>(row)] = m_rows.dot(left.read(row), right.read(row), a.columns);
}

void CpuKernels::scaleRows(Matrix x, Matrix factors)
{
    const std::span<const float> by = columnOf(factors);
    RowCopy rows(x);
    for (std::int64_t row = 0; row < x.rows; ++row) {
        m_rows.scale(rows.edit(row), by[static_cast<std::size_t>(row)], x.columns);
        rows.put();
    }
}

} // namespace training
