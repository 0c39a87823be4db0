#include "engine/launch/command_line.h"
#include "engine/launch/ending.h"
#include "engine/launch/progress.h"
#include "engine/launch/report.h"
#include "engine/launch/report_file.h"
#include "tests/launch/scratch_directory.h"

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

plan::Result<Request> parse(const std::vector<std::string>& arguments)
{
    return parseCommandLine(arguments);
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
    report.predicted = Prediction{0.1, 0.2};
    report.steps = {reportOf(quarterIdle())};
    report.outcome = "failed: \xff";
    const auto json = nlohmann::json::parse(toJson(report));
    for (const char* key : {"run", "device", "ranks", "predicted", "steps", "telemetry", "outcome"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_EQ(keysOf(json["predicted"]), (std::set<std::string>{"step_seconds", "bubble_fraction"}));
    for (const char* key : {"step", "seconds", "bubble_fraction", "loss"})
        EXPECT_TRUE(json["steps"][0].contains(key)) << key;
    EXPECT_TRUE(json["steps"][0]["loss"].is_null());
    for (const char* key : {"sent", "logged", "dropped"})
        EXPECT_TRUE(json["telemetry"].contains(key)) << key;
}

Report emulatedReport(double seconds, double bubbleFraction)
{
    Report report;
    report.device = "emulated";
    report.predicted = Prediction{0.1, 0.2};
    report.steps.resize(2);
    report.steps[0].seconds = 0.1;
    report.steps[0].bubbleFraction = 0.2;
    report.steps[1].seconds = seconds;
    report.steps[1].bubbleFraction = bubbleFraction;
    return report;
}

TEST(Report, SaysWhereTheEmulationCouldNotKeepUp)
{
    const auto warnings = [](const Report& report) {
        return nlohmann::json::parse(toJson(report))["warnings"];
    };
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
    late.device = "cuda:0"; // a real device may simply be slower than predicted
    EXPECT_TRUE(warnings(late).empty());
    late.device = "emulated";
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
    EXPECT_EQ(stepLine(report.steps[1], 10, Prediction{0.04, 0.2}, 7),
              "[4/10] step 3  not whole  dropped 7");
}

TEST(Progress, ALineNamesTheDifference)
{
    StepReport step;
    step.step = 3;
    step.seconds = 0.0404;
    step.bubbleFraction = 0.25;
    EXPECT_EQ(stepLine(step, 10, Prediction{0.04, 0.2}, 7),
              "[4/10] step 3  40.400 ms  bubble 25.00 %  predicted 40.000 ms (+1.00 %), "
              "bubble 20.00 %  dropped 7");
}

TEST(ReportFile, ReplacesPlainFilesAndWritesIntoOthers)
{
    const launch_test::ScratchDirectory scratch;
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

TEST(Ending, ReadsWhatMpirunSaysOfTheDeadRank)
{
    const auto killed = verdictIn("x\nmpirun noticed that process rank 2 with PID 0 on node vm "
                                  "exited on signal 9 (Killed).\n");
    ASSERT_TRUE(killed);
    EXPECT_EQ(killed->rank, 2);
    EXPECT_EQ(howItEnded(killed, {}), "was killed by signal 9");
    const auto exited = verdictIn("  Process name: [[45,1],12]\n  Exit code:    3\n");
    ASSERT_TRUE(exited);
    EXPECT_EQ(exited->rank, 12);
    EXPECT_EQ(howItEnded(exited, {}), "ended with exit code 3");
    EXPECT_FALSE(verdictIn("nothing of the kind"));
    EXPECT_EQ(howItEnded({}, 137 << 8), "was killed by signal 9"); // mpirun passes 128 + 9 on

    telemetry::SpanRecord span;
    span.step = 4;
    span.stage = 1;
    span.microbatch = 3;
    EXPECT_EQ(whereItWas(span), " in step 4 after 1F3");
    EXPECT_EQ(whereItWas({}), " before its first op");
}

TEST(CommandLine, ReadsARunAndRefusesWhatDoesNotFit)
{
    const auto run = parse({"a.yaml", "--steps", "1000000", "--device=cuda", "--detach"});
    ASSERT_TRUE(run) << run.error().message;
    const auto& request = std::get<RunRequest>(*run);
    EXPECT_EQ(request.steps, 1'000'000);
    EXPECT_EQ(request.device, DeviceChoice::Cuda);
    EXPECT_TRUE(request.detach);

    const std::vector<std::vector<std::string>> refused
        = {{}, {"--steps", "3"}, {"a", "b"}, {"a", "--steps", "0"}, {"a", "--steps", "1000001"},
           {"a", "--steps", "-1"}, {"a", "--steps", "1e3"}, {"a", "--steps"},
           {"a", "--steps", "1", "--steps", "2"}, {"a", "--device", "tpu"},
           {"a", "--mca", "plm_rsh_agent"}, {"a", "--detach=yes"}, {"a", "--detach", "--json", "-"},
           {"list", "x"}, {"stop"}, {"stop", "a", "--json", "-"}, {"attach", "a", "b"},
           {"export", "a"}, {"export", "a", "--format", "svg"}};
    for (const auto& arguments : refused)
        EXPECT_FALSE(parse(arguments)) << (arguments.empty() ? "" : arguments.back());
    EXPECT_EQ(std::get<RunRequest>(*parse({"--", "-x.yaml"})).strategy, "-x.yaml");
}
