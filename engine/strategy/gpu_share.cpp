#include "engine/strategy/gpu_share.h"

#include "engine/plan/counted.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace strategy {

int ranksPerGpu(const GpuShare& share)
{
    return std::max(1, static_cast<int>(std::lround(1 / share.gpusPerRank)));
}

plan::Result<int> gpuOf(const GpuShare& share, int localRank, int gpus)
{
    const int sharing = ranksPerGpu(share);
    const int needed = (share.ranks + sharing - 1) / sharing;
    if (needed <= gpus)
        return localRank / sharing;
    // As many to a GPU as it takes, rather than a share that rounds to one too few.
    const int enough = gpus > 0 ? (share.ranks + gpus - 1) / gpus : share.ranks;
    return plan::Error{fmt::format(
        "{} on this machine need {}{}, and it shows {}; use fewer ranks, or let them share with "
        "--gpus-per-rank {:.3g}",
        plan::counted(share.ranks, "rank"), plan::counted(needed, "GPU"),
        sharing > 1 ? fmt::format(" at {} to one", sharing) : std::string(), gpus, 1.0 / enough)};
}

std::string gpuInWords(int number, std::string_view driversName)
{
    return fmt::format("GPU {} ({})", number, driversName);
}

bool isPartOfGpu(std::string_view driversName)
{
    return driversName.find("MIG") != std::string_view::npos;
}

} // namespace strategy
