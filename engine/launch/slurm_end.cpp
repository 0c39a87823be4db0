#include "engine/launch/slurm_end.h"

#include "engine/launch/slurm_query.h"
#include "telemetry/text.h"

#include <fmt/format.h>

namespace launch {

namespace {

constexpr std::size_t kMostWords = 300;

plan::Result<std::string> stepOf(const RunPlace& place, const std::string& run,
                                 const Environment& environment)
{
    const auto steps = askSlurm(
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
        return done(askSlurm("scancel", {"--batch", "--signal=TERM", place.job}, environment));
    const auto step = stepOf(place, run, environment);
    if (!step)
        return step.error();
    if (step->empty())
        return plan::Error{fmt::format("job {} has no step of that run any more", place.job)};
    return done(askSlurm("scancel", {*step}, environment));
}

void cancelLeftStep(const RunPlace& place, const std::string& run, const Environment& environment)
{
    const auto step = stepOf(place, run, environment);
    if (step && !step->empty())
        static_cast<void>(askSlurm("scancel", {*step}, environment)); // nobody is left to be told
}

plan::Outcome cancelJob(const std::string& job, const std::filesystem::path& folder,
                        const Environment& environment)
{
    const auto worksIn
        = askSlurm("squeue", {"--noheader", "--jobs", job, "--format", "%Z"}, environment);
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
    return done(askSlurm("scancel", {job}, environment));
}

plan::Outcome requeueJob(const RunPlace& place, const Environment& environment)
{
    return done(askSlurm("scontrol", {"requeue", place.job}, environment));
}

} // namespace launch
