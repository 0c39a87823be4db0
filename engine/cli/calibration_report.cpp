#include "engine/cli/calibration_report.h"

#include "engine/cli/json_writer.h"
#include "engine/cli/report_units.h"
#include "engine/measured/run_hosts.h"
#include "engine/plan/counted.h"
#include "engine/strategy/problem.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace cli {
namespace {

using measured::Calibration;
using nlohmann::ordered_json;
using plan::OpKind;

constexpr OpKind kKinds[]
    = {OpKind::Forward, OpKind::Backward, OpKind::InputGrad, OpKind::WeightGrad};

std::string percent(std::optional<double> share)
{
    return share ? fmt::format("{:+.2f} %", 100 * *share) : "not known: only one step was used";
}

// What was seen of one kind of op beside what it now costs; nothing where none ran.
std::string kindLine(std::size_t stage, const measured::StageFit& fit, OpKind kind)
{
    const auto& seen = fit.seen[static_cast<std::size_t>(kind)];
    if (seen.ops == 0)
        return {};
    return fmt::format("{:>5}{:>5}{:>8}{:>14.3f}{:>14.3f}\n", stage, plan::letter(kind), seen.ops,
                       us(seen.lasts), us(fit.fitted.of(kind)));
}

const char* nameOf(measured::Average average)
{
    switch (average) {
    case measured::Average::Median:
        return "median";
    case measured::Average::TrimmedMean:
        return "trimmed mean";
    case measured::Average::Mean:
        break;
    }
    return "mean";
}

std::string stepLines(const Calibration& found)
{
    std::string text = fmt::format(
        "steps: {} used, {} left out: {} of the warm-up, {} with lost spans or no end, {} of "
        "another order\n",
        found.stepsUsed, found.stepsLeftOut(), found.warmUpSteps, found.brokenSteps,
        found.otherSteps);
    if (found.otherSteps > 0)
        text += "of another order: " + found.firstOther + '\n';
    text += fmt::format("step measured:  {:.3f} us, median; {:.3f} to {:.3f}\n",
                        us(found.measuredStep), us(found.shortestStep), us(found.longestStep));
    text += fmt::format("step predicted: {:.3f} us, {}\n", us(found.predictedStep),
                        percent(found.error));
    text += fmt::format("fitted to every second step, against the others: {}\n",
                        percent(found.heldOutError));
    text += fmt::format("op times are averaged by their {}{}\n", nameOf(found.average),
                        found.heldOutError ? ", the one of three that predicts the other steps best"
                                           : "");
    return text
        + fmt::format("ends of ops: {:.3f} us apart on average, {:.2f} % of the step\n",
                      us(found.opDeviation), 100 * found.opError);
}

std::string hopLine(const Calibration& found)
{
    if (found.byHost)
        return fmt::format("a hop within a host: {:.3f} us, between hosts: {:.3f} us\n",
                           us(found.byHost->within), us(found.byHost->between));
    std::string text;
    for (const plan::Nanoseconds hop : found.costs.hops)
        text += fmt::format("{} {:.3f}", text.empty() ? "hops, us:" : ",", us(hop));
    return text.empty() ? text : text + '\n';
}

// What an op takes beside its span, and what no op takes.
std::string gapLines(const Calibration& found)
{
    std::string launches;
    std::string idle;
    for (std::size_t rank = 0; rank < found.gaps.size(); ++rank) {
        const measured::RankGaps& gaps = found.gaps[rank];
        launches += fmt::format("{} {:.3f}", rank == 0 ? "" : ",", gaps.launch / 1e3);
        if (gaps.longCount > 0)
            idle += fmt::format("rank {} idled {} for longer, {:.3f} us in all a step, waiting for "
                                "no input: no op's cost\n",
                                rank, plan::counted(gaps.longCount, "time"),
                                gaps.longTime / double(found.stepsUsed) / 1e3);
    }
    return fmt::format("between two ops, us by rank, in what is fitted:{}\n", launches) + idle;
}

std::string restLines(const Calibration& found)
{
    const plan::Costs& costs = found.costs;
    std::string text = hopLine(found);
    for (std::size_t rank = 0; rank < costs.rankFactors.size(); ++rank)
        if (costs.rankFactors[rank] != 1)
            text += fmt::format("rank {} takes {:.3f} times as long\n", rank,
                                costs.rankFactors[rank]);
    if (costs.pairOverlap > 0)
        text += fmt::format("a fused pair hides {:.1f} % of its shorter op\n",
                            100 * costs.pairOverlap);
    if (costs.gradientReduction.count() > 0 || costs.optimizer.count() > 0)
        text += fmt::format("beside the ops: {:.3f} us gradient reduction, {:.3f} us optimizer\n",
                            us(costs.gradientReduction), us(costs.optimizer));
    return text;
}

// Where whole backwards ran, their halves are no measurement.
bool isSplitByHalf(const Calibration& found)
{
    return std::ranges::any_of(found.stages, [](const measured::StageFit& stage) {
        return stage.seen[std::size_t(OpKind::Backward)].ops > 0
            && stage.seen[std::size_t(OpKind::InputGrad)].ops == 0;
    });
}

ordered_json jsonOf(std::size_t stage, const measured::StageFit& fit)
{
    ordered_json seen = ordered_json::array();
    for (const OpKind kind : kKinds)
        if (const auto& one = fit.seen[static_cast<std::size_t>(kind)]; one.ops > 0)
            seen.push_back({{"op", std::string(1, plan::letter(kind))},
                            {"ops", one.ops},
                            {"span_us", usJson(one.lasts)}});
    return {{"stage", stage},
            {"forward_us", usJson(fit.fitted.forward)},
            {"input_grad_us", usJson(fit.fitted.inputGrad)},
            {"weight_grad_us", usJson(fit.fitted.weightGrad)},
            {"recompute_us", usJson(fit.fitted.recompute)},
            {"measured", std::move(seen)}};
}

// Digits beyond what was measured would change from one machine's rounding to another's.
double roundedShare(double value) { return rounded(value, 6); }
double secondsIn(plan::Nanoseconds time) { return rounded(seconds(time), 9); }

} // namespace

