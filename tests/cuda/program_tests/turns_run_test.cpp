// Ranks that share one made-up GPU: they take turns, or exchange what they compute over the host
// where NCCL refuses to have two of them on it.

#include "tests/cuda/program_tests/gpu_run.h"

#include <algorithm>

namespace launch_test {
namespace {

using Json = nlohmann::json;

class SharedGpu : public GpuRun {
protected:
    SharedGpu() { program.environment = {"CUDA_VISIBLE_DEVICES=0"}; }

    // As a warning.
    static bool warnsOf(const Json& report, const std::string& words)
    {
        const Json& warnings = report["warnings"];
        return std::any_of(warnings.begin(), warnings.end(), [&](const Json& one) {
            return one.get<std::string>().find(words) != std::string::npos;
        });
    }
    static bool allOverHost(const Json& report)
    {
        const Json& ranks = report["devices"];
        return !ranks.empty() && std::all_of(ranks.begin(), ranks.end(), [](const Json& rank) {
            return rank["over_host"].get<bool>();
        });
    }

    const std::filesystem::path four = write(
        program, "four.yaml", {.parallel = "{pipeline: 2, tensor: 2}", .training = "{clip: 1}"});
};

TEST_F(SharedGpu, RanksThatTakeTurnsTrainAsTheProcessorDoesAndAreLabelled)
{
    const Json turns = reportOf(four, {"--steps", "3", "--gpus-per-rank", "0.25", "--take-turns"});
    expectNear(losses(turns), losses(reportOf(four, {"--steps", "3"}, "cpu")));
    EXPECT_TRUE(turns["takes_turns"].get<bool>());
    EXPECT_TRUE(allOverHost(turns)) << turns["devices"];
    for (const Json& step : turns["steps"])
        EXPECT_TRUE(step["whole"].get<bool>()) << step;
    EXPECT_FALSE(warnsOf(turns, "over the host")) << "which was to be expected";
}

TEST_F(SharedGpu, MessagesGoOverTheHostWhereNcclRefuses)
{
    // Two ranks that say they are on one host, with one GPU.
    program.environment.emplace_back("NCCL_HOSTID=one");
    const Json refused = reportOf(strategy, {"--steps", "3", "--gpus-per-rank", "0.5"});
    EXPECT_TRUE(allOverHost(refused)) << refused["devices"];
    EXPECT_TRUE(warnsOf(refused, "messages go over the host: NCCL refuses: "))
        << refused["warnings"];
    EXPECT_TRUE(warnsOf(refused, "Duplicate GPU detected")) << refused["warnings"];
    EXPECT_FALSE(refused["takes_turns"].get<bool>());
    expectNear(losses(refused), losses(reportOf(strategy, {"--steps", "3"}, "cpu")));
}

TEST_F(SharedGpu, WhereNcclIsAskedForARefusalEndsTheRun)
{
    program.environment.emplace_back("NCCL_HOSTID=one");
    const Finished run
        = train(strategy, {"--steps", "1", "--gpus-per-rank", "0.5", "--messages", "nccl"});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find("Duplicate GPU detected"), std::string::npos) << run.err;
}

TEST_F(SharedGpu, MessagesGoOverTheHostWhereThatIsAskedFor)
{
    program.environment.clear();
    const Json asked = reportOf(strategy, {"--steps", "3", "--messages", "host"});
    EXPECT_TRUE(allOverHost(asked)) << asked["devices"];
    EXPECT_FALSE(warnsOf(asked, "over the host")) << "as asked";
    const Json own = reportOf(strategy, {"--steps", "3"});
    EXPECT_FALSE(allOverHost(own)) << own["devices"];
    // Sums over the host are taken in the order of ranks.
    expectNear(losses(asked), losses(own));
}

} // namespace
} // namespace launch_test
