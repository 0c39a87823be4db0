#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

#include <cmath>
#include <limits>
#include <vector>

namespace training {

void CpuKernels::adamw(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients, Matrix m,
                       Matrix v)
{
    const auto times = static_cast<float>(hostValue(scale));
    if (std::isnan(times))
        return;
    flatten(weights, gradients, m, v);
    forPieces(m_threads, weights, [&](auto next) {
        RowCopy values(weights);
        RowCopy grads(gradients);
        RowCopy means(m);
        RowCopy squares(v);
        for (RowPiece piece; next(piece);) {
            m_rows.adamw(step, times, values.edit(piece), grads.read(piece), means.edit(piece),
                         squares.edit(piece), piece.count);
            values.put();
            means.put();
            squares.put();
        }
    });
}

void CpuKernels::descend(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients)
{
    const auto times = static_cast<float>(hostValue(scale));
    if (std::isnan(times))
        return;
    flatten(weights, gradients);
    // Weight decay is decoupled from the gradient as in AdamW, so that both rules mean the same by
    // it.
    const float keep = 1 - step.learningRate * step.weightDecay;
    const float pace = step.learningRate * times;
    forPieces(m_threads, weights, [&](auto next) {
        RowCopy values(weights);
        RowCopy grads(gradients);
        for (RowPiece piece; next(piece); values.put())
            m_rows.blend(values.edit(piece), keep, grads.read(piece), -pace, piece.count);
    });
}

// One sum for each piece, added in order: the same for any number of threads.
void CpuKernels::addSquares(Slot sum, Matrix x)
{
    flatten(x);
    const std::int64_t perRow = (x.columns + kPieceElements - 1) / kPieceElements;
    std::vector<double> sums(static_cast<std::size_t>(x.rows * perRow));
    forPieces(m_threads, x, [&](auto next) {
        RowCopy from(x);
        for (RowPiece piece; next(piece);)
            sums[static_cast<std::size_t>(piece.row * perRow + piece.column / kPieceElements)]
                = m_rows.sumOfSquares(from.read(piece), piece.count);
    });
    double all = 0;
    for (const double each : sums)
        all += each;
    hostValue(sum) += all;
}

void CpuKernels::sumSlots(Slot total, Slots slots)
{
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(slots.count); ++i)
        sum += hostValue(slots[i]);
    hostValue(total) = sum;
}

void CpuKernels::clip(Slot scale, Slots totals, double limit)
{
    const double norm = std::sqrt(hostValue(totals[0]));
    hostValue(scale) = !std::isfinite(norm) || !std::isfinite(hostValue(totals[1]))
        ? std::numeric_limits<double>::quiet_NaN()
        : limit > 0 && norm > limit ? limit / norm
                                    : 1;
}

} // namespace training
