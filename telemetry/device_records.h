// What a rank sends of the device it computes on: the part of the wire that only devices with
// counters of their own fill. Read it through wire.h, which says what holds for all records.

#pragma once

#include <cstdint>

namespace telemetry {

// Why a device runs slower than it could, as bits of DeviceSample::throttle; several may be set at
// once. Values reach disk: never change or reuse one. A reader ignores bits that it does not know.
enum class Throttle : std::uint16_t {
    PowerCap = 1,           // its power limit
    SoftwareThermal = 2,    // kept below a temperature by the driver
    HardwareThermal = 4,    // too hot: the hardware halves the clock, or more
    HardwareSlowdown = 8,   // the hardware halves the clock, or more, for one of several reasons
    PowerBrake = 16,        // likewise, as the power supply has asked it to
    SyncBoost = 32,         // it keeps step with other devices
    ApplicationClocks = 64, // clocks that somebody has set
    Idle = 128,             // nothing runs on it; no fault
    DisplayClocks = 256,    // clocks that a display asks for
};
inline constexpr std::uint16_t kThrottleUnknown = 1u << 15; // alone: the device does not say

// What a device that does not tell a value has in the field of that value; a byte for a byte's,
// two for a clock's and so on.
inline constexpr std::uint8_t kUnknown8 = 0xff;
inline constexpr std::uint16_t kUnknown16 = 0xffff;
inline constexpr std::uint32_t kUnknown32 = 0xffffffff;
inline constexpr std::uint64_t kUnknown64 = ~std::uint64_t{0};

// The counters of a rank's device at one moment. They are the device's, whoever uses it: memory of
// all processes together, and of the ranks that share it each sends its own samples.
struct DeviceSample {
    std::int64_t timeNs = 0;
    std::uint64_t memoryUsedBytes = kUnknown64;  // < 2^62; of all processes
    std::uint64_t memoryTotalBytes = kUnknown64; // < 2^62
    std::uint32_t powerMilliwatts = kUnknown32;  // drawn
    std::uint32_t powerLimitMilliwatts = kUnknown32;
    std::uint32_t eccUncorrected = kUnknown32; // errors of memory since the driver was loaded
    std::uint16_t throttle = kThrottleUnknown; // bits of Throttle; 0: it runs as it is asked to
    std::uint16_t smMegahertz = kUnknown16;
    std::uint16_t memoryMegahertz = kUnknown16;
    std::uint8_t gpuPercent = kUnknown8;    // of the time a kernel ran, [0, 100]
    std::uint8_t memoryPercent = kUnknown8; // of the time its memory was read or written, [0, 100]
    std::uint8_t celsius = kUnknown8;
    std::uint8_t reserved[3] = {};
};

// What the device of a rank is, and the versions of what it is driven with. Sent once the rank has
// its device, which may be some time after its Hello; the last one counts.
struct DeviceInfo {
    std::uint64_t memoryTotalBytes = kUnknown64; // < 2^62
    // Versions; 0: not known. The first two as CUDA tells them, 1000 * major + 10 * minor, the
    // others as 10000 * major + 100 * minor + patch.
    std::uint32_t driverCuda = 0; // the newest CUDA that the driver can run
    std::uint32_t runtimeCuda = 0;
    std::uint32_t nccl = 0;
    std::uint32_t cublas = 0;
    std::uint32_t cudnn = 0;
    std::uint32_t sharingRanks = 0;   // ranks of the run on this device, this one too; 0: not known
    std::uint8_t capabilityMajor = 0; // compute capability, 9.0; 0.0: not known
    std::uint8_t capabilityMinor = 0;
    std::uint8_t mig = kUnknown8; // 1: one of the parts of a divided device; 0: a whole one
    std::uint8_t place = 0;    // 1 + its number among those that the rank could use; 0: not known
    std::uint8_t overHost = 0; // 1: what it exchanges with others goes over the host
    std::uint8_t reserved[3] = {};
    char name[64] = {};     // "NVIDIA H200"
    char driver[32] = {};   // its version, "580.65.06"
    char pciBusId[32] = {}; // "00000000:3B:00.0"
};

} // namespace telemetry
