// Kernels that wait for memory, beside a plain copy.

#pragma once

#include "tests/gpu/kernel_bench/bench_device.h"
#include "tests/gpu/kernel_bench/sizes.h"

namespace bench {

// Adds a section to the report.
void memoryBound(const Sizes& sizes, BenchDevice& device, Report& report);

} // namespace bench
