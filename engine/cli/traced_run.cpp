#include "engine/cli/traced_run.h"

#include "engine/cli/arguments.h"

#include <fmt/format.h>

#include <filesystem>

namespace cli {
namespace {

std::string folderName(const std::string& folder)
{
    std::error_code error;
    const auto whole = std::filesystem::absolute(folder, error).lexically_normal();
    const auto name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    return name.empty() ? "pipeline" : name;
}

std::vector<measured::TracedIteration> iterationsOf(const strategy::PipelineDump& dump)
{
    std::vector<measured::TracedIteration> iterations;
    for (const strategy::DumpedIteration& iteration : dump.iterations) {
        measured::TracedIteration made{iteration.number, {}};
        for (const strategy::DumpedRank& rank : iteration.ranks)
            made.ranks.push_back(rank.times);
        iterations.push_back(std::move(made));
    }
    return iterations;
}

} // namespace

std::optional<TracedRun> loadTracedRun(const std::string& folder)
{
    auto dump = strategy::readPipelineDump(folder);
    if (!dump) {
        complain(dump.error().message);
        return std::nullopt;
    }
    auto run = measured::traceRun(dump->config.shape, dump->config.data, iterationsOf(*dump),
                                  {dump->config.clocks, dump->config.clocksRunOn});
    if (!run) {
        complain(fmt::format("{}: {}", folder, run.error().message));
        return std::nullopt;
    }
    return TracedRun{*std::move(run), folderName(folder), *std::move(dump)};
}

std::vector<std::string> assumptionsOf(const TracedRun& run)
{
    // Everything that the dumps do not say and that a number here rests on.
    std::vector<std::string> sentences = run.dump.notes;
    for (std::string& sentence : measured::takenForGranted(run, run.dump.config.data))
        sentences.push_back(std::move(sentence));
    return sentences;
}

strategy::Strategy strategyOf(const TracedRun& run, const plan::Costs& costs)
{
    return strategy::strategyOfDump(run.dump.config, run.title, run.order.name, run.order.schedule,
                                    costs);
}

} // namespace cli
