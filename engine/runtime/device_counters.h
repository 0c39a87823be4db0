// What a device counts of itself while it is used: memory, load, power, clocks, heat; who else uses
// it; and the faults that it reports by itself.
//
// A device answers through a driver, which may take milliseconds, or hang. So a rank does not ask
// it in a step: a DeviceSampler (device_sampler.h) does, on a thread of its own, and the rank takes
// what it has gathered. Counters are the device's, not the rank's: they include what other
// processes do.

#pragma once

#include "engine/plan/timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

using plan::Nanoseconds;

// Why a device runs slower than it could. Bits, of which several may be set; the same as
// telemetry::Throttle, where each is explained.
enum class Throttle : std::uint16_t {
    PowerCap = 1,
    SoftwareThermal = 2,
    HardwareThermal = 4,
    HardwareSlowdown = 8,
    PowerBrake = 16,
    SyncBoost = 32,
    ApplicationClocks = 64,
    Idle = 128,
    DisplayClocks = 256,
};

// The counters at one moment. A value that the device does not tell is empty.
struct DeviceReading {
    Nanoseconds at{}; // on this rank's clock (CLOCK_MONOTONIC), when the device was asked
    std::optional<std::uint64_t> memoryUsed{};  // bytes, of all processes
    std::optional<std::uint64_t> memoryTotal{}; // bytes
    std::optional<unsigned> gpuPercent{};       // of the time a kernel ran, [0, 100]
    std::optional<unsigned> memoryPercent{};    // of the time its memory was at work, [0, 100]
    std::optional<unsigned> powerMilliwatts{};
    std::optional<unsigned> powerLimitMilliwatts{};
    std::optional<unsigned> smMegahertz{};
    std::optional<unsigned> memoryMegahertz{};
    std::optional<unsigned> celsius{};
    std::optional<unsigned> throttle{};            // bits of Throttle; 0: none
    std::optional<std::uint64_t> eccUncorrected{}; // memory errors since the driver was loaded
};

// What the device is, and what it is driven with. Texts are empty and versions 0 where not known.
struct DeviceDescription {
    std::optional<unsigned> number{};           // among those that the run may use
    std::string name{};                         // "NVIDIA H200"
    std::string driver{};                       // its version, "580.65.06"
    std::string pciBusId{};                     // "0000:3B:00.0"
    std::optional<std::uint64_t> memoryTotal{}; // bytes
    unsigned capabilityMajor = 0;               // compute capability, 9.0
    unsigned capabilityMinor = 0;
    std::optional<bool> mig{}; // one of the parts of a divided device
    // Versions: the newest CUDA of the driver and that of the runtime as 1000 * major + 10 * minor,
    // the others as 10000 * major + 100 * minor + patch.
    unsigned driverCuda = 0;
    unsigned runtimeCuda = 0;
    unsigned nccl = 0;
    unsigned cublas = 0;
    unsigned cudnn = 0;
    unsigned sharingRanks = 0; // ranks of the run on this device, this one too
    bool overHost = false;     // what it exchanges with others goes over the host
};

// A process that holds the device.
struct DeviceProcess {
    // As the driver counts processes: within a container another one than the process' own number.
    std::uint32_t pid = 0;
    std::optional<std::uint64_t> bytes{}; // of the device's memory

    bool operator==(const DeviceProcess&) const = default;
};

// "process 4711 holds 71.2 GiB of it and process 4712 an unknown part", of those processes that are
// not among `own`; empty where there is none. To be put after a sentence that names the device.
std::string othersInWords(const std::vector<DeviceProcess>& processes,
                          const std::vector<std::uint32_t>& own);

// A device that counts. Its functions may take long, and are called by one thread at a time.
class DeviceCounters {
public:
    DeviceCounters() = default;
    DeviceCounters(const DeviceCounters&) = delete;
    DeviceCounters& operator=(const DeviceCounters&) = delete;
    virtual ~DeviceCounters() = default;

    // Never fails: what cannot be read is empty. `at` is left to the caller.
    virtual DeviceReading sample() = 0;

    // Faults that the device has reported since the last call, a sentence each that names the
    // device, what it means and what to do.
    virtual std::vector<std::string> faults() = 0;

    // Those that hold the device now, in the driver's order; empty also where it does not tell.
    virtual std::vector<DeviceProcess> processes() = 0;
};

} // namespace engine
