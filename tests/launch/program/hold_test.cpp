// Runs whose processes get stop signals, as by Ctrl+Z in a terminal.

#include "engine/launch/process_tree.h"
#include "tests/launch/program/program_run.h"
#include "tests/launch/until.h"

#include <algorithm>
#include <csignal>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Hold : public testing::Test {
protected:
    Hold()
    {
        const Finished started
            = program.run({program.strategy(), "--steps", "1000000", "--detach"});
        EXPECT_EQ(started.code, 0) << started.err;
        const json about = json::parse(started.out);
        run = about["run"];
        folder = about["directory"].get<std::string>();
        supervisor = json::parse(std::ifstream(folder / "run.json"))["supervisor"]["pid"];
        EXPECT_TRUE(hasRecorded(folder));
    }

    // The ranks: of the supervisor's descendants those that are not its children.
    std::vector<launch::ProcessEntry> ranks() const
    {
        auto found = launch::descendantsOf(supervisor);
        std::erase_if(found, [&](const auto& entry) { return entry.parent == supervisor; });
        return found;
    }
    bool areHeld(bool held) const
    {
        return until([&] {
            const auto all = ranks();
            return all.size() == 4 && std::all_of(all.begin(), all.end(), [&](const auto& rank) {
                       return launch::isHeld(rank) == held;
                   });
        });
    }
    bool recordsMore() const
    {
        const fs::path events = folder / "events.bslog";
        return until(
            [&, before = fs::file_size(events)] { return fs::file_size(events) > before; });
    }
    bool says(const std::string& words) const
    {
        return until([&] {
            std::ifstream log(folder / "run.log");
            return std::string(std::istreambuf_iterator<char>(log), {}).find(words)
                != std::string::npos;
        });
    }
    json listed() const { return json::parse(program.run({"list", "--json"}).out)[0]; }

    const Program program{BUBBLESCOPE_BIN};
    std::string run;
    fs::path folder;
    pid_t supervisor = 0;
};

} // namespace

TEST_F(Hold, RanksWaitForASupervisorThatIsHeldAndNothingIsLost)
{
    kill(supervisor, SIGSTOP);
    ASSERT_TRUE(areHeld(true));
    EXPECT_EQ(listed()["state"], "running");
    EXPECT_EQ(listed()["held"], true);
    kill(supervisor, SIGCONT);
    ASSERT_TRUE(areHeld(false));
    EXPECT_TRUE(recordsMore());
    EXPECT_EQ(listed()["held"], false);
    EXPECT_EQ(program.run({"stop", run}).code, 0);
    const json report = json::parse(std::ifstream(folder / "report.json"));
    EXPECT_EQ(report["outcome"], "stopped");
    EXPECT_EQ(report["telemetry"]["dropped"], 0);
}

TEST_F(Hold, TheOthersWaitForARankThatIsHeld)
{
    const pid_t rank = ranks().at(2).pid;
    kill(rank, SIGSTOP);
    ASSERT_TRUE(areHeld(true));
    EXPECT_TRUE(says("is held by a stop signal; the run waits"));
    kill(rank, SIGCONT);
    ASSERT_TRUE(areHeld(false));
    EXPECT_TRUE(says(" goes on"));
    EXPECT_TRUE(recordsMore());
}

TEST_F(Hold, ARunThatIsHeldCanBeStopped)
{
    kill(supervisor, SIGSTOP);
    ASSERT_TRUE(areHeld(true));
    const Finished stopped = program.run({"stop", run});
    EXPECT_EQ(stopped.code, 0) << stopped.err;
    EXPECT_TRUE(launch::processesOfRun(run).empty());
}

TEST_F(Hold, ARunThatIsHeldEndsWithItsSupervisor)
{
    kill(supervisor, SIGSTOP);
    ASSERT_TRUE(areHeld(true));
    kill(supervisor, SIGKILL);
    EXPECT_TRUE(until([&] { return launch::processesOfRun(run).empty(); }));
}

} // namespace launch_test
