// Messages between GPUs: what is sent is what the compute lane leaves there, and computing waits
// for what arrives, in every order of the streams.

#include "engine/runtime/cuda/nccl_transport.h"

#include "engine/runtime/raw_memory.h"
#include "tests/cuda/nccl_tests/gpu_rank.h"

#include <gtest/gtest.h>

#include <latch>
#include <semaphore>

namespace gpu::test {
namespace {

using engine::Transfer;
using plan::Instruction;

constexpr std::size_t kBytes = 4096;

Transfer send(const plan::Op& op, int to, engine::DeviceBytes payload = {})
{
    return {.instruction = {Instruction::Kind::Send, op, to}, .payload = payload};
}

Transfer receive(const plan::Op& op, int from, engine::DeviceBytes payload = {})
{
    return {.instruction = {Instruction::Kind::Receive, op, from}, .payload = payload};
}

// One rank of a pipeline with memory for some messages.
class Place {
public:
    Place(GpuRank& gpu, const std::vector<int>& members,
          const std::vector<std::pair<int, int>>& pairs, std::size_t mostSends = 100)
        : m_gpu(gpu)
    {
        const auto everybody = gpu.everybody();
        auto opened = NcclTransport::open(*gpu.world, *everybody, members, pairs,
                                          {.messageBytes = kBytes, .mostSends = mostSends});
        EXPECT_TRUE(opened) << opened.error().message;
        transport = std::move(*opened);
    }
    ~Place()
    {
        for (const engine::DeviceBytes& block : m_blocks)
            m_gpu.store.release(block.data, block.size);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    engine::DeviceBytes block()
    {
        return m_blocks.emplace_back(engine::DeviceBytes{m_gpu.store.take(kBytes), kBytes});
    }
    // Computes: fills the block in the compute lane.
    void fill(engine::DeviceBytes block, int value) { m_gpu.store.fill(block, std::byte(value)); }
    // Whether computing sees nothing but this there.
    bool holds(engine::DeviceBytes block, int value)
    {
        std::vector<std::byte> bytes(kBytes);
        m_gpu.store.download(bytes, block);
        return bytes == std::vector<std::byte>(kBytes, std::byte(value));
    }
    // What the rank machine does before a block is used again: the lane of the send is over it.
    void releaseAfter(const Transfer& sent)
    {
        auto& lanes = m_gpu.lanes;
        lanes.wait(engine::kComputeLane, lanes.mark(transport->laneOf(sent.instruction)));
    }

    std::unique_ptr<NcclTransport> transport;

private:
    GpuRank& m_gpu;
    std::vector<engine::DeviceBytes> m_blocks;
};

class NcclTransports : public testing::TestWithParam<fake::Turns> {
protected:
    void SetUp() override { fake::Device::setOptions({.turns = GetParam()}); }
    engine::SystemClock m_clock;
};

TEST_P(NcclTransports, CarryWhatWasComputedToWhoComputesNext)
{
    GpuRun run{.ranks = 3, .clock = m_clock};
    const auto why = onGpus(run, [](GpuRank& gpu) {
        Place place(gpu, {0, 1, 2}, {{0, 1}, {0, 2}, {1, 2}});
        NcclTransport& transport = *place.transport;
        const int next = (gpu.rank + 1) % 3;
        const int previous = (gpu.rank + 2) % 3;
        const auto out = place.block();
        const auto in = place.block();
        for (int step = 0; step < 4; ++step) {
            transport.beginStep(step);
            place.fill(in, 0xee);
            gpu.lanes.wait(
                transport.laneOf(receive(plan::forward(previous, 0), previous).instruction),
                gpu.lanes.mark(engine::kComputeLane)); // it may go there now
            place.fill(out, 10 * step + gpu.rank);
            const Transfer group[] = {send(plan::forward(gpu.rank, 0), next, out),
                                      receive(plan::forward(previous, 0), previous, in)};
            const std::size_t waits = fake::Device::own().counts().waits;
            EXPECT_TRUE(transport.start(group));
            place.releaseAfter(group[0]);
            place.fill(out, 0xdd);
            const auto arrival = transport.wait(plan::forward(previous, 0));
            EXPECT_TRUE(arrival);
            EXPECT_FALSE(arrival->stamp.sent);
            EXPECT_EQ(fake::Device::own().counts().waits, waits); // all of it is queued alone
            EXPECT_TRUE(place.holds(in, 10 * step + previous));
            EXPECT_TRUE(transport.drain());
            EXPECT_FALSE(*transport.progress());
        }
        EXPECT_TRUE(gpu.world->close());
    });
    EXPECT_EQ(why, std::vector<std::string>(3));
}

// The order of one direction says nothing about the other, nor about other ranks.
TEST_P(NcclTransports, DirectionsDoNotWaitForEachOther)
{
    GpuRun run{.ranks = 2, .clock = m_clock};
    const auto why = onGpus(run, [](GpuRank& gpu) {
        Place place(gpu, {0, 1}, {{0, 1}});
        NcclTransport& transport = *place.transport;
        const int other = 1 - gpu.rank;
        const auto one = place.block();
        const auto two = place.block();
        transport.beginStep(0);
        // Both receive first, alone: their sends are queued behind that.
        const Transfer receives[] = {receive(plan::forward(other, 0), other, one)};
        EXPECT_TRUE(transport.start(receives));
        place.fill(two, gpu.rank);
        const Transfer sends[] = {send(plan::forward(gpu.rank, 0), other, two)};
        EXPECT_NE(transport.laneOf(receives[0].instruction),
                  transport.laneOf(sends[0].instruction));
        EXPECT_TRUE(transport.start(sends));
        EXPECT_TRUE(transport.wait(plan::forward(other, 0)));
        EXPECT_TRUE(place.holds(one, other));
        EXPECT_TRUE(transport.drain());
        EXPECT_TRUE(gpu.world->close());
    });
    EXPECT_EQ(why, std::vector<std::string>(2));
}

// Two pipelines of two ranks that are not neighbours among those of the run.
TEST_P(NcclTransports, PipelinesSideBySideDoNotMixUp)
{
    GpuRun run{.ranks = 4, .clock = m_clock};
    const auto why = onGpus(run, [](GpuRank& gpu) {
        const int replica = gpu.rank % 2;
        const int at = gpu.rank / 2;
        Place place(gpu, {replica, replica + 2}, {{0, 1}});
        EXPECT_EQ(place.transport->rank(), at);
        const auto block = place.block();
        for (int mb = 0; mb < 3; ++mb) {
            if (at == 0) {
                place.fill(block, 16 * replica + mb);
                const Transfer group[] = {send(plan::forward(0, mb), 1, block)};
                EXPECT_TRUE(place.transport->start(group));
                place.releaseAfter(group[0]);
            } else {
                const Transfer group[] = {receive(plan::forward(0, mb), 0, block)};
                EXPECT_TRUE(place.transport->start(group));
                EXPECT_TRUE(place.transport->wait(plan::forward(0, mb)));
                EXPECT_TRUE(place.holds(block, 16 * replica + mb));
            }
        }
        EXPECT_TRUE(place.transport->drain());
        EXPECT_TRUE(gpu.world->close());
    });
    EXPECT_EQ(why, std::vector<std::string>(4));
}

// Two messages of one direction in one group, and ones without memory.
TEST_P(NcclTransports, FusedMessagesAndThoseOfNobodyArrive)
{
    GpuRun run{.ranks = 2, .clock = m_clock};
    const auto why = onGpus(run, [](GpuRank& gpu) {
        Place place(gpu, {0, 1}, {{0, 1}});
        const auto one = place.block();
        const auto two = place.block();
        if (gpu.rank == 0) {
            place.fill(one, 1);
            place.fill(two, 2);
            const Transfer group[]
                = {send(plan::forward(0, 0), 1, one), send(plan::forward(0, 1), 1),
                   send(plan::forward(0, 2), 1, two)};
            EXPECT_TRUE(place.transport->start(group));
        } else {
            const Transfer group[]
                = {receive(plan::forward(0, 0), 0, one), receive(plan::forward(0, 1), 0),
                   receive(plan::forward(0, 2), 0, two)};
            EXPECT_TRUE(place.transport->start(group));
            for (int mb = 0; mb < 3; ++mb)
                EXPECT_TRUE(place.transport->wait(plan::forward(0, mb)));
            EXPECT_TRUE(place.holds(one, 1));
            EXPECT_TRUE(place.holds(two, 2));
            EXPECT_EQ(place.transport->wait(plan::forward(0, 1)).error().message,
                      "no receive of 0F1 was started");
        }
        EXPECT_TRUE(place.transport->drain());
        EXPECT_TRUE(gpu.world->close());
    });
    EXPECT_EQ(why, std::vector<std::string>(2));
}

// Lets the other side take one message more whenever somebody waits, if only for NCCL to begin.
class OneMoreAWait final : public engine::GivesWay {
public:
    plan::Outcome giveWay() override
    {
        ++waits;
        mayTake.release();
        return plan::done();
    }
    plan::Result<bool> comeBack() override { return true; }

