#include "engine/launch/gpu_check.h"

#include <gtest/gtest.h>

namespace launch {
namespace {

strategy::Strategy small()
{
    strategy::Strategy strategy;
    strategy.model
        = strategy::Model{.layers = 4, .hidden = 128, .heads = 4, .vocab = 1024, .sequence = 64};
    strategy.parallel.pipeline = 2;
    strategy.batch.micro = 1;
    strategy.batch.global = 4;
    return strategy;
}

Gpus machine(std::uint64_t memory, std::vector<std::string> names)
{
    Gpus gpus;
    for (std::string& name : names)
        gpus.gpus.push_back({.name = std::move(name), .memory = memory});
    return gpus;
}

constexpr std::uint64_t kMuch = std::uint64_t{80} << 30;

TEST(GpuCheck, RanksThatFitHaveTheirGpusByName)
{
    const auto found = checkGpus(small(), {.ranks = 2}, machine(kMuch, {"A", "A", "B"}));
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->kind(), "A");
    EXPECT_TRUE(found->remarks.empty());

    const auto mixed = checkGpus(small(), {.ranks = 2}, machine(kMuch, {"A", "B"}));
    ASSERT_TRUE(mixed);
    EXPECT_EQ(mixed->kind(), "");
    EXPECT_EQ(mixed->remarks,
              std::vector<std::string>{
                  "rank 0 on A and rank 1 on B: a step takes as long as the slowest needs"});
}

TEST(GpuCheck, WhatRanksOfOneGpuNeedIsAddedUp)
{
    // Enough for one, and not for both.
    const std::uint64_t some = [&] {
        std::uint64_t bytes = 1 << 20;
        while (!checkGpus(small(), {.ranks = 2}, machine(bytes, {"A", "A"})))
            bytes += 1 << 20;
        return bytes;
    }();
    EXPECT_GT(some, std::uint64_t{4} << 20);
    const auto both = checkGpus(small(), {.ranks = 2, .gpusPerRank = 0.5}, machine(some, {"A"}));
    ASSERT_FALSE(both);
    EXPECT_TRUE(both.error().message.starts_with("ranks 0 and 1 need ")) << both.error().message;
    // What others hold is not there.
    Gpus held = machine(kMuch, {"A", "A"});
    held.gpus[1].freeMemory = 1 << 20;
    held.gpus[1].others = "process 7 holds 79.9 GiB of it";
    const auto less = checkGpus(small(), {.ranks = 2}, held);
    ASSERT_FALSE(less);
    EXPECT_NE(
        less.error().message.find("GPU 1 (A) has 0.0 of 80.0 GiB free: process 7 holds 79.9 GiB"),
        std::string::npos)
        << less.error().message;
}

TEST(GpuCheck, APeakThatIsPredictedToBeTooHighIsARemark)
{
    const auto found
        = checkGpus(small(), {.ranks = 2}, machine(std::uint64_t{128} << 20, {"A", "A"}));
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->remarks.size(), 1U);
    EXPECT_NE(found->remarks[0].find(" may run out of memory: "), std::string::npos)
        << found->remarks[0];
}

TEST(GpuCheck, MoreSamplesThanThereAreRowsOfBlocksAreRefused)
{
    strategy::Strategy strategy = small();
    strategy.batch.micro = strategy.batch.global = 70'000;
    const auto refused = checkGpus(strategy, {.ranks = 2}, machine(kMuch, {"A", "A"}));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("kernels of GPUs take at most 65535 and 8388480"),
              std::string::npos)
        << refused.error().message;
}

} // namespace
} // namespace launch
