#include "engine/launch/private_file.h"
#include "engine/launch/record_folder.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>
#include <unistd.h>

using namespace launch;

namespace {

RunRecord recordIn(const std::filesystem::path& directory)
{
    RunRecord record;
    record.run = "a-run";
    record.session = 1;
    record.device = "emulated";
    record.directory = directory;
    record.supervisor = ownIdentity();
    return record;
}

class Folder : public testing::Test {
protected:
    Folder()
    {
        std::filesystem::create_directory(path);
        auto opened = RecordFolder::take(path);
        EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
        folder = *std::move(opened);
        EXPECT_TRUE(folder.reserve(record));
        EXPECT_TRUE(saveRunRecord(record));
        record.state = RunState::Completed;
        record.outcome = "completed";
    }

    const tests::ScratchDirectory scratch;
    const std::filesystem::path path = scratch.path() / "record";
    RunRecord record = recordIn(path);
    RecordFolder folder;
};

} // namespace

TEST(PrivateFile, ASymbolicLinkIsNeitherReadNorWrittenThrough)
{
    const tests::ScratchDirectory scratch;
    const auto target = scratch.path() / "target";
    ASSERT_TRUE(writeAtomically(target, "old"));
    ASSERT_EQ(symlink(target.c_str(), (scratch.path() / "link").c_str()), 0);
    EXPECT_FALSE(readWhole(scratch.path() / "link", 100, false));
    ASSERT_TRUE(writeAtomically(scratch.path() / "link", "new"));
    EXPECT_EQ(*readWhole(target, 100, false), "old");
    EXPECT_EQ(std::filesystem::status(target).permissions(), std::filesystem::perms(0600));
}

TEST_F(Folder, TheRecordOfTheEndReplacesThatOfTheStart)
{
    EXPECT_EQ(folder.place(), RecordFolder::Place::There);
    ASSERT_TRUE(folder.conclude(record));
    ASSERT_TRUE(folder.write("report.json", "{}"));
    const auto read = loadRunRecord(path);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->state, RunState::Completed);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path), {}), 2); // no reserve left
}

TEST_F(Folder, ARemovedOneDoesNotWriteIntoWhatTookItsPath)
{
    std::filesystem::remove_all(path);
    std::filesystem::create_directory(path);
    RunRecord other = recordIn(path);
    other.run = "another-run";
    ASSERT_TRUE(saveRunRecord(other));

    EXPECT_EQ(folder.place(), RecordFolder::Place::Removed);
    EXPECT_FALSE(folder.conclude(record));
    EXPECT_FALSE(folder.write("report.json", "{}"));
    EXPECT_EQ(loadRunRecord(path)->run, "another-run");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path), {}), 1);
}

TEST_F(Folder, AMovedOneKeepsItsOwnRecord)
{
    const auto moved = scratch.path() / "moved";
    std::filesystem::rename(path, moved);
    std::filesystem::create_directory(path);
    EXPECT_EQ(folder.place(), RecordFolder::Place::Moved);
    ASSERT_TRUE(folder.conclude(record));
    EXPECT_EQ(loadRunRecord(moved)->outcome, "completed");
    EXPECT_TRUE(std::filesystem::is_empty(path));
}
