#include "engine/runtime/loopback/loopback_communicator.h"

#include "tests/runtime/collectives/collective_cases.h"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <thread>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

using Group = std::unique_ptr<LoopbackCommunicator>;

// What one rank, a thread, has at hand.
class Rank {
public:
    Rank(LoopbackGroups& groups, int worldRank)
        : world(worldRank)
        , m_groups(groups)
        , m_waiting(m_clock)
    {
    }

    Group group(const std::string& name, const std::vector<int>& members)
    {
        auto opened = LoopbackCommunicator::open(m_groups, name, members, world, m_waiting);
        EXPECT_TRUE(opened) << opened.error().message;
        return opened ? std::move(*opened) : nullptr;
    }

    const int world;

private:
    LoopbackGroups& m_groups;
    SystemClock m_clock;
    Waiting m_waiting;
};

std::vector<int> firstRanks(int count)
{
    std::vector<int> ranks(static_cast<std::size_t>(count));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

void onRanks(LoopbackGroups& groups, int ranks, const std::function<void(Rank&)>& body)
{
    std::vector<std::thread> threads;
    threads.reserve(ranks);
    for (int i = 0; i < ranks; ++i)
        threads.emplace_back([&, i] {
            Rank rank(groups, i);
            body(rank);
        });
    for (auto& thread : threads)
        thread.join();
}

class LoopbackCommunicatorSizes : public testing::TestWithParam<int> {};

TEST_P(LoopbackCommunicatorSizes, EveryCollective)
{
    LoopbackGroups groups(60s);
    onRanks(groups, GetParam(), [](Rank& rank) {
        const Group group = rank.group("tp", firstRanks(GetParam()));
        EXPECT_EQ(checkAll(*group), "");
    });
}

INSTANTIATE_TEST_SUITE_P(Sizes, LoopbackCommunicatorSizes, testing::Values(1, 2, 3, 4, 7),
                         [](const auto& size) { return "of" + std::to_string(size.param); });

// Tensor pairs and data quadruples of eight ranks, all at once.
TEST(LoopbackCommunicator, GroupsOfAGridDoNotMixUp)
{
    LoopbackGroups groups(60s);
    onRanks(groups, 8, [](Rank& rank) {
        const int pair = rank.world / 2;
        const Group tensor = rank.group("tp", {2 * pair, 2 * pair + 1});
        const int first = rank.world % 2;
        const Group data = rank.group("dp", {first + 6, first + 4, first + 2, first});
        EXPECT_EQ(data->rank(), 3 - pair);
        for (int repeat = 0; repeat < 5; ++repeat)
            EXPECT_EQ(checkTwoGroups(*tensor, *data) + checkAllToAll(*data) + checkShift(*tensor),
                      "");
    });
}

TEST(LoopbackCommunicator, AMemberThatNeverComesIsASentence)
{
    LoopbackGroups groups(20ms);
    onRanks(groups, 2, [](Rank& rank) {
        const Group group = rank.group("tp", {0, 1, 2});
        std::vector<float> values(300'000);
        const auto outcome = finish(group->allReduce(std::span(values), ReduceOp::Sum));
        ASSERT_FALSE(outcome);
        EXPECT_NE(outcome.error().message.find(
                      "the all-reduce of 1.2 MB was not over within 20 ms; a rank of the group "
                      "is stuck or gone"),
                  std::string::npos)
            << outcome.error().message;
    });
}

TEST(LoopbackCommunicator, MemoryOfAMemberThatGaveUpIsNotTouched)
{
    LoopbackGroups groups(1ms);
    Rank early(groups, 0);
    Rank late(groups, 1);
    const Group first = early.group("tp", {0, 1});
    const Group second = late.group("tp", {0, 1});
    {
        std::vector<float> gone(1000);
        EXPECT_FALSE(finish(first->allReduce(std::span(gone), ReduceOp::Sum)));
    }
    std::vector<float> values(1000);
    const auto outcome = finish(second->allReduce(std::span(values), ReduceOp::Sum));
    ASSERT_FALSE(outcome);
    EXPECT_NE(outcome.error().message.find("stuck or gone"), std::string::npos);
}

TEST(LoopbackCommunicator, AnAbortEndsWaitsThatAreAndThatCome)
{
    LoopbackGroups groups(1h);
    onRanks(groups, 3, [&](Rank& rank) {
        const Group group = rank.group("dp", {0, 1, 2});
        std::vector<float> values(10);
        if (rank.world == 2) {
            groups.abort("rank 2 gave up: no memory");
            return;
        }
        for (int repeat = 0; repeat < 2; ++repeat) {
            const auto outcome = finish(group->allReduce(std::span(values), ReduceOp::Sum));
            ASSERT_FALSE(outcome);
            EXPECT_NE(outcome.error().message.find("rank 2 gave up: no memory"), std::string::npos);
        }
    });
    Rank after(groups, 3);
    const Group group = after.group("pp", {3, 4});
    std::vector<std::byte> data(4);
    EXPECT_FALSE(finish(group->broadcast(data, 0)));
}

TEST(LoopbackCommunicator, MembersThatDoNotDoTheSameAreNamed)
{
    LoopbackGroups groups;
    Rank one(groups, 0);
    Rank two(groups, 1);
    const Group first = one.group("tp", {0, 1});
    const Group second = two.group("tp", {0, 1});
    std::vector<std::byte> data(8);
    std::vector<std::byte> other(8);
    auto broadcast = first->broadcast(data, 0);
    const auto shifted = finish(second->shift(std::span(other).first(4), std::span(other).last(4)));
    ASSERT_FALSE(shifted);
    EXPECT_EQ(shifted.error().message,
              "tp (rank 1 of 2): the shift of 4 bytes: tp: the ranks do not do the same: rank 0 "
              "started the broadcast of 0 to 8 bytes, rank 1 started the shift of 4 to 4 bytes");
    EXPECT_FALSE(finish(std::move(broadcast)));
}

TEST(LoopbackCommunicator, AGroupHoldsTheRankThatOpensIt)
{
    LoopbackGroups groups;
    SystemClock clock;
    Waiting waiting(clock);
    const std::vector<int> members = {0, 1};
    const auto opened = LoopbackCommunicator::open(groups, "tp", members, 2, waiting);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().message, "the group tp of rank 2 must hold this rank once");
}

} // namespace
} // namespace engine::test
