// What is drawn of the devices' counters in a step: one number for all devices, the same wherever
// it stands.

#pragma once

#include "engine/measured/device_steps.h"

#include <optional>

namespace measured {

enum class DeviceCounter { Load, Power, Clock, Temperature, Memory };

// In percent, watts, MHz, degrees Celsius and bytes. Of a device, the mean of its samples counts;
// of Temperature and Memory the highest, which is what it is limited by.
struct DeviceLevel {
    double value = 0; // the mean of the devices; of Temperature and Memory the highest
    double low = 0;   // of the devices
    double high = 0;  //
    // Of Power the mean of the caps, of Memory the size of the smallest device.
    std::optional<double> limit{};
};

// Empty where the device does not count that.
std::optional<double> levelOf(const DeviceUse& use, DeviceCounter counter);

// Devices that do not count it are left out; empty where none does.
std::optional<DeviceLevel> levelIn(const DeviceStep& step, DeviceCounter counter);

} // namespace measured
