#include "engine/plan/validate/rank_buffers.h"

#include "engine/plan/catalog.h"

#include <gtest/gtest.h>

namespace plan::test {
namespace {

std::size_t neededBy(const std::vector<const char*>& texts, const Shape& shape)
{
    std::vector<Program> programs;
    for (const char* text : texts) {
        auto program = parseProgram(text);
        EXPECT_TRUE(program) << (program ? "" : program.error().message);
        programs.push_back(program ? std::move(*program) : Program{});
    }
    return rankBuffersNeeded(programs, shape);
}

TEST(RankBuffers, OneRankNeedsNone) { EXPECT_EQ(neededBy({"0F0 0B0"}, {1, 1, 1}), 1u); }

// Rank 1 takes its messages in the order 1, 0: while it waits for the first it holds none,
// but rank 0 holds that of microbatch 0, whose receive is not posted yet.
TEST(RankBuffers, ASendWaitsInItsBufferForTheReceive)
{
    EXPECT_EQ(neededBy({"0F0 0F0>1 0F1 0F1>1", "0F1<0 1F1 0F0<0 1F0"}, {2, 1, 2}), 2u);
    EXPECT_EQ(neededBy({"0F0 0F0>1 0F1 0F1>1", "0F0<0 1F0 0F1<0 1F1"}, {2, 1, 2}), 1u);
}

TEST(RankBuffers, AReceiveHoldsItsBufferUntilItIsConsumed)
{
    EXPECT_EQ(
        neededBy({"0F0 0F0>1 0F1 0F1>1 0F2 0F2>1", "0F0<0+0F1<0+0F2<0 1F2 1F1 1F0"}, {2, 1, 3}),
        3u);
}

// Either rank sends three before it receives any, as in two directions that meet.
TEST(RankBuffers, TwoRanksThatSendBeforeTheyReceiveNeedRoomForAll)
{
    EXPECT_EQ(neededBy({"0F0 0F0>1 0F1 0F1>1 0F2 0F2>1 0F3<1 1F3 0F4<1 1F4 0F5<1 1F5",
                        "0F3 0F3>0 0F4 0F4>0 0F5 0F5>0 0F0<0 1F0 0F1<0 1F1 0F2<0 1F2"},
                       {2, 2, 6, 2}),
              4u);
}

// What a pool of large messages has at least.
TEST(RankBuffers, EightAreEnoughForTheCatalogueOnFewRanks)
{
    for (const CatalogEntry* entry : catalog())
        for (const int ranks : {2, 4, 8}) {
            const Shape shape = shapeOf(entry->name, ranks, std::nullopt, 3 * ranks);
            if (!checkConditions(entry->name, shape))
                continue;
            const auto schedule = makeSchedule(entry->name, shape);
            ASSERT_TRUE(schedule) << schedule.error().message;
            EXPECT_LE(rankBuffersNeeded(lower(*schedule), schedule->shape), 8u)
                << entry->name << " on " << ranks << " ranks";
        }
}

} // namespace
} // namespace plan::test
