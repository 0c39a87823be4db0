#include "engine/measured/calibration.h"

#include "tests/measured/noisy_step.h"
#include "tests/plan/random_step.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace measured::test {
namespace {

using namespace std::chrono_literals;
using plan::Costs;
using plan::Schedule;

std::vector<Step> runOf(const Schedule& schedule, const Costs& costs, int steps, double spread)
{
    std::mt19937 random(7);
    std::vector<Step> made;
    made.reserve(steps);
    for (int number = 0; number < steps; ++number)
        made.push_back(noisyStep(schedule, costs, number, spread, random));
    return made;
}

Schedule made(std::string_view name, int ranks, int microbatches)
{
    return *plan::makeSchedule(name, plan::shapeOf(name, ranks, std::nullopt, microbatches));
}

// Uneven in everything that a schedule of one direction can show.
Costs unevenCosts(const Schedule& schedule)
{
    Costs costs;
    for (int stage = 0; stage < schedule.shape.stages(); ++stage) {
        const Nanoseconds part = 300us + 70us * (stage % 3);
        costs.stages.push_back({part, part + 40us, part + 40us, 25us});
        costs.hops.emplace_back(20us + 15us * (stage % 2));
    }
    costs.hops.pop_back();
    costs.gradientReduction = 130us;
    costs.optimizer = 90us;
    return costs;
}

TEST(Calibration, WithoutNoiseGivesBackEveryCostThatShows)
{
    const Schedule schedule = made("1f1b", 4, 8);
    const Costs costs = unevenCosts(schedule);
    auto steps = runOf(schedule, costs, 3, 0);
    for (Step& step : steps)
        for (const auto& spans : step.timeline.spans)
            for (auto& parts = step.timeline.parts.emplace_back(); const plan::Span& span : spans)
                if (const Nanoseconds again = costs.recomputeOf(span.op, 0); again > 0ns)
                    parts.push_back({span.start, span.start + again, plan::Part::Kind::Recompute});

    const auto found = calibrate(schedule, steps);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->costs, costs);
    EXPECT_EQ(found->error, 0);
    EXPECT_EQ(found->heldOutError, 0);
    EXPECT_EQ(found->opDeviation, 0ns);
    EXPECT_EQ(found->stepsUsed, 3u);
    EXPECT_EQ(found->stages[1].seen[1].ops, 24u);
    EXPECT_EQ(found->stages[1].seen[1].lasts, costs.stages[1].of(plan::OpKind::Backward));
}

TEST(Calibration, SplitBackwardsAreFittedApart)
{
    const Schedule schedule = made("zb-h1", 4, 8);
    Costs costs = unevenCosts(schedule);
    for (auto& stage : costs.stages) {
        stage.recompute = 0ns;
        stage.weightGrad = stage.inputGrad / 3;
    }
    const auto found = calibrate(schedule, runOf(schedule, costs, 2, 0));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->costs, costs);
}

TEST(Calibration, TwoDirectionsShowWhichRankIsSlow)
{
    const Schedule schedule = made("chimera", 4, 8);
    Costs costs = unevenCosts(schedule);
    for (auto& stage : costs.stages)
        stage.recompute = 0ns;
    costs.rankFactors = {1, 1.4, 1, 1};
    const auto found = calibrate(schedule, runOf(schedule, costs, 4, 0.02));
    ASSERT_TRUE(found);
    ASSERT_EQ(found->costs.rankFactors.size(), 4u);
    for (std::size_t rank = 0; rank < 4; ++rank)
        EXPECT_NEAR(found->costs.rankFactors[rank], costs.rankFactors[rank], 0.02) << rank;
    EXPECT_LT(std::abs(found->error), 0.02);
}

TEST(Calibration, FusedPairsShowTheirOverlap)
{
    const Schedule schedule = made("dualpipev", 4, 10);
    Costs costs = unevenCosts(schedule);
    for (auto& stage : costs.stages)
        stage.recompute = 0ns;
    costs.pairOverlap = 0.4;
    const auto found = calibrate(schedule, runOf(schedule, costs, 4, 0));
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->costs.pairOverlap, 0.4, 0.01);
    EXPECT_LT(std::abs(found->error), 0.01);
}

// What lies between two ops that wait for nothing is part of their time, too.
TEST(Calibration, TimeBetweenOpsIsNotLost)
{
    const Schedule schedule = made("1f1b", 4, 8);
    Costs costs = unevenCosts(schedule);
    auto steps = runOf(schedule, costs, 4, 0);
    const Nanoseconds overhead = 30us;
    for (Step& step : steps)
        for (auto& spans : step.timeline.spans)
            for (plan::Span& span : spans)
                span.start += overhead;
    const auto found = calibrate(schedule, steps);
    ASSERT_TRUE(found);
    EXPECT_LT(std::abs(found->error), 0.003);
    EXPECT_NEAR(double(found->costs.stages[0].forward.count()),
                double(costs.stages[0].forward.count()), 500);
}

