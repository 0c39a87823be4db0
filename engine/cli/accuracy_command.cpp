// How far estimates are from published runs, and efficiencies fitted to them.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"
#include "engine/cli/output.h"
#include "engine/strategy/estimate/accuracy.h"
#include "engine/strategy/estimate/hardware.h"
#include "engine/strategy/file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cli {
namespace {

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
        all.meanTime += family.meanTime * family.times;
        all.memories += family.memories;
        all.meanMemory += family.meanMemory * family.memories;
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
            text += fmt::format(" {:>6.1f} GB, measured {:>6.1f} ({})",
                                one.predictedBytes / kGigabyte, *one.run->peakBytes / kGigabyte,
                                percent(*one.memoryError));
        text += '\n';
    }
    return text + '\n';
}

std::string leftOutRuns(const std::vector<strategy::PublishedRun>& runs)
{
    std::string text;
    for (const strategy::PublishedRun& run : runs)
        if (!run.whyNot.empty())
            text += fmt::format("line {}: {} is left out: {}\n", run.line, run.uid, run.whyNot);
    return text;
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
    return nlohmann::ordered_json{{"families", std::move(list)}}.dump(
               2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
        + '\n';
}

// One profile a file of the folder.
int writeProfiles(const std::vector<strategy::RunAccuracy>& accuracies, const std::string& folder)
{
    for (const strategy::ProfileRuns& runs : strategy::runsByProfile(accuracies)) {
        if (runs.profile.empty())
            continue;
        const plan::FitResult fit = plan::fitEfficiency(runs.measured);
        std::vector<std::string> families;
        for (const strategy::PublishedRun* run : runs.runs)
            if (std::find(families.begin(), families.end(), run->family) == families.end())
                families.push_back(run->family);
        std::string source;
        for (const std::string& family : families)
            source += (source.empty() ? "" : ", ") + family;
        const strategy::Profile profile{runs.profile,  source,         int(runs.runs.size()),
                                        fit.meanError, fit.worstError, fit.efficiency};
        const std::string path = folder + '/' + runs.profile + ".yaml";
        if (auto written = strategy::replaceFile(path, strategy::writeProfile(profile)); !written) {
            complain(path + ": " + written.error().message);
            return 1;
        }
        fmt::print(stderr, "{}: {} runs, mean {:.2f} %, worst {}\n", path, profile.runs,
                   100 * fit.meanError, percent(fit.worstError));
    }
    return 0;
}

} // namespace

int printAccuracy(const AccuracyFlags& flags, const std::string& format, const std::string& out)
{
    const auto text = strategy::readTextFile(flags.file, kMaxTable);
    if (!text) {
        complain(flags.file + ": " + text.error().message);
        return kBadInput;
    }
    const auto runs = strategy::readPublishedRuns(*text);
    if (!runs) {
        complain(flags.file + ": " + runs.error().message);
        return kBadInput;
    }
    const auto accuracies = strategy::accuracyOf(*runs);
    if (!flags.fitTo.empty())
        return writeProfiles(accuracies, flags.fitTo);
    auto families = strategy::byFamily(accuracies);
    if (flags.leaveOut)
        strategy::leaveFamiliesOut(families, accuracies);
    fmt::print(stderr, "{}", leftOutRuns(*runs));
    if (format == "json")
        return deliver(jsonOf(families), out);
    return deliver((flags.every ? everyRun(accuracies) : "") + tableOf(families), out);
}

} // namespace cli
