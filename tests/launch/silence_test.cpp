#include "engine/launch/silence.h"

#include <gtest/gtest.h>

namespace launch {
namespace {

using namespace std::chrono_literals;

class Silence : public testing::Test {
protected:
    // Ranks that were last heard of so long ago.
    RankSilence::News look(const std::vector<int>& ranks, std::chrono::seconds ago)
    {
        std::vector<telemetry::SilentRank> silent;
        silent.reserve(ranks.size());
        for (const int rank : ranks)
            silent.push_back({.rank = static_cast<std::uint32_t>(rank), .lastSeen = now - ago});
        return silence.look(
            silent, held, [](int) { return false; }, now);
    }
    std::string outcome(const Ending& ending) const { return silence.explain(ending).sentence; }

    RankSilence::Clock::time_point now = RankSilence::Clock::now();
    RankWatch watch{0, 0};
    HeldRanks held{watch};
    RankSilence silence{{{"n1", 2}, {"n2", 2}}};
    const Ending waited{.sentence = "rank 1 on n1 got no message from rank 2"};
};

TEST_F(Silence, IsToldOncePerHost)
{
    const auto first = look({2, 3}, 4s);
    ASSERT_EQ(first.sentences.size(), 1U);
    EXPECT_EQ(first.sentences.front(),
              "2 ranks on n2 have been silent for 3 s; the network or the hosts may be down");
    EXPECT_TRUE(look({2, 3}, 8s).sentences.empty());
    EXPECT_TRUE(look({}, 0s).sentences.empty());
    EXPECT_EQ(look({3}, 4s).sentences.front(), "rank 3 on n2 has been silent for 3 s");
    EXPECT_FALSE(look({2, 3}, 29s).tooLong);
    EXPECT_EQ(look({2, 3}, 31s).tooLong, 2);
}

TEST_F(Silence, OfAWholeHostExplainsAnEnd)
{
    look({2}, 4s);
    EXPECT_EQ(outcome(waited), waited.sentence) << "its other rank is heard";
    look({2, 3}, 4s);
    EXPECT_EQ(outcome(waited),
              "rank 1 on n1 got no message from rank 2; nothing is heard from n2 any "
              "more, which may be down or cut off");
    EXPECT_EQ(outcome({.sentence = "the Slurm job 7 lost its node n2"}),
              "the Slurm job 7 lost its node n2");
    EXPECT_EQ(outcome({.sentence = "n2x.y ended"}),
              "n2x.y ended; nothing is heard from n2 any more, which may be down or cut off");
    EXPECT_EQ(outcome({.state = RunState::Stopped}), "");
    look({0, 1, 2, 3}, 4s);
    EXPECT_EQ(outcome({.sentence = "x"}),
              "x; nothing is heard from n1 and n2 any more, which may be down or cut off");
    look({}, 0s);
    EXPECT_EQ(outcome(waited), waited.sentence);
}

} // namespace
} // namespace launch
