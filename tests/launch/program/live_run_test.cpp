// bubblescope-run with the real engine under the real mpirun.

#include "engine/launch/process_tree.h"
#include "engine/launch/run_record.h"
#include "tests/launch/program/program_run.h"
#include "tests/launch/until.h"

#include <csignal>
#include <fstream>
#include <future>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/mount.h>

using launch_test::Finished;
using launch_test::Program;
using nlohmann::json;

namespace {

std::string detached(const Program& program, const char* steps)
{
    const Finished started = program.run({program.strategy(), "--steps", steps, "--detach"});
    EXPECT_EQ(started.code, 0) << started.err;
    return started.code == 0 ? json::parse(started.out)["run"].get<std::string>() : "none";
}

} // namespace

TEST(LiveRun, ReportsEveryStepAndReplaysTheSame)
{
    const Program program{BUBBLESCOPE_BIN};
    const Finished run = program.run({program.strategy(), "--steps", "6", "--json", "-"});
    ASSERT_EQ(run.code, 0) << run.err;
    const json report = json::parse(run.out);
    EXPECT_EQ(report["outcome"], "completed");
    EXPECT_EQ(report["ranks"], 4);
    EXPECT_DOUBLE_EQ(report["predicted"]["step_seconds"], 0.033);
    EXPECT_DOUBLE_EQ(report["predicted"]["bubble_fraction"], 3.0 / 11);
    ASSERT_EQ(report["steps"].size(), 6U);
    for (const json& step : report["steps"]) {
        EXPECT_TRUE(step["whole"].get<bool>());
        EXPECT_GT(step["seconds"].get<double>(), 0.0);
    }
    EXPECT_EQ(report["telemetry"]["sent"], report["telemetry"]["logged"]);
    EXPECT_EQ(report["telemetry"]["dropped"], 0);

    const Finished replay = program.run({"replay", "last", "--json", "-"});
    ASSERT_EQ(replay.code, 0) << replay.err;
    const json again = json::parse(replay.out);
    for (const char* key : {"run", "steps", "predicted", "outcome", "ranks", "device"})
        EXPECT_EQ(again[key], report[key]) << key;
    EXPECT_EQ(again["telemetry"]["logged"], report["telemetry"]["logged"]);

    const Finished csv = program.run({"export", "last", "--format", "csv"});
    EXPECT_EQ(csv.code, 0) << csv.err;
    EXPECT_GT(std::count(csv.out.begin(), csv.out.end(), '\n'), 6 * 4 * 16);
}

TEST(LiveRun, ADetachedRunIsListedAttachedAndStopped)
{
    const Program program{BUBBLESCOPE_BIN};
    const std::string run = detached(program, "60");
    const auto record = launch::loadRunRecord(program.state / "bubblescope" / "runs" / run);
    ASSERT_TRUE(record) << record.error().message;
    // However long the commands take to start, the run is there.
    ASSERT_TRUE(launch::sendSignal(record->supervisor, SIGSTOP));
    const Finished listed = program.run({"list", "--json"});
    ASSERT_EQ(listed.code, 0) << listed.err;
    const json list = json::parse(listed.out);
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0]["state"], "running");
    const auto progress = program.root / "progress";
    auto attaching = std::async(std::launch::async, [&] {
        return program.run({"attach", run, "--json", "-"}, "bubblescope-run", progress);
    });
    EXPECT_TRUE(launch_test::until([&] {
        std::ifstream stream(progress);
        return std::string(std::istreambuf_iterator<char>(stream), {}).find("holds the run")
            != std::string::npos;
    }));
    EXPECT_TRUE(launch::sendSignal(record->supervisor, SIGCONT));
    const Finished attached = attaching.get();
    ASSERT_EQ(attached.code, 0) << attached.err;
    const json report = json::parse(attached.out);
    EXPECT_EQ(report["outcome"], "completed");
    EXPECT_EQ(report["steps"].size(), 60U);

    const std::string endless = detached(program, "1000000");
    const Finished stopped = program.run({"stop", endless});
    EXPECT_EQ(stopped.code, 0) << stopped.err;
    EXPECT_NE(stopped.err.find("has ended: stopped"), std::string::npos) << stopped.err;
    EXPECT_TRUE(launch::processesOfRun(endless).empty());
    EXPECT_EQ(program.run({"attach", endless}).code, 2);
    EXPECT_EQ(program.run({"stop", endless}).code, 0);
}

