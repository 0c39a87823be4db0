#include "engine/cli/calibration_report.h"

#include "engine/cli/report_units.h"
#include "engine/cli/reports.h"

#include <fmt/format.h>

namespace cli {
namespace {

using measured::Calibration;
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

std::string hopLine(const plan::Costs& costs)
{
    std::string text;
    for (const plan::Nanoseconds hop : costs.hops)
        text += fmt::format("{} {:.3f}", text.empty() ? "hops, us:" : ",", us(hop));
    return text.empty() ? text : text + '\n';
}

std::string restLines(const plan::Costs& costs)
{
    std::string text = hopLine(costs);
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
    for (const auto& stage : found.stages)
        if (stage.seen[std::size_t(OpKind::Backward)].ops > 0
            && stage.seen[std::size_t(OpKind::InputGrad)].ops == 0)
            return true;
    return false;
}

std::string jsonUs(plan::Nanoseconds time)
{
    std::string text;
    appendUs(text, time);
    return text;
}

std::string stageJson(std::size_t stage, const measured::StageFit& fit)
{
    std::string text = fmt::format(
        "{{\"stage\": {}, \"forward_us\": {}, \"input_grad_us\": {}, \"weight_grad_us\": {}, "
        "\"recompute_us\": {}, \"measured\": [",
        stage, jsonUs(fit.fitted.forward), jsonUs(fit.fitted.inputGrad),
        jsonUs(fit.fitted.weightGrad), jsonUs(fit.fitted.recompute));
    const char* comma = "";
    for (const OpKind kind : kKinds)
        if (const auto& seen = fit.seen[static_cast<std::size_t>(kind)]; seen.ops > 0) {
            text += fmt::format("{}{{\"op\": \"{}\", \"ops\": {}, \"span_us\": {}}}", comma,
                                plan::letter(kind), seen.ops, jsonUs(seen.lasts));
            comma = ", ";
        }
    return text + "]}";
}

std::string costsJson(const plan::Costs& costs)
{
    std::string text = " \"hops_us\": [";
    for (std::size_t hop = 0; hop < costs.hops.size(); ++hop)
        text += (hop == 0 ? "" : ", ") + jsonUs(costs.hops[hop]);
    text += "],\n \"rank_factors\": [";
    for (std::size_t rank = 0; rank < costs.rankFactors.size(); ++rank)
        text += fmt::format("{}{:.6f}", rank == 0 ? "" : ", ", costs.rankFactors[rank]);
    return text
        + fmt::format("], \"pair_overlap\": {:.6f}, \"gradient_reduction_us\": {}, "
                      "\"optimizer_us\": {}}}\n",
                      costs.pairOverlap, jsonUs(costs.gradientReduction), jsonUs(costs.optimizer));
}

} // namespace

std::string calibrationTable(const Calibration& found)
{
    std::string text = stepLines(found);
    text += fmt::format("{:>5}{:>5}{:>8}{:>14}{:>14}\n", "stage", "op", "ops", "span, us",
                        "fitted, us");
    for (std::size_t stage = 0; stage < found.stages.size(); ++stage)
        for (const OpKind kind : kKinds)
            text += kindLine(stage, found.stages[stage], kind);
    if (isSplitByHalf(found))
        text += "a whole backward is written as half input gradient, half weight gradient\n";
    return text + restLines(found.costs);
}

std::string calibrationJson(const Calibration& found, float timeScale)
{
    std::string text = fmt::format(
        "{{\"predicted_step_seconds\": {:.9f}, \"measured_step_seconds\": {:.9f},\n"
        " \"shortest_step_seconds\": {:.9f}, \"longest_step_seconds\": {:.9f},\n"
        " \"time_scale\": {}, \"error\": {:.6f}, \"held_out_error\": {}, \"op_error\": {:.6f}, ",
        seconds(found.predictedStep), seconds(found.measuredStep), seconds(found.shortestStep),
        seconds(found.longestStep), timeScale, found.error,
        found.heldOutError ? fmt::format("{:.6f}", *found.heldOutError) : "null", found.opError);
    text += fmt::format(
        "\"op_error_us\": {}, \"average\": \"{}\",\n \"steps_used\": {}, \"steps_left_out\": {}, "
        "\"left_out\": {{\"warm_up\": {}, \"broken\": {}, \"other_order\": {}}},\n \"stages\": [",
        jsonUs(found.opDeviation), nameOf(found.average), found.stepsUsed, found.stepsLeftOut(),
        found.warmUpSteps, found.brokenSteps, found.otherSteps);
    for (std::size_t stage = 0; stage < found.stages.size(); ++stage)
        text += (stage == 0 ? "\n  " : ",\n  ") + stageJson(stage, found.stages[stage]);
    return text + "\n ],\n" + costsJson(found.costs);
}

} // namespace cli
