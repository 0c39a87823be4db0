// Orders between streams that somebody forgot, planted: the fake runtime makes each of them visible
// under one of its policies, where a GPU would show it one day in a hundred.

#include "tests/cuda/fakes/streams.h"

#include <csignal>

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

#include <cuda_runtime_api.h>

namespace fake {
namespace {

constexpr std::size_t kCount = 1000;
constexpr std::size_t kBytes = kCount * sizeof(float);

enum class Fault { None, SendsTooEarly, ReusesTooEarly, ReadsTooEarly };

// Two streams, and memory of both sides.
struct Bench {
    Bench()
    {
        for (cudaStream_t* stream : {&compute, &communication})
            cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
        for (cudaEvent_t* event : {&made, &sent})
            cudaEventCreateWithFlags(event, cudaEventDisableTiming);
        for (float** block : {&bucket, &wire})
            cudaMalloc(reinterpret_cast<void**>(block), kBytes);
        for (float** block : {&given, &back})
            cudaMallocHost(reinterpret_cast<void**>(block), kBytes);
    }
    ~Bench()
    {
        for (float* block : {bucket, wire})
            cudaFree(block);
        for (float* block : {given, back})
            cudaFreeHost(block);
        for (cudaEvent_t event : {made, sent})
            cudaEventDestroy(event);
        for (cudaStream_t stream : {compute, communication})
            cudaStreamDestroy(stream);
    }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    cudaStream_t compute{}, communication{};
    cudaEvent_t made{}, sent{};
    float *bucket{}, *wire{}, *given{}, *back{};
};

// What the engine does in every step: compute fills a bucket, the other stream sends it, compute
// uses the memory again. Whether what arrives is what was sent.
bool arrives(Bench& bench, Fault fault, int round)
{
    std::iota(bench.given, bench.given + kCount, static_cast<float>(round));
    cudaMemcpyAsync(bench.bucket, bench.given, kBytes, cudaMemcpyHostToDevice, bench.compute);
    cudaEventRecord(bench.made, bench.compute);
    if (fault != Fault::SendsTooEarly)
        cudaStreamWaitEvent(bench.communication, bench.made, 0);
    cudaMemcpyAsync(bench.wire, bench.bucket, kBytes, cudaMemcpyDeviceToDevice,
                    bench.communication);
    cudaEventRecord(bench.sent, bench.communication);
    if (fault != Fault::ReusesTooEarly)
        cudaStreamWaitEvent(bench.compute, bench.sent, 0);
    cudaMemsetAsync(bench.bucket, 0, kBytes, bench.compute);
    cudaMemcpyAsync(bench.back, bench.wire, kBytes, cudaMemcpyDeviceToHost, bench.communication);
    if (fault != Fault::ReadsTooEarly)
        cudaStreamSynchronize(bench.communication);
    const bool right = bench.back[kCount - 1] == static_cast<float>(round) + kCount - 1;
    cudaDeviceSynchronize();
    return right;
}

// In how many of 20 rounds something else arrives.
int wrong(Fault fault, Turns turns)
{
    Device::setOptions({.turns = turns});
    Bench bench;
    int count = 0;
    for (int round = 1; round <= 20; ++round)
        count += arrives(bench, fault, round) ? 0 : 1;
    return count;
}

TEST(Streams, WhatIsOrderedByEventsArrivesInEveryOrder)
{
    for (const Turns turns : {Turns::Random, Turns::AwaitedFirst, Turns::AwaitedLast})
        EXPECT_EQ(wrong(Fault::None, turns), 0);
}

TEST(Streams, ASendBeforeItsEventIsSeen)
{
    EXPECT_EQ(wrong(Fault::SendsTooEarly, Turns::AwaitedFirst), 20);
}

TEST(Streams, ABlockThatIsUsedAgainTooEarlyIsSeen)
{
    EXPECT_EQ(wrong(Fault::ReusesTooEarly, Turns::AwaitedLast), 20);
}

TEST(Streams, AHostThatReadsTooEarlyIsSeen)
{
    for (const Turns turns : {Turns::Random, Turns::AwaitedFirst, Turns::AwaitedLast})
        EXPECT_EQ(wrong(Fault::ReadsTooEarly, turns), 20);
}

TEST(Streams, AnEventThatNobodyRecordsIsNamed)
{
    Device::setOptions({});
    const Bench bench;
    Stream& stream = *reinterpret_cast<Stream*>(bench.compute);
    stream.enqueue([] {}, [] { return false; });
    EXPECT_EQ(cudaStreamSynchronize(bench.compute), cudaErrorLaunchFailure);
    EXPECT_NE(std::string(cudaGetErrorString(cudaErrorLaunchFailure)).find("nobody records"),
              std::string::npos);
    Device::own().reset({});
}

TEST(Streams, HostMemoryThatTheDeviceCannotReachMakesTheHostWait)
{
    Device::setOptions({});
    const Bench bench;
    const std::size_t before = Device::own().counts().waits;
    std::vector<float> pageable(kCount, 1);
    cudaMemcpyAsync(bench.bucket, bench.given, kBytes, cudaMemcpyHostToDevice, bench.compute);
    EXPECT_EQ(Device::own().counts().waits, before);
    cudaMemcpyAsync(bench.bucket, pageable.data(), kBytes, cudaMemcpyHostToDevice, bench.compute);
    EXPECT_EQ(Device::own().counts().waits, before + 1);
}

TEST(Streams, ACopyThatGoesAnotherWayThanItSaysIsRefused)
{
    Device::setOptions({});
    const Bench bench;
    for (const cudaMemcpyKind kind :
         {cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyHostToHost})
        EXPECT_EQ(cudaMemcpyAsync(bench.bucket, bench.given, kBytes, kind, bench.compute),
                  cudaErrorInvalidValue);
}

TEST(Streams, OnlyRecordedEventsThatKeepTimesHaveTimesBetweenThem)
{
    Device::setOptions({});
    const Bench bench;
    cudaEvent_t plain = nullptr;
    cudaEvent_t timed = nullptr;
    ASSERT_EQ(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming), cudaSuccess);
    ASSERT_EQ(cudaEventCreateWithFlags(&timed, cudaEventDefault), cudaSuccess);
    float milliseconds = -1;
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, timed, timed), cudaErrorInvalidResourceHandle);
    for (const cudaEvent_t event : {plain, timed}) {
        cudaEventRecord(event, bench.compute);
        EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
    }
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, plain, timed), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, timed, timed), cudaSuccess);
    EXPECT_EQ(milliseconds, 0);
    cudaEventDestroy(plain);
    cudaEventDestroy(timed);
}

