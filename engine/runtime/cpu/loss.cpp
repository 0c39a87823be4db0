#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

namespace training {

namespace {

// The column of a token's target among those here, or -1.
std::int64_t columnOf(int target, int first, std::int64_t columns)
{
    const std::int64_t column = std::int64_t{target} - first;
    return column >= 0 && column < columns ? column : -1;
}

} // namespace

void CpuKernels::rowMaxima(std::span<float> maxima, Matrix logits, std::int64_t valid)
{
    forRanges(m_threads, logits.rows, rowGrain(logits), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row)
            maxima[static_cast<std::size_t>(row)] = m_rows.maximum(floatsOf(logits, row), valid);
    });
}

void CpuKernels::exponentials(Matrix logits, std::span<float> sums, std::span<float> chosen,
                              std::span<const float> maxima, std::span<const int> targets,
                              int first, std::int64_t valid)
{
    forRanges(m_threads, logits.rows, rowGrain(logits), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const auto at = static_cast<std::size_t>(row);
            float* values = floatsOf(logits, row);
            const std::int64_t target = columnOf(targets[at], first, valid);
            chosen[at] = target < 0 ? 0.0F : values[target] - maxima[at];
            sums[at] = m_rows.exponentials(values, maxima[at], valid);
            std::fill(values + valid, values + logits.columns, 0.0F);
        }
    });
}

void CpuKernels::lossGrad(Matrix logits, std::span<const float> sums, std::span<const int> targets,
                          int first, float scale)
{
    forRanges(m_threads, logits.rows, rowGrain(logits), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const auto at = static_cast<std::size_t>(row);
            float* values = floatsOf(logits, row);
            m_rows.scale(values, scale / sums[at], logits.columns);
            const std::int64_t target = columnOf(targets[at], first, logits.columns);
            if (target >= 0)
                values[target] -= scale;
        }
    });
}

} // namespace training
