// A checkpoint that cannot be written: one sentence on all ranks, nothing left, the older
// one as it was.

#include "engine/runtime/training/checkpoint/checkpoint_folder.h"
#include "engine/runtime/training/checkpoint/load_checkpoint.h"
#include "tests/runtime/checkpoint/ranks.h"
#include "tests/runtime/checkpoint/small_model.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <set>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace checkpoint_test;
using namespace training;

namespace fs = std::filesystem;

namespace {

std::atomic<ino_t> brokenFile = 0; // cannot be brought to the disk

} // namespace

// In the place of the system's.
extern "C" int fsync(int fd)
{
    struct stat status = {};
    if (::fstat(fd, &status) == 0 && status.st_ino == brokenFile) {
        errno = EIO;
        return -1;
    }
    return static_cast<int>(::syscall(SYS_fsync, fd));
}

namespace {

std::set<std::string> namesIn(const fs::path& folder)
{
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    return names;
}

std::string refusal(const plan::Outcome& outcome)
{
    return outcome ? "saved" : outcome.error().message;
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

bool isWhole(const fs::path& folder, int scale = 1)
{
    const auto found = findCheckpoint(folder);
    Holding own(Cut::Whole, 0, 1, scale);
    for (const StatePart part : kStateParts)
        if (!found || !readSlices(found->checkpoint, part, own.of(part)))
            return false;
    return own.filled();
}

TEST(FailedCheckpoint, FileSizeLimit)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 1, Cut::Rows, 3, 20));
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit low = before;
    low.rlim_cur = 300'000; // the weights fit, the optimizer does not
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &low), 0);
    const auto outcome = save(scratch.path(), 2, Cut::Rows, 3, 20);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);

    const std::string reason = refusal(outcome);
    EXPECT_TRUE(reason.starts_with("the checkpoint of step 2 is not saved: rank 0: ")) << reason;
    EXPECT_TRUE(contains(reason, "optimizer.safetensors")) << reason;
    EXPECT_TRUE(contains(reason, "File too large")) << reason;
    EXPECT_EQ(namesIn(scratch.path()), std::set<std::string>{"step-00000001"});
    EXPECT_TRUE(isWhole(scratch.path(), 20));
    EXPECT_EQ(refusal(save(scratch.path(), 2, Cut::Rows, 3, 20)), "saved"); // the run goes on
}

TEST(FailedCheckpoint, FullDisk)
{
    const tests::ScratchDirectory scratch;
    const fs::path disk = scratch.path() / "disk";
    fs::create_directory(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=512k") != 0)
        GTEST_SKIP() << "a small file system cannot be mounted by this user";
    EXPECT_EQ(refusal(save(disk / "checkpoints", 1, Cut::Columns, 2, 10)), "saved");
    const std::string reason = refusal(save(disk / "checkpoints", 2, Cut::Columns, 2, 30));
    EXPECT_TRUE(contains(reason, "No space left on device; make room there")) << reason;
    EXPECT_EQ(namesIn(disk / "checkpoints"), std::set<std::string>{"step-00000001"});
    EXPECT_TRUE(isWhole(disk / "checkpoints", 10));
    EXPECT_EQ(::umount(disk.c_str()), 0);
}

TEST(FailedCheckpoint, NamesThatDoNotReachTheDisk)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 1));
    struct stat parent = {};
    ASSERT_EQ(::stat(scratch.path().c_str(), &parent), 0);
    brokenFile = parent.st_ino;
    const std::string replaced = refusal(save(scratch.path(), 1, Cut::Rows, 2, 3));
    const std::string added = refusal(save(scratch.path(), 2));
    brokenFile = 0;
    EXPECT_TRUE(contains(replaced, "cannot be brought to the disk: Input/output error"))
        << replaced;
    EXPECT_TRUE(contains(added, "cannot be brought to the disk: Input/output error")) << added;
    EXPECT_EQ(namesIn(scratch.path()), std::set<std::string>{"step-00000001"});
    EXPECT_TRUE(isWhole(scratch.path())); // the older one
}

