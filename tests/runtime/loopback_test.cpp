#include "engine/runtime/loopback/loopback_transport.h"

#include "tests/runtime/shared_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <thread>

namespace engine::test {
namespace {

using namespace std::chrono_literals;
using plan::Instruction;

Transfer send(const plan::Op& op, int to, Tensor payload = {})
{
    return {
        .instruction = {Instruction::Kind::Send, op, to}, .stamp = {5ms, 6ms}, .payload = payload};
}

Transfer receive(const plan::Op& op, int from)
{
    return {.instruction = {Instruction::Kind::Receive, op, from}};
}

void onRanks(const LoopbackOptions& options, const std::function<void(LoopbackTransport&)>& body)
{
    SharedClock clock(options.ranks);
    LoopbackFabric fabric(options);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < options.ranks; ++rank)
        threads.emplace_back([&, rank] {
            Waiting waiting(clock);
            LoopbackTransport transport(fabric, rank, waiting);
            body(transport);
            clock.leave();
        });
    for (auto& thread : threads)
        thread.join();
}

TEST(Loopback, CarriesPayloadAndStampToTheRightRank)
{
    onRanks({.ranks = 3, .microbatches = 2, .messageBytes = 3}, [](LoopbackTransport& t) {
        ASSERT_TRUE(t.beginStep(0));
        const int next = (t.rank() + 1) % 3;
        const int previous = (t.rank() + 2) % 3;
        std::vector<std::byte> bytes(3, std::byte(t.rank()));
        const Transfer group[] = {send(plan::forward(t.rank(), 1), next, {bytes.data(), 3}),
                                  receive(plan::forward(previous, 1), previous)};
        ASSERT_TRUE(t.start(group));
        const auto arrival = t.wait(plan::forward(previous, 1));
        ASSERT_TRUE(arrival) << arrival.error().message;
        EXPECT_EQ(arrival->stamp.virtualEnd, 5ms);
        EXPECT_EQ(arrival->stamp.sent, 6ms);
        ASSERT_EQ(arrival->payload.bytes, 3u);
        EXPECT_TRUE(std::all_of(arrival->payload.data, arrival->payload.data + 3,
                                [&](std::byte b) { return b == std::byte(previous); }));
    });
}

TEST(Loopback, AllRanksAgreeOnTheLargestValueTimeAfterTime)
{
    onRanks({.ranks = 4}, [](LoopbackTransport& t) {
        for (int round = 0; round < 50; ++round) {
            const auto agreed = t.agreeMax(Nanoseconds{round * 10 + (t.rank() + round) % 4});
            ASSERT_TRUE(agreed);
            ASSERT_EQ(*agreed, Nanoseconds{round * 10 + 3});
        }
    });
}

TEST(Loopback, AStepBeginsAtOneMomentAheadOfNow)
{
    std::vector<Nanoseconds> zeros(4);
    onRanks({.ranks = 4, .margin = 3ms}, [&](LoopbackTransport& t) {
        const auto zero = t.beginStep(0);
        ASSERT_TRUE(zero);
        zeros[static_cast<std::size_t>(t.rank())] = *zero;
    });
    EXPECT_EQ(zeros, std::vector<Nanoseconds>(4, zeros.front()));
}

TEST(Loopback, WhenAllBuffersAreOnTheirWayASendWaitsAndThenGivesUp)
{
    onRanks({.ranks = 2, .microbatches = 4, .buffers = 2, .patience = 2s},
            [](LoopbackTransport& t) {
                if (t.rank() == 1)
                    return;
                for (int mb = 0; mb < 2; ++mb) {
                    const Transfer group[] = {send(plan::forward(0, mb), 1)};
                    ASSERT_TRUE(t.start(group));
                }
                const Transfer group[] = {send(plan::forward(0, 2), 1)};
                const auto third = t.start(group);
                ASSERT_FALSE(third);
                EXPECT_EQ(third.error().message,
                          "a message of rank 0 did not leave within 2.0 s: 0F2 to "
                          "rank 1, which is stuck or gone");
            });
}

TEST(Loopback, AnAbortEndsTheWaitsOfOthers)
{
    onRanks({.ranks = 2, .patience = 3600s}, [](LoopbackTransport& t) {
        if (t.rank() == 1)
            return t.abort("out of paper");
        const Transfer group[] = {receive(plan::forward(0, 0), 1)};
        ASSERT_TRUE(t.start(group));
        const auto arrival = t.wait(plan::forward(0, 0));
        ASSERT_FALSE(arrival);
        EXPECT_EQ(arrival.error().message, "rank 1 gave up: out of paper");
    });
}

TEST(Loopback, ARankThatIsMissingFromAnAgreementIsAnError)
{
    onRanks({.ranks = 2, .patience = 4s}, [](LoopbackTransport& t) {
        if (t.rank() == 1)
            return;
        const auto zero = t.beginStep(7);
        ASSERT_FALSE(zero);
        EXPECT_EQ(zero.error().message,
                  "rank 0 waited 4.0 s for all ranks to agree on the start of "
                  "step 7; one of them is stuck or gone");
    });
}

} // namespace
} // namespace engine::test
