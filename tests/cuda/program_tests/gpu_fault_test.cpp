// What befalls a rank on a GPU ends the run with one sentence, which every place has alike; no
// process is left soon after, and what was recorded until then is whole.

#include "tests/cuda/program_tests/gpu_run.h"

#include <csignal>
#include <regex>

namespace launch_test {
namespace {

using Json = nlohmann::json;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kSoon(15);
constexpr const char* kOnGpu1 = "rank 1 on GPU 1 \\(a GPU that is made up\\)";

bool matches(const std::string& text, const std::string& pattern)
{
    return std::regex_search(text, std::regex(pattern));
}

class GpuFault : public GpuRun {
protected:
    // A run that meets it, from its start to its end.
    Json endOf(const std::vector<std::string>& environment,
               const std::vector<std::string>& more = {})
    {
        program.environment = environment;
        std::vector<std::string> arguments{"--steps", "1000000", "--detach"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished started = train(strategy, arguments);
        EXPECT_EQ(started.code, 0) << started.err;
        m_run = Json::parse(started.out, nullptr, false);
        if (started.code != 0)
            return {};
        awaitTheFault();
        const auto known = steady_clock::now();
        EXPECT_TRUE(until([&] { return launch::processesOfRun(m_run["run"]).empty(); }));
        EXPECT_LT(steady_clock::now() - known, kSoon) << "from the fault to the end of all ranks";
        return checkedEnd();
    }

    // What replay says beside its report.
    std::string replayed() const { return program.run({"replay", m_run["run"]}).err; }
    std::filesystem::path folder() const { return m_run["directory"].get<std::string>(); }

private:
    // A rank has said why it ends, or is gone without a word.
    void awaitTheFault() const
    {
        std::size_t most = 0;
        EXPECT_TRUE(until([&] {
            std::ifstream stream(m_run["log"].get<std::string>());
            const std::string log{std::istreambuf_iterator<char>(stream), {}};
            const std::size_t ranks = ranksOf(m_run["run"]).size();
            most = std::max(most, ranks);
            return log.find("bubblescope-engine: rank") != std::string::npos || ranks < most;
        }));
    }

    // The same in the list, in run.json, in the report and in the recording itself.
    Json checkedEnd() const
    {
        const Json listed = endedRun(program);
        const Json kept = jsonIn(folder() / "run.json");
        const Json report = jsonIn(folder() / "report.json");
        EXPECT_EQ(listed["state"], "failed") << listed;
        EXPECT_EQ(kept["outcome"], listed["outcome"]);
        EXPECT_EQ(report["outcome"], listed["outcome"]);
        EXPECT_EQ(report["ending"], kept["ending"]);
        const Finished replay = program.run({"replay", m_run["run"], "--json", "-"});
        EXPECT_EQ(replay.code, 0) << "the recording is whole: " << replay.err;
        const Json read = Json::parse(replay.out, nullptr, false);
        EXPECT_EQ(read["outcome"], listed["outcome"]);
        EXPECT_EQ(read["telemetry"]["gaps"], 0);
        Json end = kept["ending"];
        end["warnings"] = report["warnings"];
        return end;
    }

    Json m_run;
};

TEST_F(GpuFault, MemoryThatCannotBeCorrected)
{
    const Json end = endOf({"CUDA_MADE_UP_FAULT=1:ecc@1500"});
    EXPECT_TRUE(
        matches(end["sentence"],
                std::string("^") + kOnGpu1
                    + ": step [0-9]+: 1[FB][0-7](>0)?: the GPU cannot .*: uncorrectable ECC error "
                      "encountered \\(cudaErrorECCUncorrectable\\); its memory is damaged: "
                      "look at dmesg"))
        << end;
    EXPECT_EQ(end["rank"], 1);
    EXPECT_TRUE(end["step"].is_number()) << end;
}

TEST_F(GpuFault, AGpuThatIsLostWithWhatItsDriverReports)
{
    const std::string nvml = std::string("LD_LIBRARY_PATH=") + BUBBLESCOPE_FAKE_GPU + "/nvml";
    const Json end = endOf({"CUDA_MADE_UP_FAULT=1:lost@1500", "CUDA_MADE_UP_XID=1:79", nvml});
    EXPECT_TRUE(
        matches(end["sentence"],
                std::string("^") + kOnGpu1
                    + ": step [0-9]+: 1[FB][0-7](>0)?: .*cudaErrorUnknown.*; GPU 0000:02:00.0 "
                      "reports Xid 79: the GPU has fallen off the bus"))
        << end;
    EXPECT_TRUE(matches(end["warnings"].dump(), "rank 1: GPU 0000:02:00.0 reports Xid 79")) << end;
}

TEST_F(GpuFault, ReportedWhileTheRunGoesOnIsAWarning)
{
    program.environment = {"CUDA_MADE_UP_XID=1:63",
                           std::string("LD_LIBRARY_PATH=") + BUBBLESCOPE_FAKE_GPU + "/nvml"};
    const Json warnings = reportOf(strategy, {"--steps", "2"})["warnings"];
    EXPECT_TRUE(matches(warnings.dump(),
                        "rank 1: GPU 0000:02:00.0 reports Xid 63: a part of its "
                        "memory that had errors"))
        << warnings;
}

TEST_F(GpuFault, ARankThatIsKilledInACollective)
{
    const Json end = endOf({"CUDA_MADE_UP_FAULT=1:nccl-kill@40"});
    EXPECT_TRUE(
        matches(end["sentence"],
                std::string("^") + kOnGpu1 + " was killed by signal 9 in step [0-9]+ after 1"))
        << end;
    EXPECT_EQ(end["signal"], 9);
}

TEST_F(GpuFault, AGroupThatCannotBeMade)
{
    const Json end = endOf({"CUDA_MADE_UP_FAULT=1:nccl-make@1"}, {"--messages", "nccl"});
    EXPECT_TRUE(
        matches(end["sentence"],
                std::string("^") + kOnGpu1
                    + ": NCCL cannot make the communicator 0 to 1: unhandled system error .*: "
                      "Call to socket failed: Connection refused"))
        << end;
}

TEST_F(GpuFault, AGroupWhoseNetworkFails)
{
    const Json end = endOf({"CUDA_MADE_UP_FAULT=1:nccl-remote@40"});
    EXPECT_TRUE(
        matches(end["sentence"],
                std::string("^") + kOnGpu1
                    + ": step [0-9]+: .*NCCL cannot go on in .*: remote process exited or there "
                      "was a network error: NET/Socket : peer has closed the connection"))
        << end;
}

TEST_F(GpuFault, AKernelThatNeverEndsIsNamedByItsOp)
{
    const Json end = endOf({"CUDA_MADE_UP_FAULT=1:hang@1500"}, {"--timeout", "2"});
    EXPECT_TRUE(matches(end["sentence"], std::string("^") + kOnGpu1)) << end;
    EXPECT_TRUE(matches(end["sentence"], "1[FB][0-7]")) << end;
    EXPECT_TRUE(matches(end["sentence"], "2.0 s")) << end;
    EXPECT_EQ(end["rank"], 1);
}

// It cannot even say why it ends.
TEST_F(GpuFault, ACallOfTheDriverThatNeverReturnsIsTheFaultOfItsRank)
{
    const Json end = endOf({"CUDA_MADE_UP_FAULT=0:stuck@1500"}, {"--timeout", "2"});
    EXPECT_TRUE(
        matches(end["sentence"],
                "^rank 0 on GPU 0 \\(a GPU that is made up\\) held up rank 1: .*; it left no "
                "record of what it did, as one that is stuck in a call of the driver; rank 1 on "
                "GPU 1 .*(was not over|has not done) within 2.0 s"))
        << end;
    EXPECT_EQ(end["rank"], 0);
    EXPECT_FALSE(std::filesystem::exists(folder() / "flight-rank-0.json"));
    EXPECT_TRUE(matches(replayed(), "rank 1 gave up: .*")) << replayed();
    EXPECT_TRUE(matches(replayed(), "rank 0 held up rank 1: ")) << replayed();
}

// The reduction of gradients among data ranks: the first operations of the group are its trial.
TEST_F(GpuFault, AnOperationThatNobodyGetsThrough)
{
    strategy = write(program, "b.yaml", {.parallel = "{data: 2}"});
    const Json end = endOf({"CUDA_MADE_UP_FAULT=1:nccl-hang@12"}, {"--timeout", "2"});
    EXPECT_TRUE(
        matches(end["sentence"],
                "rank [01] on GPU [01] .*; all 2 ranks of [a-z]+ had come to [a-z-]+ [0-9]+, "
                "and none got through: look at what connects their GPUs"))
        << end;
}

TEST_F(GpuFault, AGpuThatAnotherProcessHolds)
{
    const Json end = endOf({"CUDA_MADE_UP_BUSY=1"});
    EXPECT_TRUE(matches(end["sentence"],
                        "^rank 1: GPU 1 \\(a GPU that is made up\\): the GPU cannot be chosen: .*"
                        "cudaErrorDevicesUnavailable\\); another process holds it"))
        << end;
}

TEST_F(GpuFault, MemoryThatAnotherProcessHoldsIsNamed)
{
    const Json end = endOf({"CUDA_MADE_UP_KIB=1048576", "CUDA_MADE_UP_HELD_KIB=1047552"});
    EXPECT_TRUE(matches(
        end["sentence"],
        "^rank [01] on GPU [01] .*has no [0-9]+ MiB left for its kernels to work in; 0.0 of "
        "the GPU's 1.0 GiB are free"))
        << end;
}

TEST_F(GpuFault, ARankThatAStopSignalHoldsIsWaitedForAndNamed)
{
    program.environment = {};
    const Finished started = train(strategy, {"--steps", "1000000", "--timeout", "2", "--detach"});
    ASSERT_EQ(started.code, 0) << started.err;
    const Json said = Json::parse(started.out);
    ASSERT_TRUE(hasRecorded(said["directory"].get<std::string>()));
    const std::vector<pid_t> ranks = ranksOf(said["run"]);
    ASSERT_EQ(ranks.size(), 2U);
    const auto says = [&](const std::string& pattern) {
        return until([&] {
            std::ifstream stream(said["log"].get<std::string>());
            return matches({std::istreambuf_iterator<char>(stream), {}}, pattern);
        });
    };
    kill(ranks.front(), SIGSTOP);
    EXPECT_TRUE(says("rank [01] is held by a stop signal; the run waits until it gets SIGCONT"));
    kill(ranks.front(), SIGCONT);
    EXPECT_TRUE(says("rank [01] goes on"));
    EXPECT_EQ(program.run({"stop", said["run"], "--after-step"}).code, 0);
    EXPECT_EQ(endedRun(program)["state"], "stopped");
}

// ---- before ranks start ----

class GpuRefusal : public GpuRun {
protected:
    // What is said, and that nothing is started or left.
    std::string refused(const std::vector<std::string>& environment,
                        const std::vector<std::string>& more = {})
    {
        return refusalOf(strategy, environment, more);
    }
    std::string refusalOf(const std::filesystem::path& file,
                          const std::vector<std::string>& environment,
                          const std::vector<std::string>& more = {})
    {
        program.environment = environment;
        std::vector<std::string> arguments{"--steps", "1"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished run = train(file, arguments);
        EXPECT_EQ(run.code, 2) << run.err;
        EXPECT_TRUE(program.runs().empty());
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        return run.err;
    }
    const std::string nvml = std::string("LD_LIBRARY_PATH=") + BUBBLESCOPE_FAKE_GPU + "/nvml";
};

TEST_F(GpuRefusal, OfADriverOrALibraryThatDoesNotFit)
{
    EXPECT_TRUE(matches(refused({"CUDA_MADE_UP_DRIVER=0"}),
                        "^--device cuda: there is no NVIDIA driver on this machine"));
    EXPECT_TRUE(
        matches(refused({"CUDA_MADE_UP_DRIVER=12020"}),
                "the driver is for CUDA 12.2, and this program needs CUDA [0-9.]+; install"));
    EXPECT_TRUE(
        matches(refused({"CUDA_MADE_UP_START=803"}),
                "the driver's kernel module and its libraries are not of one version, as after "
                "an update: restart the machine"));
    EXPECT_TRUE(matches(refused({"CUDA_MADE_UP_START=802"}),
                        "the GPUs are not ready: start NVIDIA's "
                        "fabric manager"));
    EXPECT_TRUE(matches(refused({"NCCL_MADE_UP_VERSION=21705"}),
                        "NCCL 2.17.5 is here, and GPUs need 2.18.1 or later"));
}

TEST_F(GpuRefusal, OfAGpuThatIsNotForTheseRanks)
{
    EXPECT_TRUE(matches(refused({"CUDA_MADE_UP_GPUS=A;B,,,2"}),
                        "GPU 1 \\(B\\) is set to take no process \\(compute mode prohibited\\)"));
    EXPECT_TRUE(
        matches(refused({"CUDA_MADE_UP_GPUS=A,,,3;B"}, {"--gpus-per-rank", "0.5"}),
                "2 ranks are to share GPU 0 \\(A\\), and it is set to take one process alone"));
    EXPECT_TRUE(
        matches(refused({"CUDA_MADE_UP_GPUS=A,,,3;B,,,3", "CUDA_MADE_UP_HELD_KIB=1024", nvml}),
                "GPU 0 \\(A\\) is taken: process 4711 holds 0.0 GiB of it, and it is set to take "
                "one process"));
}

TEST_F(GpuRefusal, OfTooLittleMemoryForWhatTrainingChanges)
{
    const auto large = program.root / "large.yaml";
    std::ofstream(large)
        << "bubblescope: 1\nname: large\n"
           "model: {layers: 8, hidden: 1024, heads: 8, vocab: 32768, sequence: 128}\n"
           "parallel: {pipeline: 2}\nbatch: {micro: 1, global: 4}\n"
           "schedule: {name: gpipe}\n";
    EXPECT_TRUE(
        matches(refusalOf(large, {}),
                "rank 0 needs [0-9.]+ GiB for weights \\([0-9.]+\\), gradients \\([0-9.]+\\) and "
                "optimizer \\([0-9.]+\\), and GPU 0 \\(a GPU that is made up\\) has 0.2 GiB; use "
                "more tensor or pipeline ranks"));
    EXPECT_TRUE(matches(
        refusalOf(large, {"CUDA_MADE_UP_KIB=8388608", "CUDA_MADE_UP_HELD_KIB=8000000", nvml}),
        "has 0.4 of 8.0 GiB free: process 4711 holds 7.6 GiB of it; use more"));
}

TEST_F(GpuRefusal, OfShapesThatNoKernelTakes)
{
    const auto wide = program.root / "wide.yaml";
    std::ofstream(wide) << "bubblescope: 1\nname: wide\n"
                           "model: {layers: 2, hidden: 1024, heads: 2, vocab: 256, sequence: 32}\n"
                           "parallel: {pipeline: 2}\nbatch: {micro: 1, global: 4}\n"
                           "schedule: {name: gpipe}\n";
    EXPECT_TRUE(
        matches(refusalOf(wide, {"CUDA_MADE_UP_KIB=16777216"}),
                "the heads of the model are 512 wide \\(model.hidden 1024 over model.heads 2\\), "
                "and attention on GPUs takes at most 256; use 4 heads or more"));
}

// ---- which GPUs they are ----

constexpr const char* kMixed = "CUDA_MADE_UP_GPUS=NVIDIA H100 80GB HBM3;NVIDIA A100-SXM4-80GB;"
                               "NVIDIA H100 80GB HBM3 MIG 1g.10gb,131072,9;"
                               "NVIDIA H100 80GB HBM3 MIG 2g.20gb,196608,9";

TEST_F(GpuRun, OfSeveralKindsAreNamedBeforeAndAfter)
{
    program.environment = {kMixed};
    const Finished run = train(strategy, {"--steps", "1", "--json", "-"});
    ASSERT_EQ(run.code, 0) << run.err;
    const std::string mixed
        = "rank 0 on NVIDIA H100 80GB HBM3 and rank 1 on NVIDIA A100-SXM4-80GB: a "
          "step takes as long as the slowest needs\n";
    EXPECT_NE(run.err.find("bubblescope-run: " + mixed), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("  " + mixed), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("its GPUs are of several kinds, so take costs"), std::string::npos)
        << run.err;
    const Json devices = Json::parse(run.out)["devices"];
    EXPECT_EQ(devices[1]["name"], "NVIDIA A100-SXM4-80GB");
    EXPECT_EQ(devices[1]["number"], 1);
}

TEST_F(GpuRun, PartsOfOneAreChosenByTheirNamesAndTrain)
{
    program.environment = {kMixed, "CUDA_VISIBLE_DEVICES=MIG-04,MIG-03"};
    const Json asked = Json::parse(program.run({"--devices"}, "bubblescope-engine").out)["gpus"];
    ASSERT_EQ(asked.size(), 2U) << asked;
    EXPECT_EQ(asked[0]["name"], "NVIDIA H100 80GB HBM3 MIG 2g.20gb");
    EXPECT_EQ(asked[0]["uuid"], "MIG-04000000-0000-0000-0000-000000000000");
    EXPECT_EQ(asked[0]["memory_bytes"], 196608U << 10);

    const Json report = reportOf(strategy, {"--steps", "1"});
    const Json& devices = report["devices"];
    EXPECT_EQ(devices[1]["name"], "NVIDIA H100 80GB HBM3 MIG 1g.10gb");
    EXPECT_EQ(devices[1]["mig"], true);
    EXPECT_EQ(devices[1]["memory_total_bytes"], 131072U << 10);
}

} // namespace
} // namespace launch_test
