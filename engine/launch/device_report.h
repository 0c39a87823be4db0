// What the devices of a run counted, as the report at its end has it. Empty for a run whose devices
// count nothing.

#pragma once

#include "engine/measured/device_steps.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace launch {

// The device of one rank. Texts are empty and versions 0 where the rank did not say.
struct RankDevice {
    std::optional<int> number{}; // among those that the rank could use
    std::string name{};
    std::string driver{}; // its version
    std::string pciBusId{};
    std::string capability{}; // "9.0"
    std::string driverCuda{}; // versions, "13.0"; empty: not known
    std::string runtimeCuda{};
    std::string nccl{}; // "2.28.9"
    std::string cublas{};
    std::string cudnn{};
    std::optional<std::uint64_t> memoryTotal{}; // bytes
    std::uint32_t sharingRanks = 0;             // 0: not known
    bool overHost = false;                      // what it exchanged with others went over the host
    std::optional<bool> mig{};
    measured::DeviceUse use{}; // of the whole run; no samples: only the above is known

    bool operator==(const RankDevice&) const = default;
};

// All devices in one step; numbers that nobody told are none.
struct StepDevices {
    std::optional<double> gpuUtilization{};    // mean, [0, 1]
    std::optional<double> memoryUtilization{}; // likewise
    std::optional<double> watts{};             // mean of a device
    std::optional<double> smMegahertz{};       // likewise
    std::optional<double> celsius{};           // of the hottest
    std::optional<double> memoryUsed{};        // bytes, of the fullest
    std::uint16_t reasons = 0;                 // to be slow: bits of measured::kSlowing
    std::vector<int> slowedRanks{};            // of the world, in rising order

    bool operator==(const StepDevices&) const = default;
};

struct DeviceReport {
    std::map<int, RankDevice> ranks{};  // [world rank]
    std::map<int, StepDevices> steps{}; // [step], of those in which a device was sampled

    bool isEmpty() const { return ranks.empty(); }
    bool operator==(const DeviceReport&) const = default;
};

RankDevice deviceOf(const telemetry::DeviceInfo& info);
StepDevices devicesIn(const measured::DeviceStep& step);

// "rank 3", "ranks 0 to 3", "ranks 0, 2 and 5 to 7"; in rising order, at least one.
std::string ranksInWords(const std::vector<int>& ranks);

// "rank 0 on NVIDIA H100 80GB HBM3 and ranks 1 to 3 on NVIDIA A100-SXM4-80GB: a step takes as long
// as the slowest needs", of ranks and what the driver calls their GPUs; empty where all are of one
// kind.
std::string kindsInWords(const std::map<int, std::string>& names);

// Several lines for a person, each with its line end; empty where there is nothing to say. The
// devices are taken together where they are of one kind, and each that was slowed is named.
std::string summaryOf(const DeviceReport& devices);

} // namespace launch