TEST(Calibration, LeavesOutWhatIsNoStepOfTheStrategy)
{
    const Schedule schedule = made("1f1b", 4, 8);
    const Costs costs = unevenCosts(schedule);
    auto steps = runOf(schedule, costs, 10, 0.01);
    const auto slow = [](int, const plan::Op&) { return 2.0; };
    std::mt19937 random(3);
    steps[0] = noisyStep(schedule, costs, 0, 0.01, random, slow);
    steps[1] = noisyStep(schedule, costs, 1, 0.01, random, slow);
    steps[6].lost = 1;
    steps[7].timeline.spans[2].pop_back();
    const auto found = calibrate(schedule, steps);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->warmUpSteps, 2u);
    EXPECT_EQ(found->brokenSteps, 1u);
    EXPECT_EQ(found->otherSteps, 1u);
    EXPECT_EQ(found->stepsUsed, 6u);
    EXPECT_EQ(found->firstOther,
              "step 7: op 16 on rank 2 should be 2B7, and nothing more was recorded there");
    const auto asked = calibrate(schedule, steps, 8);
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->warmUpSteps, 8u);
    EXPECT_EQ(asked->stepsUsed, 2u);
}

TEST(Calibration, RefusesAnotherRun)
{
    const Schedule schedule = made("1f1b", 4, 8);
    const Costs costs = unevenCosts(schedule);
    const auto other = calibrate(made("gpipe", 4, 8), runOf(schedule, costs, 2, 0));
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message,
              "the recording did not run the strategy's order; step 0: op 5 on rank 0 should be "
              "0F4, and 0B0 ran; give the strategy that was run");
    const auto none = calibrate(schedule, {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "of 0 recorded steps none is left to fit; record a longer run");
    EXPECT_FALSE(calibrate(schedule, runOf(schedule, costs, 2, 0), 2));

    const auto shape = checkSameShape({.shape = {4, 1, 8, 1}, .schedule = "1f1b", .device = ""},
                                      {.ranks = 4, .chunks = 2, .microbatches = 8});
    ASSERT_FALSE(shape);
    EXPECT_EQ(shape.error().message,
              "the recording is of 1f1b with 4 ranks, 1 chunk per rank, 8 microbatches and 1 "
              "direction, and the strategy has 4 ranks, 2 chunks per rank, 8 microbatches and 1 "
              "direction; give the strategy that was run");
}

TEST(WarmUp, EndsWhereTheStepTimeSettles)
{
    using Times = std::vector<Nanoseconds>;
    EXPECT_EQ(warmUpSteps({}), 0u);
    EXPECT_EQ(warmUpSteps(Times{100ns}), 0u);
    EXPECT_EQ(warmUpSteps(Times{200ns, 100ns}), 1u);
    EXPECT_EQ(warmUpSteps(Times{104ns, 100ns, 101ns, 99ns}), 0u);
    EXPECT_EQ(warmUpSteps(Times{300ns, 120ns, 100ns, 200ns, 100ns, 101ns, 99ns, 100ns}), 2u);
    EXPECT_EQ(warmUpSteps(Times{90ns, 300ns, 100ns, 100ns}), 0u); // only the first ones
}

// Whatever ran: without noise the prediction is the measured step, with noise near it.
RC_GTEST_PROP(Calibration, PredictsTheStepItWasFittedTo, ())
{
    auto step = plan::test::drawnStep();
    // A hop is fitted by its place, in both directions as one, unless hosts tell them apart
    // (two_hosts_test.cpp).
    step.costs.mirrorHops.clear();
    step.timeline = *plan::simulate(step.schedule, step.costs);
    RC_PRE(step.timeline.makespan > 2us);
    const auto exact = calibrate(step.schedule, {stepOf(0, step.timeline)});
    RC_ASSERT(bool(exact));
    RC_LOG() << "error " << exact->error << ", fused: " << !step.schedule.pairs.empty()
             << ", overlap " << step.costs.pairOverlap << " as " << exact->costs.pairOverlap
             << ", ranks " << step.schedule.shape.ranks << ", microbatches "
             << step.schedule.shape.microbatches << '\n';
    // Where no two ops of a pair ever run alone as well, their overlap does not show.
    if (step.costs.pairOverlap > 0 && exact->costs.pairOverlap == 0 && !step.schedule.pairs.empty())
        return;
    RC_ASSERT(std::abs(exact->error) < 0.05);

    // Of a few ops the noise is as large as what is to be found.
    if (step.schedule.shape.stages() * step.schedule.shape.microbatches < 16)
        return;
    const auto noisy = calibrate(step.schedule, runOf(step.schedule, step.costs, 8, 0.05));
    RC_ASSERT(bool(noisy));
    RC_LOG() << "noisy " << noisy->error << ", held out " << *noisy->heldOutError << '\n';
    RC_ASSERT(std::abs(noisy->error) < 0.05);
}

} // namespace
} // namespace measured::test
