// A strategy's costs, taken from a recorded run.

#include "engine/cli/commands.h"
#include "engine/strategy/estimate/schedule_of.h"

#include "engine/cli/arguments.h"
#include "engine/cli/calibration_report.h"
#include "engine/cli/command_options.h"
#include "engine/cli/output.h"
#include "engine/cli/traced_run.h"
#include "engine/measured/recording.h"
#include "engine/measured/run_hosts.h"
#include "engine/options/values.h"
#include "engine/plan/printable.h"
#include "engine/strategy/check.h"
#include "engine/strategy/estimate/time_scale.h"
#include "engine/strategy/fitted_costs.h"
#include "engine/strategy/yaml.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>

#include <algorithm>

namespace cli {
namespace {

// Costs of the strategy `file` taken from the recorded run `run`: a folder or an event log, or the
// folder of a measured pipeline's dumps; of the latter the strategy may be left out. The strategy
// with them goes to `out`, or to stdout where that is empty and the format is not "json"; the
// report to stdout as JSON, else to stderr.
struct CalibrateFlags {
    std::string run;
    std::string file;
    std::string skipSteps; // as typed; empty: by the rule of measured::warmUpSteps()
    std::string format;
    std::string out;
};

std::optional<strategy::Strategy> readStrategy(const std::string& file)
{
    strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const auto& problem : read.problems)
        complain(strategy::toText(file, problem));
    for (const auto& warning : read.warnings)
        complain("warning: " + strategy::toText(file, warning));
    return std::move(read.strategy);
}

float scaleOf(const measured::RunInfo& run) { return run.timeScale == 0 ? 1 : run.timeScale; }

// What a person should know of the run before believing its numbers.
void sayOfRun(const measured::Recording& recording, const strategy::Strategy& planned)
{
    const float scale = scaleOf(recording.info);
    if (recording.info.emulated && scale == 1)
        complain("the run was emulated: its op times are those of the strategy it ran");
    else if (recording.info.emulated)
        complain(fmt::format("the run was emulated, and {}: what was measured is told in the run's "
                             "time, the strategy's costs are in that of what it stands for",
                             strategy::toText(scale)));
    const std::string& ran
        = recording.steps.empty() ? recording.info.schedule : recording.steps.back().schedule.name;
    if (ran != planned.schedule.name)
        complain(fmt::format("warning: the run says that its schedule is '{}', the strategy '{}'",
                             strategy::shown(ran), planned.schedule.name));
    if (recording.stepsDropped > 0)
        complain(fmt::format("the first {} steps are left out: the last {} are enough",
                             recording.stepsDropped, recording.steps.size()));
    if (plan::isMadeForCosts(planned.schedule.name))
        complain("warning: zb-auto makes its order for the costs, so that of the new costs may be "
                 "another than the one measured");
}

// Steps in which somebody made a rank slower are not the machine's.
void leaveOutSlowed(measured::Recording& recording)
{
    const auto slowed = std::erase_if(recording.steps, [&](const measured::Step& step) {
        return recording.conditions.isSlowed(step.number);
    });
    if (slowed > 0)
        complain(fmt::format("warning: {} steps are left out: a rank was slowed by hand in them",
                             slowed));
}

// Of the steps that are kept.
std::optional<std::size_t> stillToSkip(std::optional<int> asked,
                                       const measured::Recording& recording)
{
    if (!asked)
        return std::nullopt;
    const auto skip = static_cast<std::uint64_t>(*asked);
    // Steps that were dropped while reading were the first ones, and count as skipped.
    return skip - std::min(skip, recording.stepsDropped);
}

struct Fitted {
    plan::Schedule schedule;
    measured::Calibration found; // in the run's time,
    float timeScale = 1;         // of which a second stands for so many
    bool isOfAll = true;         // nothing of the recording is damaged or missing
    measured::RankHosts hosts{};
    int world = 0; // ranks of the run; 0: nobody says
};

strategy::FittedCosts costsIn(const Fitted& fitted)
{
    const auto hosts = measured::ranksByHost(fitted.hosts);
    return {.costs = fitted.found.costs,
            .byNode = fitted.found.byHost ? std::optional(strategy::FittedCosts::ByNode{
                          fitted.found.byHost->within, fitted.found.byHost->between})
                                          : std::nullopt,
            .timeScale = fitted.timeScale,
            .world = fitted.world,
            .ranksAHost = hosts.empty() ? 0 : static_cast<int>(hosts.front().ranks.size())};
}

std::optional<Fitted> calibrated(const CalibrateFlags& flags, const strategy::Strategy& planned)
{
    FlagReader reader;
    const auto skip
        = reader.value("--skip-steps", flags.skipSteps, std::optional<int>{}, wholeNumber);
    const auto schedule = strategy::scheduleOf(planned);
    if (!schedule)
        complain(flags.file + ": schedule: " + schedule.error().message);
    if (!schedule || !reader.good())
        return std::nullopt;
    auto recording = measured::readRecording(flags.run);
    if (!recording) {
        complain(recording.error().message);
        return std::nullopt;
    }
    if (const auto same = measured::checkSameShape(recording->info, schedule->shape); !same) {
        complain(flags.run + ": " + same.error().message);
        return std::nullopt;
    }
    sayOfRun(*recording, planned);
    const auto damage = measured::damageOf(*recording);
    if (!damage.empty())
        complain(flags.run + " is damaged; the costs are fitted to what is whole:");
    for (const std::string& sentence : damage)
        complain("  " + sentence);
    const auto skipped = stillToSkip(skip, *recording);
    leaveOutSlowed(*recording);
    auto found = measured::calibrate(
        *schedule, recording->steps, skipped,
        measured::hostsOfPipeline(recording->conditions.hosts, recording->info));
    if (!found) {
        complain(flags.run + ": " + found.error().message);
        return std::nullopt;
    }
    return Fitted{*schedule,      *std::move(found),           scaleOf(recording->info),
                  damage.empty(), recording->conditions.hosts, recording->info.world};
}

bool sameShape(const CalibrateFlags& flags, const TracedRun& run, const plan::Shape& planned)
{
    measured::RunInfo ran;
    ran.shape = run.dump.config.shape;
    ran.schedule = run.order.name;
    const auto same = measured::checkSameShape(ran, planned);
    if (!same)
        complain(flags.run + ": " + same.error().message);
    return bool(same);
}

// From the dumps of a pipeline's ranks. Without a strategy `planned` becomes the dumps' own.
std::optional<Fitted> calibratedTrace(const CalibrateFlags& flags,
                                      std::optional<strategy::Strategy>& planned)
{
    FlagReader reader;
    const auto skip
        = reader.value("--skip-steps", flags.skipSteps, std::optional<int>{}, wholeNumber);
    const auto run = reader.good() ? loadTracedRun(flags.run) : std::nullopt;
    if (!run)
        return std::nullopt;
    plan::Result<plan::Schedule> schedule = run->order.schedule;
    if (planned)
        schedule = strategy::scheduleOf(*planned);
    if (!schedule)
        complain(flags.file + ": schedule: " + schedule.error().message);
    if (!schedule || !sameShape(flags, *run, schedule->shape))
        return std::nullopt;
    for (const std::string& sentence : assumptionsOf(*run))
        complain("assumed: " + sentence);
    auto found = measured::calibrate(*schedule, run->plainSteps(),
                                     skip ? std::optional<std::size_t>(*skip) : std::nullopt);
    if (!found) {
        complain(flags.run + ": " + found.error().message);
        return std::nullopt;
    }
    if (!planned)
        planned = strategyOf(*run, found->costs);
    return Fitted{*std::move(schedule), *std::move(found)};
}

// The name of the folder that it was recorded into.
std::string nameOfRun(const std::string& path)
{
    const auto folder = std::filesystem::absolute(path).lexically_normal();
    return strategy::shown(
        (folder.has_filename() ? folder : folder.parent_path()).filename().string());
}

// The exit code.
int write(const strategy::Strategy& planned, const std::string& format, const std::string& out)
{
    if (!out.empty()) {
        const auto saved = strategy::saveStrategyFile(out, planned);
        if (!saved)
            complain(saved.error().message);
        return saved ? 0 : 1;
    }
    return format == "json" ? 0 : deliver(strategy::writeStrategy(planned), {});
}

int printCalibration(const CalibrateFlags& flags)
{
    const bool dumps = strategy::isPipelineDump(flags.run);
    std::optional<strategy::Strategy> planned;
    if (flags.file.empty() && !dumps) {
        complain("STRATEGY: file is required: the one that was run; only of a folder of rank dumps "
                 "(pp_rank_0.json …) it may be left out");
        return kBadInput;
    }
    if (!flags.file.empty()) {
        planned = readStrategy(flags.file);
        if (!planned)
            return kBadInput;
    }
    const auto fitted = dumps ? calibratedTrace(flags, planned) : calibrated(flags, *planned);
    if (!fitted)
        return kBadInput;
    for (const std::string& remark :
         strategy::giveCosts(costsIn(*fitted), fitted->schedule, *planned))
        complain(remark);
    planned->costsFittedTo = nameOfRun(flags.run);
    for (const auto& problem : strategy::check(*planned).problems) {
        complain("the fitted costs fit no strategy: "
                 + strategy::toText(flags.file.empty() ? flags.run : flags.file, problem));
        return 1;
    }
    if (flags.format == "json") {
        const int code
            = deliver(calibrationJson(fitted->found, fitted->hosts, fitted->timeScale), {});
        if (code != 0)
            return code;
    } else {
        fmt::print(stderr, "{}", plan::printable(calibrationTable(fitted->found, fitted->hosts)));
    }
    const int code = write(*planned, flags.format, flags.out);
    return code == 0 && !fitted->isOfAll ? 1 : code;
}

} // namespace

void addCalibrateCommand(Commands& commands)
{
    const auto flags = std::make_shared<CalibrateFlags>();
    CLI::App& command
        = addCommand(commands, "calibrate", "derives the costs of a strategy from a recorded run",
                     flags, printCalibration);
    options::addText(command, "run", "RUN", flags->run,
                     "folder of a recorded run, its event log, or a folder of rank dumps")
        ->required();
    options::addText(command, "file", "STRATEGY", flags->file,
                     "the strategy that was run; optional for rank dumps");
    options::addText(command, "--skip-steps", "N", flags->skipSteps,
                     "number of steps to skip at the beginning (default: until the step time is "
                     "stable)");
    options::addWord(command, "--format", flags->format, {"table", "json"});
    addOutput(command, flags->out);
}

} // namespace cli
