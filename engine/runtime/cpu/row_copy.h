// A piece of a row as floats: where it lies if it is F32, through a copy if it is BF16.

#pragma once

#include "engine/runtime/cpu/float_rows.h"
#include "engine/runtime/cpu/host_span.h"

#include <vector>

namespace training {

struct RowPiece {
    std::int64_t row = 0;
    std::int64_t column = 0;
    std::int64_t count = 0;
};

// One piece of one matrix at a time. Used by one thread. Its buffer grows to the longest piece and
// is used again, so a loop over pieces allocates once.
class RowCopy {
public:
    explicit RowCopy(Matrix matrix)
        : m_matrix(matrix)
    {
    }

    // To be read, until the next call.
    const float* read(const RowPiece& piece) { return take(piece, true); }
    const float* read(std::int64_t row) { return read({row, 0, m_matrix.columns}); }
    // To be written, or read and written; put() ends it.
    float* write(const RowPiece& piece) { return take(piece, false); }
    float* edit(const RowPiece& piece) { return take(piece, true); }
    float* write(std::int64_t row) { return write({row, 0, m_matrix.columns}); }
    float* edit(std::int64_t row) { return edit({row, 0, m_matrix.columns}); }
    // Rounds a BF16 piece into the matrix; an F32 one is there already. One put() for each write()
    // or edit(), before the next piece.
    void put();

private:
    float* take(const RowPiece& piece, bool filled);

    Matrix m_matrix;
    RowPiece m_piece;
    std::vector<float> m_copy;
};

} // namespace training
