#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

#include <cmath>

namespace training {

void CpuKernels::rotate(Matrix x, IndexMatrix places, int size, float base, bool back)
{
    assert(places.size() == x.rows && x.columns % size == 0);
    const std::span<const std::int32_t> positions = hostSpan(places);
    const auto half = static_cast<std::size_t>(size / 2);
    std::vector<double> turns(half); // a row's angle for each position
    for (std::size_t i = 0; i < half; ++i)
        // theta_i = base^(-2i/size) (Su et al. 2021, section 3.2); turning back is the gradient,
        // since a rotation's inverse is its transpose.
        turns[i] = std::pow(double(base), -2.0 * double(i) / size) * (back ? -1 : 1);

    const std::int64_t grain = rowGrain(x);
    forRanges(m_threads, x.rows, grain, [&](std::int64_t first, std::int64_t last) {
        RowCopy rows(x);
        std::vector<float> cosine(half);
        std::vector<float> sine(half);
        for (std::int64_t row = first; row < last; ++row) {
            const auto at = static_cast<std::size_t>(row);
            // Rows of one position stand together, one for each sample of the microbatch: cosines
            // are computed once for them.
            if (row == first || positions[at] != positions[at - 1])
                for (std::size_t i = 0; i < half; ++i) {
                    cosine[i] = static_cast<float>(std::cos(positions[at] * turns[i]));
                    sine[i] = static_cast<float>(std::sin(positions[at] * turns[i]));
                }
            float* values = rows.edit(row);
            for (std::int64_t head = 0; head + size <= x.columns; head += size)
                m_rows.rotate(values + head, values + head + half, cosine.data(), sine.data(),
                              size / 2);
            rows.put();
        }
    });
}

} // namespace training
