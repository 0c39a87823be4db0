#include "engine/cli/cost_options.h"
#include "engine/options/values.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace cli {

void addCostsOf(CLI::App& command, std::string& costsOf, plan::CostBasis otherwise)
{
    // A word rather than a CostBasis, because "not given" means one thing to one command and
    // another to the next.
    options::addChoice<std::string>(
        command, "--costs-of", "WORD", costsOf, {{"stage", "stage"}, {"rank", "rank"}},
        fmt::format("what the given costs are for: one stage, or the whole share of a rank, "
                    "divided over its chunks (default: {})",
                    otherwise == plan::CostBasis::Stage
                        ? "stage"
                        : "rank; the costs in a FILE are for one stage of its own "
                          "schedule, and the share of each rank is kept"));
}

void addCosts(CLI::App& command, CostFlags& flags, plan::CostBasis basis)
{
    addCostsOf(command, flags.of, basis);
    const char* const where = basis == plan::CostBasis::Stage
        ? ", in microseconds: one value for every stage, or a comma-separated value for each stage"
        : ", in microseconds, for the whole share of a rank: one value for every rank, or a "
          "comma-separated value for each rank's share of the model";
    const auto addTime = [&](const char* name, std::string& word, const std::string& about) {
        options::addText(command, name, "US", word, about);
    };
    addTime("--forward", flags.forward, std::string("time of the forward") + where);
    addTime("--input-grad", flags.inputGrad, std::string("time of the input gradient") + where);
    addTime("--weight-grad", flags.weightGrad, std::string("time of the weight gradient") + where);
    addTime("--recompute", flags.recompute,
            std::string("time of recomputing the forward before the backward") + where);
    addTime("--transfer", flags.transfer,
            "time of a transfer between two ranks, in microseconds: one value for every hop, or a "
            "comma-separated value for each hop");
    options::addText(
        command, "--pair-overlap", "SHARE", flags.pairOverlap,
        "share of the shorter op of a fused pair that the longer one hides, from 0 to 1");
    addTime("--gradient-reduction", flags.gradientReduction,
            "time of the gradient reduction after the last op of a rank, in microseconds");
    addTime("--optimizer", flags.optimizer,
            "time of the optimizer after the gradient reduction, in microseconds");
    command
        .add_option("--rank-factor", flags.rankFactors,
                    "RANK=FACTOR: multiplies all times of a rank by FACTOR; repeatable")
        ->type_name("R=F")
        ->take_all();
}

} // namespace cli