TEST(Streams, AFullStreamHoldsTheHost)
{
    Device::setOptions({});
    const Bench bench;
    const std::size_t before = Device::own().counts().waits;
    for (std::size_t entry = 0; entry < kMostQueued; ++entry)
        cudaMemsetAsync(bench.bucket, 0, 1, bench.compute);
    EXPECT_EQ(Device::own().counts().waits, before);
    cudaMemsetAsync(bench.bucket, 0, 1, bench.compute);
    EXPECT_EQ(Device::own().counts().waits, before + 1);
}

TEST(Streams, WhatIsNotThereCannotBeTaken)
{
    Device::setOptions({.memory = 1U << 16});
    void* block = nullptr;
    EXPECT_EQ(cudaMalloc(&block, 1U << 20), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaMalloc(&block, 1U << 12), cudaSuccess);
    EXPECT_EQ(cudaFree(block), cudaSuccess);
    EXPECT_EQ(cudaFree(block), cudaErrorInvalidValue); // a second time
    Device::setOptions({});
}

using StreamsDeathTest = testing::Test;

TEST(StreamsDeathTest, TheHostCannotTouchTheDevicesMemory)
{
    Device::setOptions({});
    const Bench bench;
    volatile float* const memory = bench.bucket;
    const auto touch = [memory] {
        std::signal(SIGSEGV, SIG_DFL); // a sanitizer would report the access instead
        static_cast<void>(*memory);
    };
    EXPECT_EXIT(touch(), testing::KilledBySignal(SIGSEGV), "");
}

} // namespace
} // namespace fake
