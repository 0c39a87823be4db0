#include "engine/launch/report.h"

#include "engine/launch/device_json.h"
#include "engine/launch/ending_json.h"
#include "engine/measured/averages.h"
#include "engine/measured/pace.h"
#include "engine/measured/step_idle.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/estimate/time_scale.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

namespace {

using Json = nlohmann::ordered_json;

double secondsOf(plan::Nanoseconds time) { return std::chrono::duration<double>(time).count(); }

// A median rather than a mean: the first steps of a run are slower than all others.
template <class Project>
std::optional<double> medianOf(const std::vector<StepReport>& steps, Project project)
{
    std::vector<double> values;
    for (const StepReport& step : steps) {
        if (step.whole)
            values.push_back(project(step));
    }
    if (values.empty())
        return std::nullopt;
    return measured::medianOf(std::move(values));
}

Json numberOrNull(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

// The numbers of a step that is not whole would be those of something else.
Json toJson(const StepReport& step)
{
    const auto ifWhole = [&step](double value) { return step.whole ? Json(value) : Json(nullptr); };
    return {{"step", step.step},
            {"seconds", ifWhole(step.seconds)},
            {"bubble_fraction", ifWhole(step.bubbleFraction)},
            {"loss", numberOrNull(step.loss)},
            {"gradient_norm", numberOrNull(step.gradientNorm)},
            {"tokens_per_second", numberOrNull(tokensPerSecond(step))},
            {"whole", step.whole},
            {"lateness_median_seconds", ifWhole(step.medianLateness)},
            {"lateness_max_seconds", ifWhole(step.maxLateness)}};
}

Json measuredJson(const Report& report)
{
    const auto seconds = medianSeconds(report);
    std::optional<double> error;
    // A positive number is asked for, because a prediction of 0, or none, has no error.
    if (seconds && report.predicted && report.predicted->stepSeconds > 0.0)
        error = *seconds / *report.predicted->stepSeconds - 1;
    return {{"median_step_seconds", numberOrNull(seconds)},
            {"median_bubble_fraction",
             numberOrNull(medianOf(report.steps,
                                   [](const StepReport& step) { return step.bubbleFraction; }))},
            {"median_error", numberOrNull(error)}};
}

// From what the ranks compared: a summary of each, and the ops that differed.
Checks checksOf(const measured::Step& step)
{
    Checks checks;
    for (const auto& [rank, record] : step.checks) {
        if (record.stage < 0) {
            checks.compared += record.compared;
            checks.different += record.different;
            continue;
        }
        // Only ops have a text; a kind that this version does not know must not be taken for one.
        const bool named = record.kind <= telemetry::SpanKind::WeightGrad && record.different > 0;
        if (named && checks.differences.size() < kMostDifferences)
            checks.differences.push_back(
                {rank, step.number,
                 plan::toText(plan::Op{record.stage, static_cast<plan::OpKind>(record.kind),
                                       record.microbatch})});
    }
    return checks;
}

Json toJson(const Checks& checks)
{
    Json json = {{"compared", checks.compared}, {"different", checks.different}};
    for (const Difference& difference : checks.differences)
        json["differences"].push_back(
            {{"rank", difference.rank}, {"step", difference.step}, {"op", difference.op}});
    return json;
}

Checks allChecks(const Report& report)
{
    Checks checks;
    for (const StepReport& step : report.steps)
        checks.add(step.checks);
    return checks;
}

// Of the schedule that a step followed; steps are in order.
PredictedIn predictedMemoryOf(const Report& report)
{
    return [&report](int step) -> const std::vector<PredictedMemory>& {
        static const std::vector<PredictedMemory> kNone;
        const auto at = std::lower_bound(
            report.steps.begin(), report.steps.end(), step,
            [](const StepReport& each, int number) { return each.step < number; });
        if (at != report.steps.end() && at->step == step && !at->swappedTo.empty()) {
            const auto found = report.swappedMemory.find(at->swappedTo);
            return found == report.swappedMemory.end() ? kNone : found->second;
        }
        return report.predicted ? report.predicted->memory : kNone;
    };
}

std::string trainingSummary(const Report& report)
{
    std::string text;
    std::vector<double> losses;
    for (const StepReport& step : report.steps) {
        if (step.loss)
            losses.push_back(*step.loss);
    }
    const auto rate = medianOf(
        report.steps, [](const StepReport& step) { return tokensPerSecond(step).value_or(0); });
    if (losses.size() > 1)
        text
            += fmt::format("  loss {:.4f} at first, {:.4f} at last", losses.front(), losses.back());
    else if (!losses.empty())
        text += fmt::format("  loss {:.4f}", losses.front());
    if (!losses.empty() && losses.size() < report.steps.size())
        text += fmt::format(", {} steps without one", report.steps.size() - losses.size());
    if (rate > 0.0)
        text += fmt::format("{}{:.0f} tokens/s", text.empty() ? "  " : ", ", *rate);
    return text.empty() ? text : text + "\n";
}

// "emulated, 1 s stands for 21.5 s"
std::string deviceText(const Report& report)
{
    if (report.takesTurns)
        return report.device + ", taking turns";
    const std::string scale
        = report.predicted ? strategy::toText(report.predicted->timeScale) : std::string();
    return scale.empty() ? report.device : report.device + ", " + scale;
}

std::string checksSummary(const Checks& checks)
{
    if (checks.compared == 0)
        return {};
    if (checks.different == 0)
        return fmt::format("  {} ops were run twice, none came out different\n", checks.compared);
    std::string text
        = fmt::format("  {} of {} ops that were run twice came out different:", checks.different,
                      checks.compared);
    constexpr std::size_t kShown = 5;
    const std::size_t shown = std::min(kShown, checks.differences.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const Difference& difference = checks.differences[i];
        text += fmt::format("{} {} of step {} on rank {}", i == 0 ? "" : ",", difference.op,
                            difference.step, difference.rank);
    }
    return text + (checks.different > shown ? " and more\n" : "\n");
}

} // namespace

void Checks::add(const Checks& more)
{
    compared += more.compared;
    different += more.different;
    const auto room = static_cast<std::ptrdiff_t>(kMostDifferences
                                                  - std::min(kMostDifferences, differences.size()));
    const auto taken = std::min(room, static_cast<std::ptrdiff_t>(more.differences.size()));
    differences.insert(differences.end(), more.differences.begin(),
                       more.differences.begin() + taken);
}

std::optional<double> tokensPerSecond(const StepReport& step)
{
    if (!step.tokens || !step.whole || step.seconds <= 0)
        return std::nullopt;
    return static_cast<double>(*step.tokens) / step.seconds;
}

StepReport reportOf(const measured::Step& step)
{
    StepReport report;
    report.step = step.number;
    report.seconds = secondsOf(step.timeline.makespan);
    report.bubbleFraction = measured::bubbleFraction(step);
    if (std::isfinite(step.loss))
        report.loss = step.loss;
    if (step.training) {
        report.tokens = step.training->tokens;
        if (std::isfinite(step.training->gradientNorm))
            report.gradientNorm = step.training->gradientNorm;
        // The end mark's own loss comes first: it is there also where the record of the step was
        // dropped.
        if (!report.loss && std::isfinite(step.training->loss))
            report.loss = step.training->loss;
    }
    report.checks = checksOf(step);
    if (step.schedule.swapped)
        report.swappedTo = step.schedule.name;
    report.whole = step.complete();
    report.medianLateness = secondsOf(step.medianLateness);
    report.maxLateness = secondsOf(step.maxLateness);
    return report;
}

void predictSwapped(Report& report, const strategy::Strategy& launched)
{
    if (!report.predicted || report.predicted->memory.empty())
        return;
    for (const StepReport& step : report.steps) {
        if (step.swappedTo.empty() || report.swappedMemory.contains(step.swappedTo))
            continue;
        const strategy::Strategy swapped = strategy::swappedTo(launched, step.swappedTo);
        const auto schedule = strategy::scheduleOf(swapped);
        report.swappedMemory[step.swappedTo]
            = schedule ? predictMemory(swapped, *schedule) : std::vector<PredictedMemory>();
    }
}

std::optional<double> stepError(const Report& report, const StepReport& step)
{
    if (!report.predicted || !(report.predicted->stepSeconds > 0.0))
        return std::nullopt;
    return step.seconds / *report.predicted->stepSeconds - 1;
}

std::optional<double> medianSeconds(const Report& report)
{
    return medianOf(report.steps, [](const StepReport& step) { return step.seconds; });
}

bool keptPace(const StepReport& step, const Prediction& predicted)
{
    return !predicted.paced || !step.whole
        || measured::keptPace({step.seconds, step.bubbleFraction},
                              {predicted.stepSeconds.value_or(0), predicted.bubbleFraction});
}

// Looked at again at the end instead of being kept: the report is made from the steps alone, live
// and from a recording alike.
std::string paceWarningOf(const Report& report)
{
    if (!report.predicted || !report.predicted->paced || !report.predicted->stepSeconds)
        return {};
    measured::PaceWatch pace({*report.predicted->stepSeconds, report.predicted->bubbleFraction});
    for (const StepReport& step : report.steps)
        if (step.whole)
            pace.add({step.seconds, step.bubbleFraction});
    return pace.warning();
}

std::string toJson(const Report& report)
{
    Json json;
    json["run"] = report.run;
    json["device"] = report.device;
    json["ranks"] = report.ranks;
    json["takes_turns"] = report.takesTurns;
    json["predicted"] = nullptr;
    if (report.predicted)
        json["predicted"] = jsonOf(*report.predicted);
    json["measured"] = measuredJson(report);
    json["steps"] = Json::array();
    for (const StepReport& step : report.steps) {
        json["steps"].push_back(toJson(step));
        // A run whose devices count nothing has none of these keys.
        if (const auto found = report.devices.steps.find(step.step);
            found != report.devices.steps.end())
            json["steps"].back()["devices"] = jsonOf(found->second);
    }
    json["checks"] = toJson(allChecks(report));
    if (!report.devices.isEmpty())
        json["devices"] = jsonOf(report.devices);
    if (!report.memory.isEmpty())
        json["memory"] = jsonOf(report.memory, predictedMemoryOf(report), report.ranks);
    if (!report.kernels.isEmpty())
        json["kernels"] = jsonOf(report.kernels);
    json["telemetry"]
        = {{"sent", report.telemetry.sent},       {"logged", report.telemetry.logged},
           {"dropped", report.telemetry.dropped}, {"unlogged", report.telemetry.unlogged},
           {"gaps", report.telemetry.gaps},       {"bad_frames", report.telemetry.badFrames}};
    json["outcome"] = report.outcome;
    json["ending"] = jsonOf(report.ending);
    json["warnings"] = report.warnings;
    if (auto warning = paceWarningOf(report); !warning.empty())
        json["warnings"].push_back(std::move(warning));
    // Broken UTF-8, as a host's name may have, is replaced: a report must not fail on it.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string summaryOf(const Report& report)
{
    std::string text = fmt::format("run {}: {}\n", report.run, report.outcome);
    const auto seconds = medianSeconds(report);
    if (seconds) {
        text += fmt::format("  {} steps on {} ranks ({}), median {:.3f} ms", report.steps.size(),
                            report.ranks, deviceText(report), *seconds * 1e3);
        if (report.predicted && report.predicted->stepSeconds > 0.0)
            text += fmt::format(", predicted {:.3f} ms ({:+.2f} %)",
                                *report.predicted->stepSeconds * 1e3,
                                (*seconds / *report.predicted->stepSeconds - 1) * 100);
        else if (report.predicted)
            text += ", not predicted (bubblescope-plan calibrate finds costs for it)";
        const auto bubble
            = medianOf(report.steps, [](const StepReport& step) { return step.bubbleFraction; });
        if (report.predicted && report.predicted->timeScale != 1
            && report.predicted->unscaledSeconds)
            text += fmt::format(", for a step of {:.3f} s", *report.predicted->unscaledSeconds);
        text += fmt::format("\n  bubble {:.2f} %", bubble.value_or(0) * 100);
        if (report.predicted)
            text += fmt::format(", predicted {:.2f} %", report.predicted->bubbleFraction * 100);
        text += "\n";
    }
    if (report.takesTurns)
        text += "  its ranks took turns, so these are the times of a device for each: what they "
                "computed is measured, messages and collectives take what is predicted\n";
    text += trainingSummary(report) + checksSummary(allChecks(report)) + summaryOf(report.devices)
        + summaryOf(report.memory, predictedMemoryOf(report), report.ranks)
        + summaryOf(report.kernels);
    const TelemetryReport& telemetry = report.telemetry;
    text += fmt::format("  telemetry: {} records sent, {} recorded, {} dropped\n", telemetry.sent,
                        telemetry.logged, telemetry.dropped);
    if (telemetry.unlogged + telemetry.gaps + telemetry.badFrames > 0)
        text += fmt::format("  {} records not recorded, {} frames missing, {} frames damaged\n",
                            telemetry.unlogged, telemetry.gaps, telemetry.badFrames);
    const auto broken = std::count_if(report.steps.begin(), report.steps.end(),
                                      [](const StepReport& step) { return !step.whole; });
    if (broken > 0)
        text += fmt::format("  {} steps are not whole; they are left out of the medians\n", broken);
    if (const std::string warning = paceWarningOf(report); !warning.empty())
        text += "  " + warning + "\n";
    return text;
}

} // namespace launch
