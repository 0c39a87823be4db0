#include "engine/runtime/loopback/loopback_control.h"
#include "engine/runtime/loopback/loopback_transport.h"
#include "engine/runtime/raw_memory.h"
#include "tests/runtime/shared_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <thread>

namespace engine::test {
namespace {

using namespace std::chrono_literals;
using plan::Instruction;

Transfer send(const plan::Op& op, int to, DeviceBytes payload = {})
{
    return {
        .instruction = {Instruction::Kind::Send, op, to}, .stamp = {5ms, 6ms}, .payload = payload};
}

Transfer receive(const plan::Op& op, int from, DeviceBytes payload = {})
{
    return {.instruction = {Instruction::Kind::Receive, op, from}, .payload = payload};
}

void onRanks(const LoopbackOptions& options, const std::function<void(LoopbackTransport&)>& body)
{
    SharedClock clock(options.ranks);
    LoopbackFabric fabric(options);
    std::vector<std::thread> threads;
    threads.reserve(options.ranks);
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
        t.beginStep(0);
        const int next = (t.rank() + 1) % 3;
        const int previous = (t.rank() + 2) % 3;
        std::vector<std::byte> bytes(3, std::byte(t.rank()));
        std::vector<std::byte> arrived(3);
        const Transfer group[]
            = {send(plan::forward(t.rank(), 1), next, {deviceAddress(bytes.data()), 3}),
               receive(plan::forward(previous, 1), previous, {deviceAddress(arrived.data()), 3})};
        ASSERT_TRUE(t.start(group));
        const auto message = t.wait(plan::forward(previous, 1));
        ASSERT_TRUE(message) << message.error().message;
        EXPECT_EQ(message->stamp.virtualEnd, 5ms);
        EXPECT_EQ(message->stamp.sent, 6ms);
        EXPECT_EQ(arrived, std::vector<std::byte>(3, std::byte(previous)));
    });
}

void onControls(int ranks, Nanoseconds patience, const std::function<void(Control&)>& body)
{
    SharedClock clock(ranks);
    LoopbackAgreement agreement(ranks, patience);
    std::vector<std::thread> threads;
    threads.reserve(ranks);
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            Waiting waiting(clock);
            LoopbackControl control(agreement, rank, waiting);
            body(control);
            clock.leave();
        });
    for (auto& thread : threads)
        thread.join();
}

TEST(Loopback, AllRanksAgreeOnTheLargestValueTimeAfterTime)
{
    onControls(4, 10s, [](Control& control) {
        for (int round = 0; round < 50; ++round) {
            const auto agreed = control.agreeMax(
                Nanoseconds{round * 10 + (control.rank() + round) % 4}, "a number");
            ASSERT_TRUE(agreed);
            ASSERT_EQ(*agreed, Nanoseconds{round * 10 + 3});
        }
    });
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
    onControls(2, 4s, [](Control& control) {
        if (control.rank() == 1)
            return;
        const auto agreed = control.agreeMax({}, "the start of step 7");
        ASSERT_FALSE(agreed);
        EXPECT_EQ(agreed.error().message,
                  "rank 0 waited 4.0 s for all ranks to agree on the start of "
                  "step 7; one of them is stuck or gone");
    });
}

} // namespace
} // namespace engine::test
