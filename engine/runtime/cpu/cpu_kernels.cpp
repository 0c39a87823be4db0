#include "engine/runtime/cpu/cpu_kernels.h"

#include "engine/plan/counted.h"
#include "engine/runtime/cpu/gemm.h"

#include <algorithm>
#include <fstream>

namespace training {

CpuKernels::CpuKernels(int threads)
    : m_threads(std::max(threads, 1))
    , m_rows(floatRows())
{
}

std::string cpuDescription(int threads)
{
    std::string model = "processor of unknown name";
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        // The first processor speaks for all: a machine of unlike ones has no better single name.
        if (const auto colon = line.find(": ");
            line.starts_with("model name") && colon != std::string::npos) {
            model = line.substr(colon + 2);
            break;
        }
    return model + ", " + floatRows().instructions + ", " + gemmLibrary() + ", "
        + plan::counted(threads, "thread");
}

} // namespace training
