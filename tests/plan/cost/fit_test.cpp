// Efficiencies fitted to runs that the model itself made.

#include "engine/plan/cost/fit.h"
#include "tests/plan/cost/llama_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace plan {
namespace {

MeasuredRun runOf(int tensor, int micro, const Efficiency& truth)
{
    MeasuredRun run;
    run.job = llamaJob(tensor);
    run.job.micro = micro;
    run.schedule = *makeSchedule("1f1b", {.ranks = 1, .chunks = 1, .microbatches = 1});
    run.split = *splitLayers(32, run.schedule.shape, run.schedule.placement);
    run.seconds = predictedSeconds(run, truth);
    return run;
}

std::vector<MeasuredRun> runsOf(int device, int stack, const Efficiency& truth)
{
    std::vector<MeasuredRun> runs;
    for (const int tensor : {1, 2, 4, 8})
        for (const int micro : {1, 4}) {
            runs.push_back(runOf(tensor, micro, truth));
            runs.back().device = device;
            runs.back().stack = stack;
            runs.back().family = 10 * device + stack;
        }
    return runs;
}

double errorOf(const MeasuredRun& run, const Efficiency& efficiency)
{
    return std::abs(predictedSeconds(run, efficiency) / run.seconds - 1);
}

// Well enough to predict a run that was not among them.
TEST(Fit, FindsWhatMadeTheRuns)
{
    Efficiency truth;
    truth.gemm = 0.62;
    truth.memory = 0.6;
    truth.node = 0.6;
    const auto runs = runsOf(0, 0, truth);
    const MeasuredRun apart = runOf(4, 8, truth);
    const Efficiency fitted = fitEfficiencies(runs).of(0, 0);
    for (const MeasuredRun& run : runs)
        EXPECT_LT(errorOf(run, fitted), 0.03);
    EXPECT_GT(errorOf(apart, Efficiency{}), 0.1);
    EXPECT_LT(errorOf(apart, fitted), 0.03);
}

// A stack seen on one device is predicted on another: two devices and two stacks, and of the four
// ways to put them together one is kept apart.
TEST(Fit, WhatIsLearntOfAStackHoldsOnAnotherDevice)
{
    Efficiency first;
    first.memory = 0.8;
    Efficiency second = first;
    second.gemm = 0.55;
    const auto with = [](Efficiency device) {
        device.memory *= 0.6;
        return device;
    };
    std::vector<MeasuredRun> runs = runsOf(0, 0, first);
    for (const auto& more : {runsOf(0, 1, with(first)), runsOf(1, 0, second)})
        runs.insert(runs.end(), more.begin(), more.end());
    const FittedEfficiencies fit = fitEfficiencies(runs);
    double both = 0;
    double deviceAlone = 0;
    const auto apart = runsOf(1, 1, with(second));
    for (const MeasuredRun& run : apart) {
        both += errorOf(run, fit.of(1, 1)) / double(apart.size());
        deviceAlone += errorOf(run, fit.of(1, -1)) / double(apart.size());
    }
    EXPECT_LT(both, 0.04);
    EXPECT_GT(deviceAlone, 1.5 * both);
}

TEST(Fit, TheOrderOfTheRunsDoesNotMatter)
{
    Efficiency truth;
    truth.gemm = 0.6;
    std::vector<MeasuredRun> runs = runsOf(0, 0, truth);
    const auto more = runsOf(1, 1, Efficiency{});
    runs.insert(runs.end(), more.begin(), more.end());
    const Efficiency one = fitEfficiencies(runs).of(0, 0);
    std::reverse(runs.begin(), runs.end());
    const Efficiency other = fitEfficiencies(runs).of(0, 0);
    for (const FitTerm& term : kFitTerms)
        EXPECT_NEAR(one.*term.member / other.*term.member, 1, 1e-6);
}

// A term that was measured by itself counts for a device without a single run.
TEST(Fit, AMeasuredTermSpeaksForADeviceWithoutRuns)
{
    const auto runs = runsOf(0, 0, Efficiency{});
    const MeasuredTerm gemm{.device = 1, .term = 0, .value = 0.45};
    const FittedEfficiencies fit = fitEfficiencies(runs, std::span(&gemm, 1));
    EXPECT_NEAR(fit.of(1, 0).gemm, 0.45, 0.08);
    EXPECT_GT(fit.of(0, 0).gemm, 0.7);
}

// One run that is reported wrongly does not bend the others.
TEST(Fit, AnOddRunHasLittleWeight)
{
    auto runs = runsOf(0, 0, Efficiency{});
    runs.front().seconds *= 3;
    const Efficiency fitted = fitEfficiencies(runs).of(0, 0);
    for (std::size_t i = 1; i < runs.size(); ++i)
        EXPECT_LT(errorOf(runs[i], fitted), 0.05);
}

// A term that no run tells anything of stays at what is plausible, and none leaves its range.
TEST(Fit, TermsStayPlausible)
{
    Efficiency truth;
    truth.gemm = 0.3;
    const Efficiency fitted = fitEfficiencies(runsOf(0, 0, truth)).of(0, 0);
    EXPECT_NEAR(fitted.gemmFp8, Efficiency{}.gemmFp8, 1e-6);
    for (const FitTerm& term : kFitTerms) {
        EXPECT_GE(fitted.*term.member, term.low);
        EXPECT_LE(fitted.*term.member, term.high);
    }
}

} // namespace
} // namespace plan
