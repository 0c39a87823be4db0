// How far estimates are from measured runs, and efficiencies fitted to them.

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/json_writer.h"
#include "engine/cli/output.h"
#include "engine/cli/profile_file.h"
#include "engine/cli/recorded_run.h"
#include "engine/options/values.h"
#include "engine/strategy/estimate/accuracy.h"
#include "engine/strategy/estimate/decisions.h"
#include "engine/strategy/file.h"
#include "engine/strategy/hardware.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

struct AccuracyFlags {
    std::vector<std::string> inputs; // tables of published runs (CSV), and recordings
    std::string profile;             // of the machines that it is called after
    std::string fitTo;               // a folder: efficiencies are fitted and written there instead
    bool every = false;              // a line for every run
    bool leaveOut = false;           // each family also predicted without having been fitted to
    std::string format;
    std::string out;
};

constexpr std::size_t kMaxTable = 16u << 20;
constexpr double kGigabyte = 1e9;

std::string percent(double share) { return fmt::format("{:+.2f} %", 100 * share); }

std::string timesOf(const strategy::GroupAccuracy& group)
{
    if (group.times == 0)
        return fmt::format("{:>4} {:>8} {:>9} {:>8}", "", "", "", "");
    return fmt::format("{:>4} {:>8} {:>7.2f}% {:>8.2f}%", group.times,
                       group.leftOut > 0 ? fmt::format("{:.2f}%", 100 * group.meanLeftOut) : "",
                       100 * group.meanTime, 100 * group.worstTime);
}

std::string memoriesOf(const strategy::GroupAccuracy& group)
{
    if (group.memories == 0)
        return {};
    return fmt::format("{:>4} {:>7.2f}% {:>8.2f}%", group.memories, 100 * group.meanMemory,
                       100 * group.worstMemory);
}

std::string lineOf(const strategy::GroupAccuracy& group)
{
    return fmt::format("{:<36} {}  {}\n", group.name, timesOf(group), memoriesOf(group));
}

std::string decisionsText(const strategy::Decisions& decisions)
{
    if (decisions.choices == 0)
        return {};
    return fmt::format("decisions: of {} pairs of comparable runs more than 5 % apart the order of "
                       "{} is right ({:.1f} %);\nin {} choices the one picked takes {:.2f} % more "
                       "than the fastest on average, {:.2f} % at most\n",
                       decisions.pairs, decisions.right,
                       decisions.pairs > 0 ? 100.0 * decisions.right / decisions.pairs : 100.0,
                       decisions.choices, 100 * decisions.regret, 100 * decisions.worst);
}

std::string tableOf(const std::vector<strategy::RunAccuracy>& accuracies)
{
    std::string text
        = fmt::format("{:<36} {:>4} {:>8} {:>8} {:>9}  {:>4} {:>8} {:>9}\n", "family", "runs",
                      "left out", "fitted", "worst", "runs", "memory", "worst");
    for (const auto& family : strategy::byFamily(accuracies))
        text += lineOf(family);
    for (const auto& stack : strategy::byFramework(accuracies)) {
        strategy::GroupAccuracy named = stack;
        named.name = "software: " + stack.name;
        text += lineOf(named);
    }
    text += lineOf(strategy::ofAll(accuracies));
    text += "\nleft out: mean of |predicted / measured - 1| of step times, at efficiencies fitted "
            "to the other\nfamilies; fitted and memory: the same as predicted by this program.\n";
    const auto left = strategy::leftOutOf(accuracies);
    if (const auto coverage = strategy::intervalCoverage(left))
        text += fmt::format("intervals: {:.1f} % of {} runs lie in the 80 % interval made of the "
                            "other families\n",
                            100 * *coverage, left.size());
    return text + decisionsText(strategy::decisionsOf(accuracies));
}

std::string everyRun(const std::vector<strategy::RunAccuracy>& accuracies)
{
    std::string text;
    for (const strategy::RunAccuracy& one : accuracies) {
        text += fmt::format("{:<10} {:<34} {:<26} {:<16}", one.run->uid, one.run->family,
                            one.run->model.substr(0, 26), one.profile);
        if (one.timeError)
            text += fmt::format(" {:>9.3f} s, measured {:>9.3f} ({})", one.predictedSeconds,
                                *one.run->stepSeconds, percent(*one.timeError));
        if (one.leftOutError)
            text += fmt::format(" left out {}", percent(*one.leftOutError));
        if (one.memoryError)
            text += fmt::format(" {:>6.4g} GB, measured {:>6.4g} ({})",
                                one.predictedBytes / kGigabyte, *one.run->peakBytes / kGigabyte,
                                percent(*one.memoryError));
        text += '\n';
    }
    return text + '\n';
}

nlohmann::ordered_json groupJson(const char* key, const strategy::GroupAccuracy& group)
{
    nlohmann::ordered_json one{{key, group.name},
                               {"times", group.times},
                               {"mean_time_error", group.meanTime},
                               {"worst_time_error", group.worstTime},
                               {"memories", group.memories},
                               {"mean_memory_error", group.meanMemory},
                               {"worst_memory_error", group.worstMemory}};
    if (group.leftOut > 0)
        one["mean_time_error_left_out"] = group.meanLeftOut;
    return one;
}

