#include "engine/launch/report.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/estimate/schedule_of.h"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace launch;

namespace {

strategy::Strategy modelled()
{
    strategy::Strategy strategy;
    strategy.model = strategy::Model{};
    strategy.model->layers = 8;
    strategy.model->hidden = 256;
    strategy.model->heads = 8;
    strategy.model->vocab = 1000;
    strategy.model->sequence = 128;
    strategy.parallel.pipeline = 4;
    strategy.parallel.data = 2;
    strategy.batch.global = 16;
    return strategy;
}

Report reportWith(std::optional<Prediction> predicted)
{
    Report report;
    report.ranks = 8;
    report.predicted = std::move(predicted);
    report.memory.ranks[2]
        = {.atPeak = {100 << 20, 0, 0, 60 << 20, 10 << 20},
           .step = 3,
           .op = plan::backward(1, 4),
           .peaks = {100 << 20, 0, 0, 64 << 20, 10 << 20},
           .byKind = {{{8, 7.5 * (1 << 20), 9 << 20}, {8, -7.5 * (1 << 20), 0}}}};
    report.memory.ranks[3] = {.atPeak = {1, 0, 0, 0, 0}};
    return report;
}

} // namespace

// One number: what a run is held against is what the estimate of its strategy says.
TEST(MemoryPrediction, IsThatOfTheEstimate)
{
    const strategy::Strategy strategy = modelled();
    const auto estimate = strategy::estimate(strategy);
    ASSERT_TRUE(estimate) << estimate.error().message;
    const auto predicted = predictMemory(strategy, *strategy::scheduleOf(strategy));
    ASSERT_EQ(predicted.size(), estimate->memory.size());
    for (std::size_t rank = 0; rank < predicted.size(); ++rank) {
        const plan::RankMemory& of = estimate->memory[rank];
        EXPECT_EQ(predicted[rank].weights, std::uint64_t(std::llround(of.weights)));
        EXPECT_EQ(predicted[rank].gradients, std::uint64_t(std::llround(of.gradients)));
        EXPECT_EQ(predicted[rank].optimizer, std::uint64_t(std::llround(of.optimizer)));
        EXPECT_EQ(predicted[rank].activations, std::uint64_t(std::llround(of.activations)));
        EXPECT_EQ(predicted[rank].buffers, std::uint64_t(std::llround(of.buffers)));
        EXPECT_EQ(predicted[rank].other, std::uint64_t(std::llround(of.other())));
        EXPECT_EQ(predicted[rank].fragmented, std::uint64_t(std::llround(of.fragmented)));
        const auto told = jsonOf(predicted[rank]);
        for (const plan::OtherMemory& part : plan::kOtherMemory)
            EXPECT_EQ(told[std::string(part.key) + "_bytes"], std::llround(of.*part.bytes));
        EXPECT_GT(told["framework_bytes"], 0);
        EXPECT_EQ(predicted[rank].peak, std::uint64_t(std::llround(of.peak())));
        EXPECT_EQ(predicted[rank].peakOp, plan::toText(*of.peakOp));
        EXPECT_GT(predicted[rank].activations, 0U);
    }
    EXPECT_GT(predicted.front().activations, predicted.back().activations);
}

