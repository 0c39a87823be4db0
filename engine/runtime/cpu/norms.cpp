#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

#include <cmath>

namespace training {

void CpuKernels::norm(NormKind kind, Matrix y, Matrix mean, Matrix rstd, Matrix x, Matrix gain,
                      Matrix bias)
{
    const bool layer = kind == NormKind::LayerNorm;
    forRanges(m_threads, x.rows, rowGrain(x), [&](std::int64_t first, std::int64_t last) {
        RowCopy to(y);
        RowCopy from(x);
        RowCopy gains(gain);
        RowCopy biases(bias);
        const float* const weights = gains.read(0);
        const float* const shifts = layer ? biases.read(0) : nullptr;
        const std::int64_t n = x.columns;
        for (std::int64_t row = first; row < last; ++row) {
            const float* values = from.read(row);
            // RMSNorm is a LayerNorm whose mean is taken for 0 and that has no bias.
            const float center = layer ? m_rows.sum(values, n) / static_cast<float>(n) : 0.0F;
            const float variance = m_rows.spread(values, center, n) / static_cast<float>(n);
            const float factor = 1 / std::sqrt(variance + kNormEpsilon);
            m_rows.normalize(to.write(row), values, center, factor, weights, shifts, n);
            to.put();
            if (layer)
                *floatsOf(mean, row) = center;
            *floatsOf(rstd, row) = factor;
        }
    });
}

void CpuKernels::normInputGrad(NormKind kind, Matrix dx, Matrix dy, Matrix x, Matrix mean,
                               Matrix rstd, Matrix gain)
{
    const bool layer = kind == NormKind::LayerNorm;
    forRanges(m_threads, x.rows, rowGrain(x), [&](std::int64_t first, std::int64_t last) {
        RowCopy to(dx);
        RowCopy grads(dy);
        RowCopy inputs(x);
        RowCopy gains(gain);
        const float* const weights = gains.read(0);
        const std::int64_t n = x.columns;
        for (std::int64_t row = first; row < last; ++row) {
            const float* grad = grads.read(row);
            const float* values = inputs.read(row);
            const float center = layer ? *floatsOf(mean, row) : 0.0F;
            const float factor = *floatsOf(rstd, row);
            float sums[2];
            // dx = rstd (g - mean(g) - h mean(g h)), with g and h as in float_rows.h (Ba et al.
            // 2016); without a mean, the term of mean(g) goes.
            m_rows.normSums(sums, grad, values, center, factor, weights, n);
            const float a = layer ? sums[0] / static_cast<float>(n) : 0.0F;
            const float b = sums[1] / static_cast<float>(n);
            m_rows.normInputGrad(to.edit(row), grad, values, center, factor, weights, a, b, n);
            to.put();
        }
    });
}

// By columns, so that the sums are the same for any number of threads.
void CpuKernels::normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x,
                                Matrix mean, Matrix rstd)
{
    const bool layer = kind == NormKind::LayerNorm;
    const std::int64_t grain = 1 + kThreadElements / std::max<std::int64_t>(x.rows, 1);
    forRanges(m_threads, x.columns, grain, [&](std::int64_t first, std::int64_t last) {
        RowCopy grads(dy);
        RowCopy inputs(x);
        const std::int64_t n = last - first;
        for (std::int64_t row = 0; row < x.rows; ++row)
            m_rows.normWeightGrad(floatsOf(dGain) + first,
                                  layer ? floatsOf(dBias) + first : nullptr,
                                  grads.read({row, first, n}), inputs.read({row, first, n}),
                                  layer ? *floatsOf(mean, row) : 0.0F, *floatsOf(rstd, row), n);
    });
}

} // namespace training
