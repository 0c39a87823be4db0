#include "engine/cli/strategy_input.h"

#include "engine/cli/profile_file.h"
#include "engine/strategy/estimate/cost_basis.h"
#include "engine/strategy/yaml.h"

#include <charconv>
#include <cmath>

namespace cli {

std::optional<strategy::Strategy> loadStrategy(const std::string& file, const std::string& profile)
{
    strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const strategy::Problem& problem : read.problems)
        complain(strategy::toText(file, problem));
    // Warnings are of a strategy that can be used; beside problems they would only hide these.
    if (read.strategy)
        for (const strategy::Problem& warning : read.warnings)
            complain("warning: " + strategy::toText(file, warning));
    if (read.strategy && !useProfile(profile, *read.strategy))
        return std::nullopt;
    return std::move(read.strategy);
}

void sayCostsAreNotTaken(const std::string& file, const strategy::Strategy& strategy)
{
    if (strategy.costs && strategy.model)
        complain("warning: " + file
                 + ": costs: are left aside, as they are those of one cut; the times are the cost "
                   "model's");
}

bool takeCostsOf(const std::string& file, plan::CostBasis basis, strategy::Strategy& strategy)
{
    const auto taken = strategy::takeCostsOf(strategy, basis);
    if (!taken)
        complain(file + ": " + taken.error().message);
    return bool(taken);
}

plan::Result<double> throughput(const std::string& flag, const std::string& word)
{
    double value = 0;
    const char* end = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data(), end, value, std::chars_format::fixed);
    if (error != std::errc{} || at != end || !(value > 0) || !std::isfinite(value))
        return plan::Error{flag + " must be a number of tokens per second, not '"
                           + strategy::shown(word) + '\''};
    return value;
}

} // namespace cli
