#include "engine/plan/closed_forms.h"

#include "engine/plan/schedules/generators.h"

#include <algorithm>

namespace plan {
namespace {

// Time slots of one forward and one backward of one stage that the step takes.
std::optional<long long> slots(std::string_view name, const Shape& shape,
                               const ScheduleOptions& options)
{
    const long long p = shape.ranks;
    const long long v = shape.chunks;
    const long long m = shape.microbatches;
    if (name == "naive")
        return m * p;
    if (name == "gpipe" || name == "1f1b")
        return m + p - 1;
    if (name == "interleaved") {
        if (!keepsRanksFed(shape, options.group.value_or(defaultGroup(shape))))
            return std::nullopt;
        return m >= p ? m * v + p - 1 : p * v + m - 1;
    }
    return std::nullopt;
}

} // namespace

std::optional<ClosedForm> closedForm(std::string_view name, const Shape& shape,
                                     const ScheduleOptions& options, const StageCosts& stage)
{
    const auto count = slots(name, shape, options);
    if (!count)
        return std::nullopt;
    const long long useful = static_cast<long long>(shape.microbatches) * shape.chunks;
    const auto idle = static_cast<double>(*count - useful);
    return ClosedForm{.makespan = *count * (stage.forward + stage.of(OpKind::Backward)),
                      .bubbleFraction = idle / static_cast<double>(*count),
                      .bubbleOverhead = idle / static_cast<double>(useful)};
}

std::optional<int> closedFormPeak(std::string_view name, const Shape& shape,
                                  const ScheduleOptions& options, int rank)
{
    if (name == "naive")
        return 1;
    if (name == "gpipe")
        return shape.microbatches;
    if (name == "1f1b")
        return std::min(shape.ranks - rank, shape.microbatches);
    if (name == "interleaved") {
        const long long group = options.group.value_or(defaultGroup(shape));
        const long long warmUp = (shape.chunks - 1) * group + 2LL * (shape.ranks - 1 - rank);
        return static_cast<int>(
            std::min(warmUp + 1, static_cast<long long>(shape.microbatches) * shape.chunks));
    }
    return std::nullopt;
}

} // namespace plan
