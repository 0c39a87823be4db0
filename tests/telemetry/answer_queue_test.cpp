#include "telemetry/answer_queue.h"

#include <gtest/gtest.h>

namespace telemetry::test {
namespace {

using namespace std::chrono_literals;

class Answers : public testing::Test {
protected:
    void note(std::uint32_t rank, bool urgent, std::chrono::milliseconds at)
    {
        queue.note(rank, {"peer", false}, urgent, start + at);
    }
    std::vector<std::uint32_t> due(std::chrono::milliseconds at, bool all = false)
    {
        std::vector<std::uint32_t> ranks;
        queue.take(start + at, all,
                   [&](std::uint32_t rank, const AnswerQueue::Route&) { ranks.push_back(rank); });
        return ranks;
    }

    using Ranks = std::vector<std::uint32_t>;
    AnswerQueue::Time start = AnswerQueue::Time{} + 1h;
    AnswerQueue queue{8, 64};
};

TEST_F(Answers, AnUrgentOneDoesNotWait)
{
    note(3, false, 0ms);
    note(5, true, 1ms);
    EXPECT_EQ(due(1ms), (Ranks{5}));
    EXPECT_EQ(due(49ms), (Ranks{}));
    EXPECT_EQ(due(50ms), (Ranks{3}));
    EXPECT_EQ(due(1000ms), (Ranks{}));
}

TEST_F(Answers, AQuarterOfAWindowDoesNotWait)
{
    for (int i = 0; i < 15; ++i)
        note(1, false, 0ms);
    EXPECT_EQ(due(0ms), (Ranks{}));
    note(1, false, 0ms);
    EXPECT_EQ(due(0ms), (Ranks{1}));
    EXPECT_EQ(due(100ms), (Ranks{}));
}

TEST_F(Answers, ARankThatWasAnsweredMeanwhileWaitsFromItsNextFrameOn)
{
    note(1, false, 0ms);
    note(1, true, 10ms);
    EXPECT_EQ(due(10ms), (Ranks{1}));
    note(1, false, 20ms);
    EXPECT_EQ(due(60ms), (Ranks{})) << "since the first frame, which was answered";
    EXPECT_EQ(due(70ms), (Ranks{1}));
}

TEST_F(Answers, EachRankIsAnsweredOnceAndOverItsLastConnection)
{
    note(1, false, 0ms);
    queue.note(1, {"aggregator", true}, true, start);
    note(2, false, 0ms);
    std::vector<std::string> names;
    queue.take(start, true, [&](std::uint32_t, const AnswerQueue::Route& route) {
        names.push_back(route.name + (route.bundled ? "+" : ""));
    });
    EXPECT_EQ(names, (std::vector<std::string>{"aggregator+", "peer"}));
    EXPECT_EQ(due(0ms, true), (Ranks{}));
}

} // namespace
} // namespace telemetry::test