TEST(FailedCheckpoint, FolderThatCannotBeOpenedIsTakenAway)
{
    const tests::ScratchDirectory scratch;
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ASSERT_GE(next, 0);
    ::close(next);
    rlimit low = before;
    low.rlim_cur = static_cast<rlim_t>(next) + 2; // for the parent, twice
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
    const auto made = PartialFolder::create(scratch.path(), 1);
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    ASSERT_FALSE(made);
    EXPECT_TRUE(contains(made.error().message, "Too many open files")) << made.error().message;
    EXPECT_EQ(namesIn(scratch.path()), std::set<std::string>{});
}

TEST(FailedCheckpoint, NoFolder)
{
    const tests::ScratchDirectory scratch;
    const std::string reason
        = refusal(save(scratch.path() / "gone" / "checkpoints", 1, Cut::Rows, 2));
    EXPECT_TRUE(contains(reason, "gone/checkpoints: cannot be made: No such file")) << reason;
    EXPECT_EQ(namesIn(scratch.path()), std::set<std::string>{});
    std::ofstream(scratch.path() / "file") << "x";
    EXPECT_TRUE(contains(refusal(save(scratch.path() / "file", 1)), "Not a directory"));
}

TEST(FailedCheckpoint, HolesAreFoundBeforeAnythingIsWritten)
{
    const tests::ScratchDirectory scratch;
    const auto outcome = theOutcome(onRanks(2, [&](engine::HostCommunicator& world) {
        Holding own(Cut::Whole, world.rank(), 2);
        if (world.rank() == 1)
            own.of(StatePart::SecondMoments).pop_back();
        return saveCheckpoint(infoOf(1), own.slices(), scratch.path() / "checkpoints", world);
    }));
    EXPECT_EQ(refusal(outcome),
              "the checkpoint of step 1 is not saved: model.norm.weight is not "
              "among the weights and the second moments with one size");
    EXPECT_FALSE(fs::exists(scratch.path() / "checkpoints"));
}

// A rank that cannot see the folder, as on a machine of its own.
TEST(FailedCheckpoint, OfOneRankIsThatOfAll)
{
    const tests::ScratchDirectory scratch;
    const auto outcome = theOutcome(onRanks(3, [&](engine::HostCommunicator& world) {
        Holding own(Cut::Rows, world.rank(), 3);
        const fs::path folder = scratch.path() / (world.rank() == 2 ? "elsewhere" : "checkpoints");
        return saveCheckpoint(infoOf(1), own.slices(), folder, world);
    }));
    const std::string reason = refusal(outcome);
    EXPECT_TRUE(reason.starts_with("the checkpoint of step 1 is not saved: rank 2: ")) << reason;
    EXPECT_TRUE(contains(reason, "where they share files")) << reason;
    EXPECT_EQ(namesIn(scratch.path() / "checkpoints"), std::set<std::string>{});
}

TEST(FailedCheckpoint, LinksAreNotFollowed)
{
    const tests::ScratchDirectory scratch;
    const tests::ScratchDirectory other;
    std::ofstream(other.path() / "model.safetensors") << "precious";
    fs::create_symlink(other.path(), scratch.path() / "step-00000001.partial");
    EXPECT_TRUE(contains(refusal(save(scratch.path(), 1)), "step-00000001.partial: is in the way"));
    fs::create_symlink(other.path(), scratch.path() / "step-00000002");
    EXPECT_TRUE(contains(refusal(save(scratch.path(), 2)), "is there already and is not a folder"));
    EXPECT_EQ(contentOf(other.path() / "model.safetensors"), "precious");
    EXPECT_EQ(namesIn(other.path()), std::set<std::string>{"model.safetensors"});
}

TEST(FailedCheckpoint, OthersFilesStay)
{
    const tests::ScratchDirectory scratch;
    fs::create_directory(scratch.path() / "step-00000001.partial");
    std::ofstream(scratch.path() / "step-00000001.partial" / "notes.txt") << "precious";
    EXPECT_TRUE(contains(refusal(save(scratch.path(), 1)), "cannot be removed"));
    EXPECT_EQ(contentOf(scratch.path() / "step-00000001.partial" / "notes.txt"), "precious");
}

} // namespace
