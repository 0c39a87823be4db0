#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/row_copy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace training {

namespace {

// Where each group begins if groups of that many stand one after the other.
std::vector<std::int32_t> beginsOf(std::span<const std::int32_t> counts)
{
    std::vector<std::int32_t> begins(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
    return begins;
}

} // namespace

void CpuKernels::topExperts(IndexMatrix chosen, Matrix weights, Matrix logits)
{
    assert(chosen.rows == logits.rows && chosen.columns == weights.columns);
    const std::span<std::int32_t> choices = hostSpan(chosen);
    const std::int64_t count = weights.columns;
    std::vector<int> order(static_cast<std::size_t>(logits.columns));
    for (std::int64_t row = 0; row < logits.rows; ++row) {
        const float* values = floatsOf(logits, row);
        std::iota(order.begin(), order.end(), 0);
        // A total order, equal logits by number: tensor ranks that hold the same router must route
        // alike, or their collectives would not fit together. One that is not a number is as large
        // as can be, so that it shows in the loss.
        const auto valueOf = [&](int expert) {
            return std::isnan(values[expert]) ? std::numeric_limits<float>::infinity()
                                              : values[expert];
        };
        std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](int a, int b) {
            return valueOf(a) != valueOf(b) ? valueOf(a) > valueOf(b) : a < b;
        });
        std::copy_n(order.begin(), count, choices.begin() + row * count);

        float* shares = floatsOf(weights, row);
        float sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            sum += shares[i]
                // The largest logit is taken out, so no exponential overflows.
                = std::exp(values[order[static_cast<std::size_t>(i)]] - values[order.front()]);
        for (std::int64_t i = 0; i < count; ++i)
            shares[i] /= sum;
    }
}

void CpuKernels::topExpertsGrad(Matrix dLogits, Matrix dWeights, IndexMatrix chosen, Matrix weights)
{
    const std::span<const std::int32_t> choices = hostSpan(chosen);
    const std::int64_t count = weights.columns;
    for (std::int64_t row = 0; row < dLogits.rows; ++row) {
        float* to = floatsOf(dLogits, row);
        std::fill_n(to, dLogits.columns, 0.0F);
        const float* shares = floatsOf(weights, row);
        const float* grads = floatsOf(dWeights, row);
        // Through the softmax over the chosen: dLogit_i = w_i (dw_i - sum_j w_j dw_j). Logits that
        // were not chosen had no part in the result.
        const float mean = m_rows.dot(shares, grads, count);
        for (std::int64_t i = 0; i < count; ++i)
            to[choices[static_cast<std::size_t>(row * count + i)]] = shares[i] * (grads[i] - mean);
    }
}

void CpuKernels::countExperts(IndexMatrix counts, IndexMatrix chosen)
{
    const std::span<std::int32_t> countOf = hostSpan(counts);
    std::ranges::fill(countOf, 0);
    for (const std::int32_t expert : hostSpan(chosen))
        ++countOf[static_cast<std::size_t>(expert)];
}

void CpuKernels::packByExpert(IndexMatrix packed, IndexMatrix rows, IndexMatrix chosen,
                              IndexMatrix counts)
{
    assert(packed.size() == chosen.size() && rows.size() == chosen.size());
    const std::span<std::int32_t> pairAt = hostSpan(packed);
    const std::span<std::int32_t> rowAt = hostSpan(rows);
    std::vector<std::int32_t> next = beginsOf(hostSpan(counts));
    const auto perRow = static_cast<std::int32_t>(chosen.columns);
    // Pairs are taken in their order, so an expert's tokens stand in the order of the rows, on
    // every rank and in every run.
    std::int32_t pair = 0;
    for (const std::int32_t expert : hostSpan(chosen)) {
        const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(expert)]++);
        pairAt[place] = pair;
        rowAt[place] = pair / perRow;
        ++pair;
    }
}

void CpuKernels::orderArrivals(IndexMatrix arrival, IndexMatrix departure, IndexMatrix counts)
{
    assert(arrival.size() == departure.size());
    const std::span<const std::int32_t> countOf = hostSpan(counts);
    const std::vector<std::int32_t> begins = beginsOf(countOf);
    const std::span<std::int32_t> arrivalOf = hostSpan(arrival);
    const std::span<std::int32_t> departureOf = hostSpan(departure);
    std::int32_t place = 0;
    for (std::int64_t expert = 0; expert < counts.columns; ++expert)
        for (std::int64_t member = 0; member < counts.rows; ++member) {
            const auto at = static_cast<std::size_t>(member * counts.columns + expert);
            for (std::int32_t i = 0; i < countOf[at]; ++i) {
                const std::int32_t arrived = begins[at] + i;
                arrivalOf[static_cast<std::size_t>(place)] = arrived;
                departureOf[static_cast<std::size_t>(arrived)] = place;
                ++place;
            }
        }
}

} // namespace training
