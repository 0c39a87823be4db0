// Loops over all elements of matrices of one shape, in pieces that stay in the first cache.

#pragma once

#include "engine/runtime/cpu/parallel.h"
#include "engine/runtime/cpu/row_copy.h"

#include <algorithm>

namespace training {

// 16 KiB of floats: the pieces of two or three matrices fit a first cache of 48 KiB.
inline constexpr std::int64_t kPieceElements = 4096;
inline constexpr std::int64_t kThreadElements = 32768; // fewer are not worth another thread

// Rows that are worth a thread together.
inline std::int64_t rowGrain(const Matrix& matrix)
{
    return 1 + kThreadElements / std::max<std::int64_t>(matrix.columns, 1);
}

// As one long row where the rows of all lie one after the other.
template <class... Rest>
// They are then cut regardless of rows, so short rows cost no more than long ones. Left as they are
// where one of them has gaps between its rows.
void flatten(Matrix& first, Rest&... rest)
{
    if (!(first.contiguous() && ... && rest.contiguous()))
        return;
    const auto flat = [](Matrix& matrix) {
        matrix = training::matrix(matrix.data, 1, matrix.size(), matrix.type);
    };
    flat(first);
    (flat(rest), ...);
}

// body(next) in each thread, once; next(piece) gives its pieces, then false.
template <class Body>
void forPieces(int threads, const Matrix& shape, const Body& body)
{
    const std::int64_t perRow = (shape.columns + kPieceElements - 1) / kPieceElements;
    const std::int64_t pieces = shape.rows * perRow;
    if (pieces == 0)
        return;
    const std::int64_t columns = shape.columns;
    // In pieces, as forRanges() counts turns: kThreadElements of elements, however short a row is.
    const std::int64_t grain = kThreadElements / std::min(columns, kPieceElements);
    forRanges(threads, pieces, grain, [&](std::int64_t first, std::int64_t last) {
        std::int64_t at = first;
        body([&](RowPiece& piece) {
            if (at == last)
                return false;
            const std::int64_t column = at % perRow * kPieceElements;
            piece = {at / perRow, column, std::min(kPieceElements, columns - column)};
            ++at;
            return true;
        });
    });
}

} // namespace training
