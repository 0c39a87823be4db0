// The texts the commands print.

#pragma once

#include "engine/cli/source.h"
#include "engine/plan/ledger.h"
#include "engine/plan/timeline.h"

#include <string>

namespace cli {

std::string catalogueTable();

// "text" is one rank a line; "torch-csv" the same as PyTorch's csv module writes it,
// lines ending in CR LF; "json" adds the shape, the placement and the phases.
std::string scheduleText(const Source& source);
std::string scheduleTorchCsv(const Source& source);
std::string scheduleJson(const Source& source);

struct Simulation {
    plan::Timeline timeline;
    plan::Ledger ledger;
};

std::string simulationTable(const Source& source, const Simulation& simulation);
std::string simulationJson(const Source& source, const Simulation& simulation);

} // namespace cli