std::string calibrationTable(const Calibration& found, const measured::RankHosts& hosts)
{
    std::string text = stepLines(found);
    if (const std::string ran = measured::toText(hosts); !ran.empty())
        text += "hosts: " + ran + '\n';
    text += fmt::format("{:>5}{:>5}{:>8}{:>14}{:>14}\n", "stage", "op", "ops", "span, us",
                        "fitted, us");
    for (std::size_t stage = 0; stage < found.stages.size(); ++stage)
        for (const OpKind kind : kKinds)
            text += kindLine(stage, found.stages[stage], kind);
    // Said outright: nobody measured the halves, and a schedule that splits backwards would be
    // predicted from them.
    if (isSplitByHalf(found))
        text += "a whole backward is written as half input gradient, half weight gradient\n";
    return text + gapLines(found) + restLines(found);
}

std::string calibrationJson(const Calibration& found, const measured::RankHosts& hosts,
                            float timeScale)
{
    const plan::Costs& costs = found.costs;
    ordered_json json{
        {"predicted_step_seconds", secondsIn(found.predictedStep)},
        {"measured_step_seconds", secondsIn(found.measuredStep)},
        {"shortest_step_seconds", secondsIn(found.shortestStep)},
        {"longest_step_seconds", secondsIn(found.longestStep)},
        {"time_scale", timeScale},
        {"error", roundedShare(found.error)},
        {"held_out_error",
         found.heldOutError ? ordered_json(roundedShare(*found.heldOutError)) : ordered_json()},
        {"op_error", roundedShare(found.opError)},
        {"op_error_us", usJson(found.opDeviation)},
        {"average", nameOf(found.average)},
        {"steps_used", found.stepsUsed},
        {"steps_left_out", found.stepsLeftOut()},
        {"left_out",
         {{"warm_up", found.warmUpSteps},
          {"broken", found.brokenSteps},
          {"other_order", found.otherSteps}}},
        {"stages", ordered_json::array()},
        {"hops_us", ordered_json::array()},
        {"rank_factors", ordered_json::array()},
        {"pair_overlap", roundedShare(costs.pairOverlap)},
        {"gradient_reduction_us", usJson(costs.gradientReduction)},
        {"optimizer_us", usJson(costs.optimizer)}};
    for (std::size_t stage = 0; stage < found.stages.size(); ++stage)
        json["stages"].push_back(jsonOf(stage, found.stages[stage]));
    for (const plan::Nanoseconds hop : costs.hops)
        json["hops_us"].push_back(usJson(hop));
    json["hops_by_host_us"] = found.byHost
        ? ordered_json{{"within", usJson(found.byHost->within)},
                       {"between", usJson(found.byHost->between)}}
        : ordered_json();
    json["hosts"] = ordered_json::array();
    for (const measured::HostRanks& host : measured::ranksByHost(hosts))
        json["hosts"].push_back({{"name", strategy::shown(host.name)}, {"ranks", host.ranks}});
    for (const double factor : costs.rankFactors)
        json["rank_factors"].push_back(roundedShare(factor));
    json["gaps"] = ordered_json::array();
    for (const measured::RankGaps& gaps : found.gaps)
        json["gaps"].push_back({{"launch_us", rounded(gaps.launch / 1e3, 3)},
                                {"long", gaps.longCount},
                                {"long_us", rounded(gaps.longTime / 1e3, 3)}});
    return textOf(json);
}

} // namespace cli
