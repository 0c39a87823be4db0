#include "engine/measured/traced_run.h"

#include <algorithm>

#include <fmt/format.h>

namespace measured {
namespace {

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
    for (const TracedStep& step : run.steps) {
        const auto most = *std::max_element(step.moved.begin(), step.moved.end());
        const auto least = *std::min_element(step.moved.begin(), step.moved.end());
        found.moved += most > least;
        found.most = std::max(found.most, most - least);
        found.early += step.early;
        found.earliest = std::max(found.earliest, step.earliest);
    }
    return found;
}

std::string tailSentence(const TracedRun& run, int data)
{
    const bool together = std::any_of(run.steps.begin(), run.steps.end(),
                                      [](const auto& step) { return step.endsTogether; });
    return fmt::format("what a rank does after its last op is {}, as dp_size is {}{}",
                       data > 1 ? "the reduction of gradients" : "the optimizer", data,
                       together ? "; the ranks end together, so until the last has come to it the "
                                  "others wait"
                                : "");
}

double traceMilliseconds(plan::Nanoseconds time) { return double(time.count()) / 1e6; }

} // namespace

std::vector<Step> TracedRun::plainSteps() const
{
    std::vector<Step> plain;
    for (const TracedStep& step : steps)
        plain.push_back(step.step);
    return plain;
}

plan::Result<TracedRun> traceRun(const plan::Shape& shape, int data,
                                 const std::vector<TracedIteration>& iterations)
{
    TracedRun run;
    const auto said = [](int number, const plan::Error& error) {
        return plan::Error{fmt::format("iteration {}: {}", number, error.message)};
    };
    for (const TracedIteration& iteration : iterations) {
        // One that ran another order is an error, not a second schedule.
        if (run.steps.empty()) {
            auto order = orderThatRan(shape, iteration.ranks);
            if (!order)
                return said(iteration.number, order.error());
            run.order = *std::move(order);
        }
        auto step = tracedStep(run.order, iteration.number, iteration.ranks,
                               data > 1 ? TailIs::Reduction : TailIs::Optimizer);
        if (!step)
            return said(iteration.number, step.error());
        run.steps.push_back(*std::move(step));
    }
    return run;
}

std::vector<std::string> takenForGranted(const TracedRun& run, int data)
{
    std::vector<std::string> sentences;
    sentences.push_back(fmt::format(
        "the schedule is {}: the dumps do not say so, but its order is what ran", run.order.name));
    const ClockFindings clocks = clocksOf(run);
    sentences.push_back(
        clocks.moved == 0
            ? std::string("all ranks count from the same moment; no op contradicts that")
            : fmt::format("ranks count from the same moment where no op contradicts that; in {} of "
                          "{} iterations some do, and clocks are moved by up to {:.3f} ms",
                          clocks.moved, run.steps.size(), traceMilliseconds(clocks.most)));
    if (clocks.early > 0)
        sentences.push_back(fmt::format(
            "{} ops begin before their input was made, by up to {:.3f} ms, whatever the clocks: "
            "they are left where they are",
            clocks.early, traceMilliseconds(clocks.earliest)));
    sentences.push_back(tailSentence(run, data));
    return sentences;
}

std::size_t typicalStep(const TracedRun& run, const std::vector<bool>& isWarmUp)
{
    std::vector<std::size_t> settled;
    for (std::size_t i = 0; i < run.steps.size(); ++i)
        if (i >= isWarmUp.size() || !isWarmUp[i])
            settled.push_back(i);
    if (settled.empty())
        return run.steps.size() - 1;
    // One that was measured, not the mean of two.
    const auto middle = settled.begin() + static_cast<std::ptrdiff_t>(settled.size() / 2);
    std::nth_element(settled.begin(), middle, settled.end(), [&](std::size_t a, std::size_t b) {
        return run.steps[a].step.timeline.makespan < run.steps[b].step.timeline.makespan;
    });
    return *middle;
}

} // namespace measured