    int waits = 0;
    std::counting_semaphore<> mayTake{0};
};

// Its memory is in use until it leaves: no more than that are ever on their way.
TEST_P(NcclTransports, OneMoreThanMayBeOnTheirWayWaitsForAnyOfThem)
{
    GpuRun run{.ranks = 3, .clock = m_clock};
    std::latch known(1);
    OneMoreAWait others;
    const auto why = onGpus(run, [&](GpuRank& gpu) {
        Place place(gpu, {0, 1, 2}, {{0, 1}, {0, 2}}, 2);
        NcclTransport& transport = *place.transport;
        if (gpu.rank > 0) {
            // The first message is taken after all others, though nothing else waits for that.
            if (gpu.rank == 1)
                known.wait();
            for (int mb = 0; mb < 8; ++mb) {
                if (gpu.rank == 2)
                    others.mayTake.acquire();
                const auto block = place.block();
                const Transfer group[] = {receive(plan::forward(gpu.rank, mb), 0, block)};
                EXPECT_TRUE(transport.start(group));
                EXPECT_TRUE(transport.wait(plan::forward(gpu.rank, mb)));
                EXPECT_TRUE(place.holds(block, mb));
                if (gpu.rank == 1)
                    break;
            }
            if (gpu.rank == 2)
                known.count_down();
        } else {
            const auto first = place.block();
            place.fill(first, 0);
            const Transfer waits[] = {send(plan::forward(1, 0), 1, first)};
            EXPECT_TRUE(transport.start(waits));
            for (int mb = 0; mb < 8; ++mb) {
                const auto block = place.block();
                place.fill(block, mb);
                const Transfer group[] = {send(plan::forward(2, mb), 2, block)};
                gpu.waiting.giveWayTo(&others);
                EXPECT_TRUE(transport.start(group));
                gpu.waiting.giveWayTo(nullptr);
                EXPECT_GE(others.waits, mb) << "the first of them finds room";
            }
            others.mayTake.release(8); // those that nobody has waited for
        }
        EXPECT_TRUE(transport.drain());
        EXPECT_TRUE(gpu.world->close());
    });
    EXPECT_EQ(why, std::vector<std::string>(3));
}

TEST_P(NcclTransports, WhereNobodyTakesAMessageOneMoreIsRefusedInTime)
{
    GpuRun run{.ranks = 2, .clock = m_clock, .options = {.patience = 50ms}};
    std::latch seen(1);
    static_cast<void>(onGpus(run, [&](GpuRank& gpu) {
        Place place(gpu, {0, 1}, {{0, 1}}, 1);
        if (gpu.rank == 1) { // until the other has seen it
            seen.wait();
            return;
        }
        const auto block = place.block();
        const Transfer one[] = {send(plan::forward(0, 0), 1, block)};
        const Transfer two[] = {send(plan::forward(0, 1), 1, block)};
        EXPECT_TRUE(place.transport->start(one));
        const auto refused = place.transport->start(two);
        // Whoever notices first says so: this, or the world that watches over all of them.
        const std::string why = refused ? "" : refused.error().message;
        EXPECT_TRUE(why.ends_with("stuck or gone")) << why;
        seen.count_down();
    }));
}

INSTANTIATE_TEST_SUITE_P(Turns, NcclTransports,
                         testing::Values(fake::Turns::Random, fake::Turns::AwaitedFirst,
                                         fake::Turns::AwaitedLast),
                         [](const auto& tested) {
                             return tested.param == fake::Turns::Random      ? "Random"
                                 : tested.param == fake::Turns::AwaitedFirst ? "AwaitedFirst"
                                                                             : "AwaitedLast";
                         });

} // namespace
} // namespace gpu::test
