// What a strategy costs.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"
#include "engine/cli/estimate_report.h"
#include "engine/cli/output.h"
#include "engine/cli/strategy_input.h"

namespace cli {

int printEstimate(const ModelFile& input, const std::string& attention, const std::string& format,
                  const std::string& out)
{
    const plan::CostBasis basis = basisOf(input.costsOf, plan::CostBasis::Stage);
    auto strategy = loadStrategy(input.file, input.profile);
    if (!strategy || !takeCostsOf(input.file, basis, *strategy))
        return kBadInput;
    const auto count
        = attention == "causal" ? plan::AttentionCount::Causal : plan::AttentionCount::Full;
    const auto estimate = strategy::estimate(*strategy, count);
    if (!estimate) {
        complain(input.file + ": " + estimate.error().message);
        return kBadInput;
    }
    return deliver(format == "json" ? estimateJson(*estimate, basis)
                                    : estimateTable(*strategy, *estimate, basis),
                   out);
}

} // namespace cli
