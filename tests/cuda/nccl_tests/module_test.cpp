// What a rank asks of the module, and what becomes of it among its GPUs.

#include "engine/runtime/cuda/cuda_device.h"
#include "engine/runtime/cuda/cuda_module.h"
#include "engine/runtime/loopback/loopback_communicator.h"
#include "tests/cuda/nccl_tests/device_group.h"
#include "tests/cuda/nccl_tests/ranks.h"
#include "tests/runtime/collectives/collective_cases.h"

#include <gtest/gtest.h>

#include <mutex>
#include <numeric>

namespace gpu::test {
namespace {

using namespace std::chrono_literals;

constexpr int kRanks = 4;

// Sums in the order of ranks or in another, in a group of all ranks; what is wrong on each.
std::vector<std::string> sumsOf(const training::DeviceRequest& asked, bool inOrder)
{
    fake::setNcclOptions({});
    engine::SystemClock clock;
    engine::LoopbackGroups hosts(60s);
    std::vector<int> all(kRanks);
    std::iota(all.begin(), all.end(), 0);
    std::vector<std::string> wrong(kRanks);
    std::mutex environment;
    const auto why = fake::onRanks(kRanks, [&](int rank, auto) {
        engine::Waiting waiting(clock);
        training::DeviceRequest request = asked;
        request.rank = request.localRank = rank;
        request.share.ranks = kRanks;
        auto device = [&] {
            const std::lock_guard lock(environment); // which it writes to
            return CudaModule().open(request, waiting);
        }();
        ASSERT_TRUE(device) << device.error().message;
        auto host = engine::LoopbackCommunicator::open(hosts, "dp", all, rank, waiting);
        ASSERT_TRUE(host) << host.error().message;
        auto group = (*device)->group(std::move(*host));
        ASSERT_TRUE(group) << group.error().message;
        DeviceGroup values(**group, (*device)->store(), (*device)->lanes());
        wrong[static_cast<std::size_t>(rank)]
            = engine::test::checkAll(values, {.inOrder = inOrder, .broadcasts = false});
        EXPECT_TRUE((*device)->close());
    });
    EXPECT_EQ(why, std::vector<std::string>(kRanks));
    return wrong;
}

TEST(CudaModules, ADeterministicRankSumsInTheOrderOfRanks)
{
    const std::vector<std::string> nothing(kRanks);
    EXPECT_EQ(sumsOf({.communicators = 1, .deterministic = true}, true), nothing);
    EXPECT_EQ(sumsOf({.communicators = 1}, false), nothing);
    EXPECT_NE(sumsOf({.communicators = 1}, true), nothing) << "it makes a difference";
}

// The GPU that is made up has 108 multiprocessors.
TEST(CudaModules, AllCommunicatorsOfARankFitOnItsGpu)
{
    const std::vector<std::string> nothing(kRanks);
    EXPECT_EQ(sumsOf({.communicators = 10}, false), nothing);
    EXPECT_EQ(fake::ncclCounts().mostBlocks, 4);
    EXPECT_EQ(sumsOf({.share = {.gpusPerRank = 0.5}, .communicators = 10}, false), nothing);
    EXPECT_EQ(fake::ncclCounts().mostBlocks, 2) << "of two ranks";
}

} // namespace
} // namespace gpu::test