TEST(LiveRun, ASoftLimitOfOpenFilesIsRaised)
{
    const Program program{BUBBLESCOPE_BIN};
    const Finished run
        = program.run({"-c",
                       "ulimit -Sn 10 && exec " + (program.bin / "bubblescope-run").string() + " "
                           + program.strategy().string() + " --steps 2"},
                      "/bin/bash");
    EXPECT_EQ(run.code, 0) << run.err;
}

TEST(LiveRun, GoesOnWhenTheDiskIsFullAndCountsWhatIsNotRecorded)
{
    const Program program{BUBBLESCOPE_BIN};
    const std::filesystem::path disk = program.root / "disk";
    std::filesystem::create_directory(disk);
    if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=128k") != 0)
        GTEST_SKIP() << "a tmpfs cannot be mounted here";
    const Finished run = program.run({program.strategy(), "--steps", "60", "--record", disk / "run",
                                      "--json", program.root / "out.json"});
    std::ifstream stream(program.root / "out.json");
    const json report = json::parse(stream, nullptr, false);
    const Finished replay = program.run({"replay", (disk / "run").string(), "--json", "-"});
    const json list = json::parse(program.run({"list", "--json"}).out, nullptr, false);
    const Finished table = program.run({"list"});
    umount2(disk.c_str(), MNT_DETACH);

    ASSERT_FALSE(report.is_discarded()) << run.err;
    EXPECT_EQ(report["outcome"], "completed");
    EXPECT_EQ(report["steps"].size(), 60U);
    const auto& telemetry = report["telemetry"];
    EXPECT_GT(telemetry["unlogged"].get<int>(), 0);
    EXPECT_EQ(telemetry["sent"].get<int>(),
              telemetry["logged"].get<int>() + telemetry["unlogged"].get<int>());
    EXPECT_NE(run.err.find("No space left on device"), std::string::npos) << run.err;
    EXPECT_EQ(replay.code, 1) << replay.err; // what is there opens, what is not is told
    const json replayed = json::parse(replay.out, nullptr, false);
    EXPECT_EQ(replayed["outcome"], "completed") << replay.out;
    EXPECT_NE(replay.err.find("events.bslog is damaged"), std::string::npos) << replay.err;
    ASSERT_EQ(list.size(), 1U) << list;
    EXPECT_EQ(list[0]["state"], "completed"); // its room was set aside
    // One count, wherever it is told.
    EXPECT_EQ(list[0]["unlogged"], telemetry["unlogged"]);
    EXPECT_EQ(replayed["telemetry"]["unlogged"], telemetry["unlogged"]);
    const std::string sentence = "the disk was full, and "
        + std::to_string(telemetry["unlogged"].get<int>()) + " records were not recorded";
    EXPECT_NE(replay.err.find(sentence), std::string::npos) << replay.err;
    EXPECT_NE(table.out.find(sentence), std::string::npos) << table.out;
}

TEST(LiveRun, EndsWhenItsFolderIsDeleted)
{
    const Program program{BUBBLESCOPE_BIN};
    const auto folder = program.root / "record";
    auto running = std::async(std::launch::async, [&] {
        return program.run({program.strategy(), "--steps", "1000000", "--record", folder});
    });
    EXPECT_TRUE(launch_test::hasRecorded(folder));
    std::filesystem::remove_all(folder);
    const Finished run = running.get();
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find("failed: the folder of the run was deleted while it went on"),
              std::string::npos)
        << run.err;
}

TEST(LiveRun, ARunWhoseFolderWasRemovedLeavesTheNextOneThereAlone)
{
    const Program program{BUBBLESCOPE_BIN};
    const auto folder = program.root / "record";
    const Finished started
        = program.run({program.strategy(), "--steps", "1000000", "--detach", "--record", folder});
    ASSERT_EQ(started.code, 0) << started.err;
    const std::string first = json::parse(started.out)["run"];
    std::filesystem::remove_all(folder);
    const Finished second
        = program.run({program.strategy(), "--steps", "2", "--record", folder, "--json", "-"});
    ASSERT_EQ(second.code, 0) << second.err;
    for (const auto& process : launch::processesOfRun(first))
        launch::sendSignal(process, SIGTERM);
    EXPECT_TRUE(launch_test::until([&] { return launch::processesOfRun(first).empty(); }));

    std::ifstream stream(folder / "run.json");
    const json kept = json::parse(stream);
    EXPECT_EQ(kept["run"], json::parse(second.out)["run"]);
    EXPECT_EQ(kept["state"], "completed");
}
