// What runs on GPUs do when all goes well, and when a rank or its GPU does not.

#include "tests/cuda/program_tests/gpu_run.h"

#include <csignal>
#include <regex>

namespace launch_test {
namespace {

using Json = nlohmann::json;

// Rows of kernels under each rank, and each that computes within the op that it names.
void expectKernelsInTrace(const Program& program, const std::filesystem::path& record)
{
    const Finished exported = program.run({"export", record, "--format", "chrome"});
    ASSERT_EQ(exported.code, 0) << exported.err;
    std::map<std::uint64_t, std::string> rows; // by thread
    std::map<std::string, std::uint64_t> kinds;
    const Json trace = Json::parse(exported.out)["traceEvents"];
    for (const Json& event : trace)
        if (event["name"] == "thread_name")
            rows[event["tid"]] = event["args"]["name"];
    std::map<std::pair<std::string, int>, std::pair<double, double>> ops; // by row and step
    for (const Json& event : trace)
        if (event["ph"] == "X" && !event["args"].contains("op") && event["args"]["stage"] >= 0
            && rows.at(event["tid"]).find("transfers") == std::string::npos) {
            const bool forward = event["cat"] == "forward";
            const std::string op = std::to_string(event["args"]["stage"].get<int>())
                + (forward ? "F" : "B") + std::to_string(event["args"]["microbatch"].get<int>());
            const double start = event["ts"];
            ops[{op, event["args"]["step"]}] = {start, start + event["dur"].get<double>()};
        }
    for (const Json& event : trace)
        if (event["ph"] == "X" && event["args"].contains("op")) {
            ++kinds[rows.at(event["tid"]).substr(0, 12)];
            const auto op = ops.find({event["args"]["op"], event["args"]["step"]});
            if (op == ops.end() || event["cat"] != "compute kernel")
                continue;
            // Two clocks are held against each other, to some microseconds.
            EXPECT_GE(event["ts"].get<double>(), op->second.first - 500) << event;
            EXPECT_LE(event["ts"].get<double>(), op->second.second + 500) << event;
        }
    EXPECT_GT(kinds["rank 0 compu"], 0U) << trace;
    EXPECT_GT(kinds["rank 1 commu"], 0U);
    EXPECT_GT(kinds["rank 1 copy,"], 0U);
}

TEST_F(GpuRun, TrainsAsTheProcessorDoes)
{
    const Json onGpus = reportOf(strategy, {"--steps", "4"});
    EXPECT_EQ(onGpus["device"], "cuda");
    EXPECT_EQ(onGpus["telemetry"]["dropped"], 0);
    for (const Json& step : onGpus["steps"])
        EXPECT_TRUE(step["whole"].get<bool>()) << step;
    expectNear(losses(onGpus), losses(reportOf(strategy, {"--steps", "4"}, "cpu")));
}

// The order shows in the last bit of a loss, which is a sum over ranks.
TEST_F(GpuRun, DeterministicItSumsInOneOrder)
{
    const auto data = write(program, "b.yaml", {.parallel = "{data: 4}"});
    const auto lossesWith = [&](std::vector<std::string> more) {
        more.insert(more.end(), {"--steps", "6"});
        return losses(reportOf(data, more));
    };
    const auto ordered = lossesWith({"--deterministic"});
    EXPECT_EQ(lossesWith({"--deterministic"}), ordered);
    const auto plain = lossesWith({});
    EXPECT_NE(plain, ordered) << "sums around a ring";
    expectNear(plain, ordered);
}

// All kernels of both ranks, by a CUPTI that is made up: in the report, in run.json and in a trace.
TEST_F(GpuRun, DeepItRecordsTheKernelsOfEveryRankUnderTheirOps)
{
    program.environment = {"LD_LIBRARY_PATH=" BUBBLESCOPE_FAKE_GPU};
    const auto record = program.root / "deep";
    const Json report = reportOf(strategy, {"--steps", "4", "--deep", "--record", record});
    const Json& kernels = report["kernels"];
    ASSERT_EQ(kernels["ranks"].size(), 2U) << report;
    EXPECT_EQ(kernels["dropped"], 0);
    EXPECT_EQ(kernels["missing"], 0);
    std::uint64_t recorded = 0;
    for (const Json& rank : kernels["ranks"]) {
        std::map<std::string, std::uint64_t> count; // by lane
        for (const Json& kernel : rank["kernels"]) {
            count[kernel["lane"]] += kernel["count"].get<std::uint64_t>();
            EXPECT_EQ(kernel["name"].get<std::string>().starts_with("nccl"),
                      kernel["lane"] == "communication")
                << kernel;
        }
        EXPECT_GT(count["compute"], 0U);
        EXPECT_GT(count["communication"], 0U);
        EXPECT_GT(count["copy"], 0U);
        const double gaps = rank["launch_gap_fraction"];
        EXPECT_GT(gaps, 0) << rank;
        EXPECT_LT(gaps, 1) << rank;
        recorded += rank["recorded"].get<std::uint64_t>();
    }
    EXPECT_EQ(kernels["recorded"], recorded);
    std::ifstream stream(record / "run.json");
    EXPECT_TRUE(Json::parse(stream)["deep"].get<bool>());
    const Finished again = program.run({"replay", record, "--json", "-"});
    EXPECT_EQ(Json::parse(again.out)["kernels"], kernels); // a recording says the same

    expectKernelsInTrace(program, record);
    EXPECT_NE(program.run({"--help"}).out.find("--deep"), std::string::npos);
    const Finished refused = train(strategy, {"--steps", "1", "--deep"}, "cpu");
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--deep goes with --device cuda only: it looks at a GPU's kernels"),
              std::string::npos)
        << refused.err;
}

TEST_F(GpuRun, AFlippedBitIsNamed)
{
    const auto checked = write(program, "b.yaml", {.training = "{check_reruns: true}"});
    const Json report = reportOf(checked, {"--steps", "3", "--flip-bit", "0:1:0F1"});
    EXPECT_EQ(report["checks"]["different"], 1);
    EXPECT_EQ(report["checks"]["differences"][0], (Json{{"rank", 0}, {"step", 1}, {"op", "0F1"}}));
}

TEST_F(GpuRun, CheckpointsGoBetweenProcessorsAndGpus)
{
    const std::string every2 = "{learning_rate: 0.003, checkpoint_every: 2}";
    const auto pipeline = write(program, "a.yaml", {.training = every2});
    const auto tensor = write(program, "b.yaml", {.parallel = "{tensor: 2}", .training = every2});
    const auto whole = losses(reportOf(pipeline, {"--steps", "6"}, "cpu"));

    const auto first = program.root / "first";
    const auto second = program.root / "second";
    std::vector<double> parts
        = losses(reportOf(pipeline, {"--steps", "2", "--record", first}, "cpu"));
    for (const double loss :
         losses(reportOf(tensor, {"--steps", "2", "--resume", first, "--record", second}, "cuda")))
        parts.push_back(loss);
    for (const double loss :
         losses(reportOf(pipeline, {"--steps", "2", "--resume", second}, "cpu")))
        parts.push_back(loss);
    expectNear(parts, whole);
}

TEST_F(GpuRun, TakesCommandsBetweenSteps)
{
    const Finished started = train(strategy, {"--steps", "1000000", "--detach"});
    ASSERT_EQ(started.code, 0) << started.err;
    const std::string run = Json::parse(started.out)["run"];
    for (const auto& command :
         std::vector<std::vector<std::string>>{{"pause", run},
                                               {"checkpoint", run},
                                               {"resume", run},
                                               {"slow", run, "1", "1.5"},
                                               {"swap", run, "zb-h1"},
                                               {"stop", run, "--after-step"}}) {
        const Finished taken = program.run(command);
        EXPECT_EQ(taken.code, 0) << command.front() << ": " << taken.err;
    }
    EXPECT_EQ(endedRun(program)["state"], "stopped");
}

TEST_F(GpuRun, ARankThatIsKilledEndsTheRunWithItsPlace)
{
    const Finished started = train(strategy, {"--steps", "1000000", "--detach"});
    ASSERT_EQ(started.code, 0) << started.err;
    const Json said = Json::parse(started.out);
    ASSERT_TRUE(hasRecorded(said["directory"].get<std::string>()));
    const std::vector<pid_t> ranks = ranksOf(said["run"]);
    ASSERT_EQ(ranks.size(), 2U);
    kill(ranks.back(), SIGKILL);
    const Json end = endedRun(program);
    EXPECT_EQ(end["state"], "failed") << end;
    EXPECT_NE(end["outcome"].get<std::string>().find("was killed by signal 9"), std::string::npos)
        << end;
    EXPECT_TRUE(launch::processesOfRun(said["run"]).empty());
    EXPECT_EQ(program.run({"replay", said["run"]}).code, 0); // what was recorded opens
}

TEST_F(GpuRun, MemoryThatIsNotThereIsNamedByWhatItWasFor)
{
    const auto large = program.root / "large.yaml";
    std::ofstream(large)
        << "bubblescope: 1\nname: large\n"
           "model: {layers: 4, hidden: 32, heads: 4, vocab: 32768, sequence: 512}\n"
           "parallel: {pipeline: 2}\nbatch: {micro: 2, global: 16}\n"
           "schedule: {name: gpipe}\n";
    program.environment = {"CUDA_MADE_UP_KIB=131072"};
    const Finished run = train(large, {"--steps", "1", "--json", program.root / "report.json"});
    EXPECT_EQ(run.code, 1);
    const std::string outcome = jsonIn(program.root / "report.json")["outcome"];
    EXPECT_TRUE(std::regex_search(
        outcome,
        std::regex(
            "rank 1 on GPU 1 .a GPU that is made up.: .*1F[0-9]+: no memory is left for "
            "[0-9]+ MiB of "
            "(activations|buffers): this rank has [0-9]+ MiB \\(weights [0-9]+, "
            ".*\\); use smaller microbatches, recomputation, .*; 0.[01] of the GPU's 0.1 GiB "
            "are free")))
        << outcome;
}

TEST_F(GpuRun, IsRefusedBeforeRanksStartWhereThereAreTooFewGpus)
{
    program.environment = {"CUDA_VISIBLE_DEVICES=0"};
    const Finished few = train(strategy, {"--steps", "1"});
    EXPECT_EQ(few.code, 2);
    EXPECT_NE(
        few.err.find("--device cuda: 2 ranks on this machine need 2 GPUs, and it shows 1; use "
                     "fewer ranks, or let them share with --gpus-per-rank 0.5"),
        std::string::npos)
        << few.err;
    EXPECT_TRUE(program.runs().empty());
    const Finished shared = train(strategy, {"--steps", "1", "--gpus-per-rank", "0.5"});
    EXPECT_EQ(shared.code, 0) << shared.err;
    EXPECT_NE(shared.err.find("2 ranks share a GPU, so each computes slower than predicted"),
              std::string::npos)
        << shared.err;

    program.environment = {"CUDA_VISIBLE_DEVICES="};
    const Finished none = train(strategy, {"--steps", "1"});
    EXPECT_EQ(none.code, 2);
    EXPECT_NE(none.err.find("the driver shows no GPU"), std::string::npos) << none.err;
}

TEST_F(GpuRun, IsChosenWhereNobodyChoosesAndGpusAreThere)
{
    const auto automatic = [&] { return program.run({strategy, "--steps", "1", "--json", "-"}); };
    const Finished onGpus = automatic();
    ASSERT_EQ(onGpus.code, 0) << onGpus.err;
    EXPECT_EQ(Json::parse(onGpus.out)["device"], "cuda");

    program.environment = {"CUDA_VISIBLE_DEVICES="};
    const Finished without = automatic();
    ASSERT_EQ(without.code, 0) << without.err;
    EXPECT_EQ(Json::parse(without.out)["device"], "emulated");
    EXPECT_NE(without.err.find("cuda: the driver shows no GPU"), std::string::npos) << without.err;
}

} // namespace
} // namespace launch_test
