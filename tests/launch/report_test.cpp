#include "engine/launch/progress.h"
#include "engine/launch/report.h"
#include "engine/launch/report_file.h"
#include "tests/scratch_directory.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace launch;
using std::chrono::milliseconds;

namespace {

// Two ranks: one works 10 ms of 20, the other 20 of 20; a quarter of the time is idle.
measured::Step quarterIdle()
{
    measured::Step step;
    step.number = 3;
    step.ended = true;
    step.timeline.makespan = milliseconds{20};
    step.timeline.spans = {{{plan::forward(0, 0), milliseconds{0}, milliseconds{10}}},
                           {{plan::forward(1, 0), milliseconds{0}, milliseconds{20}}}};
    return step;
}

std::set<std::string> keysOf(const nlohmann::json& object)
{
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.insert(key);
    return keys;
}

} // namespace

TEST(Report, TakesItsNumbersFromTheTimeline)
{
    const StepReport step = reportOf(quarterIdle());
    EXPECT_EQ(step.step, 3);
    EXPECT_DOUBLE_EQ(step.seconds, 0.020);
    EXPECT_DOUBLE_EQ(step.bubbleFraction, 0.25);
    EXPECT_FALSE(step.loss);
    EXPECT_TRUE(step.whole);
}

TEST(Report, HasTheKeysThatOthersRelyOn)
{
    Report report;
    report.run = "r";
    report.predicted = Prediction{.stepSeconds = 0.1, .bubbleFraction = 0.2, .paced = true};
    report.steps = {reportOf(quarterIdle())};
    report.outcome = "failed: \xff";
    const auto written = nlohmann::json::parse(toJson(report));
    for (const char* key : {"run", "device", "ranks", "predicted", "steps", "telemetry", "outcome"})
        EXPECT_TRUE(written.contains(key)) << key;
    EXPECT_EQ(keysOf(written["predicted"]),
              (std::set<std::string>{"step_seconds", "bubble_fraction", "time_scale",
                                     "unscaled_step_seconds"}));
    for (const char* key : {"step", "seconds", "bubble_fraction", "loss"})
        EXPECT_TRUE(written["steps"][0].contains(key)) << key;
    EXPECT_TRUE(written["steps"][0]["loss"].is_null());
    for (const char* key : {"sent", "logged", "dropped"})
        EXPECT_TRUE(written["telemetry"].contains(key)) << key;
}

// The ranks compared 12 ops, of which one came out different.
measured::Step trainedStep()
{
    measured::Step step = quarterIdle();
    step.training
        = telemetry::TrainingStep{.loss = 2.5, .gradientNorm = 0.75, .tokens = 1000, .step = 3};
    step.loss = 2.5;
    step.checks = {{0, {.compared = 8}},
                   {1, {.compared = 4, .different = 1}},
                   {1,
                    {.compared = 1,
                     .different = 1,
                     .stage = 2,
                     .microbatch = 0,
                     .kind = telemetry::SpanKind::InputGrad}}};
    return step;
}

