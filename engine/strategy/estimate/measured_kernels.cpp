#include "engine/strategy/estimate/measured_kernels.h"

#include "engine/strategy/estimate/embedded_table.h"
#include "engine/strategy/profile_text.h"

#include "engine/plan/cost/fit_terms.h"

#include <vector>

namespace strategy {

std::span<const MeasuredKernel> measuredKernels()
{
    static const std::vector<MeasuredKernel> kAll = [] {
        std::vector<MeasuredKernel> all;
        for (const RunRow& row : embeddedTable("kernels"))
            for (std::size_t term = 0; term < plan::kFitTermCount; ++term)
                if (keyOfTerm(term) == row.text("term") && row.number("value"))
                    all.push_back({row.text("profile"), term, *row.number("value")});
        return all;
    }();
    return kAll;
}

} // namespace strategy
