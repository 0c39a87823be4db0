// Schedules that other projects really produce, case by case.

#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "tests/golden/schedules.h"

#include <iostream>

namespace plan::test {
namespace {

TEST(Sha256, IsTheStandardsOwn)
{
    EXPECT_EQ(golden::sha256(""),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(golden::sha256("abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(golden::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

// The example of tests/golden/README.md: that a digest is of the text as it stands there.
TEST(Golden, ADigestIsOfTheOpsLinesAndNothingElse)
{
    const auto schedule = makeSchedule("interleaved", {2, 2, 2});
    ASSERT_TRUE(schedule);
    EXPECT_EQ(toText(*schedule),
              "0F0,0F1,2F0,2F1,2B0,2B1,0B0,0B1\n"
              "1F0,1F1,3F0,3B0,3F1,3B1,1B0,1B1\n");
    EXPECT_EQ(golden::digestOf(*schedule), "5da96717388d42fa80692ac5d00d0917");
}

void expectSameAndAccounted(const golden::Case& golden, const char* name)
{
    SCOPED_TRACE(golden.line);
    ScheduleOptions options;
    if (golden.has("group"))
        options.group = golden.number("group");
    const auto schedule = makeSchedule(name, golden.shape(), options);
    ASSERT_TRUE(schedule) << schedule.error().message;
    golden::expectSame(golden, *schedule);

    const auto timeline = simulate(*schedule, Costs::unit());
    ASSERT_TRUE(timeline);
    const Ledger ledger = account(*schedule, *timeline, Costs::unit());
    for (const RankLedger& rank : ledger.ranks) {
        EXPECT_EQ(sum(rank), timeline->makespan);
        EXPECT_EQ(rank[std::size_t(LedgerLine::Unexplained)], Nanoseconds{0});
    }
}

void expectNoWorse(const golden::Case& golden, const char* name)
{
    SCOPED_TRACE(golden.line);
    const auto schedule = makeSchedule(name, golden.shape());
    ASSERT_TRUE(schedule) << schedule.error().message;
    const auto timeline = simulate(*schedule, Costs::unit());
    ASSERT_TRUE(timeline) << timeline.error().message;
    EXPECT_LE(timeline->makespan / kUnit, golden.number("makespan"));

    std::istringstream peaks(golden.text("peak"));
    std::size_t rank = 0;
    for (std::string peak; std::getline(peaks, peak, '/'); ++rank)
        EXPECT_LE(peakInFlight(*timeline, rank), std::stoi(peak)) << "rank " << rank;
    EXPECT_EQ(rank, timeline->spans.size());
}

struct GoldenFile {
    const char* path;
    const char* schedule;
    std::size_t atLeast; // cases, so that an emptied file does not pass
};

std::string byFile(const testing::TestParamInfo<GoldenFile>& info)
{
    return golden::testName(info.param.path);
}

class Golden : public testing::TestWithParam<GoldenFile> {};

TEST_P(Golden, EveryCaseOpForOp)
{
    const auto cases = golden::readCases(GetParam().path, GetParam().atLeast);
    for (const golden::Case& golden : cases)
        expectSameAndAccounted(golden, GetParam().schedule);
    std::cout << cases.size() << " cases of " << GetParam().path << '\n';
}

// Other orders than ours: no slower than they are, and no more in flight on any rank.
class GoldenNoWorse : public testing::TestWithParam<GoldenFile> {};

TEST_P(GoldenNoWorse, InTimeAndMemory)
{
    for (const golden::Case& golden : golden::readCases(GetParam().path, GetParam().atLeast))
        expectNoWorse(golden, GetParam().schedule);
}

INSTANTIATE_TEST_SUITE_P(Peers, Golden,
                         testing::Values(GoldenFile{"torch/GPipe.txt", "gpipe", 45},
                                         GoldenFile{"paddle/FThenB.txt", "gpipe", 25},
                                         GoldenFile{"torch/1F1B.txt", "1f1b", 47},
                                         GoldenFile{"megatron/1F1B.txt", "1f1b", 21},
                                         GoldenFile{"deepspeed/TrainSchedule.txt", "1f1b", 35},
                                         GoldenFile{"paddle/1F1B.txt", "1f1b", 19},
                                         GoldenFile{"paddle/Eager1F1B.txt", "eager-1f1b", 19},
                                         GoldenFile{"torch/LoopedBFS.txt", "looped-bfs", 98},
                                         GoldenFile{"torch/Interleaved1F1B.txt", "interleaved", 88},
                                         GoldenFile{"megatron/Interleaved.txt", "interleaved", 105},
                                         GoldenFile{"torch/InterleavedZeroBubble.txt",
                                                    "interleaved-zb", 128},
                                         GoldenFile{"torch/DualPipeV.txt", "dualpipev", 25},
                                         GoldenFile{"dualpipe/DualPipeV.txt", "dualpipev", 16},
                                         GoldenFile{"dualpipe/DualPipe.txt", "dualpipe", 11}),
                         byFile);

INSTANTIATE_TEST_SUITE_P(Peers, GoldenNoWorse,
                         testing::Values(GoldenFile{"paddle/DyInterleaveBestUnbalanced.txt",
                                                    "interleaved-symmetric", 39}),
                         byFile);

} // namespace
} // namespace plan::test
