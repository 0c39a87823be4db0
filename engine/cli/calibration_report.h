// What a calibration found, as a table and as JSON.

#pragma once

#include "engine/measured/calibration.h"
#include "engine/measured/rank_hosts.h"

#include <string>

namespace cli {

// For people: several lines, times in the units that they name. `hosts`: of the run; where nobody
// says them, there is no line.
std::string calibrationTable(const measured::Calibration& found, const measured::RankHosts& hosts);

// Times in seconds or microseconds of the run, as the key says; errors as shares of what was
// measured. `timeScale`: a second of an emulated run stands for so many.
std::string calibrationJson(const measured::Calibration& found, const measured::RankHosts& hosts,
                            float timeScale);

} // namespace cli
