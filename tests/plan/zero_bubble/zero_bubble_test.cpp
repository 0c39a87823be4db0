// ZB-H1, ZB-H2, ZB-V, V-Half and V-Min: no worse than what peers produce, the papers'
// makespans and memory over a grid, legal for every shape.

#include "engine/plan/catalog.h"
#include "engine/plan/metrics.h"
#include "engine/plan/schedules/v_laying.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "tests/golden/schedules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace plan::test {
namespace {

struct Outcomes {
    long long makespan = 0; // in units
    long long span = 0;
    std::vector<int> peaks; // [rank]
};

Outcomes run(const char* name, int ranks, int microbatches)
{
    const auto schedule = makeSchedule(name, shapeOf(name, ranks, {}, microbatches));
    EXPECT_TRUE(schedule) << schedule.error().message;
    if (!schedule)
        return {};
    EXPECT_EQ(violations(*schedule), std::vector<std::string>{});
    const auto timeline = simulate(*schedule, Costs::unit());
    EXPECT_TRUE(timeline) << timeline.error().message;
    if (!timeline)
        return {};
    Outcomes outcomes{timeline->makespan / kUnit, longestSpan(*timeline) / kUnit, {}};
    for (std::size_t rank = 0; rank < timeline->spans.size(); ++rank)
        outcomes.peaks.push_back(peakInFlight(*timeline, rank));
    return outcomes;
}

int highest(const std::vector<int>& peaks) { return *std::max_element(peaks.begin(), peaks.end()); }

std::vector<int> numbers(const std::string& text)
{
    std::vector<int> list;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, '/');)
        list.push_back(std::stoi(word));
    return list;
}

// Pairs that a rank may hold more than the peer's, each for a slot fewer.
using Allowance = int (*)(int ranks, int microbatches);

int none(int, int) { return 0; }

// PyTorch's ZB-V with fewer than p-1 microbatches keeps m+1 pairs on the first rank.
int toFillTheFirstRank(int ranks, int microbatches)
{
    return std::max(0, std::min(microbatches - 1, ranks - 1 - microbatches));
}

struct PeerFile {
    const char* path;
    const char* schedule;
    std::size_t atLeast; // cases
    Allowance allowance = none;
};

class ZeroBubblePeers : public testing::TestWithParam<PeerFile> {};

TEST_P(ZeroBubblePeers, MakespanNoWorsePeakNoHigher)
{
    for (const golden::Case& golden : golden::readCases(GetParam().path, GetParam().atLeast)) {
        SCOPED_TRACE(golden.line);
        const int ranks = golden.number("ranks");
        const int microbatches = golden.number("microbatches");
        const int allowed = GetParam().allowance(ranks, microbatches);
        const Outcomes ours = run(GetParam().schedule, ranks, microbatches);
        EXPECT_LE(ours.makespan, golden.number("makespan") - allowed);
        const std::vector<int> theirs = numbers(golden.text("peak"));
        ASSERT_EQ(ours.peaks.size(), theirs.size());
        EXPECT_LE(highest(ours.peaks), highest(theirs));
        for (std::size_t rank = 0; rank < theirs.size(); ++rank)
            EXPECT_LE(ours.peaks[rank], theirs[rank] + allowed) << "rank " << rank;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Files, ZeroBubblePeers,
    testing::Values(PeerFile{"zb/ZB-H1.txt", "zb-h1", 17}, PeerFile{"zb/ZB-H2.txt", "zb-h2", 17},
                    PeerFile{"zb/ZB-V.txt", "zbv", 17}, PeerFile{"zb/V-half.txt", "v-half", 16},
                    PeerFile{"zb/V-min.txt", "v-min", 17},
                    PeerFile{"torch/ZBVZeroBubble.txt", "zbv", 43, toFillTheFirstRank}),
    [](const auto& param) { return golden::testName(param.param.path); });

// Small shapes, the papers' sizes, and the largest once.
std::vector<std::pair<int, int>> grid()
{
    std::vector<std::pair<int, int>> shapes;
    for (const int p : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 31, 64})
        for (const int m : {1, 2, 3, p, p + 1, 2 * p - 1, 2 * p, 3 * p + 1, 4 * p})
            shapes.emplace_back(p, m);
    shapes.emplace_back(8, 512);
    shapes.emplace_back(64, 512);
    return shapes;
}

TEST(ZeroBubble, OneChunkTakesThePapersTimeAndMemory)
{
    for (const auto& [p, m] : grid()) {
        SCOPED_TRACE("p = " + std::to_string(p) + ", m = " + std::to_string(m));
        const long long expected = p == 1 ? 3 * m : std::max(3 * m + p - 1, 2 * m + 2 * p - 1);
        const Outcomes one = run("zb-h1", p, m);
        EXPECT_EQ(one.makespan, expected);
        EXPECT_EQ(one.peaks, std::vector<int>(std::size_t(p), std::min(p, m)));
        const Outcomes two = run("zb-h2", p, m);
        EXPECT_EQ(two.makespan, expected);
        EXPECT_EQ(two.peaks, std::vector<int>(std::size_t(p), std::min(2 * p - 1, m)));
        if (m >= 2 * p - 1) {
            EXPECT_EQ(two.span, 3 * m);
        }
    }
}

