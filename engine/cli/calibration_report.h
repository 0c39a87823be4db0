// What a calibration found, as a table and as JSON.

#pragma once

#include "engine/measured/calibration.h"

#include <string>

namespace cli {

std::string calibrationTable(const measured::Calibration& calibration);

// Times in seconds or microseconds, as the key says; errors as shares of what was measured.
std::string calibrationJson(const measured::Calibration& calibration);

} // namespace cli
