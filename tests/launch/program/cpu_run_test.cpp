// bubblescope-run --device cpu: training on two real ranks, and what can be asked of it.

#include "tests/launch/cpu_strategy.h"
#include "tests/launch/until.h"

#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

using Json = nlohmann::json;

class CpuRun : public testing::Test {
protected:
    Finished train(const std::filesystem::path& strategy, const std::vector<std::string>& more)
    {
        std::vector<std::string> arguments{strategy, "--device", "cpu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return program.run(arguments);
    }

    // The report of a run that must come to its end.
    Json reportOf(const std::filesystem::path& strategy, const std::vector<std::string>& more)
    {
        std::vector<std::string> arguments = more;
        arguments.insert(arguments.end(), {"--json", "-"});
        const Finished run = train(strategy, arguments);
        EXPECT_EQ(run.code, 0) << run.err;
        Json report = Json::parse(run.out, nullptr, false);
        EXPECT_FALSE(report.is_discarded()) << run.out;
        return report;
    }

    // That a command is taken, with this in its answer.
    void expectTaken(const std::vector<std::string>& command, const std::string& answer)
    {
        const Finished asked = program.run(command);
        EXPECT_EQ(asked.code, 0) << command.front() << ": " << asked.err;
        EXPECT_NE((asked.out + asked.err).find(answer), std::string::npos)
            << command.front() << ": " << asked.out << asked.err;
    }

    static std::vector<double> losses(const Json& report)
    {
        std::vector<double> values;
        for (const Json& step : report["steps"])
            values.push_back(step["loss"].get<double>());
        return values;
    }

    const Program program{BUBBLESCOPE_BIN};
};

TEST_F(CpuRun, ReportsLossTokensAndChecks)
{
    const auto strategy
        = write(program, "a.yaml",
                {.training = "{learning_rate: 0.01, warmup_steps: 4, check_reruns: true}"});
    const Json report = reportOf(strategy, {"--steps", "30"});
    EXPECT_EQ(report["device"], "cpu");
    EXPECT_TRUE(report["predicted"]["step_seconds"].is_null()); // no costs of this machine
    ASSERT_EQ(report["steps"].size(), 30U);
    EXPECT_NEAR(losses(report).front(), std::log(256), 0.2);
    EXPECT_LT(losses(report).back(), losses(report).front() - 0.5);
    for (const Json& step : report["steps"]) {
        ASSERT_TRUE(step["whole"].get<bool>()) << step;
        EXPECT_GT(step["tokens_per_second"].get<double>(), 0);
        EXPECT_GT(step["gradient_norm"].get<double>(), 0);
    }
    EXPECT_GT(report["checks"]["compared"].get<int>(), 30);
    EXPECT_EQ(report["checks"]["different"], 0);
    EXPECT_EQ(report["telemetry"]["dropped"], 0);
    EXPECT_EQ(report["telemetry"]["sent"], report["telemetry"]["logged"]);
}

// Its ranks send all that they hold, which is what the costs of their framework charge.
TEST_F(CpuRun, SendsWhatTheCostsCharge)
{
    for (const auto& [parallel, bytes] : std::map<const char*, int>{
             {"{pipeline: 2, tensor: 2}", 2 * 32 * 32 * 2},
             {"{pipeline: 2, tensor: 2, sequence: true}", 2 * 32 * 32 * 2 / 2}}) {
        SCOPED_TRACE(parallel);
        const auto strategy = write(program, "a.yaml", {.parallel = parallel});
        std::ofstream(strategy, std::ios::app) << "kernels: {framework: bubblescope}\n";
        const Json estimate = Json::parse(
            program.run({"estimate", strategy, "--format", "json"}, "bubblescope-plan").out,
            nullptr, false);
        EXPECT_EQ(estimate["message_bytes"], bytes);
        const Json report = reportOf(strategy, {"--steps", "1"});
        EXPECT_EQ(report["predicted"]["message_bytes"], bytes);
        EXPECT_EQ(bytesSent(program), std::set<std::string>{std::to_string(bytes)});
    }
}

TEST_F(CpuRun, AFlippedBitIsNamed)
{
    const auto strategy = write(program, "a.yaml", {.training = "{check_reruns: true}"});
    const Json report = reportOf(strategy, {"--steps", "6", "--flip-bit", "0:3:0F1"});
    EXPECT_EQ(report["checks"]["different"], 1);
    EXPECT_EQ(report["checks"]["differences"][0], (Json{{"rank", 0}, {"step", 3}, {"op", "0F1"}}));
    EXPECT_EQ(report["warnings"],
              Json{"rank 0, step 3, 0F1: the second run gave different bits from the first"});
}

TEST_F(CpuRun, GoesOnFromItsCheckpointUnderAnotherLayout)
{
    const std::string every3 = "{learning_rate: 0.003, checkpoint_every: 3}";
    const auto pipeline = write(program, "a.yaml", {.training = every3});
    const auto tensor = write(program, "b.yaml", {.parallel = "{tensor: 2}", .training = every3});
    const auto whole = losses(reportOf(pipeline, {"--steps", "8"}));

    const auto folder = program.root / "first";
    const auto first = losses(reportOf(pipeline, {"--steps", "3", "--record", folder}));
    const Json second = reportOf(tensor, {"--steps", "5", "--resume", folder});
    EXPECT_EQ(second["steps"][0]["step"], 3);
    std::vector<double> both = first;
    for (const double loss : losses(second))
        both.push_back(loss);
    ASSERT_EQ(both.size(), whole.size());
    for (std::size_t step = 0; step < whole.size(); ++step)
        EXPECT_NEAR(both[step], whole[step], 1e-5 * whole[step]) << "step " << step;
}

TEST_F(CpuRun, TakesCommandsBetweenSteps)
{
    const auto strategy = write(program, "a.yaml");
    const Finished started = train(strategy, {"--steps", "1000000", "--detach"});
    ASSERT_EQ(started.code, 0) << started.err;
    const std::string run = Json::parse(started.out)["run"];
    const auto listsAsPaused = [&] {
        const bool inTable = program.run({"list"}).out.find("paused") != std::string::npos;
        return inTable && Json::parse(program.run({"list", "--json"}).out)[0]["paused"] == true;
    };
    EXPECT_FALSE(listsAsPaused());
    expectTaken({"pause", run}, "paused");
    EXPECT_TRUE(until(listsAsPaused));
    expectTaken({"checkpoint", run}, "is saved in");
    expectTaken({"resume", run}, "");
    EXPECT_TRUE(until([&] { return !listsAsPaused(); }));
    expectTaken({"slow", run, "1", "1.5"}, "1.5");
    expectTaken({"slow", run, "1", "1"}, "is as fast as it can");
    expectTaken({"swap", run, "zb-h1"}, "zb-h1");
    const Finished refused = program.run({"swap", run, "zbv"}); // stages would move
    EXPECT_EQ(refused.code, 1) << refused.err;
    EXPECT_NE(refused.err.find("zbv"), std::string::npos) << refused.err;
    expectTaken({"stop", run, "--after-step"}, "");
    const Json ended = endedRun(program);
    EXPECT_EQ(ended["state"], "stopped") << ended;
    EXPECT_EQ(program.run({"pause", run}).code, 2);
}

TEST_F(CpuRun, SlowedByHandItSaysNothingOfAPrediction)
{
    const Finished started = train(write(program, "a.yaml"), {"--steps", "1000000", "--detach"});
    ASSERT_EQ(started.code, 0) << started.err;
    const Json told = Json::parse(started.out);
    expectTaken({"slow", told["run"], "1", "1.5"}, "1.5");
    expectTaken({"stop", told["run"], "--after-step"}, "");
    EXPECT_EQ(endedRun(program)["state"], "stopped");
    const Finished measures = program.run({"accuracy", told["directory"]}, "bubblescope-plan");
    EXPECT_EQ(measures.code, 2);
    EXPECT_NE(measures.err.find("slower by hand"), std::string::npos) << measures.err;
}

TEST_F(CpuRun, CalibratesItsStrategy)
{
    const auto strategy = write(program, "a.yaml");
    const auto folder = program.root / "run";
    reportOf(strategy, {"--steps", "20", "--record", folder});
    const auto fitted = program.root / "fitted.yaml";
    const Finished calibrated = program.run(
        {"calibrate", folder, strategy, "-o", fitted, "--format", "json"}, "bubblescope-plan");
    ASSERT_EQ(calibrated.code, 0) << calibrated.err;
    const Json report = reportOf(fitted, {"--steps", "3"});
    EXPECT_GT(report["predicted"]["step_seconds"].get<double>(), 0);
}

TEST_F(CpuRun, IsHeldAgainstItsEstimateAndFittedTo)
{
    const auto strategy = write(program, "a.yaml");
    const auto folder = program.root / "run";
    const auto threaded = program.root / "threaded";
    const auto fitted = program.root / "fitted";
    reportOf(strategy, {"--steps", "8", "--record", folder});
    reportOf(strategy, {"--steps", "1", "--record", threaded, "--threads", "2"});
    const auto plan = [&](const std::vector<std::string>& arguments) {
        return program.run(arguments, "bubblescope-plan");
    };
    const Finished held = plan({"accuracy", folder, "--format", "json"});
    ASSERT_EQ(held.code, 0) << held.err;
    const Json family = Json::parse(held.out)["families"][0];
    EXPECT_EQ(family["family"], "bubblescope-run on cpu");
    EXPECT_EQ(family["times"], 1);
    EXPECT_EQ(family["memories"], 1);
    const Finished fit = plan({"accuracy", folder, "--fit", fitted});
    ASSERT_EQ(fit.code, 0) << fit.err;
    EXPECT_EQ(plan({"accuracy", folder, "--profile", fitted / "cpu.yaml"}).code, 0);
    const Finished refused = plan({"accuracy", folder, threaded});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("2 threads each"), std::string::npos) << refused.err;
}

// One number: the window and `estimate` hold such a run against the model, and so does its report.
TEST_F(CpuRun, OnTheDeviceThatItsStrategyNamesIsHeldAgainstTheModel)
{
    const auto strategy = write(program, "named.yaml");
    std::ofstream(strategy, std::ios::app) << "cluster: {devices: 2, device: cpu}\n";
    const Finished asked
        = program.run({"estimate", strategy, "--format", "json"}, "bubblescope-plan");
    ASSERT_EQ(asked.code, 0) << asked.err;
    const Json estimate = Json::parse(asked.out);
    const Json predicted = reportOf(strategy, {"--steps", "1"})["predicted"];
    EXPECT_DOUBLE_EQ(predicted["step_seconds"], estimate["step_seconds"]);
    EXPECT_DOUBLE_EQ(predicted["bubble_fraction"], estimate["bubble_fraction"]);
    EXPECT_EQ(predicted["source"], "the cost model with profile cpu");

    const auto elsewhere = write(program, "elsewhere.yaml");
    EXPECT_EQ(reportOf(elsewhere, {"--steps", "1"})["predicted"]["step_seconds"], nullptr);
}

} // namespace
} // namespace launch_test