TEST(ZeroBubble, ZbvTakesTheTimeThatFillingAndDrainingLeave)
{
    for (const auto& [p, m] : grid()) {
        SCOPED_TRACE("p = " + std::to_string(p) + ", m = " + std::to_string(m));
        const Outcomes ours = run("zbv", p, m);
        EXPECT_EQ(ours.makespan, std::max({6 * m + p - 1, 4 * m + 3 * p - 1, 2 * m + 4 * p - 1}));
        for (int rank = 0; rank < p; ++rank)
            EXPECT_LE(ours.peaks[static_cast<std::size_t>(rank)],
                      std::min({2 * p, 2 * m, std::max(m + 1, p) + rank}));
        if (m >= 2 * p - 1) {
            EXPECT_EQ(ours.span, 6 * m);
        }
    }
}

// Why it holds more than m+1 pairs on the first rank of a pipeline it cannot fill: in any
// order of preference, one pair less on every rank costs a slot.
TEST(ZeroBubble, ZbvWithLessMemoryTakesLonger)
{
    for (const int p : {4, 5, 6, 7, 8})
        for (int m = 2; m < p - 1; ++m) {
            SCOPED_TRACE("p = " + std::to_string(p) + ", m = " + std::to_string(m));
            const Shape shape = shapeOf("zbv", p, {}, m);
            const long long makespan = run("zbv", p, m).makespan;
            const int first = std::min(p, 2 * m) - 1;
            const VLimits less = risingLimits(shape, 2 * p, first);
            VPolicy policy{.preference = {kDownForward, kUpForward, kUpInputGrad, kDownInputGrad,
                                          kUpWeightGrad, kDownWeightGrad}};
            do {
                for (policy.keepFree = 0; policy.keepFree <= 2; ++policy.keepFree) {
                    const auto laying = layOut(shape, less, policy);
                    EXPECT_TRUE(!laying || laying->slots > makespan);
                }
            } while (std::next_permutation(policy.preference.begin(), policy.preference.end()));
        }
}

TEST(ZeroBubble, TwoChunksKeepTheirMemory)
{
    for (const auto& [p, m] : grid()) {
        SCOPED_TRACE("p = " + std::to_string(p) + ", m = " + std::to_string(m));
        EXPECT_LE(highest(run("zbv", p, m).peaks), 2 * std::min(p, m));
        EXPECT_LE(highest(run("v-half", p, m).peaks), 2 * std::min((p + 2) / 2, m));
        EXPECT_LE(highest(run("v-min", p, m).peaks), 2 * std::min((p + 4) / 3, m));
    }
}

// arXiv 2405.15362: with many microbatches every one of them costs six slots more.
TEST(ZeroBubble, TwoChunksHaveABubbleThatDoesNotGrow)
{
    for (const int p : {2, 3, 4, 5, 6, 7, 8, 12, 16, 31})
        for (const int m : {4 * p, 4 * p + 3, 6 * p}) {
            SCOPED_TRACE("p = " + std::to_string(p) + ", m = " + std::to_string(m));
            const int half = p == 2 ? 1 : 3 * p - (p % 2 == 0 ? 7 : 4);
            EXPECT_LE(run("v-half", p, m).makespan, 6 * m + half);
            EXPECT_LE(run("v-min", p, m).makespan, 6 * m + 4 * p - (p % 3 == 0 ? 7 : 5));
        }
}

// Where filling and draining meet, from p-2 microbatches on, V-Half waits no longer.
TEST(ZeroBubble, VHalfHasThatBubbleWithAsManyMicrobatchesAsRanks)
{
    for (const int p : {14, 16, 20, 24, 32, 48})
        for (int m = p - 2; m <= p + 3; ++m) {
            SCOPED_TRACE("p = " + std::to_string(p) + ", m = " + std::to_string(m));
            EXPECT_LE(run("v-half", p, m).makespan, 6 * m + 3 * p - 7);
        }
}

// One chunk less than all of the memory on the first rank that could fill it.
TEST(ZeroBubble, VMinSparesAChunkWhereThreeRanksLeaveTwo)
{
    for (const auto& [p, m, rank, most] :
         {std::array{5, 3, 2, 5}, std::array{5, 4, 1, 5}, std::array{5, 9, 0, 5},
          std::array{8, 6, 1, 7}, std::array{8, 9, 0, 7}, std::array{11, 8, 1, 9}}) {
        SCOPED_TRACE("p = " + std::to_string(p) + ", m = " + std::to_string(m));
        EXPECT_LE(run("v-min", p, m).peaks[static_cast<std::size_t>(rank)], most);
    }
}

TEST(ZeroBubble, RefusesOtherChunksAndGroups)
{
    for (const char* name : {"zb-h1", "zb-h2", "zbv", "v-half", "v-min"}) {
        const Shape fits = shapeOf(name, 4, {}, 8);
        Shape other = fits;
        other.chunks = 3;
        const auto chunks = checkConditions(name, other);
        ASSERT_FALSE(chunks);
        EXPECT_NE(chunks.error().message.find("set chunks to"), std::string::npos);
        EXPECT_FALSE(checkConditions(name, fits, {.group = 2}));
        EXPECT_TRUE(checkConditions(name, fits));
    }
}

} // namespace
} // namespace plan::test
