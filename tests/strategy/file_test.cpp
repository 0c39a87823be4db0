#include "engine/strategy/file.h"
#include "tests/scratch_directory.h"
#include "tests/strategy/expect_problems.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace strategy {
namespace {

namespace fs = std::filesystem;

class StrategyFile : public ::testing::Test {
protected:
    static std::string contentOf(const fs::path& file)
    {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
    std::size_t filesInFolder() const
    {
        return std::size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }
    static std::string problemOf(const std::string& file)
    {
        const auto problems = readStrategyFile(file).problems;
        return problems.size() == 1 ? toText("F", problems.front()) : "";
    }

    const tests::ScratchDirectory scratch;
    const fs::path folder = scratch.path();
    std::string path = scratch / "s.yaml";
};

Strategy named(std::string name)
{
    Strategy strategy;
    strategy.name = std::move(name);
    return strategy;
}

TEST_F(StrategyFile, IsSavedAndReadBack)
{
    ASSERT_TRUE(saveStrategyFile(path, named("one")));
    ASSERT_TRUE(saveStrategyFile(path, named("two")));
    const auto read = readStrategyFile(path);
    ASSERT_TRUE(read.strategy);
    EXPECT_EQ(*read.strategy, named("two"));
    EXPECT_EQ(filesInFolder(), 1u);
}

// What was looked at, and is exchanged for a link before it is opened, is not read.
TEST_F(StrategyFile, OfARealPathNothingElseIsRead)
{
    fs::create_directories(folder / "in");
    fs::create_directories(folder / "out");
    for (const char* name : {"in/a.sh", "out/a.sh"})
        std::ofstream(folder / name) << name;
    const std::string real = fs::canonical(folder / "in" / "a.sh").string();
    ASSERT_TRUE(readTextFileAt(real, 100));
    EXPECT_EQ(*readTextFileAt(real, 100), "in/a.sh");
    EXPECT_EQ(readTextFileAt(real, 3).error().message,
              "has more than 3 bytes, the most it may have");
    // The file, then a folder above it.
    fs::remove(folder / "in" / "a.sh");
    fs::create_symlink(folder / "out" / "a.sh", folder / "in" / "a.sh");
    ASSERT_FALSE(readTextFileAt(real, 100));
    EXPECT_TRUE(readTextFileAt(real, 100).error().message.starts_with("cannot be opened: "));
    fs::remove_all(folder / "in");
    fs::create_directory_symlink(folder / "out", folder / "in");
    ASSERT_FALSE(readTextFileAt(real, 100));
    EXPECT_EQ(readTextFileAt(real, 100).error().message, "was moved while it was looked at");
    EXPECT_TRUE(readTextFile(real, 100)); // as a link may be followed elsewhere
}

TEST_F(StrategyFile, KeepsItsModeAndItsLink)
{
    ASSERT_TRUE(saveStrategyFile(path, named("one")));
    ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
    const std::string link = (folder / "link.yaml").string();
    fs::create_symlink("s.yaml", link);
    ASSERT_TRUE(saveStrategyFile(link, named("two")));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(contentOf(path), writeStrategy(named("two")));
    struct stat info = {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, mode_t{0640});
}

// A size limit makes write() fall short and then fail, as a full disk does.
TEST_F(StrategyFile, AFullDiskLeavesTheOldFile)
{
    ASSERT_TRUE(saveStrategyFile(path, named("old")));
    const std::string before = contentOf(path);

    rlimit unlimited = {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit tight{40, unlimited.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    const auto saved = saveStrategyFile(path, named("new"));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &unlimited), 0);
    std::signal(SIGXFSZ, handler);

    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().message,
              "cannot save '" + path
                  + "': File too large; the file is as it was, so save it elsewhere or make room");
    EXPECT_EQ(contentOf(path), before);
    EXPECT_EQ(filesInFolder(), 1u) << "the half-written file is gone";
}

TEST_F(StrategyFile, AReadOnlyFolderIsASentence)
{
    const auto missing = saveStrategyFile((folder / "none" / "s.yaml").string(), named("x"));
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("No such file or directory"), std::string::npos);

    const auto kernel = saveStrategyFile("/proc/s.yaml", named("x")); // not even root writes there
    EXPECT_FALSE(kernel);

    fs::create_directory(path);
    const auto onFolder = saveStrategyFile(path, named("x"));
    ASSERT_FALSE(onFolder);
    EXPECT_NE(onFolder.error().message.find("Is a directory"), std::string::npos);
    EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(StrategyFile, WhatIsNoFileIsRefusedWithoutWaiting)
{
    EXPECT_EQ(problemOf(path), "F:1: file: cannot be opened: No such file or directory");
    const std::string sentence = "F:1: file: is not a regular file; give the path of one";
    EXPECT_EQ(problemOf(folder.string()), sentence);
    EXPECT_EQ(problemOf("/dev/zero"), sentence);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_EQ(problemOf(path), sentence);
}

TEST_F(StrategyFile, AHugeFileIsRefusedUnread)
{
    std::ofstream(path).close();
    fs::resize_file(path, std::uintmax_t{1} << 40); // sparse
    EXPECT_EQ(problemOf(path), "F:1: file: has more than 8388608 bytes, the most it may have");
}

TEST(ReplaceFile, DevicesAreWrittenIntoAndStayDevices)
{
    EXPECT_TRUE(replaceFile("/dev/null", "text"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
    EXPECT_FALSE(replaceFile("/dev/full", "text"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
    EXPECT_FALSE(replaceFile(std::filesystem::temp_directory_path().string(), "text"));
}

} // namespace
} // namespace strategy
