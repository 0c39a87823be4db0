#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

#include <cmath>

namespace training {

namespace {

// The column of a token's target among those here, or -1.
std::int64_t columnAt(int target, int first, std::int64_t columns)
{
    const std::int64_t column = std::int64_t{target} - first;
    return column >= 0 && column < columns ? column : -1;
}

} // namespace

void CpuKernels::rowMaxima(Matrix maxima, Matrix logits, std::int64_t valid)
{
    const std::span<float> largest = columnOf(maxima);
    forRanges(m_threads, logits.rows, rowGrain(logits), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row)
            largest[static_cast<std::size_t>(row)] = m_rows.maximum(floatsOf(logits, row), valid);
    });
}

void CpuKernels::exponentials(Matrix logits, Matrix sums, Matrix chosen, Matrix maxima,
                              IndexMatrix targets, int first, std::int64_t valid)
{
    const std::span<float> sumOf = columnOf(sums);
    const std::span<float> chosenOf = columnOf(chosen);
    const std::span<const float> largest = columnOf(maxima);
    const std::span<const std::int32_t> targetOf = hostSpan(targets);
    forRanges(m_threads, logits.rows, rowGrain(logits), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const auto at = static_cast<std::size_t>(row);
            float* values = floatsOf(logits, row);
            const std::int64_t target = columnAt(targetOf[at], first, valid);
            chosenOf[at] = target < 0 ? 0.0F : values[target] - largest[at];
            sumOf[at] = m_rows.exponentials(values, largest[at], valid);
            // Padding of the vocabulary has probability 0, so lossGrad() needs no special case for
            // it.
            std::fill(values + valid, values + logits.columns, 0.0F);
        }
    });
}

void CpuKernels::sumLosses(Slot loss, Matrix sums, Matrix chosen)
{
    const std::span<const float> sumOf = columnOf(sums);
    const std::span<const float> chosenOf = columnOf(chosen);
    double all = 0;
    for (std::size_t row = 0; row < sumOf.size(); ++row)
        // Cross entropy of a token: log of the sum of exponentials minus its own logit, both less
        // the row's maximum.
        all += std::log(static_cast<double>(sumOf[row])) - static_cast<double>(chosenOf[row]);
    hostValue(loss) = all;
}

void CpuKernels::lossGrad(Matrix gradient, [[maybe_unused]] Matrix logits, Matrix, Matrix sums,
                          IndexMatrix targets, int first, std::int64_t, float scale)
{
    assert(gradient.data == logits.data && gradient.type == Type::F32);
    const std::span<const float> sumOf = columnOf(sums);
    const std::span<const std::int32_t> targetOf = hostSpan(targets);
    forRanges(m_threads, gradient.rows, rowGrain(gradient),
              [&](std::int64_t begin, std::int64_t end) {
                  for (std::int64_t row = begin; row < end; ++row) {
                      const auto at = static_cast<std::size_t>(row);
                      float* values = floatsOf(gradient, row);
                      // d loss / d logit = (probability - 1 at the target) * scale; the
                      // exponentials are still in place.
                      m_rows.scale(values, scale / sumOf[at], gradient.columns);
                      const std::int64_t target = columnAt(targetOf[at], first, gradient.columns);
                      if (target >= 0)
                          values[target] -= scale;
                  }
              });
}

} // namespace training
