// Schedules that peers really produce, kept beside the repository. The cases are
// read at run time; where they are not there the tests are skipped and say so.

#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/metrics.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/simulate.h"
#include "unit_time.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace plan::test {
namespace {

const std::filesystem::path kGolden = BUBBLESCOPE_SHARED_DIR "/golden";

struct GoldenCase {
    std::string header;
    std::map<std::string, std::string> fields;
    std::string order; // one line a rank
};

std::vector<GoldenCase> readCases(const std::filesystem::path& path)
{
    std::vector<GoldenCase> cases;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("# ")) {
            cases.push_back({line, {}, {}});
            std::istringstream words(line.substr(2));
            for (std::string word; words >> word;)
                cases.back().fields[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
        } else if (!line.empty() && !cases.empty()) {
            cases.back().order += line + "\n";
        }
    }
    return cases;
}

void expectSame(const GoldenCase& golden, const char* name)
{
    SCOPED_TRACE(golden.header);
    const auto number = [&](const char* key) { return std::stoi(golden.fields.at(key)); };
    const Shape shape{number("ranks"), number("chunks"), number("microbatches")};
    ScheduleOptions options;
    if (golden.fields.count("group") != 0)
        options.group = number("group");

    const auto schedule = makeSchedule(name, shape, options);
    ASSERT_TRUE(schedule) << schedule.error().message;
    EXPECT_EQ(toText(*schedule), golden.order);

    const auto timeline = simulate(*schedule, Costs::unit());
    ASSERT_TRUE(timeline) << timeline.error().message;
    EXPECT_EQ(timeline->makespan / kUnit, number("makespan"));

    std::string peaks;
    for (std::size_t rank = 0; rank < timeline->spans.size(); ++rank)
        peaks += (rank == 0 ? "" : "/") + std::to_string(peakInFlight(*timeline, rank));
    EXPECT_EQ(peaks, golden.fields.at("peak"));

    const Ledger ledger = account(*schedule, *timeline, Costs::unit());
    for (const RankLedger& rank : ledger.ranks) {
        EXPECT_EQ(sum(rank), timeline->makespan);
        EXPECT_EQ(rank[std::size_t(LedgerLine::Unexplained)], Nanoseconds{0});
    }
}

void expectNoWorse(const GoldenCase& golden, const char* name)
{
    SCOPED_TRACE(golden.header);
    const auto number = [&](const char* key) { return std::stoi(golden.fields.at(key)); };
    const Shape shape{number("ranks"), number("chunks"), number("microbatches")};
    const auto schedule = makeSchedule(name, shape);
    ASSERT_TRUE(schedule) << schedule.error().message;
    const auto timeline = simulate(*schedule, Costs::unit());
    ASSERT_TRUE(timeline) << timeline.error().message;
    EXPECT_LE(timeline->makespan / kUnit, number("makespan"));

    std::istringstream peaks(golden.fields.at("peak"));
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
    std::string name = info.param.path;
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0)
            c = '_';
    return name;
}

class Golden : public testing::TestWithParam<GoldenFile> {};

TEST_P(Golden, EveryCaseOpForOp)
{
    const auto path = kGolden / GetParam().path;
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << path << " is not there";
    const auto cases = readCases(path);
    EXPECT_GE(cases.size(), GetParam().atLeast);
    for (const GoldenCase& golden : cases)
        expectSame(golden, GetParam().schedule);
    std::cout << cases.size() << " cases of " << GetParam().path << '\n';
}

// Other orders than ours: no slower than they are, and no more in flight on any rank.
class GoldenNoWorse : public testing::TestWithParam<GoldenFile> {};

TEST_P(GoldenNoWorse, InTimeAndMemory)
{
    const auto path = kGolden / GetParam().path;
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << path << " is not there";
    const auto cases = readCases(path);
    EXPECT_GE(cases.size(), GetParam().atLeast);
    for (const GoldenCase& golden : cases)
        expectNoWorse(golden, GetParam().schedule);
}

INSTANTIATE_TEST_SUITE_P(
    Peers, Golden,
    testing::Values(GoldenFile{"torch/GPipe.txt", "gpipe", 20},
                    GoldenFile{"paddle/FThenB.txt", "gpipe", 10},
                    GoldenFile{"torch/1F1B.txt", "1f1b", 20},
                    GoldenFile{"megatron/1F1B.txt", "1f1b", 10},
                    GoldenFile{"deepspeed/TrainSchedule.txt", "1f1b", 20},
                    GoldenFile{"paddle/1F1B.txt", "1f1b", 10},
                    GoldenFile{"paddle/Eager1F1B.txt", "eager-1f1b", 15},
                    GoldenFile{"torch/LoopedBFS.txt", "looped-bfs", 40},
                    GoldenFile{"torch/Interleaved1F1B.txt", "interleaved", 30},
                    GoldenFile{"megatron/Interleaved.txt", "interleaved", 60}),
    byFile);

INSTANTIATE_TEST_SUITE_P(Peers, GoldenNoWorse,
                         testing::Values(GoldenFile{"paddle/DyInterleaveBestUnbalanced.txt",
                                                    "interleaved-symmetric", 20}),
                         byFile);

} // namespace
} // namespace plan::test
