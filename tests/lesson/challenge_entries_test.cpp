#include "engine/lesson/challenge_entries.h"

#include "engine/strategy/torch_csv/torch_csv.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace lesson::test {
namespace {

namespace fs = std::filesystem;

class ChallengeEntries : public testing::Test {
protected:
    fs::path write(const fs::path& name, const std::string& text) const
    {
        const fs::path file = folder / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }

    // "1 ann, 0 bad"
    static std::string placesOf(const ReadEntries& read)
    {
        std::string text;
        for (const Entry& entry : read.entries)
            text += (text.empty() ? "" : ", ") + std::to_string(entry.place) + ' ' + entry.name;
        return text;
    }

    const tests::ScratchDirectory scratch;
    const fs::path folder = fs::path(scratch.path()) / "class";
    const Challenge challenge = challengeOf({2026, 2, 1});
    const std::string good
        = strategy::toTorchCsv(startOf(challenge), strategy::CsvForm::ComputeOnly);
};

TEST_F(ChallengeEntries, OfAFolderAreItsOwnCsvFiles)
{
    write("ann.csv", good);
    write("bo.CSV", good);
    write("notes.txt", good);
    write("below/cy.csv", good);
    write("dir.csv/di.csv", good);
    const ReadEntries read = readEntries(challenge, {folder.string()});
    EXPECT_EQ(placesOf(read), "1 ann, 1 bo");
    EXPECT_TRUE(read.problems.empty());
    EXPECT_EQ(read.files.size(), 2u);
}

TEST_F(ChallengeEntries, FilesThatAreNamedAreReadWhereverTheyAre)
{
    const fs::path ann = write("ann.csv", good);
    const fs::path bo = write("other/bo.txt", good);
    const ReadEntries read
        = readEntries(challenge, {bo.string(), ann.string(), (folder / "none.csv").string()});
    EXPECT_EQ(placesOf(read), "1 ann, 1 bo, 0 none");
    EXPECT_EQ(read.entries.back().problem.rfind("none.csv: cannot be opened", 0), 0u);
}

TEST_F(ChallengeEntries, ALinkIsNotFollowedOutOfTheFolder)
{
    write("ann.csv", good);
    const fs::path outside = write("../outside.csv", good);
    fs::create_symlink(outside, folder / "out.csv");
    fs::create_symlink("ann.csv", folder / "same.csv");
    fs::create_symlink("nowhere.csv", folder / "torn.csv");
    const ReadEntries read = readEntries(challenge, {folder.string()});
    EXPECT_EQ(placesOf(read), "1 ann, 1 same, 0 out, 0 torn");
    EXPECT_NE(read.entries[2].problem.find("leads out of the folder"), std::string::npos);
}

TEST_F(ChallengeEntries, WhateverAFileHoldsItIsAnEntryThatSaysSo)
{
    write("huge.csv", std::string(kMaxEntryBytes + 1, '0'));
    write("line.csv", std::string(kMaxEntryBytes, ','));
    std::string cells;
    while (cells.size() + 8 < kMaxEntryBytes)
        cells += "0F" + std::to_string(cells.size() % 4096) + ',';
    write("cells.csv", cells);
    write("rows.csv", std::string(kMaxEntryBytes, '\n'));
    std::string bytes;
    for (int i = 0; i < 4096; ++i)
        bytes += static_cast<char>(i * 37);
    write("bytes.csv", bytes);
    write("empty.csv", "");
    const ReadEntries read = readEntries(challenge, {folder.string()});
    ASSERT_EQ(read.entries.size(), 6u);
    for (const Entry& entry : read.entries) {
        EXPECT_FALSE(entry.step) << entry.name;
        EXPECT_EQ(entry.problem.rfind(entry.name + ".csv: ", 0), 0u) << entry.problem;
        EXPECT_LT(entry.problem.size(), 500u) << entry.name;
        if (entry.name == "huge") {
            EXPECT_NE(entry.problem.find("1048576"), std::string::npos) << entry.problem;
        }
    }
}

TEST_F(ChallengeEntries, AreReadUpToALimit)
{
    for (std::size_t i = 0; i < kMaxEntries + 3; ++i)
        write("e" + std::to_string(i) + ".csv", "0");
    const ReadEntries read = readEntries(challenge, {folder.string()});
    EXPECT_EQ(read.entries.size(), kMaxEntries);
    EXPECT_EQ(read.leftOut, 3u);
    int asked = 0;
    EXPECT_EQ(readEntries(challenge, {folder.string()}, [&] { return ++asked > 5; }).entries.size(),
              5u);
}

TEST_F(ChallengeEntries, AFolderThatIsNotThereIsAFileThatIsNotThere)
{
    const ReadEntries read = readEntries(challenge, {(folder / "none").string()});
    ASSERT_EQ(read.entries.size(), 1u);
    EXPECT_FALSE(read.entries.front().problem.empty());
}

} // namespace
} // namespace lesson::test
