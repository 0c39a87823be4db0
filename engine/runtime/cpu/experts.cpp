#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/row_copy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace training {

void CpuKernels::topExperts(std::span<int> chosen, Matrix weights, Matrix logits)
{
    const std::int64_t count = weights.columns;
    std::vector<int> order(static_cast<std::size_t>(logits.columns));
    for (std::int64_t row = 0; row < logits.rows; ++row) {
        const float* values = floatsOf(logits, row);
        std::iota(order.begin(), order.end(), 0);
        std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](int a, int b) {
            return values[a] != values[b] ? values[a] > values[b] : a < b;
        });
        std::copy_n(order.begin(), count, chosen.begin() + row * count);

        float* shares = floatsOf(weights, row);
        float sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            sum += shares[i]
                = std::exp(values[order[static_cast<std::size_t>(i)]] - values[order.front()]);
        for (std::int64_t i = 0; i < count; ++i)
            shares[i] /= sum;
    }
}

void CpuKernels::topExpertsGrad(Matrix dLogits, Matrix dWeights, std::span<const int> chosen,
                                Matrix weights)
{
    const std::int64_t count = weights.columns;
    for (std::int64_t row = 0; row < dLogits.rows; ++row) {
        float* to = floatsOf(dLogits, row);
        std::fill_n(to, dLogits.columns, 0.0F);
        const float* shares = floatsOf(weights, row);
        const float* grads = floatsOf(dWeights, row);
        const float mean = m_rows.dot(shares, grads, count);
        for (std::int64_t i = 0; i < count; ++i)
            to[chosen[static_cast<std::size_t>(row * count + i)]] = shares[i] * (grads[i] - mean);
    }
}

} // namespace training
