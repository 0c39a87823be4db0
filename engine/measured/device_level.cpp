#include "engine/measured/device_level.h"

#include <array>

namespace measured {
namespace {

struct CounterRule {
    CounterRange DeviceUse::*value;
    CounterRange DeviceUse::*limit; // null: none
    bool highest;                   // counts, of the samples and of the devices; else the mean
};

constexpr std::array<CounterRule, 5> kCounterRules{{
    {&DeviceUse::gpuPercent, nullptr, false},
    {&DeviceUse::watts, &DeviceUse::wattsLimit, false},
    {&DeviceUse::smMegahertz, nullptr, false},
    {&DeviceUse::celsius, nullptr, true},
    {&DeviceUse::memoryUsed, &DeviceUse::memoryTotal, true},
}};

const CounterRule& ruleOf(DeviceCounter counter)
{
    return kCounterRules[static_cast<std::size_t>(counter)];
}

} // namespace

std::optional<double> levelOf(const DeviceUse& use, DeviceCounter counter)
{
    const CounterRule& rule = ruleOf(counter);
    const CounterRange& samples = use.*rule.value;
    if (samples.isEmpty())
        return std::nullopt;
    return rule.highest ? samples.high() : samples.mean();
}

std::optional<DeviceLevel> levelIn(const DeviceStep& step, DeviceCounter counter)
{
    const CounterRule& rule = ruleOf(counter);
    CounterRange devices;
    for (const auto& [rank, use] : step.ranks)
        if (const auto level = levelOf(use, counter))
            devices.add(*level);
    if (devices.isEmpty())
        return std::nullopt;
    DeviceLevel level{.value = rule.highest ? devices.high() : devices.mean(),
                      .low = devices.low(),
                      .high = devices.high()};
    if (rule.limit == nullptr)
        return level;
    if (const CounterRange limits = meansIn(step, rule.limit); !limits.isEmpty())
        level.limit = rule.highest ? limits.low() : limits.mean();
    return level;
}

} // namespace measured
