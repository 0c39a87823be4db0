#include "engine/measured/traced_run.h"

#include "engine/measured/clock_drift.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace measured {
namespace {

// Of all iterations: the widest that clocks are left open, and what was left contradicting.
struct ClockFindings {
    plan::Nanoseconds widest{};    // half
    plan::Nanoseconds most{};      // move
    std::size_t contradicting = 0; // iterations
    plan::Nanoseconds contradiction{};
    std::size_t early = 0; // ops
    plan::Nanoseconds earliest{};
};

ClockFindings findingsOf(const TracedRun& run)
{
    ClockFindings found;
    for (const TracedStep& step : run.steps) {
        const RankClocks& clocks = step.clocks;
        for (std::size_t rank = 0; rank < clocks.moves.size(); ++rank) {
            found.widest = std::max(found.widest, clocks.halfWidths[rank]);
            found.most = std::max({found.most, clocks.middles[rank], -clocks.middles[rank]});
        }
        found.contradicting += clocks.contradiction > plan::Nanoseconds{0};
        found.contradiction = std::max(found.contradiction, clocks.contradiction);
        found.early += step.early;
        found.earliest = std::max(found.earliest, step.earliest);
    }
    return found;
}

double traceMilliseconds(plan::Nanoseconds time) { return double(time.count()) / 1e6; }

std::string orderSentence(const TracedRun& run)
{
    if (run.order.name != kCustomOrder)
        return fmt::format("the schedule is {}: the dumps do not say so, but its order is what ran",
                           run.order.name);
    if (run.order.turnsOf.empty())
        return fmt::format("the schedule is {}: no known one makes the order that ran",
                           kCustomOrder);
    return fmt::format("the schedule is {}: no known one makes the order that ran; forwards, and "
                       "backwards, are numbered in the turn of {}",
                       kCustomOrder, run.order.turnsOf);
}

std::string clockSentence(const TracedRun& run, const ClockFindings& clocks)
{
    if (run.isOneClock)
        return "all ranks count from the same moment, as the dumps say";
    return fmt::format("the ranks' clocks are moved by up to {:.3f} ms, to the middle of what the "
                       "ops leave open, which can be wrong by {:.3f} ms",
                       traceMilliseconds(clocks.most), traceMilliseconds(clocks.widest));
}

// The clock that drifts the most; empty where none is known to drift at all.
std::string driftSentence(const TracedRun& run)
{
    std::size_t most = run.drifts.size();
    for (std::size_t rank = 0; rank < run.drifts.size(); ++rank)
        if (run.drifts[rank] && std::abs(run.drifts[rank]->drift) > run.drifts[rank]->halfWidth
            && (most == run.drifts.size()
                || std::abs(run.drifts[rank]->drift) > std::abs(run.drifts[most]->drift)))
            most = rank;
    if (most == run.drifts.size())
        return {};
    return fmt::format(
        "the clock of rank {} is set forward by {:.1f} us a second, the most of all, "
        "which can be wrong by {:.1f} us",
        most, 1e6 * run.drifts[most]->drift, 1e6 * run.drifts[most]->halfWidth);
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

// The orders that ran, and which iterations ran each.
struct OrderOfIterations {
    TracedOrder order;
    std::vector<std::size_t> at; // in the list of iterations
};

plan::Result<std::vector<OrderOfIterations>>
ordersOf(const plan::Shape& shape, const std::vector<TracedIteration>& iterations)
{
    std::vector<OrderOfIterations> orders;
    for (std::size_t at = 0; at < iterations.size(); ++at) {
        const auto& ranks = iterations[at].ranks;
        auto known = std::find_if(orders.begin(), orders.end(), [&](const auto& each) {
            return bool(follows(each.order, ranks));
        });
        if (known == orders.end()) {
            auto order = orderThatRan(shape, ranks);
            if (!order)
                return plan::Error{
                    fmt::format("iteration {}: {}", iterations[at].number, order.error().message)};
            known = orders.insert(known, {*std::move(order), {}});
        }
        known->at.push_back(at);
    }
    return orders;
}

// [rank] What all steps leave open of each clock together; [step] for each of them.
std::vector<KnownClocks> clocksRunningOn(TracedRun& run, const KnownClocks& known)
{
    const std::size_t ranks = run.steps.front().clocks.moves.size();
    std::vector<KnownClocks> narrowed(run.steps.size(), known);
    run.drifts.resize(ranks);
    for (KnownClocks& step : narrowed)
        step.ranges.resize(ranks);
    for (std::size_t rank = 1; rank < ranks; ++rank) {
        std::vector<ClockRange> steps;
        plan::Nanoseconds at{};
        for (const TracedStep& step : run.steps) {
            const auto middle = step.clocks.middles[rank];
            const auto half = step.clocks.halfWidths[rank];
            steps.push_back({at, {middle - half, middle + half}});
            // What lies between steps is not told. Of a drift of a few millionths it changes
            // little.
            at += step.step.timeline.makespan;
        }
        const auto line = lineThrough(steps);
        if (!line)
            continue;
        run.drifts[rank] = ClockDrift{line->drift, line->driftHalfWidth};
        for (std::size_t i = 0; i < narrowed.size(); ++i)
            narrowed[i].ranges[rank] = line->ranges[i];
    }
    return narrowed;
}

} // namespace

std::vector<Step> TracedRun::plainSteps() const
{
    std::vector<Step> plain;
    for (const TracedStep& step : steps)
        plain.push_back(step.step);
    return plain;
}

plan::Result<TracedRun> traceRun(const plan::Shape& shape, int data,
                                 const std::vector<TracedIteration>& iterations,
                                 const TraceClocks& clocks)
{
    auto orders = ordersOf(shape, iterations);
    if (!orders)
        return orders.error();
    const auto most
        = std::max_element(orders->begin(), orders->end(),
                           [](const auto& a, const auto& b) { return a.at.size() < b.at.size(); });
    TracedRun run;
    run.order = std::move(most->order);
    run.leftOut = iterations.size() - most->at.size();
    run.isOneClock = !clocks.numbers.empty()
        && std::all_of(clocks.numbers.begin(), clocks.numbers.end(),
                       [&](int number) { return number == clocks.numbers.front(); });
    const auto addSteps = [&](const auto& knownOf) -> plan::Outcome {
        run.steps.clear();
        for (std::size_t i = 0; i < most->at.size(); ++i) {
            const TracedIteration& iteration = iterations[most->at[i]];
            auto step = tracedStep(run.order, iteration.number, iteration.ranks,
                                   data > 1 ? TailIs::Reduction : TailIs::Optimizer, knownOf(i));
            if (!step)
                return plan::Error{
                    fmt::format("iteration {}: {}", iteration.number, step.error().message)};
            run.steps.push_back(*std::move(step));
        }
        return plan::done();
    };
    const KnownClocks known{clocks.numbers, {}};
    auto added = addSteps([&](std::size_t) -> const KnownClocks& { return known; });
    if (added && clocks.runOn && run.steps.size() > 1) {
        const auto narrowed = clocksRunningOn(run, known);
        added = addSteps([&](std::size_t i) -> const KnownClocks& { return narrowed[i]; });
    }
    if (!added)
        return added.error();
    return run;
}

std::vector<std::string> takenForGranted(const TracedRun& run, int data)
{
    std::vector<std::string> sentences;
    sentences.push_back(orderSentence(run));
    if (run.leftOut > 0)
        sentences.push_back(fmt::format("{} of {} iterations ran another order, and are left out",
                                        run.leftOut, run.leftOut + run.steps.size()));
    const ClockFindings clocks = findingsOf(run);
    sentences.push_back(clockSentence(run, clocks));
    if (std::string drift = driftSentence(run); !drift.empty())
        sentences.push_back(std::move(drift));
    if (clocks.contradicting > 0)
        sentences.push_back(fmt::format("in {} of {} iterations ops contradict each other by up to "
                                        "{:.3f} ms, whatever the clocks",
                                        clocks.contradicting, run.steps.size(),
                                        traceMilliseconds(clocks.contradiction)));
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
