#include "engine/launch/device_report.h"

#include "engine/plan/counted.h"
#include "telemetry/text.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

using measured::CounterRange;
using measured::DeviceUse;

constexpr double kGibibyte = 1024.0 * 1024 * 1024;
constexpr std::size_t kMostNamed = 8; // ranks that were slowed; the rest is counted

// 1000 * major + 10 * minor, as CUDA tells its own.
std::string cudaVersion(std::uint32_t version)
{
    return version == 0 ? std::string() : fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string libraryVersion(std::uint32_t version)
{
    return version == 0
        ? std::string()
        : fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

std::optional<double> meanOf(const CounterRange& range, double scale = 1)
{
    return range.isEmpty() ? std::nullopt : std::optional(range.mean() * scale);
}

std::optional<double> highOf(const CounterRange& range)
{
    return range.isEmpty() ? std::nullopt : std::optional(range.high());
}

std::string joined(const std::vector<std::string>& words)
{
    return fmt::format("{}", fmt::join(words, ", "));
}

// "busy 93 % of the time, 412 W of 700 W, 1980 MHz, at most 71 °C and 61.2 of 79.6 GiB"
std::string numbersOf(const DeviceUse& use)
{
    std::vector<std::string> parts;
    if (!use.gpuPercent.isEmpty())
        parts.push_back(fmt::format("busy {:.0f} % of the time", use.gpuPercent.mean()));
    if (!use.watts.isEmpty())
        parts.push_back(fmt::format("{:.0f} W", use.watts.mean())
                        + (use.wattsLimit.isEmpty()
                               ? std::string()
                               : fmt::format(" of {:.0f} W", use.wattsLimit.mean())));
    if (!use.smMegahertz.isEmpty())
        parts.push_back(fmt::format("{:.0f} MHz", use.smMegahertz.mean()));
    if (!use.celsius.isEmpty())
        parts.push_back(fmt::format("at most {:.0f} °C", use.celsius.high()));
    if (!use.memoryUsed.isEmpty())
        parts.push_back(
            fmt::format("at most {:.1f} GiB", use.memoryUsed.high() / kGibibyte)
            + (use.memoryTotal.isEmpty()
                   ? std::string()
                   : fmt::format(" of {:.1f} GiB", use.memoryTotal.high() / kGibibyte)));
    return joined(parts);
}

} // namespace

RankDevice deviceOf(const telemetry::DeviceInfo& info)
{
    RankDevice device;
    if (info.place > 0)
        device.number = info.place - 1;
    device.name = telemetry::textOf(info.name);
    device.driver = telemetry::textOf(info.driver);
    device.pciBusId = telemetry::textOf(info.pciBusId);
    if (info.capabilityMajor != 0)
        device.capability = fmt::format("{}.{}", info.capabilityMajor, info.capabilityMinor);
    device.driverCuda = cudaVersion(info.driverCuda);
    device.runtimeCuda = cudaVersion(info.runtimeCuda);
    device.nccl = libraryVersion(info.nccl);
    device.cublas = libraryVersion(info.cublas);
    device.cudnn = libraryVersion(info.cudnn);
    if (info.memoryTotalBytes != telemetry::kUnknown64)
        device.memoryTotal = info.memoryTotalBytes;
    device.sharingRanks = info.sharingRanks;
    device.overHost = info.overHost == 1;
    if (info.mig != telemetry::kUnknown8)
        device.mig = info.mig == 1;
    return device;
}

StepDevices devicesIn(const measured::DeviceStep& step)
{
    DeviceUse all;
    StepDevices devices;
    for (const auto& [rank, use] : step.ranks) {
        all.add(use);
        if (use.slowed > 0)
            devices.slowedRanks.push_back(rank);
    }
    const auto mean = [&step](measured::CounterRange DeviceUse::*counter, double scale = 1) {
        return meanOf(measured::meansIn(step, counter), scale);
    };
    devices.gpuUtilization = mean(&DeviceUse::gpuPercent, 0.01);
    devices.memoryUtilization = mean(&DeviceUse::memoryPercent, 0.01);
    devices.watts = mean(&DeviceUse::watts);
    devices.smMegahertz = mean(&DeviceUse::smMegahertz);
    devices.celsius = highOf(all.celsius);
    devices.memoryUsed = highOf(all.memoryUsed);
    devices.reasons = all.reasons;
    return devices;
}

std::string ranksInWords(const std::vector<int>& ranks)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
            ++end;
        if (end - i < 3)
            end = i + 1;
        parts.push_back(end - i == 1 ? std::to_string(ranks[i])
                                     : fmt::format("{} to {}", ranks[i], ranks[end - 1]));
        i = end;
    }
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

std::string kindsInWords(const std::map<int, std::string>& names)
{
    std::vector<std::pair<std::string, std::vector<int>>> kinds; // in the order of the ranks
    for (const auto& [rank, name] : names) {
        auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&name = name](const auto& one) { return one.first == name; });
        if (kind == kinds.end())
            kind = kinds.insert(kinds.end(), {name, {}});
        kind->second.push_back(rank);
    }
    if (kinds.size() < 2)
        return {};
    std::string text;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        text += fmt::format("{}{} on {}",
                            i == 0                      ? ""
                                : i + 1 == kinds.size() ? " and "
                                                        : ", ",
                            ranksInWords(kinds[i].second), kinds[i].first);
    return text + ": a step takes as long as the slowest needs";
}

std::string summaryOf(const DeviceReport& devices)
{
    std::map<std::string, DeviceUse> kinds;
    std::map<int, std::string> names;
    for (const auto& [rank, device] : devices.ranks) {
        kinds[device.name].add(device.use);
        if (!device.name.empty())
            names[rank] = device.name;
    }
    std::string text;
    if (const std::string mixed = kindsInWords(names); !mixed.empty())
        text += fmt::format("  {}\n", mixed);
    for (const auto& [name, use] : kinds)
        if (const std::string numbers = numbersOf(use); !numbers.empty())
            text += fmt::format("  {}: {}\n", name.empty() ? "devices" : name, numbers);
    if (std::any_of(devices.ranks.begin(), devices.ranks.end(),
                    [](const auto& rank) { return rank.second.overHost; }))
        text += "  messages went over the host\n";
    std::size_t named = 0;
    std::size_t slowed = 0;
    for (const auto& [rank, device] : devices.ranks) {
        if (device.use.slowed == 0)
            continue;
        if (++slowed > kMostNamed)
            continue;
        ++named;
        text += fmt::format("  the device of rank {} was slowed {:.0f} % of the time: {}\n", rank,
                            100.0 * static_cast<double>(device.use.slowed)
                                / static_cast<double>(device.use.told),
                            joined(measured::reasonsInWords(device.use.reasons)));
    }
    if (slowed > named)
        text += fmt::format("  so were those of {}\n", plan::counted(slowed - named, "more rank"));
    return text;
}

} // namespace launch