std::string jsonOf(const std::vector<strategy::RunAccuracy>& accuracies)
{
    nlohmann::ordered_json families = nlohmann::ordered_json::array();
    for (const auto& family : strategy::byFamily(accuracies))
        families.push_back(groupJson("family", family));
    nlohmann::ordered_json stacks = nlohmann::ordered_json::array();
    for (const auto& stack : strategy::byFramework(accuracies))
        stacks.push_back(groupJson("framework", stack));
    nlohmann::ordered_json json{{"families", std::move(families)},
                                {"frameworks", std::move(stacks)},
                                {"all", groupJson("family", strategy::ofAll(accuracies))}};
    if (const auto coverage = strategy::intervalCoverage(strategy::leftOutOf(accuracies)))
        json["interval_coverage"] = *coverage;
    const strategy::Decisions decisions = strategy::decisionsOf(accuracies);
    json["decisions"] = {{"pairs", decisions.pairs},
                         {"right", decisions.right},
                         {"choices", decisions.choices},
                         {"mean_regret", decisions.regret},
                         {"worst_regret", decisions.worst}};
    return textOf(json);
}

// Adds the runs of a table to `runs`, and says which of its rows are no run to estimate.
bool addTable(const std::string& file, std::vector<strategy::PublishedRun>& runs)
{
    const auto text = strategy::readTextFile(file, kMaxTable);
    if (!text) {
        complain(file + ": " + text.error().message);
        return false;
    }
    auto table = strategy::readPublishedRuns(*text);
    if (!table) {
        complain(file + ": " + table.error().message);
        return false;
    }
    for (strategy::PublishedRun& run : *table) {
        if (!run.whyNot.empty())
            complain(fmt::format("{}:{}: {} is left out: {}", file, run.line, run.uid, run.whyNot));
        runs.push_back(std::move(run));
    }
    return true;
}

bool addRecording(const std::string& path, std::vector<strategy::PublishedRun>& runs)
{
    auto run = recordedRun(path);
    if (!run) {
        complain(run.error().message);
        return false;
    }
    runs.push_back(*std::move(run));
    return true;
}

// Of all tables and recordings; nothing where one of them is none, after the others were
// looked at too.
std::optional<std::vector<strategy::PublishedRun>> readInputs(const std::vector<std::string>& paths)
{
    std::vector<strategy::PublishedRun> runs;
    bool good = true;
    for (const std::string& path : paths)
        good = (isRecording(path) ? addRecording(path, runs) : addTable(path, runs)) && good;
    return good ? std::optional(std::move(runs)) : std::nullopt;
}

// Puts the runs of the machines that the profile is called after on it.
bool applyProfile(const std::string& file, std::vector<strategy::PublishedRun>& runs)
{
    if (file.empty())
        return true;
    const auto profile = loadProfile(file);
    if (!profile)
        return false;
    std::size_t used = 0;
    for (strategy::PublishedRun& run : runs)
        if (strategy::profileNameOf(run.strategy.cluster) == profile->name) {
            run.strategy.cluster.fitted = profile;
            ++used;
        }
    complain(fmt::format("{}: {} of {} runs are of profile '{}'", file, used, runs.size(),
                         profile->name));
    return true;
}

int printAccuracy(const AccuracyFlags& flags)
{
    auto runs = readInputs(flags.inputs);
    if (!runs || !applyProfile(flags.profile, *runs))
        return kBadInput;
    auto accuracies = strategy::accuracyOf(*runs);
    if (flags.leaveOut) {
        const InterruptNoted interrupt;
        strategy::leaveFamiliesOut(accuracies, [&interrupt] { return interrupt.interrupted(); });
        if (interrupt.interrupted())
            complain("stopped: not every family was left out");
    }
    if (!flags.fitTo.empty())
        return fitProfiles(accuracies, flags.fitTo);
    if (flags.format == "json")
        return deliver(jsonOf(accuracies), flags.out);
    return deliver((flags.every ? everyRun(accuracies) : "") + tableOf(accuracies), flags.out);
}

} // namespace

void addAccuracyCommand(Commands& commands)
{
    const auto flags = std::make_shared<AccuracyFlags>();
    CLI::App& command = addCommand(commands, "accuracy",
                                   "compares estimates with measured runs, grouped by family",
                                   flags, printAccuracy);
    command
        .add_option("runs", flags->inputs,
                    "tables of published runs (CSV) and folders of recorded runs")
        ->type_name("RUNS")
        ->required();
    addProfile(command, flags->profile);
    options::addFlag(command, "--every", flags->every, "prints a line for every run");
    options::addFlag(command, "--leave-out", flags->leaveOut,
                     "also predicts each family with efficiencies fitted to the other families");
    options::addText(
        command, "--fit", "FOLDER", flags->fitTo,
        "fits the efficiencies of each kind of machine and writes them to this folder");
    options::addWord(command, "--format", flags->format, {"table", "json"});
    addOutput(command, flags->out);
}

} // namespace cli