TEST(Report, SaysWhatAStepOfTrainingCameTo)
{
    Report report;
    report.device = "cpu";
    report.predicted = Prediction{{}, 0.25};
    report.steps = {reportOf(trainedStep()), reportOf(quarterIdle())};
    const auto written = nlohmann::json::parse(toJson(report));
    EXPECT_TRUE(written["predicted"]["step_seconds"].is_null());
    EXPECT_EQ(written["predicted"]["bubble_fraction"], 0.25);
    EXPECT_EQ(written["steps"][0]["loss"], 2.5);
    EXPECT_EQ(written["steps"][0]["gradient_norm"], 0.75);
    EXPECT_DOUBLE_EQ(written["steps"][0]["tokens_per_second"], 50'000); // in 20 ms
    EXPECT_TRUE(written["steps"][1]["gradient_norm"].is_null());
    EXPECT_TRUE(written["steps"][1]["tokens_per_second"].is_null());
    EXPECT_EQ(written["checks"]["compared"], 12);
    EXPECT_EQ(written["checks"]["different"], 1);
    ASSERT_EQ(written["checks"]["differences"].size(), 1U);
    EXPECT_EQ(written["checks"]["differences"][0],
              (nlohmann::json{{"rank", 1}, {"step", 3}, {"op", "2I0"}}));
    EXPECT_TRUE(written["warnings"].empty());

    const std::string summary = summaryOf(report);
    EXPECT_NE(summary.find("not predicted (bubblescope-plan calibrate"), std::string::npos);
    EXPECT_NE(summary.find("loss 2.5000"), std::string::npos);
    EXPECT_NE(summary.find("1 of 12 ops that were run twice came out different: 2I0 of step 3 on "
                           "rank 1\n"),
              std::string::npos)
        << summary;

    report.steps = {reportOf(quarterIdle())};
    const auto plain = nlohmann::json::parse(toJson(report));
    EXPECT_EQ(plain["checks"], (nlohmann::json{{"compared", 0}, {"different", 0}}));
}

TEST(Report, NumbersThatAreNoneAreNull)
{
    measured::Step step = trainedStep();
    step.loss = step.training->loss = std::nan("");
    step.training->gradientNorm = HUGE_VAL;
    const StepReport report = reportOf(step);
    EXPECT_FALSE(report.loss);
    EXPECT_FALSE(report.gradientNorm);
    EXPECT_EQ(report.tokens, 1000U);
}

TEST(Report, NamesOnlySoManyDifferences)
{
    Checks all;
    Checks some;
    some.different = 700;
    some.differences.resize(700);
    for (int i = 0; i < 3; ++i)
        all.add(some);
    EXPECT_EQ(all.different, 2100U);
    EXPECT_EQ(all.differences.size(), kMostDifferences);
}

TEST(Progress, ALineOfTrainingHasItsLossAndItsPace)
{
    EXPECT_EQ(stepLine(reportOf(trainedStep()), {4, 10}, Prediction{{}, 0.25}, 0),
              "[4/10] step 3  20.000 ms  bubble 25.00 %  loss 2.5000  50000 tokens/s  "
              "1 ops DIFFER when run twice  dropped 0");
}

Report emulatedReport(double seconds, double bubbleFraction)
{
    Report report;
    report.device = "emulated";
    report.predicted = Prediction{.stepSeconds = 0.1, .bubbleFraction = 0.2, .paced = true};
    report.steps.resize(2);
    report.steps[0].seconds = 0.1;
    report.steps[0].bubbleFraction = 0.2;
    report.steps[1].seconds = seconds;
    report.steps[1].bubbleFraction = bubbleFraction;
    return report;
}

TEST(Report, SaysWhereTheEmulationCouldNotKeepUp)
{
    const auto warnings
        = [](const Report& report) { return nlohmann::json::parse(toJson(report))["warnings"]; };
    EXPECT_TRUE(warnings(emulatedReport(0.104, 0.23)).empty());
    EXPECT_TRUE(warnings(emulatedReport(0.1, 0.23)).empty()); // 3.75 % of the busy time is gone

    Report late = emulatedReport(0.2, 0.6);
    ASSERT_EQ(warnings(late).size(), 1U);
    EXPECT_EQ(warnings(late)[0].get<std::string>().find(
                  "the emulation could not keep up: 1 of 2 steps ended more than 5 % after"),
              0U);
    EXPECT_NE(summaryOf(late).find("the emulation could not keep up"), std::string::npos);
    EXPECT_EQ(warnings(emulatedReport(0.1, 0.25)).size(), 1U); // ops were cut short

    late.steps[1].whole = false;
    EXPECT_TRUE(warnings(late).empty());
    late.steps[1].whole = true;
    late.predicted->paced = false; // a real device may simply be slower than predicted
    EXPECT_TRUE(warnings(late).empty());
    late.predicted->paced = true;
    late.predicted.reset();
    EXPECT_TRUE(warnings(late).empty());
}

TEST(Report, MediansLeaveOutStepsThatAreNotWhole)
{
    Report report;
    report.steps.resize(4);
    report.steps[0].seconds = 1;
    report.steps[1].seconds = 3;
    report.steps[2].seconds = 100;
    report.steps[2].whole = false;
    report.steps[3].seconds = 2;
    EXPECT_DOUBLE_EQ(*medianSeconds(report), 2);
    report.steps.pop_back();
    EXPECT_DOUBLE_EQ(*medianSeconds(report), 2); // between 1 and 3
    EXPECT_FALSE(medianSeconds({}));
}

TEST(Report, AStepThatIsNotWholeHasNoNumbers)
{
    Report report;
    report.steps = {reportOf(quarterIdle()), reportOf(quarterIdle())};
    report.steps[1].whole = false;
    const auto steps = nlohmann::json::parse(toJson(report))["steps"];
    for (const char* key :
         {"seconds", "bubble_fraction", "lateness_median_seconds", "lateness_max_seconds"}) {
        EXPECT_TRUE(steps[0][key].is_number()) << key;
        EXPECT_TRUE(steps[1][key].is_null()) << key;
    }
    EXPECT_EQ(steps[1]["step"], 3);
    EXPECT_EQ(stepLine(report.steps[1], {4, 10}, Prediction{0.04, 0.2}, 7),
              "[4/10] step 3  not whole  dropped 7");
}

TEST(Progress, ALineNamesTheDifference)
{
    StepReport step;
    step.step = 3;
    step.seconds = 0.0404;
    step.bubbleFraction = 0.25;
    EXPECT_EQ(stepLine(step, {4, 10}, Prediction{0.04, 0.2}, 7),
              "[4/10] step 3  40.400 ms  bubble 25.00 %  predicted 40.000 ms (+1.00 %), "
              "bubble 20.00 %  dropped 7");
}

TEST(ReportFile, ReplacesPlainFilesAndWritesIntoOthers)
{
    const tests::ScratchDirectory scratch;
    const std::string file = (scratch.path() / "out.json").string();
    ASSERT_TRUE(writeReport(file, "1"));
    ASSERT_TRUE(writeReport(file, "22"));
    EXPECT_EQ(std::filesystem::file_size(file), 2U);
    EXPECT_TRUE(writeReport("/dev/null", "x"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
    EXPECT_FALSE(writeReport("/dev/full", "x"));
    EXPECT_FALSE(checkReportFile(scratch.path().string()));
    EXPECT_FALSE(checkReportFile((scratch.path() / "no" / "out").string()));
    EXPECT_TRUE(checkReportFile("-"));
}
