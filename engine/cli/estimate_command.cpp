// What a strategy costs.

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/cost_options.h"
#include "engine/cli/estimate_report.h"
#include "engine/cli/output.h"
#include "engine/cli/strategy_input.h"
#include "engine/options/values.h"

#include <CLI/CLI.hpp>

namespace cli {
namespace {

struct EstimateFlags {
    ModelFile input;
    std::string attention; // "full" or "causal": which pairs of tokens count as FLOPs
    std::string format;
    std::string out;
};

int printEstimate(const EstimateFlags& flags)
{
    const ModelFile& input = flags.input;
    const plan::CostBasis basis = basisOf(input.costsOf, plan::CostBasis::Stage);
    auto strategy = loadStrategy(input.file, input.profile);
    if (!strategy || !takeCostsOf(input.file, basis, *strategy))
        return kBadInput;
    const auto count
        = flags.attention == "causal" ? plan::AttentionCount::Causal : plan::AttentionCount::Full;
    const auto estimate = strategy::estimate(*strategy, count);
    if (!estimate) {
        complain(input.file + ": " + estimate.error().message);
        return kBadInput;
    }
    return deliver(flags.format == "json" ? estimateJson(*strategy, *estimate, basis)
                                          : estimateTable(*strategy, *estimate, basis),
                   flags.out);
}

} // namespace

void addEstimateCommand(Commands& commands)
{
    const auto flags = std::make_shared<EstimateFlags>();
    CLI::App& command = addCommand(commands, "estimate",
                                   "predicts the time and memory of a step, and whether it fits",
                                   flags, printEstimate);
    addModelFile(command, flags->input);
    options::addWord(command, "--attention", flags->attention, {"full", "causal"},
                     "pairs of tokens whose attention is counted as FLOPs");
    addCostsOf(command, flags->input.costsOf, plan::CostBasis::Stage);
    options::addWord(command, "--format", flags->format, {"table", "json"});
    addOutput(command, flags->out);
}

} // namespace cli
