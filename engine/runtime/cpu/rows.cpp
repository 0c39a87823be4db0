#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

namespace training {

namespace {

std::size_t index(std::int64_t row) { return static_cast<std::size_t>(row); }

} // namespace

void CpuKernels::gatherRows(Matrix y, Matrix table, std::span<const int> rows, int first)
{
    for (std::int64_t row = 0; row < y.rows; ++row) {
        const std::int64_t number = std::int64_t{rows[index(row)]} - first;
        if (number >= 0 && number < table.rows)
            copy(y.rowRange(row, 1), table.rowRange(number, 1));
        else
            fill(y.rowRange(row, 1), 0);
    }
}

// By columns: rows may repeat, and their sum is to be in the order of i.
void CpuKernels::addToRows(Matrix table, Matrix x, std::span<const int> rows, int first,
                           std::span<const float> scale)
{
    const std::int64_t grain = 1 + kThreadElements / std::max<std::int64_t>(x.rows, 1);
    forRanges(m_threads, x.columns, grain, [&](std::int64_t begin, std::int64_t end) {
        RowCopy from(x);
        for (std::int64_t row = 0; row < x.rows; ++row) {
            const std::int64_t number = std::int64_t{rows[index(row)]} - first;
            if (number < 0 || number >= table.rows)
                continue;
            m_rows.addScaled(floatsOf(table, number) + begin, from.read({row, begin, end - begin}),
                             scale.empty() ? 1.0F : scale[index(row)], end - begin);
        }
    });
}

void CpuKernels::rowDots(std::span<float> dots, Matrix a, Matrix b)
{
    RowCopy left(a);
    RowCopy right(b);
    for (std::int64_t row = 0; row < a.rows; ++row)
        dots[index(row)] = m_rows.dot(left.read(row), right.read(row), a.columns);
}

void CpuKernels::scaleRows(Matrix x, std::span<const float> factors)
{
    RowCopy rows(x);
    for (std::int64_t row = 0; row < x.rows; ++row) {
        m_rows.scale(rows.edit(row), factors[index(row)], x.columns);
        rows.put();
    }
}

} // namespace training
