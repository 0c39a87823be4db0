// bubblescope-run --take-turns: more ranks than cores, with the times of a device for each.

#include "engine/launch/process_tree.h"
#include "tests/launch/cpu_strategy.h"
#include "tests/launch/until.h"

#include <csignal>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

using Json = nlohmann::json;

class TakeTurns : public testing::Test {
protected:
    Finished run(const std::filesystem::path& file, std::vector<std::string> more,
                 const std::string& device = "cpu") const
    {
        more.insert(more.begin(), {file, "--device", device});
        return program.run(more);
    }

    // An eight-stage pipeline in eight processes, each stage of one layer.
    std::filesystem::path eight() const
    {
        const auto file = program.root / "eight.yaml";
        std::ofstream(file)
            << "bubblescope: 1\nname: eight\n"
               "model: {layers: 8, hidden: 32, heads: 4, vocab: 256, sequence: 32}\n"
               "parallel: {pipeline: 8}\nbatch: {micro: 2, global: 16}\n"
               "schedule: {name: 1f1b}\ncluster: {device: cpu}\n"
               "training: {learning_rate: 0.003}\n";
        return file;
    }

    static std::vector<double> losses(const Json& report)
    {
        std::vector<double> values;
        for (const Json& step : report["steps"])
            values.push_back(step["loss"].get<double>());
        return values;
    }

    Program program{BUBBLESCOPE_BIN};
};

TEST_F(TakeTurns, LossesAreTheSameBitForBitAndTheRunSaysWhatItsTimesAre)
{
    const auto folder = program.root / "turns";
    const Finished turns
        = run(eight(), {"--steps", "4", "--json", "-", "--take-turns", "--record", folder});
    ASSERT_EQ(turns.code, 0) << turns.err;
    const Finished beside = run(eight(), {"--steps", "4", "--json", "-"});
    ASSERT_EQ(beside.code, 0) << beside.err;
    const Json report = Json::parse(turns.out);
    EXPECT_EQ(losses(report), losses(Json::parse(beside.out)));
    EXPECT_EQ(losses(report).size(), 4u);

    // In the report, of a live run and of its recording; in its text; in run.json; in the trace.
    EXPECT_TRUE(report["takes_turns"].get<bool>());
    EXPECT_FALSE(Json::parse(beside.out)["takes_turns"].get<bool>());
    EXPECT_NE(turns.err.find("8 ranks (cpu, taking turns)"), std::string::npos) << turns.err;
    EXPECT_NE(turns.err.find("its ranks took turns, so these are the times of a device for each"),
              std::string::npos)
        << turns.err;
    EXPECT_EQ(beside.err.find("turns"), std::string::npos) << beside.err;
    const Finished replayed = program.run({"replay", folder, "--json", "-"});
    EXPECT_EQ(Json::parse(replayed.out)["takes_turns"], true) << replayed.err;
    std::ifstream record(folder / "run.json");
    EXPECT_EQ(Json::parse(record)["takes_turns"], true);
    const Finished trace = program.run({"export", folder, "--format", "chrome"});
    EXPECT_NE(trace.out.find("(ranks took turns: virtual time)"), std::string::npos)
        << trace.out.substr(0, 200);
}

// No rank waits on its clock for the turns of others: ops that do not depend on each other are done
// at the same time there, though never in truth.
TEST_F(TakeTurns, RanksThatWorkOneAtATimeOverlapOnTheirClocks)
{
    const auto folder = program.root / "turns";
    const Finished turns = run(eight(), {"--steps", "4", "--take-turns", "--record", folder});
    ASSERT_EQ(turns.code, 0) << turns.err;
    const Finished trace = program.run({"export", folder, "--format", "chrome"});
    struct Op {
        int thread = 0;
        double begin = 0; // microseconds
        double end = 0;
    };
    std::vector<Op> ops;
    const Json events = Json::parse(trace.out)["traceEvents"];
    for (const Json& event : events) {
        // Even threads are those of ops.
        if (event["ph"] != "X" || event["tid"].get<int>() % 2 != 0
            || event["args"]["stage"].get<int>() < 0)
            continue;
        const double begin = event["ts"];
        ops.push_back({event["tid"], begin, begin + event["dur"].get<double>()});
    }
    ASSERT_EQ(ops.size(), 4u * 8 * 8 * 2) << "steps, ranks, microbatches, forward and backward";
    std::size_t overlaps = 0;
    for (const Op& one : ops)
        for (const Op& other : ops)
            overlaps += one.thread < other.thread && one.begin < other.end && other.begin < one.end;
    EXPECT_GT(overlaps, 0u);
}

