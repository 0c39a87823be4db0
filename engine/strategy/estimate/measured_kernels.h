// Terms of devices measured by themselves, by running the kernels that each is about: what a fit
// knows of a device beside its runs. The table is resources/hardware/measured/kernels.csv.

#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace strategy {

struct MeasuredKernel {
    std::string profile;  // of the device
    std::size_t term = 0; // of plan::kFitTerms
    double value = 0;     // in its unit
};

// Read at the first call, by any thread; they stay.
std::span<const MeasuredKernel> measuredKernels();

} // namespace strategy
