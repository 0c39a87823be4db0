#include "engine/measured/slow_change.h"

#include "engine/measured/averages.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace measured {
namespace {

constexpr double kSurely = 5;        // standard deviations that make a verdict
constexpr double kWellAgain = 4;     // likewise, that end one
constexpr double kMostOfThem = 0.75; // of the slow steps, over half as slow as their mean
constexpr std::size_t kFew = 16;     // steps whose noise may be too low by chance
constexpr double kNoiseAtFirst = 0.1;
constexpr double kNoiseThen = 0.05;
constexpr double kLeastNoise = 0.01;

double medianOfAll(std::span<const double> values)
{
    return medianOf(std::vector<double>(values.begin(), values.end()));
}

// Not one step that stands out among others.
bool areSlow(std::span<const double> steps, double mean)
{
    const auto slow = std::count_if(steps.begin(), steps.end(),
                                    [mean](double value) { return value >= mean / 2; });
    return std::min(steps.front(), steps.back()) >= mean / 2 && std::size_t(slow) >= kStepsToBeSure
        && double(slow) >= kMostOfThem * double(steps.size()) && medianOfAll(steps) >= kLeastSlow;
}

} // namespace

double noiseOf(const std::deque<double>& seen)
{
    if (seen.size() < kStepsToBeSure)
        return kNoiseAtFirst;
    // From 0: where the common slowness is taken a little low, that is part of it.
    double squares = 0;
    for (const double value : seen)
        squares += value * value;
    const auto count = double(seen.size());
    // Of a few values it may be too low by chance.
    const double noise = std::sqrt(squares / count) * (1 + 4 / count);
    return std::max(noise, seen.size() < kFew ? kNoiseThen : kLeastNoise);
}

std::optional<SlowChange> slowChange(std::span<const double> slowness,
                                     const std::function<double(std::size_t)>& deviation)
{
    std::optional<SlowChange> best;
    double most = 0;
    double sum = 0;
    for (std::size_t steps = 1; steps <= slowness.size(); ++steps) {
        const auto last = slowness.last(steps);
        sum += last.front();
        const double mean = sum / double(steps);
        // The noise of a mean of n steps falls with sqrt(n), so slow and not slow are told apart
        // best where this is largest.
        const double weight = mean * std::sqrt(double(steps));
        if (steps < kStepsToBeSure || weight <= most || !areSlow(last, mean))
            continue;
        most = weight;
        best = {steps, mean, mean / deviation(steps)};
    }
    const bool sure = best && best->mean >= kLeastSlow && best->deviations >= kSurely;
    return sure ? best : std::nullopt;
}

std::size_t stepsWellAgain(std::span<const double> slowness, double noise)
{
    std::size_t well = 0;
    double most = 0;
    double sum = 0;
    for (std::size_t steps = 1; steps + kStepsToBeSure <= slowness.size(); ++steps) {
        const auto last = slowness.last(steps);
        const auto before = slowness.first(slowness.size() - steps);
        sum += last.front();
        const double level = medianOfAll(before);
        const double mean = sum / double(steps);
        const double less = level - mean;
        const double deviation = noise * std::sqrt(1 / double(steps) + 1 / double(before.size()));
        const bool surely = less / deviation >= kWellAgain || mean < kLeastSlow / 2;
        if (steps < 2 || last.front() >= level / 2 || less < level / 2 || !surely
            || less * std::sqrt(double(steps)) <= most)
            continue;
        most = less * std::sqrt(double(steps));
        well = steps;
    }
    return well;
}

} // namespace measured