TEST_F(TakeTurns, ARankThatIsKilledInItsTurnIsNamedAndNoneIsLeft)
{
    const Finished started = run(eight(), {"--steps", "1000000", "--detach", "--take-turns"});
    ASSERT_EQ(started.code, 0) << started.err;
    const Json said = Json::parse(started.out);
    ASSERT_TRUE(hasRecorded(said["directory"].get<std::string>()));
    // The one that computes: all others wait for a message, or for their turn.
    pid_t computing = 0;
    EXPECT_TRUE(until([&] {
        for (const auto& process : launch::processesOfRun(said["run"])) {
            std::ifstream name("/proc/" + std::to_string(process.pid) + "/comm");
            std::string comm;
            std::getline(name, comm);
            std::ifstream locks("/proc/locks");
            for (std::string line; comm == "bubblescope-eng" && std::getline(locks, line);)
                if (line.find("FLOCK") != std::string::npos && line.find("->") == std::string::npos
                    && line.find(" " + std::to_string(process.pid) + " ") != std::string::npos)
                    computing = process.pid;
        }
        if (computing != 0)
            kill(computing, SIGKILL);
        return computing != 0;
    }));
    const Json run = endedRun(program);
    EXPECT_EQ(run["state"], "failed") << run;
    const std::string outcome = run["outcome"];
    EXPECT_NE(outcome.find("rank "), std::string::npos) << outcome;
    EXPECT_NE(outcome.find("was killed by signal 9"), std::string::npos) << outcome;
    EXPECT_TRUE(launch::processesOfRun(said["run"]).empty());
}

TEST_F(TakeTurns, CommandsAreTakenBetweenSteps)
{
    const Finished started = run(eight(), {"--steps", "1000000", "--detach", "--take-turns"});
    ASSERT_EQ(started.code, 0) << started.err;
    const std::string name = Json::parse(started.out)["run"];
    for (const auto& command :
         std::vector<std::vector<std::string>>{{"pause", name},
                                               {"checkpoint", name},
                                               {"resume", name},
                                               {"slow", name, "1", "1.5"},
                                               {"stop", name, "--after-step"}}) {
        const Finished taken = program.run(command);
        EXPECT_EQ(taken.code, 0) << command.front() << ": " << taken.err;
    }
    EXPECT_EQ(endedRun(program)["state"], "stopped");
}

TEST_F(TakeTurns, WhatCannotTakeTurnsIsOneSentence)
{
    const auto refused = [&](std::vector<std::string> more, const std::string& sentence) {
        more.insert(more.begin(), eight());
        const Finished run = program.run(more);
        EXPECT_EQ(run.code, 2);
        EXPECT_NE(run.err.find(sentence), std::string::npos) << run.err;
    };
    refused({"--device", "emulated", "--take-turns"},
            "--take-turns goes with --device cpu or cuda only");
    refused({"--take-turns"}, "--take-turns goes with --device cpu or cuda only");
    refused({"--device", "cpu", "--messages", "host"}, "--messages goes with --device cuda only");
    refused({"--device", "cuda", "--take-turns", "--messages", "nccl"},
            "--take-turns has messages go over the host, so --messages nccl does not go with it");
    refused({"--device", "cuda", "--messages", "pigeon"}, "--messages");
    EXPECT_TRUE(program.runs().empty());
}

} // namespace
} // namespace launch_test
