#include "engine/cli/traced_run.h"

#include "engine/cli/arguments.h"
#include "engine/cli/report_units.h"

#include <fmt/format.h>

#include <algorithm>
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

// Of all iterations: the largest move of a clock, and what was left contradicting.
struct ClockFindings {
    std::size_t moved = 0; // iterations
    plan::Nanoseconds most{};
    std::size_t early = 0; // ops
    plan::Nanoseconds earliest{};
};

ClockFindings clocksOf(const TracedRun& run)
{
    ClockFindings found;
    for (const measured::TracedStep& step : run.steps) {
        const auto most = *std::max_element(step.moved.begin(), step.moved.end());
        const auto least = *std::min_element(step.moved.begin(), step.moved.end());
        found.moved += most > least;
        found.most = std::max(found.most, most - least);
        found.early += step.early;
        found.earliest = std::max(found.earliest, step.earliest);
    }
    return found;
}

std::string tailSentence(const TracedRun& run)
{
    const bool together = std::any_of(run.steps.begin(), run.steps.end(),
                                      [](const auto& step) { return step.endsTogether; });
    return fmt::format("what a rank does after its last op is {}, as dp_size is {}{}",
                       run.dump.config.data > 1 ? "the reduction of gradients" : "the optimizer",
                       run.dump.config.data,
                       together ? "; the ranks end together, so until the last has come to it the "
                                  "others wait"
                                : "");
}

} // namespace

std::vector<measured::Step> TracedRun::plainSteps() const
{
    std::vector<measured::Step> plain;
    for (const measured::TracedStep& step : steps)
        plain.push_back(step.step);
    return plain;
}

std::optional<TracedRun> loadTracedRun(const std::string& folder)
{
    auto dump = strategy::readPipelineDump(folder);
    if (!dump) {
        complain(dump.error().message);
        return std::nullopt;
    }
    TracedRun run{folderName(folder), *std::move(dump), {}, {}};
    const auto tail
        = run.dump.config.data > 1 ? measured::TailIs::Reduction : measured::TailIs::Optimizer;
    for (const strategy::DumpedIteration& iteration : run.dump.iterations) {
        std::vector<plan::RankTimes> ranks;
        for (const strategy::DumpedRank& rank : iteration.ranks)
            ranks.push_back(rank.times);
        const auto said = [&](const plan::Error& error) {
            complain(fmt::format("{}: iteration {}: {}", folder, iteration.number, error.message));
            return std::nullopt;
        };
        // The order of the first iteration is that of all: one that ran another is an error, not a
        // second schedule.
        if (run.steps.empty()) {
            auto order = measured::orderThatRan(run.dump.config.shape, ranks);
            if (!order)
                return said(order.error());
            run.order = *std::move(order);
        }
        auto step = measured::tracedStep(run.order, iteration.number, ranks, tail);
        if (!step)
            return said(step.error());
        run.steps.push_back(*std::move(step));
    }
    return run;
}

std::vector<std::string> assumptionsOf(const TracedRun& run)
{
    // Everything that the dumps do not say and that a number here rests on.
    std::vector<std::string> sentences = run.dump.notes;
    sentences.push_back(fmt::format(
        "the schedule is {}: the dumps do not say so, but its order is what ran", run.order.name));
    const ClockFindings clocks = clocksOf(run);
    sentences.push_back(
        clocks.moved == 0
            ? std::string("all ranks count from the same moment; no op contradicts that")
            : fmt::format("ranks count from the same moment where no op contradicts that; in {} of "
                          "{} iterations some do, and clocks are moved by up to {:.3f} ms",
                          clocks.moved, run.steps.size(), us(clocks.most) / 1e3));
    if (clocks.early > 0)
        sentences.push_back(fmt::format(
            "{} ops begin before their input was made, by up to {:.3f} ms, whatever the clocks: "
            "they are left where they are",
            clocks.early, us(clocks.earliest) / 1e3));
    sentences.push_back(tailSentence(run));
    return sentences;
}

strategy::Strategy strategyOf(const TracedRun& run, const plan::Costs& costs)
{
    const strategy::DumpConfig& config = run.dump.config;
    strategy::Strategy made;
    made.name = strategy::shown(run.title) + ", as measured";
    made.parallel.pipeline = config.shape.ranks;
    // 0 leaves it to the schedule, which a schedule of one chunk expects.
    made.parallel.chunks = config.shape.chunks == 1 ? 0 : config.shape.chunks;
    made.parallel.tensor = config.tensor;
    made.parallel.context = config.context;
    made.parallel.data = config.data;
    made.batch.global = config.shape.microbatches * config.data;
    made.schedule.name = run.order.name;
    made.costs = costs;
    return made;
}

} // namespace cli
