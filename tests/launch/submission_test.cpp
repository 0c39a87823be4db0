// job.json, and how the ranks of a job are laid out.

#include "engine/launch/job_layout.h"
#include "engine/launch/private_file.h"
#include "engine/launch/record_folder.h"
#include "engine/launch/submission.h"
#include "tests/scratch_directory.h"

#include <fstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace launch;

namespace {

Submission submissionIn(const std::filesystem::path& folder)
{
    // An override of the direction, letter by letter: as a literal it would turn this line, too.
    const std::string rightToLeft{'\xe2', '\x80', '\xae'};
    return {.job = "4294967295",
            .cluster = "bubbles",
            .run = "20261128-064709-1a2b",
            .strategy = "/home/a/\"odd\"\n\xc3\xa4.yaml",
            .strategyName = "Odd " + rightToLeft + " name",
            .ranks = 16,
            .steps = 1000,
            .device = "emulated",
            .submitted = "2026-11-28T06:47:09Z",
            .folder = folder};
}

std::string layoutOf(int ranks, std::optional<int> nodes, std::optional<int> perNode,
                     int devices = 8)
{
    const auto layout = layOut(ranks, nodes, perNode, devices);
    return layout ? std::to_string(layout->nodes) + "x" + std::to_string(layout->ranksPerNode)
                  : layout.error().message;
}

} // namespace

TEST(Submission, IsReadAsItWasWritten)
{
    const tests::ScratchDirectory folder;
    const Submission written = submissionIn(folder.path());
    EXPECT_FALSE(hasSubmission(folder.path()));
    ASSERT_TRUE(saveSubmission(written));
    EXPECT_TRUE(hasSubmission(folder.path()));
    const auto read = loadSubmission(folder.path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, written);
    struct stat status = {};
    ASSERT_EQ(stat(Submission::file(folder.path()).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    for (const char c : toJson(written))
        EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f)); // acts on no terminal
}

TEST(Submission, IsNotTakenFromOthers)
{
    const tests::ScratchDirectory folder;
    const auto file = Submission::file(folder.path());
    EXPECT_FALSE(loadSubmission(folder.path()));
    ASSERT_TRUE(saveSubmission(submissionIn(folder.path())));
    ASSERT_EQ(chmod(file.c_str(), 0620), 0);
    EXPECT_NE(loadSubmission(folder.path()).error().message.find("can be written by one"),
              std::string::npos);
    ASSERT_EQ(chmod(file.c_str(), 0600), 0);
    ASSERT_EQ(chmod(folder.path().c_str(), 0707), 0);
    EXPECT_FALSE(loadSubmission(folder.path()));
    ASSERT_EQ(chmod(folder.path().c_str(), 0700), 0);
    EXPECT_TRUE(loadSubmission(folder.path()));
    ASSERT_EQ(rename(file.c_str(), (folder / "real").c_str()), 0);
    ASSERT_EQ(symlink((folder / "real").c_str(), file.c_str()), 0);
    EXPECT_FALSE(loadSubmission(folder.path()));
}

TEST(Submission, WhatIsNoneIsRefused)
{
    const std::string good = toJson(submissionIn("/"));
    ASSERT_TRUE(parseSubmission(good));
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t place = text.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        return parseSubmission(text.replace(place, from.size(), to));
    };
    EXPECT_FALSE(with("4294967295", "1; rm -rf"));
    EXPECT_FALSE(with("\"4294967295\"", "4294967295"));
    EXPECT_FALSE(with("bubbles", "-M all"));
    EXPECT_FALSE(with("20261128-064709-1a2b", "../x"));
    EXPECT_FALSE(with("\"ranks\": 16", "\"ranks\": -16"));
    EXPECT_FALSE(with("\"ranks\": 16", "\"ranks\": 99999999999"));
    EXPECT_FALSE(with("\"steps\": 1000", "\"steps\": 1e3"));
    EXPECT_FALSE(with("\"device\"", "\"gadget\""));
    EXPECT_EQ(with("\"bubblescope_job\": 1", "\"bubblescope_job\": 2").error().message,
              "is a record of a job of another version; use the one that wrote it");
    EXPECT_EQ(parseSubmission("{}").error().message, "is no record of a job");
    EXPECT_TRUE(with("\"ranks\"", "\"new\": [1], \"ranks\"")); // of a newer one
}

RC_GTEST_PROP(Submission, AnyBytesAreReadOrRefused, (const std::string& bytes))
{
    static_cast<void>(parseSubmission(bytes));
    std::string text = toJson(submissionIn("/"));
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text.replace(at, std::min(bytes.size(), text.size() - at), bytes);
    if (const auto read = parseSubmission(text))
        RC_ASSERT(read->ranks >= 0 && read->steps >= 0);
}

// The folder of a job is free for its run, and for no more than that.
TEST(Submission, ItsFolderIsFreeForTheRun)
{
    const tests::ScratchDirectory folder;
    for (const std::string_view name : kSubmissionFiles)
        std::ofstream(folder / std::string(name)) << "x";
    {
        const auto taken = RecordFolder::take(folder.path());
        ASSERT_TRUE(taken) << taken.error().message;
        taken->giveUp({});
    }
    std::ofstream(folder / "job.jso") << "x";
    EXPECT_FALSE(RecordFolder::take(folder.path()));
}

TEST(JobLayout, SpreadsTheRanksOverTheNodes)
{
    EXPECT_EQ(layoutOf(4, {}, {}), "1x4");
    EXPECT_EQ(layoutOf(16, {}, {}), "2x8");
    EXPECT_EQ(layoutOf(17, {}, {}), "3x8");
    EXPECT_EQ(layoutOf(16, 4, {}), "4x4");
    EXPECT_EQ(layoutOf(7, 2, {}), "2x4");
    EXPECT_EQ(layoutOf(5, 4, {}), "4x2");
    EXPECT_EQ(layoutOf(16, {}, 4), "4x4");
    EXPECT_EQ(layoutOf(4, {}, 9), "1x4");
    EXPECT_EQ(layoutOf(4, 1, 9), "1x4");
    EXPECT_EQ(layoutOf(1, 1, 1), "1x1");
    EXPECT_EQ(layoutOf(16, 2, 4),
              "--nodes and --ranks-per-node: 2 nodes of 4 ranks hold 8, and the strategy has 16; "
              "ask for --nodes 4 or --ranks-per-node 8");
    EXPECT_EQ(layoutOf(2, 4, {}),
              "--nodes: 4 nodes are more than the 2 ranks of the strategy; ask "
              "for 2 or fewer");
}

RC_GTEST_PROP(JobLayout, EveryRankHasAPlaceAndEveryNodeARank, ())
{
    const auto few = [](int most) { return *rc::gen::inRange(1, most); };
    const auto maybe = [&](int most) {
        return *rc::gen::arbitrary<bool>() ? std::optional(few(most)) : std::nullopt;
    };
    const int ranks = few(17'000);
    const auto nodes = maybe(100'000);
    const auto perNode = maybe(4097);
    const auto layout = layOut(ranks, nodes, perNode, few(20));
    if (!layout)
        return;
    RC_ASSERT(layout->nodes >= 1 && layout->nodes <= ranks);
    RC_ASSERT(std::int64_t{layout->nodes} * layout->ranksPerNode >= ranks);
    RC_ASSERT(layout->nodes == nodes.value_or(layout->nodes));
    RC_ASSERT(layout->ranksPerNode <= perNode.value_or(layout->ranksPerNode));
}
