#include "engine/runtime/process_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace engine {

std::optional<ProcessMemory> processMemory()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t pages = 0;
    std::uint64_t residentPages = 0;
    if (!(file >> pages >> residentPages))
        return std::nullopt;
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return std::nullopt;

    ProcessMemory memory;
    memory.residentBytes = residentPages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const auto peakKiB = static_cast<std::uint64_t>(usage.ru_maxrss);
    memory.peakResidentBytes = std::max(memory.residentBytes, peakKiB * 1024);
    return memory;
}

} // namespace engine
