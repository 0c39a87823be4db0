// What the devices of a run counted, as report.json has it. Keys are only ever added; a value that
// is not known is null. Bytes, watts, MHz, °C, and fractions in [0, 1].

#pragma once

#include "engine/launch/device_report.h"

#include <nlohmann/json.hpp>

namespace launch {

// A list with an object for each rank whose device is known, in rising order.
nlohmann::ordered_json jsonOf(const DeviceReport& devices);

nlohmann::ordered_json jsonOf(const StepDevices& devices);

} // namespace launch
