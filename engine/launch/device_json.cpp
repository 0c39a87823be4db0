#include "engine/launch/device_json.h"

namespace launch {

namespace {

using Json = nlohmann::ordered_json;
using measured::CounterRange;

Json numberOrNull(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }
Json textOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json meanJson(const CounterRange& range, double scale = 1)
{
    return range.isEmpty() ? Json(nullptr) : Json(range.mean() * scale);
}

Json lowJson(const CounterRange& range)
{
    return range.isEmpty() ? Json(nullptr) : Json(range.low());
}
Json highJson(const CounterRange& range)
{
    return range.isEmpty() ? Json(nullptr) : Json(range.high());
}

Json bytesJson(const CounterRange& range)
{
    return range.isEmpty() ? Json(nullptr) : Json(static_cast<std::uint64_t>(range.high()));
}

Json jsonOf(int rank, const RankDevice& device)
{
    const measured::DeviceUse& use = device.use;
    Json json = {{"rank", rank},
                 {"number", device.number ? Json(*device.number) : Json(nullptr)},
                 {"name", textOrNull(device.name)},
                 {"pci_bus_id", textOrNull(device.pciBusId)},
                 {"compute_capability", textOrNull(device.capability)},
                 {"driver", textOrNull(device.driver)},
                 {"driver_cuda", textOrNull(device.driverCuda)},
                 {"runtime_cuda", textOrNull(device.runtimeCuda)},
                 {"nccl", textOrNull(device.nccl)},
                 {"cublas", textOrNull(device.cublas)},
                 {"cudnn", textOrNull(device.cudnn)}};
    json["mig"] = device.mig ? Json(*device.mig) : Json(nullptr);
    json["sharing_ranks"] = device.sharingRanks > 0 ? Json(device.sharingRanks) : Json(nullptr);
    json["over_host"] = device.overHost;
    json["samples"] = use.samples;
    json["gpu_utilization"] = meanJson(use.gpuPercent, 0.01);
    json["memory_utilization"] = meanJson(use.memoryPercent, 0.01);
    json["memory_used_max_bytes"] = bytesJson(use.memoryUsed);
    // The counters' own, as everywhere; else what the device was opened with, which may be less.
    json["memory_total_bytes"] = use.memoryTotal.isEmpty() && device.memoryTotal
        ? Json(*device.memoryTotal)
        : bytesJson(use.memoryTotal);
    json["power_watts"] = meanJson(use.watts);
    json["power_max_watts"] = highJson(use.watts);
    json["power_limit_watts"] = meanJson(use.wattsLimit);
    json["sm_clock_mhz"] = meanJson(use.smMegahertz);
    json["sm_clock_min_mhz"] = lowJson(use.smMegahertz);
    json["memory_clock_mhz"] = meanJson(use.memoryMegahertz);
    json["temperature_max_celsius"] = highJson(use.celsius);
    json["ecc_uncorrected"] = use.eccUncorrected ? Json(*use.eccUncorrected) : Json(nullptr);
    json["throttled"] = use.told > 0
        ? Json(static_cast<double>(use.slowed) / static_cast<double>(use.told))
        : Json(nullptr);
    json["throttle_reasons"] = measured::reasonsInWords(use.reasons);
    return json;
}

} // namespace

nlohmann::ordered_json jsonOf(const DeviceReport& devices)
{
    Json list = Json::array();
    for (const auto& [rank, device] : devices.ranks)
        list.push_back(jsonOf(rank, device));
    return list;
}

nlohmann::ordered_json jsonOf(const StepDevices& devices)
{
    return {{"gpu_utilization", numberOrNull(devices.gpuUtilization)},
            {"memory_utilization", numberOrNull(devices.memoryUtilization)},
            {"memory_used_max_bytes",
             devices.memoryUsed ? Json(static_cast<std::uint64_t>(*devices.memoryUsed))
                                : Json(nullptr)},
            {"power_watts", numberOrNull(devices.watts)},
            {"sm_clock_mhz", numberOrNull(devices.smMegahertz)},
            {"temperature_max_celsius", numberOrNull(devices.celsius)},
            {"throttled_ranks", devices.slowedRanks},
            {"throttle_reasons", measured::reasonsInWords(devices.reasons)}};
}

} // namespace launch
