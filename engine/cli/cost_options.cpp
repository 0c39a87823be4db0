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
        fmt::format("what given costs are of: one stage, or a rank's whole share, "
                    "divided over its chunks; else {}",
                    otherwise == plan::CostBasis::Stage
                        ? "stage"
                        : "rank, where those of a FILE are of one stage of its own "
                          "schedule and each rank's share stays"));
}

void addCosts(CLI::App& command, CostFlags& flags, plan::CostBasis basis)
{
    addCostsOf(command, flags.of, basis);
    command.add_option(
        "--forward", flags.forward,
        basis == plan::CostBasis::Stage
            ? "microseconds of a stage's forward; or one a stage, with commas between"
            : "microseconds of the forward of a rank's whole share, divided over its "
              "chunks; or one a p-th of the model, with commas between");
    command.add_option("--input-grad", flags.inputGrad, "of its input gradient, likewise");
    command.add_option("--weight-grad", flags.weightGrad, "of its weight gradient, likewise");
    command.add_option("--recompute", flags.recompute,
                       "of the forward computed again before its backward, likewise");
    command.add_option("--transfer", flags.transfer, "of a hop between two ranks; or one a hop");
    command.add_option("--pair-overlap", flags.pairOverlap,
                       "share of the shorter op of a fused pair that the longer one hides, 0 to 1");
    command.add_option("--gradient-reduction", flags.gradientReduction,
                       "microseconds after a rank's last op");
    command.add_option("--optimizer", flags.optimizer, "microseconds after that");
    command
        .add_option("--rank-factor", flags.rankFactors,
                    "RANK=FACTOR: everything on that rank takes FACTOR times as long; repeatable")
        ->type_name("R=F")
        ->take_all();
}

} // namespace cli
