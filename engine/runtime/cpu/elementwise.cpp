#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

#include <cstring>

namespace training {

void CpuKernels::addBias(Matrix y, Matrix bias)
{
    forPieces(m_threads, y, [&](auto next) {
        RowCopy to(y);
        RowCopy from(bias);
        for (RowPiece piece; next(piece); to.put())
            // The bias is one row, read again for each row of y; y is not flattened, or the columns
            // would be lost.
            m_rows.add(to.edit(piece), from.read({0, piece.column, piece.count}), piece.count);
    });
}

// By columns, so that the sums are the same for any number of threads.
void CpuKernels::addColumnSums(Matrix sums, Matrix x)
{
    const std::int64_t grain = 1 + kThreadElements / std::max<std::int64_t>(x.rows, 1);
    forRanges(m_threads, x.columns, grain, [&](std::int64_t first, std::int64_t last) {
        const std::int64_t count = last - first;
        float* to = floatsOf(sums) + first;
        if (x.type == Type::F32) {
            m_rows.addRows(to, floatsOf(x) + first, x.stride, x.rows, count);
            return;
        }
        RowCopy from(x);
        for (std::int64_t row = 0; row < x.rows; ++row)
            m_rows.add(to, from.read({row, first, count}), count);
    });
}

void CpuKernels::add(Matrix y, Matrix x)
{
    flatten(y, x);
    forPieces(m_threads, y, [&](auto next) {
        RowCopy to(y);
        RowCopy from(x);
        for (RowPiece piece; next(piece); to.put())
            m_rows.add(to.edit(piece), from.read(piece), piece.count);
    });
}

void CpuKernels::copy(Matrix y, Matrix x)
{
    flatten(y, x);
    forPieces(m_threads, y, [&](auto next) {
        for (RowPiece piece; next(piece);) {
            const Matrix to = y.rowRange(piece.row, 1).columnRange(piece.column, piece.count);
            const Matrix from = x.rowRange(piece.row, 1).columnRange(piece.column, piece.count);
            // Bits are copied where types agree: a not-a-number keeps its payload, which a
            // conversion may change.
            if (to.type == from.type)
                std::memcpy(engine::rawPointer(to.data), engine::rawPointer(from.data), to.bytes());
            else if (to.type == Type::F32)
                m_rows.fromBf16(floatsOf(to), halvesOf(from), piece.count);
            else
                m_rows.toBf16(halvesOf(to), floatsOf(from), piece.count);
        }
    });
}

void CpuKernels::fill(Matrix y, float value)
{
    flatten(y);
    forPieces(m_threads, y, [&](auto next) {
        RowCopy to(y);
        for (RowPiece piece; next(piece); to.put())
            std::fill_n(to.write(piece), piece.count, value);
    });
}

void CpuKernels::compareBits(IndexMatrix differs, DeviceBytes a, DeviceBytes b)
{
    const std::span<const std::byte> left = hostSpan(a);
    hostSpan(differs).front() = std::ranges::equal(left, hostSpan(b)) ? 0 : 1;
}

} // namespace training
