#include "engine/runtime/cpu/row_copy.h"

namespace training {

namespace {

std::uint16_t* halves(const Matrix& matrix, const RowPiece& piece)
{
    return halvesOf(matrix, piece.row) + piece.column;
}

} // namespace

float* RowCopy::take(const RowPiece& piece, bool filled)
{
    assert(piece.row < m_matrix.rows && piece.column + piece.count <= m_matrix.columns);
    // Where floats lie in place nothing is copied, and put() has nothing to do.
    if (m_matrix.type == Type::F32)
        return floatsOf(m_matrix, piece.row) + piece.column;
    m_piece = piece;
    if (m_copy.size() < static_cast<std::size_t>(piece.count))
        m_copy.resize(static_cast<std::size_t>(piece.count));
    if (filled)
        floatRows().fromBf16(m_copy.data(), halves(m_matrix, piece), piece.count);
    return m_copy.data();
}

void RowCopy::put()
{
    if (m_matrix.type == Type::BF16)
        floatRows().toBf16(halves(m_matrix, m_piece), m_copy.data(), m_piece.count);
}

} // namespace training
