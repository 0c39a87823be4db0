// What a training run says when something goes wrong, and what is left of it.

#include "engine/launch/process_tree.h"
#include "tests/launch/cpu_strategy.h"
#include "tests/launch/until.h"

#include <csignal>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/mount.h>

namespace launch_test {
namespace {

using Json = nlohmann::json;

// Leaves nothing finite within a few steps.
constexpr const char* kWild = "{learning_rate: 100, warmup_steps: 0, clip: 0, beta2: 0";

std::string nameOf(pid_t pid)
{
    std::ifstream stream("/proc/" + std::to_string(pid) + "/comm");
    std::string name;
    std::getline(stream, name);
    return name;
}

// Whether the supervisor has noted a whole step: its ranks are in a later one.
bool hasStep(const std::string& log)
{
    std::ifstream stream(log);
    for (std::string line; std::getline(stream, line);)
        if (line.find("] step ") != std::string::npos)
            return true;
    return false;
}

class CpuFailure : public testing::Test {
protected:
    Finished train(const std::vector<std::string>& more)
    {
        std::vector<std::string> arguments{strategy, "--device", "cpu", "--json",
                                           program.root / "report.json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return program.run(arguments);
    }
    Json report() const
    {
        std::ifstream stream(program.root / "report.json");
        return Json::parse(stream, nullptr, false);
    }
    // In the background, with some steps done.
    std::string started(const std::vector<std::string>& more)
    {
        std::vector<std::string> arguments{strategy,  "--device", "cpu",
                                           "--steps", "1000000",  "--detach"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished run = program.run(arguments);
        EXPECT_EQ(run.code, 0) << run.err;
        if (run.code != 0)
            return "";
        const Json said = Json::parse(run.out);
        EXPECT_TRUE(until([&] { return hasStep(said["log"]); })) << said;
        return said["run"];
    }
    void writeText(const std::string& text) { std::ofstream(program.root / "text.txt") << text; }

    const Program program{BUBBLESCOPE_BIN};
    std::filesystem::path strategy = write(program, "a.yaml");
};

TEST_F(CpuFailure, ARankThatIsKilledEndsTheRunWithItsPlace)
{
    const std::string run = started({});
    std::vector<pid_t> ranks;
    for (const auto& process : launch::processesOfRun(run))
        if (nameOf(process.pid) == "bubblescope-eng") // as long as the kernel keeps it
            ranks.push_back(process.pid);
    ASSERT_FALSE(ranks.empty());
    kill(ranks.back(), SIGKILL);
    const Json end = endedRun(program);
    EXPECT_EQ(end["state"], "failed") << end;
    EXPECT_NE(end["outcome"].get<std::string>().find("was killed by signal 9 in step"),
              std::string::npos)
        << end;
    EXPECT_TRUE(launch::processesOfRun(run).empty());
    EXPECT_EQ(program.run({"replay", run}).code, 0); // what was recorded opens
}

TEST_F(CpuFailure, WhatIsNotANumberEndsTheRunOrIsSkipped)
{
    strategy = write(program, "a.yaml", {.training = std::string(kWild) + "}"});
    const Finished stopped = train({"--steps", "40"});
    EXPECT_EQ(stopped.code, 1) << stopped.err;
    const std::string outcome = report()["outcome"];
    EXPECT_NE(outcome.find("step "), std::string::npos) << outcome;
    EXPECT_NE(outcome.find("is not a number"), std::string::npos) << outcome;

    strategy
        = write(program, "b.yaml", {.training = std::string(kWild) + ", on_not_a_number: skip}"});
    const Finished skipped = train({"--steps", "40"});
    EXPECT_EQ(skipped.code, 0) << skipped.err;
    EXPECT_EQ(report()["steps"].size(), 40U);
    EXPECT_FALSE(report()["warnings"].empty());
}

TEST_F(CpuFailure, ACheckpointThatDoesNotFitOnTheDiskIsToldAndTheOneBeforeStays)
{
    strategy
        = write(program, "a.yaml", {.training = "{learning_rate: 0.003, checkpoint_every: 3}"});
    const auto disk = program.root / "disk";
    std::filesystem::create_directory(disk);
    if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=1m") != 0)
        GTEST_SKIP() << "a tmpfs cannot be mounted here";
    const Finished run = train({"--steps", "6", "--record", disk / "run"});
    const Finished again
        = program.run({strategy, "--device", "cpu", "--steps", "1", "--resume", disk / "run"});
    umount2(disk.c_str(), MNT_DETACH);

    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(report()["steps"].size(), 6U);
    ASSERT_EQ(report()["warnings"].size(), 1U) << report();
    const std::string warning = report()["warnings"][0];
    EXPECT_NE(warning.find("no checkpoint was written"), std::string::npos) << warning;
    EXPECT_NE(warning.find("No space left on device"), std::string::npos) << warning;
    EXPECT_NE(run.err.find(warning), std::string::npos) << run.err;
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_NE(again.err.find("step 3"), std::string::npos) << again.err;
}

TEST_F(CpuFailure, ATextThatBecomesShorterOrIsNotThereIsNamed)
{
    writeText(std::string(20000, 'a'));
    strategy = write(program, "a.yaml", {.training = "{data: text.txt}"});
    started({});
    writeText("");
    const Json end = endedRun(program);
    EXPECT_EQ(end["state"], "failed") << end;
    EXPECT_NE(end["outcome"].get<std::string>().find("text.txt: became shorter"), std::string::npos)
        << end;

    std::filesystem::remove(program.root / "text.txt");
    const Finished missing = train({"--steps", "2"});
    EXPECT_EQ(missing.code, 2) << missing.err;
    EXPECT_NE(missing.err.find("text.txt"), std::string::npos) << missing.err;
}

TEST_F(CpuFailure, ShapesThatDoNotDivideAreNamedByTheirField)
{
    strategy = write(program, "a.yaml", {.parallel = "{tensor: 3}"});
    const Finished run = train({"--steps", "2"});
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(
        run.err.find("a.yaml:3: model.heads: is 4, which is not divisible by parallel.tensor 3"),
        std::string::npos)
        << run.err;
}

} // namespace
} // namespace launch_test
