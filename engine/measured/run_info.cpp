#include "engine/measured/run_info.h"

#include <algorithm>

namespace measured {

std::optional<std::size_t> RunInfo::shownRank(std::uint32_t worldRank) const
{
    const auto all = static_cast<std::uint32_t>(replicas());
    if (worldRank >= static_cast<std::uint32_t>(world)
        || worldRank % all != static_cast<std::uint32_t>(replica))
        return std::nullopt;
    return worldRank / all;
}

std::optional<RunInfo> runInfoOf(const telemetry::Hello& hello)
{
    // A hello of before schedules with two directions has 0 of them.
    const plan::Shape shape{static_cast<int>(hello.pipelineRanks), static_cast<int>(hello.chunks),
                            static_cast<int>(hello.microbatches),
                            std::max(1, static_cast<int>(hello.directions))};
    if (!plan::checkShape(shape) || hello.ranks % hello.pipelineRanks != 0)
        return std::nullopt;
    return RunInfo{.shape = shape,
                   .schedule = hello.schedule,
                   .device = hello.device,
                   .emulated = (hello.flags & telemetry::kFlagEmulated) != 0,
                   .timeScale = telemetry::timeScaleOf(hello),
                   .takesTurns = (hello.flags & telemetry::kFlagTakesTurns) != 0,
                   .world = static_cast<int>(hello.ranks)};
}

} // namespace measured
