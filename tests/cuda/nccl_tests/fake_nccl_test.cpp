// What a GPU and NCCL would answer by hanging, or by wrong values one day in a hundred, planted:
// the fake NCCL reports each of it, in every order of the streams or under one of the policies.

#include "tests/cuda/fakes/nccl.h"
#include "tests/cuda/nccl_tests/ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace fake {
namespace {

constexpr std::size_t kCount = 100;
constexpr std::size_t kBytes = kCount * sizeof(float);

// A rank's communicator, made without anything that the engine adds.
class Communicator {
public:
    Communicator(const std::string& name, const ncclUniqueId& id, int size, int rank,
                 int blocks = 8)
    {
        ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
        config.blocking = 0;
        config.commName = name.c_str();
        config.maxCTAs = blocks;
        ncclCommInitRankConfig(&m_it, size, id, rank, &config);
        settle();
    }

    operator ncclComm_t() const { return m_it; }

    ncclResult_t settle()
    {
        ncclResult_t state = ncclInProgress;
        while (state == ncclInProgress && ncclCommGetAsyncError(m_it, &state) == ncclSuccess)
            std::this_thread::yield();
        return state;
    }
    void close()
    {
        ncclCommFinalize(m_it);
        settle();
        ncclCommDestroy(m_it);
    }

private:
    ncclComm_t m_it = nullptr;
};

class Stream {
public:
    Stream() { cudaStreamCreateWithFlags(&m_it, cudaStreamNonBlocking); }
    ~Stream() { cudaStreamDestroy(m_it); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return m_it; }
    // Nothing is queued here before what is queued in the other so far.
    void follow(cudaStream_t other)
    {
        cudaEvent_t event = nullptr;
        cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
        cudaEventRecord(event, other);
        cudaStreamWaitEvent(m_it, event, 0);
        cudaEventDestroy(event);
    }

private:
    cudaStream_t m_it = nullptr;
};

// Floats on the device.
class Values {
public:
    explicit Values(std::size_t count)
        : m_host(count)
    {
        cudaMalloc(reinterpret_cast<void**>(&m_device), count * sizeof(float));
    }
    ~Values() { cudaFree(m_device); }
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;
    operator float*() const { return m_device; }

