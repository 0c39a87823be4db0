#include "engine/runtime/training/checkpoint/checkpoint_folder.h"
#include "engine/runtime/training/checkpoint/load_checkpoint.h"
#include "tests/runtime/checkpoint/ranks.h"
#include "tests/runtime/checkpoint/small_model.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace checkpoint_test;
using namespace training;

namespace fs = std::filesystem;

namespace {

std::int64_t stepFoundIn(const fs::path& path)
{
    const auto found = findCheckpoint(path);
    return found ? found->checkpoint.info().step : -1;
}

TEST(Resume, TakesAStepOrTheNewest)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 99));
    ASSERT_TRUE(save(scratch.path(), 100));
    EXPECT_EQ(stepFoundIn(scratch.path()), 100);
    EXPECT_EQ(stepFoundIn(scratch.path() / "step-00000099"), 99);
    EXPECT_EQ(stepFoundIn(scratch.path() / "step-00000099" / ""), 99);
    fs::rename(scratch.path() / "step-00000099", scratch.path() / "kept");
    EXPECT_EQ(stepFoundIn(scratch.path() / "kept"), 99);
}

TEST(Resume, SaysWhatItLeavesOut)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 1));
    ASSERT_TRUE(save(scratch.path(), 2));
    ASSERT_TRUE(save(scratch.path(), 3));
    fs::rename(scratch.path() / "step-00000003", scratch.path() / "step-00000003.partial");
    fs::resize_file(scratch.path() / "step-00000002" / "model.safetensors", 300);
    const auto found = findCheckpoint(scratch.path());
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->checkpoint.info().step, 1);
    ASSERT_EQ(found->skipped.size(), 2u);
    EXPECT_EQ(found->skipped[0],
              (scratch.path() / "step-00000003.partial").string()
                  + ": was never finished and is left out");
    EXPECT_TRUE(found->skipped[1].starts_with(
        (scratch.path() / "step-00000002" / "model.safetensors").string() + ": "));
}

TEST(Resume, WithoutAnythingToResumeFrom)
{
    const tests::ScratchDirectory scratch;
    const auto found = findCheckpoint(scratch.path());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().message,
              scratch.path().string() + ": holds no checkpoint that can be read");
    EXPECT_FALSE(findCheckpoint(scratch.path() / "gone"));
    ASSERT_TRUE(save(scratch.path() / "elsewhere", 4));
    fs::create_symlink(scratch.path() / "elsewhere" / "step-00000004",
                       scratch.path() / "step-00000004");
    EXPECT_FALSE(findCheckpoint(scratch.path())); // through a link
}

// Rank 1 is on a machine whose folder of that name has another checkpoint.
TEST(Resume, AllRanksSeeTheSame)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 4));
    const auto outcome
        = theOutcome(onRanks(3, [&](engine::HostCommunicator& world) -> plan::Outcome {
              const auto found = findCheckpoint(
                  world.rank() == 0 ? scratch.path() : scratch.path() / "not-asked", world);
              return found && found->checkpoint.info().step == 4 ? plan::done()
                                                                 : plan::Error{"another"};
          }));
    EXPECT_TRUE(outcome) << outcome.error().message;
    const auto none = theOutcome(onRanks(3, [&](engine::HostCommunicator& world) -> plan::Outcome {
        const auto found = findCheckpoint(scratch.path() / "gone", world);
        return found ? plan::done() : found.error();
    }));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message,
              "rank 0: " + (scratch.path() / "gone").string()
                  + ": cannot be opened: No such file or directory");
}

std::uintmax_t bytesIn(const fs::path& folder)
{
    std::uintmax_t bytes = 0;
    std::error_code error;
    for (fs::directory_iterator item(folder, error), end; !error && item != end;
         item.increment(error))
        if (const auto size = fs::file_size(item->path(), error); !error)
            bytes += size;
    return bytes;
}

// Stops the child in a moment at which `moment` holds; false if none came.
bool stopIn(pid_t child, const auto& moment)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(90);
    while (std::chrono::steady_clock::now() < end) {
        if (!moment())
            continue;
        int status = 0;
        ::kill(child, SIGSTOP);
        if (::waitpid(child, &status, WUNTRACED) != child || !WIFSTOPPED(status))
            return false;
        if (moment())
            return true;
        ::kill(child, SIGCONT);
    }
    return false;
}

// Saves again and again until it is killed, with more and more of the checkpoint written.
TEST(Resume, AfterAKillAtAnyMoment)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 1));
    ASSERT_TRUE(save(scratch.path(), 2, Cut::Rows, 1, 4));
    const auto whole = bytesIn(scratch.path() / "step-00000002");
    const fs::path partial = scratch.path() / "step-00000002.partial";
    constexpr int kAttempts = 12;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            ::alarm(240); // never outlives the test by much
            for (;;)
                if (!save(scratch.path(), 2, Cut::Rows, 1, 4))
                    ::_exit(1);
        }
        const bool stopped = stopIn(child, [&] {
            return fs::exists(partial)
                && bytesIn(partial) >= whole * std::uintmax_t(attempt) / kAttempts;
        });
        ::kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself";
        ASSERT_TRUE(stopped) << "no save was seen with that much written: " << attempt;

        const auto found = findCheckpoint(scratch.path());
        ASSERT_TRUE(found) << found.error().message;
        const auto step = found->checkpoint.info().step;
        ASSERT_TRUE(step == 1 || step == 2);
        Holding own(Cut::Whole, 0, 1, step == 1 ? 1 : 4);
        for (const StatePart part : kStateParts)
            ASSERT_TRUE(readSlices(found->checkpoint, part, own.of(part)));
        EXPECT_TRUE(own.filled());
    }
    ASSERT_TRUE(save(scratch.path(), 2)); // over whatever is left
    EXPECT_FALSE(fs::exists(partial));
    EXPECT_EQ(stepFoundIn(scratch.path()), 2);
}

TEST(StepFolder, Names)
{
    EXPECT_EQ(stepFolderName(100), "step-00000100");
    EXPECT_EQ(stepFolderName(1'234'567'890), "step-1234567890");
    EXPECT_EQ(stepOfFolder("step-00000100"), 100);
    for (const char* name : {"step-100", "step-00000100.partial", "step--0000100", "step-",
                             "00000100", "step-99999999999999999999", "step-0000010x"})
        EXPECT_FALSE(stepOfFolder(name)) << name;
}

} // namespace