TEST(MemoryReport, HoldsWhatWasTakenAgainstIt)
{
    PredictedMemory one{.weights = 90 << 20,
                        .activations = 50 << 20,
                        .buffers = 10 << 20,
                        .other = 30 << 20,
                        .peak = 170 << 20,
                        .peakOp = "1F3"};
    std::vector<PredictedMemory> places(4);
    places[1] = one; // ranks 2 and 3 of the world
    const Report report = reportWith(Prediction{.memory = places});
    const auto told = nlohmann::json::parse(toJson(report));
    EXPECT_EQ(told["predicted"]["memory"][1]["peak_bytes"], 170 << 20);
    ASSERT_EQ(told["memory"].size(), 2U);
    const auto& rank = told["memory"][0];
    EXPECT_EQ(rank["rank"], 2);
    EXPECT_EQ(rank["peak_bytes"], 170 << 20);
    EXPECT_EQ(rank["op"], "1B4");
    EXPECT_EQ(rank["step"], 3);
    EXPECT_EQ(rank["counted_bytes"], 150 << 20);
    EXPECT_EQ(rank["difference_bytes"], 20 << 20);
    EXPECT_EQ(rank["predicted"]["peak_op"], "1F3");
    EXPECT_EQ(rank["categories"]["activations"]["at_peak_bytes"], 60 << 20);
    EXPECT_EQ(rank["categories"]["activations"]["peak_bytes"], 64 << 20);
    EXPECT_EQ(rank["categories"]["activations"]["difference_bytes"], 10 << 20);
    EXPECT_EQ(rank["ops"]["forward"]["mean_change_bytes"], 15 << 19);
    EXPECT_EQ(rank["ops"]["forward"]["largest_rise_bytes"], 9 << 20);
    EXPECT_FALSE(rank["ops"].contains("weight gradient"));
    EXPECT_EQ(
        summaryOf(
            report.memory, [&](int) -> const auto& { return places; }, 8),
        "  memory: rank 2 took the most, 170 MiB in 1B4 of step 3; predicted 150 MiB (+13.3 %) "
        "in 1F3, and 170 MiB with what the device needs besides\n"
        "    weights 100 MiB of 90.0 MiB, activations 60.0 MiB of 50.0 MiB, buffers 10.0 MiB "
        "of 10.0 MiB\n"
        "    forward         holds +7.50 MiB more after it, at most 9.00 MiB more meanwhile\n"
        "    backward        holds -7.50 MiB more after it, at most 0 B more meanwhile\n");
}

// What a step held is held against the schedule that it followed.
TEST(MemoryReport, GoesOverToAnotherScheduleWithTheRun)
{
    strategy::Strategy strategy = modelled();
    Report report = reportWith(
        Prediction{.memory = predictMemory(strategy, *strategy::scheduleOf(strategy))});
    report.steps.resize(2);
    report.steps[0].step = 2;
    report.steps[1].step = 3;
    report.steps[1].swappedTo = "gpipe";
    const auto predictedOfRank
        = [&report] { return nlohmann::json::parse(toJson(report))["memory"][0]["predicted"]; };
    EXPECT_TRUE(predictedOfRank().is_null()); // not that of 1F1B
    predictSwapped(report, strategy);
    strategy.schedule.name = "gpipe";
    const auto own = predictMemory(strategy, *strategy::scheduleOf(strategy));
    EXPECT_GT(own[1].activations, report.predicted->memory[1].activations);
    EXPECT_EQ(predictedOfRank()["activations_bytes"], own[1].activations);
    report.steps[1].swappedTo.clear();
    EXPECT_EQ(predictedOfRank()["activations_bytes"], report.predicted->memory[1].activations);
}

TEST(MemoryReport, WithoutAPredictionItSaysWhatWasTaken)
{
    const Report report = reportWith({});
    const auto told = nlohmann::json::parse(toJson(report))["memory"][0];
    EXPECT_TRUE(told["predicted"].is_null());
    EXPECT_TRUE(told["categories"]["weights"]["difference_bytes"].is_null());
    const std::vector<PredictedMemory> none;
    const std::string text = summaryOf(
        report.memory, [&](int) -> const auto& { return none; }, 8);
    EXPECT_TRUE(text.starts_with("  memory: rank 2 took the most, 170 MiB in 1B4 of step 3\n"
                                 "    weights 100 MiB, activations 60.0 MiB, buffers 10.0 MiB\n"))
        << text;
    EXPECT_FALSE(nlohmann::json::parse(toJson(Report{})).contains("memory"));
}

// Of a file that somebody has changed, another number of places may come.
TEST(MemoryReport, APlaceIsFoundOnlyWhereRanksDivideIntoThem)
{
    const std::vector<PredictedMemory> three(3);
    EXPECT_EQ(predictedOf(three, 0, 8), nullptr);
    EXPECT_EQ(predictedOf({}, 0, 8), nullptr);
    EXPECT_EQ(predictedOf(three, 9, 9), nullptr);
    EXPECT_EQ(predictedOf(three, 8, 9), &three[2]);
}
