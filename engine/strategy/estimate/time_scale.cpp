#include "engine/strategy/estimate/time_scale.h"

#include "engine/plan/simulate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace strategy {

namespace {

constexpr double kWatched = 0.8;         // seconds that a step is brought to,
constexpr double kShortestWatched = 0.3; // where it is shorter than this
constexpr double kLongestWatched = 1;    // or longer than that
// What two cores keep up with beside other work.
constexpr double kSecondsAnOp = 250e-6;
constexpr double kLeastPart = 1e-3;      // seconds of the median op
constexpr double kMovedPerSecond = 64e6; // bytes, of all messages together
constexpr std::size_t kFewestBytes = 1024;
constexpr double kMostBytes = 65536; // of one message: a larger one is under way longer than a hop

double secondsOf(plan::Nanoseconds time) { return std::chrono::duration<double>(time).count(); }

// What the step must take at least.
double leastSeconds(const plan::Timeline& timeline)
{
    std::vector<plan::Nanoseconds> parts;
    for (const auto& rank : timeline.spans)
        for (const plan::Span& span : rank)
            if (span.end > span.start)
                parts.push_back(span.end - span.start);
    if (parts.empty())
        return 0;
    const auto middle = parts.begin() + static_cast<std::ptrdiff_t>(parts.size() / 2);
    std::nth_element(parts.begin(), middle, parts.end());
    return std::max(kSecondsAnOp * static_cast<double>(parts.size()),
                    secondsOf(timeline.makespan) * kLeastPart / secondsOf(*middle));
}

// To three digits, which a person can read; not above `scale`.
float readable(double scale)
{
    const double unit = std::pow(10, std::floor(std::log10(scale)) - 2);
    const double rounded = std::floor(scale / unit) * unit;
    return std::clamp(static_cast<float>(rounded), kLeastTimeScale, kMostTimeScale);
}

} // namespace

float timeScaleFor(const StepPrediction& prediction)
{
    const double seconds = secondsOf(prediction.timeline.makespan);
    if (prediction.origin.kind != CostOrigin::Kind::Model || !(seconds > 0))
        return 1;
    const double least = leastSeconds(prediction.timeline);
    if (seconds >= std::max(kShortestWatched, least) && seconds <= std::max(kLongestWatched, least))
        return 1;
    return readable(seconds / std::max(kWatched, least));
}

plan::Result<StepPrediction> scaledBy(StepPrediction prediction, float timeScale)
{
    if (timeScale == 1)
        return prediction;
    prediction.costs = prediction.costs.dividedBy(timeScale);
    auto timeline = plan::simulate(prediction.schedule, prediction.costs);
    if (!timeline)
        return timeline.error();
    prediction.timeline = std::move(*timeline);
    return prediction;
}

std::size_t messageBytesIn(const Strategy& strategy, const plan::Costs& costs)
{
    return costs.messageBytes > 0 ? static_cast<std::size_t>(costs.messageBytes)
                                  : activationBytes(strategy);
}

std::size_t messageBytesOf(const Strategy& strategy, const StepPrediction& paced, float timeScale,
                           std::size_t messagesAStep)
{
    const std::size_t whole = messageBytesIn(strategy, paced.costs);
    if (paced.origin.kind != CostOrigin::Kind::Model && timeScale == 1)
        return whole;
    const double scaled = static_cast<double>(whole) / std::max(1.0, double{timeScale});
    const double moved = kMovedPerSecond * secondsOf(paced.timeline.makespan)
        / static_cast<double>(std::max<std::size_t>(messagesAStep, 1));
    const auto bytes = static_cast<std::size_t>(std::min({scaled, moved, kMostBytes}));
    return std::min(whole, std::max(bytes, kFewestBytes));
}

std::string digitsOf(float timeScale) { return fmt::format("{}", timeScale); }

std::string toText(float timeScale)
{
    return timeScale == 1 ? std::string() : "1 s stands for " + digitsOf(timeScale) + " s";
}

} // namespace strategy
