// Whom `stop` ends, and whom it does not.

#include "engine/launch/private_file.h"
#include "engine/launch/process_tree.h"
#include "engine/launch/run_record.h"
#include "tests/launch/program/program_run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

namespace fs = std::filesystem;

class Stop : public testing::Test {
protected:
    // The folder of a run that goes on in the background, with all its ranks alive.
    fs::path started() const
    {
        const Finished run = program.run({program.strategy(), "--steps", "1000000", "--detach"});
        EXPECT_EQ(run.code, 0) << run.err;
        const auto about = nlohmann::json::parse(run.out);
        const fs::path folder = about["directory"].get<std::string>();
        EXPECT_TRUE(hasRecorded(folder));
        EXPECT_EQ(launch::processesOfRun(about["run"]).size(), 5U);
        return folder;
    }
    // A copy of the folder whose record names another supervisor.
    fs::path copyOf(const fs::path& folder, const launch::ProcessIdentity& supervisor) const
    {
        const fs::path copy = program.root / "copy";
        fs::remove_all(copy);
        fs::copy(folder, copy);
        auto record = launch::loadRunRecord(folder);
        EXPECT_TRUE(record);
        record->supervisor = supervisor;
        EXPECT_TRUE(launch::writeAtomically(copy / "run.json", launch::toJson(*record)));
        return copy;
    }

    const Program program{BUBBLESCOPE_BIN};
};

} // namespace

TEST_F(Stop, ACopiedRecordWithAnotherProcessEndsNothing)
{
    const fs::path folder = started();
    const auto record = launch::loadRunRecord(folder);
    ASSERT_TRUE(record);
    const auto before = launch::processesOfRun(record->run);
    const fs::path sockets
        = fs::path(record->viewerEndpoint.substr(std::string("ipc://").size())).parent_path();

    launch::ProcessIdentity gone = record->supervisor;
    gone.startTicks += 1;
    const Finished lost = program.run({"stop", copyOf(folder, gone)});
    EXPECT_EQ(lost.code, 2) << lost.err;
    EXPECT_NE(lost.err.find("nothing is stopped"), std::string::npos) << lost.err;

    const auto other = launch::loadRunRecord(started());
    ASSERT_TRUE(other);
    const Finished wrong = program.run({"stop", copyOf(folder, other->supervisor)});
    EXPECT_EQ(wrong.code, 2) << wrong.err;
    EXPECT_NE(wrong.err.find("nothing is stopped"), std::string::npos) << wrong.err;

    EXPECT_EQ(launch::processesOfRun(record->run).size(), before.size());
    EXPECT_TRUE(launch::isRunning(record->supervisor));
    EXPECT_TRUE(launch::isRunning(other->supervisor));
    EXPECT_TRUE(fs::exists(sockets));
    EXPECT_EQ(program.run({"stop", record->run}).code, 0);
    EXPECT_FALSE(launch::isRunning(record->supervisor));
}

TEST_F(Stop, AMovedFolderIsStillTheRuns)
{
    const fs::path folder = started();
    const auto record = launch::loadRunRecord(folder);
    ASSERT_TRUE(record);
    fs::rename(folder, program.root / "moved");
    const Finished stopped = program.run({"stop", program.root / "moved"});
    EXPECT_EQ(stopped.code, 0) << stopped.err;
    EXPECT_TRUE(launch::processesOfRun(record->run).empty());
}

TEST_F(Stop, EveryOtherOfSeveralRuns)
{
    std::vector<launch::RunRecord> records;
    for (int i = 0; i < 4; ++i) {
        const auto record = launch::loadRunRecord(started());
        ASSERT_TRUE(record);
        records.push_back(*record);
    }
    for (std::size_t i = 0; i < records.size(); i += 2) {
        EXPECT_EQ(program.run({"stop", records[i].run}).code, 0);
        for (std::size_t other = 0; other < records.size(); ++other) {
            const bool ended = other <= i && other % 2 == 0;
            EXPECT_EQ(launch::isRunning(records[other].supervisor), !ended) << other;
            EXPECT_EQ(launch::processesOfRun(records[other].run).size(), ended ? 0U : 5U);
        }
    }
}

} // namespace launch_test
