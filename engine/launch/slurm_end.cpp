#include "engine/launch/slurm_end.h"

#include "engine/launch/program_query.h"
#include "engine/launch/rank_command.h"
#include "telemetry/text.h"

#include <chrono>

#include <fmt/format.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 30s; // as long as Slurm's own programs wait for a controller
constexpr std::size_t kMostWords = 300;

Environment slurmEnvironment(const Environment& environment)
{
    return rankEnvironment(environment, {}, true);
}

// The output of a program of Slurm. The error says why there is none.
plan::Result<std::string> ask(const char* program, std::vector<std::string> arguments,
                              const Environment& environment)
{
    const auto path = findProgram(program, valueOf(environment, "PATH").value_or(""));
    if (!path)
        return plan::Error{
            fmt::format("there is no {} in PATH here; use a host of the cluster", program)};
    arguments.insert(arguments.begin(), path->string());
    const auto answer = askProgram(arguments, slurmEnvironment(environment), kPatience);
    if (const auto* none = std::get_if<NoAnswer>(&answer))
        return plan::Error{none->isLate() ? fmt::format("{} has not answered within {} s", program,
                                                        kPatience.count())
                                          : none->why};
    const auto& given = std::get<ProgramAnswer>(answer);
    if (!given.isGood())
        return plan::Error{
            fmt::format("{} says: {}", program, telemetry::cleanText(given.output, kMostWords))};
    return given.output;
}

plan::Result<std::string> stepOf(const RunPlace& place, const std::string& run,
                                 const Environment& environment)
{
    const auto steps = ask(
        "squeue", {"--steps", "--noheader", "--jobs", place.job, "--format", "%i|%j"}, environment);
    if (!steps)
        return steps.error();
    return stepNamed(*steps, run);
}

plan::Outcome done(const plan::Result<std::string>& answer)
{
    return answer ? plan::done() : plan::Outcome(answer.error());
}

} // namespace

std::string stepNamed(std::string_view squeueOutput, std::string_view name)
{
    while (!squeueOutput.empty()) {
        const std::size_t end = std::min(squeueOutput.find('\n'), squeueOutput.size());
        const std::string_view line = squeueOutput.substr(0, end);
        squeueOutput.remove_prefix(std::min(end + 1, squeueOutput.size()));
        const std::size_t bar = line.find('|');
        if (bar == std::string_view::npos || line.substr(bar + 1) != name)
            continue;
        const std::string_view step = line.substr(0, bar);
        if (!step.empty() && step.find_first_not_of("0123456789.") == std::string_view::npos)
            return std::string(step);
    }
    return {};
}

plan::Outcome endByScancel(const RunPlace& place, const std::string& run,
                           const Environment& environment)
{
    if (place.batch)
        return done(ask("scancel", {"--batch", "--signal=TERM", place.job}, environment));
    const auto step = stepOf(place, run, environment);
    if (!step)
        return step.error();
    if (step->empty())
        return plan::Error{fmt::format("job {} has no step of that run any more", place.job)};
    return done(ask("scancel", {*step}, environment));
}

void cancelLeftStep(const RunPlace& place, const std::string& run, const Environment& environment)
{
    const auto step = stepOf(place, run, environment);
    if (step && !step->empty())
        static_cast<void>(ask("scancel", {*step}, environment)); // nobody is left to be told
}

plan::Outcome cancelJob(const std::string& job, const std::filesystem::path& folder,
                        const Environment& environment)
{
    const auto worksIn
        = ask("squeue", {"--noheader", "--jobs", job, "--format", "%Z"}, environment);
    if (!worksIn)
        return worksIn.error();
    const std::string& text = *worksIn;
    const std::string where = text.substr(0, text.find_last_not_of(" \n") + 1);
    std::error_code ignored;
    if (where != folder && !std::filesystem::equivalent(where, folder, ignored))
        return plan::Error{
            where.empty()
                ? fmt::format("Slurm does not tell where job {} works", job)
                : fmt::format("job {} of this cluster works in {}, and is not the one of the run",
                              job, telemetry::cleanText(where, kMostWords))};
    return done(ask("scancel", {job}, environment));
}

plan::Outcome requeueJob(const RunPlace& place, const Environment& environment)
{
    return done(ask("scontrol", {"requeue", place.job}, environment));
}

} // namespace launch
