// What a strategy costs.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"
#include "engine/cli/estimate_report.h"
#include "engine/cli/output.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>

namespace cli {

int printEstimate(const std::string& file, const std::string& attention, const std::string& format,
                  const std::string& out)
{
    const strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const strategy::Problem& problem : read.problems)
        complain(strategy::toText(file, problem));
    if (!read.strategy)
        return kBadInput;
    for (const strategy::Problem& warning : read.warnings)
        complain("warning: " + strategy::toText(file, warning));
    const auto count
        = attention == "causal" ? plan::AttentionCount::Causal : plan::AttentionCount::Full;
    const auto estimate = strategy::estimate(*read.strategy, count);
    if (!estimate) {
        complain(file + ": " + estimate.error().message);
        return kBadInput;
    }
    return deliver(
        format == "json" ? estimateJson(*estimate) : estimateTable(*read.strategy, *estimate), out);
}

} // namespace cli
