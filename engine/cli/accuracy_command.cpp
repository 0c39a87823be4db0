// How far estimates are from measured runs, and efficiencies fitted to them.

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/json_writer.h"
#include "engine/cli/output.h"
#include "engine/cli/profile_file.h"
#include "engine/cli/recorded_run.h"
#include "engine/options/values.h"
#include "engine/strategy/estimate/accuracy.h"
#include "engine/strategy/file.h"
#include "engine/strategy/hardware.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

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

std::string timesOf(const strategy::FamilyAccuracy& family)
{
    if (family.times == 0)
        return fmt::format("{:>4} {:>8} {:>9} {:>8}", "", "", "", "");
    return fmt::format(
        "{:>4} {:>7.2f}% {:>8.2f}% {:>8}", family.times, 100 * family.meanTime,
        100 * family.worstTime,
        family.meanTimeLeftOut ? fmt::format("{:.2f}%", 100 * *family.meanTimeLeftOut) : "");
}

std::string memoriesOf(const strategy::FamilyAccuracy& family)
{
    if (family.memories == 0)
        return {};
    return fmt::format("{:>4} {:>7.2f}% {:>8.2f}%", family.memories, 100 * family.meanMemory,
                       100 * family.worstMemory);
}

// Mean over all runs.
strategy::FamilyAccuracy allOf(const std::vector<strategy::FamilyAccuracy>& families)
{
    strategy::FamilyAccuracy all{.family = "all runs"};
    double left = 0;
    int leftRuns = 0;
    for (const auto& family : families) {
        all.times += family.times;
        // Weighted by runs: a family of two runs must not count as much as one of fifty.
        all.meanTime += family.meanTime * family.times;
        all.memories += family.memories;
        all.meanMemory += family.meanMemory * family.memories;
        // The sign is kept: whether it is too fast or too slow says which part of the model is
        // wrong.
        if (std::abs(family.worstTime) > std::abs(all.worstTime))
            all.worstTime = family.worstTime;
        if (std::abs(family.worstMemory) > std::abs(all.worstMemory))
            all.worstMemory = family.worstMemory;
        if (family.meanTimeLeftOut) {
            left += *family.meanTimeLeftOut * family.times;
            leftRuns += family.times;
        }
    }
    all.meanTime /= std::max(1, all.times);
    all.meanMemory /= std::max(1, all.memories);
    if (leftRuns > 0)
        all.meanTimeLeftOut = left / leftRuns;
    return all;
}

std::string tableOf(const std::vector<strategy::FamilyAccuracy>& families)
{
    std::string text = fmt::format("{:<36} {:>4} {:>8} {:>9} {:>8}  {:>4} {:>8} {:>9}\n", "family",
                                   "runs", "time", "worst", "left out", "runs", "memory", "worst");
    const auto line = [&](const strategy::FamilyAccuracy& family) {
        text += fmt::format("{:<36} {}  {}\n", family.family, timesOf(family), memoriesOf(family));
    };
    std::for_each(families.begin(), families.end(), line);
    line(allOf(families));
    return text
        + "\ntime and memory: mean of |predicted / measured - 1|. left out: the same, with "
          "efficiencies fitted\nto the other families on such devices.\n";
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
        if (one.memoryError)
            text += fmt::format(" {:>6.4g} GB, measured {:>6.4g} ({})",
                                one.predictedBytes / kGigabyte, *one.run->peakBytes / kGigabyte,
                                percent(*one.memoryError));
        text += '\n';
    }
    return text + '\n';
}

std::string jsonOf(const std::vector<strategy::FamilyAccuracy>& families)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& family : families) {
        nlohmann::ordered_json one{{"family", family.family},
                                   {"times", family.times},
                                   {"mean_time_error", family.meanTime},
                                   {"worst_time_error", family.worstTime},
                                   {"memories", family.memories},
                                   {"mean_memory_error", family.meanMemory},
                                   {"worst_memory_error", family.worstMemory}};
        if (family.meanTimeLeftOut)
            one["mean_time_error_left_out"] = *family.meanTimeLeftOut;
        list.push_back(std::move(one));
    }
    return textOf({{"families", std::move(list)}});
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
    const auto accuracies = strategy::accuracyOf(*runs);
    if (!flags.fitTo.empty())
        return fitProfiles(accuracies, flags.fitTo);
    auto families = strategy::byFamily(accuracies);
    if (flags.leaveOut)
        strategy::leaveFamiliesOut(families, accuracies);
    if (flags.format == "json")
        return deliver(jsonOf(families), flags.out);
    return deliver((flags.every ? everyRun(accuracies) : "") + tableOf(families), flags.out);
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