    void put(float value, cudaStream_t stream)
    {
        std::fill(m_host.begin(), m_host.end(), value);
        cudaMemcpyAsync(m_device, m_host.data(), m_host.size() * sizeof(float),
                        cudaMemcpyHostToDevice, stream);
    }
    // Waits for the stream; none where the device has failed.
    std::vector<float> get(cudaStream_t stream)
    {
        std::vector<float> values(m_host.size());
        if (cudaMemcpyAsync(values.data(), m_device, values.size() * sizeof(float),
                            cudaMemcpyDeviceToHost, stream)
            != cudaSuccess)
            return {};
        return values;
    }

private:
    float* m_device = nullptr;
    std::vector<float> m_host;
};

const std::array kAllTurns{Turns::Random, Turns::AwaitedFirst, Turns::AwaitedLast};

TEST(FakeNccl, SumsGoAroundTheRing)
{
    for (const Turns turns : kAllTurns) {
        Device::setOptions({.turns = turns});
        const std::vector<std::string> why = onRanks(3, [](int rank, auto idOf) {
            Communicator all("all", idOf("all"), 3, rank);
            const Stream stream;
            Values values(3);
            // A sum that depends on its order: what is small survives only behind the large.
            values.put(rank == 0 ? 1e8F : rank == 1 ? -1e8F : 1.0F, stream);
            ncclAllReduce(values, values, 3, ncclFloat32, ncclSum, all, stream);
            all.settle();
            EXPECT_EQ(values.get(stream), (std::vector<float>{0, 0, 1}));
            all.close();
        });
        EXPECT_EQ(why, std::vector<std::string>(3));
    }
}

TEST(FakeNccl, AnOperationIsInItsStreamOnlyOnceTheCommunicatorWasAsked)
{
    Device::setOptions({});
    onRanks(2, [](int rank, auto idOf) {
        Communicator all("all", idOf("all"), 2, rank);
        const Stream stream;
        Values values(1);
        values.put(1, stream);
        // The first of a communicator, which makes its connections.
        EXPECT_EQ(ncclAllReduce(values, values, 1, ncclFloat32, ncclSum, all, stream),
                  ncclInProgress);
        EXPECT_EQ(values.get(stream), std::vector<float>{1});
        EXPECT_EQ(ncclAllReduce(values, values, 1, ncclFloat32, ncclSum, all, stream),
                  ncclInvalidArgument);
        EXPECT_EQ(all.settle(), ncclSuccess);
        EXPECT_EQ(values.get(stream), std::vector<float>{2});
        all.close();
    });
}

enum class Fault { None, SendsTooEarly, ReusesTooEarly };

// In how many of 10 rounds something else arrives: rank 0 fills a block, sends it and uses the
// block again, in two streams.
int wrong(Fault fault, Turns turns)
{
    Device::setOptions({.turns = turns});
    setNcclOptions({.later = false}); // nothing is to run before all is queued
    std::atomic<int> count = 0;
    onRanks(2, [&](int rank, auto idOf) {
        Communicator pair("0 to 1", idOf("0 to 1"), 2, rank);
        Stream compute;
        Stream communication;
        Values block(kCount);
        for (int round = 1; round <= 10; ++round) {
            if (rank == 0) {
                block.put(static_cast<float>(round), compute);
                cudaMemsetAsync(block, 0, kBytes / 2, compute); // what is sent is made on the way
                if (fault != Fault::SendsTooEarly)
                    communication.follow(compute);
                ncclSend(block, kCount, ncclFloat32, 1, pair, communication);
                if (fault != Fault::ReusesTooEarly)
                    compute.follow(communication);
                cudaMemsetAsync(block, 0xff, kBytes, compute);
                cudaStreamSynchronize(fault == Fault::ReusesTooEarly ? compute : communication);
            } else {
                ncclRecv(block, kCount, ncclFloat32, 0, pair, communication);
                const std::vector<float> values = block.get(communication);
                count += values.front() == 0 && values.back() == static_cast<float>(round) ? 0 : 1;
            }
        }
        cudaDeviceSynchronize();
        pair.close();
    });
    setNcclOptions({});
    return count;
}

TEST(FakeNccl, WhatIsOrderedByEventsArrivesInEveryOrder)
{
    for (const Turns turns : kAllTurns)
        EXPECT_EQ(wrong(Fault::None, turns), 0);
}

TEST(FakeNccl, ASendBeforeTheEventOfItsOpIsSeen)
{
    EXPECT_EQ(wrong(Fault::SendsTooEarly, Turns::AwaitedFirst), 10);
}

TEST(FakeNccl, ABlockThatIsUsedAgainBeforeItsSendIsOverIsSeen)
{
    EXPECT_EQ(wrong(Fault::ReusesTooEarly, Turns::AwaitedFirst), 10);
}

enum class Order { Same, Crossed };

// Both ranks sum in two communicators, each in a stream of its own. Crossed: each begins with
// another one. A kernel takes `blocks` of the 132 that a device has.
std::vector<std::string> inTwoCommunicators(Order order, int blocks)
{
    return onRanks(2, [=](int rank, auto idOf) {
        std::array communicators{Communicator("dp", idOf("dp"), 2, rank, blocks),
                                 Communicator("tp", idOf("tp"), 2, rank, blocks)};
        std::array<Stream, 2> streams;
        std::array<Values, 2> values{Values(kCount), Values(kCount)};
        const std::size_t first = order == Order::Crossed ? static_cast<std::size_t>(rank) : 0;
        for (const std::size_t at : {first, 1 - first}) {
            ncclAllReduce(values.at(at), values.at(at), kCount, ncclFloat32, ncclSum,
                          communicators.at(at), streams.at(at));
            communicators.at(at).settle();
            Device::own().runSomething(); // it has begun when the next is called
        }
        if (cudaDeviceSynchronize() == cudaSuccess)
            for (Communicator& communicator : communicators)
                communicator.close();
    });
}

TEST(FakeNccl, CommunicatorsThatNobodyOrdersHangWhereThereIsRoomForOne)
{
    Device::setOptions({});
    EXPECT_EQ(inTwoCommunicators(Order::Same, 132), std::vector<std::string>(2));
    EXPECT_EQ(inTwoCommunicators(Order::Crossed, 66), std::vector<std::string>(2));
    for (const std::string& why : inTwoCommunicators(Order::Crossed, 67)) {
        EXPECT_NE(why.find("no rank can go on: rank 0 of dp is in an all-reduce of 100 float32 "
                           "(sum) and waits for rank 1; rank 0 of tp has no room for"),
                  std::string::npos)
            << why;
        EXPECT_NE(why.find("rank 1 of tp is in an all-reduce"), std::string::npos) << why;
    }
}

// Rank 0 and rank 1 send each other 100 floats, or rank 1 receives so many.
std::vector<std::string> exchange(bool fused, std::size_t received = kCount)
{
    return onRanks(2, [=](int rank, auto idOf) {
        Communicator pair("pp", idOf("pp"), 2, rank);
        const Stream stream;
        Values out(kCount);
        Values in(kCount);
        if (fused)
            ncclGroupStart();
        ncclSend(out, kCount, ncclFloat32, 1 - rank, pair, stream);
        if (!fused)
            pair.settle();
        ncclRecv(in, rank == 1 ? received : kCount, ncclFloat32, 1 - rank, pair, stream);
        if (fused)
            ncclGroupEnd();
        pair.settle();
        if (cudaStreamSynchronize(stream) == cudaSuccess)
            pair.close();
    });
}

TEST(FakeNccl, ASendBeforeAReceiveHangsUnlessTheyAreFused)
{
    Device::setOptions({});
    EXPECT_EQ(exchange(true), std::vector<std::string>(2));
    for (const std::string& why : exchange(false))
        EXPECT_NE(why.find("no rank can go on: rank 0 of pp is in a send of 100 float32 and waits "
                           "for rank 1; rank 1 of pp is in a send of 100 float32 and waits for "
                           "rank 0;"),
                  std::string::npos)
            << why;
}

TEST(FakeNccl, CountsThatDifferAreNamed)
{
    Device::setOptions({});
    const std::vector<std::string> why = exchange(true, kCount - 1);
    EXPECT_NE(why[0].find("pp: rank 0 calls a send of 100 float32 where rank 1 calls a receive of "
                          "99 float32"),
              std::string::npos)
        << why[0];
    EXPECT_NE(why[1].find("pp: rank 1 calls a receive of 99 float32 where rank 0 calls a send of"),
              std::string::npos)
        << why[1];
}

TEST(FakeNccl, CollectivesInDifferingOrdersAreNamed)
{
    Device::setOptions({});
    const std::vector<std::string> why = onRanks(2, [](int rank, auto idOf) {
        Communicator all("tp", idOf("tp"), 2, rank);
        const Stream stream;
        Values values(2 * kCount);
        if (rank == 0)
            ncclAllReduce(values, values, kCount, ncclFloat32, ncclMax, all, stream);
        else
            ncclAllGather(values, values, kCount, ncclFloat32, all, stream);
        all.settle();
        cudaStreamSynchronize(stream);
    });
    EXPECT_NE(why[0].find("tp: rank 0 calls an all-reduce of 100 float32 (max) where rank 1 calls "
                          "an all-gather of 100 float32 each"),
              std::string::npos)
        << why[0];
}

TEST(FakeNccl, WhoWaitsForARankThatIsGoneIsTold)
{
    Device::setOptions({});
    const std::vector<std::string> why = onRanks(2, [](int rank, auto idOf) {
        Communicator all("tp", idOf("tp"), 2, rank);
        if (rank == 1)
            return;
        const Stream stream;
        Values values(kCount);
        ncclAllReduce(values, values, kCount, ncclFloat32, ncclSum, all, stream);
        all.settle();
        cudaStreamSynchronize(stream);
    });
    EXPECT_NE(why[0].find("no rank can go on: rank 0 of tp is in an all-reduce"), std::string::npos)
        << why[0];
}

TEST(FakeNccl, ACommunicatorIsNotUsedOnceItIsGone)
{
    Device::setOptions({});
    const std::vector<std::string> why = onRanks(2, [](int rank, auto idOf) {
        Communicator all("tp", idOf("tp"), 2, rank);
        if (rank == 0)
            ncclCommAbort(all);
        EXPECT_EQ(rank == 0 ? ncclCommAbort(all) : ncclCommDestroy(all), ncclInvalidUsage);
    });
    EXPECT_EQ(why[0], "NCCL was misused: aborting of tp after it was aborted");
    EXPECT_EQ(why[1], "NCCL was misused: destroying tp before it is finalized");
}

TEST(FakeNccl, AnAbortLetsItsStreamsGoOn)
{
    Device::setOptions({});
    const std::vector<std::string> why = onRanks(2, [](int rank, auto idOf) {
        Communicator all("tp", idOf("tp"), 2, rank);
        if (rank == 1)
            return;
        const Stream stream;
        Values values(kCount);
        ncclAllReduce(values, values, kCount, ncclFloat32, ncclSum, all, stream);
        all.settle();
        ncclCommAbort(all);
        EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    });
    EXPECT_EQ(why, std::vector<std::string>(2));
}

} // namespace
} // namespace fake
