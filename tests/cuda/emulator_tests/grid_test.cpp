// Faults that people make in kernels, planted, and what the emulator says of them.

#include "tests/cuda/emulator/dialect.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace emulator {
namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;

enum class Fault { None, NoBarrier, NoSecondBarrier, Divergent, Stranger };

// Twice the sum of a block's threads, through shared memory that is used twice.
void sumTwice(int* to, Fault fault)
{
    GRID_SHARED(int, warps, kWarps);
    const int own = static_cast<int>(threadIdx.x);
    int all = 0;
    for (int round = 0; round < 2; ++round) {
        int sum = own;
        for (int by = 16; by > 0; by /= 2)
            sum += __shfl_xor_sync(~0U, sum, by);
        if (fault != Fault::NoSecondBarrier)
            __syncthreads(); // what the round before left was read
        if (own % 32 == 0)
            warps[own / 32] = sum + round;
        if (fault != Fault::NoBarrier)
            __syncthreads();
        for (int warp = 0; warp < kWarps; ++warp)
            all += warps[warp];
    }
    to[own] = all;
}

std::string run(const Launch& launch)
{
    Multiprocessor multiprocessor;
    return multiprocessor.run(launch);
}

// How many threads have another result than they should.
std::size_t wrong(Fault fault, Turns turns)
{
    setTurns(turns);
    std::vector<int> results(kThreads);
    EXPECT_EQ(run({.threads = {kThreads}, .thread = [&] { sumTwice(results.data(), fault); }}), "");
    setTurns(Turns::Forward);
    const int wanted = kThreads * (kThreads - 1) + kWarps;
    return results.size()
        - static_cast<std::size_t>(std::count(results.begin(), results.end(), wanted));
}

TEST(Grid, AKernelWithoutFaultIsRightInEveryOrder)
{
    for (const Turns turns : {Turns::Forward, Turns::Backward, Turns::Random, Turns::OneWarpAhead})
        EXPECT_EQ(wrong(Fault::None, turns), 0U);
}

TEST(Grid, AMissingBarrierIsSeenInSomeOrders)
{
    EXPECT_GT(wrong(Fault::NoBarrier, Turns::Forward), 0U);
    EXPECT_GT(wrong(Fault::NoBarrier, Turns::OneWarpAhead), 0U);
}

TEST(Grid, AWriteThatDoesNotWaitForReadersIsSeenWhereAWarpRunsAhead)
{
    EXPECT_EQ(wrong(Fault::NoSecondBarrier, Turns::Forward), 0U); // no order of its own is enough
    EXPECT_GT(wrong(Fault::NoSecondBarrier, Turns::OneWarpAhead), 0U);
}

TEST(Grid, ThreadsThatNeverComeToABarrierAreCounted)
{
    const std::string said = run({.blocks = {2}, .threads = {64}, .thread = [] {
                                      if (threadIdx.x < 60)
                                          __syncthreads();
                                  }});
    EXPECT_NE(said.find("in block 0, 0, 0 of 64 threads 4 are over"), std::string::npos) << said;
    EXPECT_NE(said.find("grid_test.cpp:"), std::string::npos) << said;
}

TEST(Grid, DifferentBarriersDoNotMeet)
{
    const std::string said = run({.threads = {64}, .thread = [] {
                                      // NOLINTNEXTLINE(bugprone-branch-clone): two barriers
                                      if (threadIdx.x < 32)
                                          __syncthreads();
                                      else
                                          __syncthreads();
                                  }});
    EXPECT_NE(said.find("different barriers"), std::string::npos) << said;
}

TEST(Grid, ALaneThatTakesNoPartCannotBeRead)
{
    const std::string said = run({.threads = {32}, .thread = [] {
                                      if (threadIdx.x < 16)
                                          __shfl_sync(0xffffU, 1, 20);
                                  }});
    EXPECT_NE(said.find("reads lane 20"), std::string::npos) << said;
}

TEST(Grid, AWarpThatDoesNotAgreeOnItsMaskWaitsForEver)
{
    const std::string said = run({.threads = {32}, .thread = [] {
                                      __shfl_sync(threadIdx.x < 16 ? ~0U : 0xffff0000U, 1, 20);
                                  }});
    EXPECT_NE(said.find("for its warp"), std::string::npos) << said;
}

TEST(Grid, PartsOfAWarpExchangeAmongThemselves)
{
    std::vector<int> read(32);
    EXPECT_EQ(run({.threads = {32},
                   .thread =
                       [&] {
                           const int own = static_cast<int>(threadIdx.x);
                           const unsigned half = own < 16 ? 0xffffU : 0xffff0000U;
                           int value = own;
                           for (int i = 0; i < (own < 16 ? 4 : 1);
                                ++i) // one is further than the other
                               value = __shfl_sync(half, value + 1, own < 16 ? 3 : 17);
                           read[static_cast<std::size_t>(own)] = value;
                       }}),
              "");
    for (int i = 0; i < 32; ++i)
        EXPECT_EQ(read[static_cast<std::size_t>(i)], i < 16 ? 7 : 18);
}

TEST(Grid, ALaunchThatNoGpuTakesIsRefused)
{
    for (const Launch& launch : {Launch{.threads = {2048}}, Launch{.blocks = {1, 70000}},
                                 Launch{.blocks = {0}}, Launch{.shared = std::size_t{1} << 20}})
        EXPECT_NE(run(launch).find("which no GPU accepts"), std::string::npos);
}

// 48 KiB without a word, and 99 with one on every GPU.
TEST(Grid, SharedMemoryThatAKernelWasNotGivenIsRefused)
{
    const char first = 0;
    const char second = 0;
    const auto launched = [](const char& kernel, std::size_t shared) {
        return run({.shared = shared, .thread = [] {}, .kernel = &kernel});
    };
    EXPECT_EQ(launched(first, kSharedUnasked), "");
    EXPECT_EQ(launched(first, kSharedUnasked + 1),
              "a launch with 49153 bytes of shared memory of a kernel that may have 49152");
    EXPECT_TRUE(allowShared(&first, kMostShared));
    EXPECT_EQ(launched(first, kMostShared), "");
    EXPECT_NE(launched(second, kSharedUnasked + 1), "");
    EXPECT_FALSE(allowShared(&second, kMostShared + 1));
}

TEST(Grid, SharedMemoryHoldsNoNumberAtFirst)
{
    float seen = 0;
    EXPECT_EQ(
        run({.shared = sizeof(float), .thread = [&] { seen = *gpu::dynamicShared<float>(); }}), "");
    EXPECT_TRUE(std::isnan(seen));
}

} // namespace
} // namespace emulator
