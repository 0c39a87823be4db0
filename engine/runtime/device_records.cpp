#include "engine/runtime/device_records.h"

#include "telemetry/text.h"

#include <limits>

namespace engine {
namespace {

// All bits of a field that is not known are 1, so the largest value of its type cannot be told.
template <class Field, class Value>
void set(Field& field, const std::optional<Value>& value, Field most)
{
    field
        = value && *value <= most ? static_cast<Field>(*value) : std::numeric_limits<Field>::max();
}

constexpr std::uint64_t kMostBytes = (std::uint64_t{1} << 62) - 1;
constexpr std::uint32_t kMost32 = telemetry::kUnknown32 - 1;
constexpr std::uint16_t kMost16 = telemetry::kUnknown16 - 1;
constexpr std::uint8_t kMost8 = telemetry::kUnknown8 - 1;
constexpr std::uint8_t kMostPercent = 100;

// The same bits here and on the wire.
constexpr bool same(Throttle here, telemetry::Throttle there)
{
    return static_cast<unsigned>(here) == static_cast<unsigned>(there);
}
using Wire = telemetry::Throttle;
static_assert(same(Throttle::PowerCap, Wire::PowerCap)
              && same(Throttle::SoftwareThermal, Wire::SoftwareThermal)
              && same(Throttle::HardwareThermal, Wire::HardwareThermal)
              && same(Throttle::HardwareSlowdown, Wire::HardwareSlowdown)
              && same(Throttle::PowerBrake, Wire::PowerBrake)
              && same(Throttle::SyncBoost, Wire::SyncBoost)
              && same(Throttle::ApplicationClocks, Wire::ApplicationClocks)
              && same(Throttle::Idle, Wire::Idle)
              && same(Throttle::DisplayClocks, Wire::DisplayClocks));

} // namespace

telemetry::DeviceSample recordOf(const DeviceReading& reading)
{
    telemetry::DeviceSample record;
    record.timeNs = reading.at.count();
    set(record.memoryUsedBytes, reading.memoryUsed, kMostBytes);
    set(record.memoryTotalBytes, reading.memoryTotal, kMostBytes);
    set(record.powerMilliwatts, reading.powerMilliwatts, kMost32);
    set(record.powerLimitMilliwatts, reading.powerLimitMilliwatts, kMost32);
    set(record.eccUncorrected, reading.eccUncorrected, kMost32);
    set(record.smMegahertz, reading.smMegahertz, kMost16);
    set(record.memoryMegahertz, reading.memoryMegahertz, kMost16);
    set(record.gpuPercent, reading.gpuPercent, kMostPercent);
    set(record.memoryPercent, reading.memoryPercent, kMostPercent);
    set(record.celsius, reading.celsius, kMost8);
    record.throttle = reading.throttle ? static_cast<std::uint16_t>(*reading.throttle)
                                       : telemetry::kThrottleUnknown;
    return record;
}

telemetry::DeviceInfo recordOf(const DeviceDescription& description)
{
    telemetry::DeviceInfo record;
    set(record.memoryTotalBytes, description.memoryTotal, kMostBytes);
    record.driverCuda = description.driverCuda;
    record.runtimeCuda = description.runtimeCuda;
    record.nccl = description.nccl;
    record.cublas = description.cublas;
    record.cudnn = description.cudnn;
    record.sharingRanks = description.sharingRanks;
    record.overHost = description.overHost ? 1 : 0;
    record.capabilityMajor = static_cast<std::uint8_t>(description.capabilityMajor);
    record.capabilityMinor = static_cast<std::uint8_t>(description.capabilityMinor);
    if (description.number && *description.number < telemetry::kUnknown8)
        record.place = static_cast<std::uint8_t>(*description.number + 1);
    if (description.mig)
        record.mig = *description.mig ? 1 : 0;
    telemetry::copyText(record.name, description.name);
    telemetry::copyText(record.driver, description.driver);
    telemetry::copyText(record.pciBusId, description.pciBusId);
    return record;
}

} // namespace engine
