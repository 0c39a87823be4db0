// Groups of GPUs pass what every communicator passes, in every order of the streams.

#include "tests/cuda/nccl_tests/device_group.h"
#include "tests/cuda/nccl_tests/gpu_rank.h"
#include "tests/runtime/collectives/collective_cases.h"

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

struct Setting {
    int ranks = 2;
    fake::Turns turns = fake::Turns::Random;
    bool deterministic = false;
};

engine::test::Cases casesOf(bool deterministic)
{
    return {.inOrder = deterministic, .broadcasts = false};
}

std::string nameOf(const Setting& setting)
{
    const std::string turns = setting.turns == fake::Turns::Random ? "Random"
        : setting.turns == fake::Turns::AwaitedFirst               ? "AwaitedFirst"
                                                                   : "AwaitedLast";
    return "of" + std::to_string(setting.ranks) + turns + (setting.deterministic ? "InOrder" : "");
}

class NcclCommunicatorCases : public testing::TestWithParam<Setting> {};

TEST_P(NcclCommunicatorCases, EveryCollective)
{
    fake::Device::setOptions({.turns = GetParam().turns});
    engine::SystemClock clock;
    GpuRun run{.ranks = GetParam().ranks,
               .clock = clock,
               .options = {.deterministic = GetParam().deterministic}};
    std::vector<int> all(static_cast<std::size_t>(run.ranks));
    std::iota(all.begin(), all.end(), 0);
    const std::vector<std::string> why = onGpus(run, [&](GpuRank& gpu) {
        const auto made = gpu.group("tp", all);
        DeviceGroup group(*made, gpu.store, gpu.lanes);
        EXPECT_EQ(checkAll(group, casesOf(GetParam().deterministic)), "");
        EXPECT_TRUE(gpu.world->close());
    });
    EXPECT_EQ(why, std::vector<std::string>(all.size()));
}

std::vector<Setting> settings()
{
    std::vector<Setting> all;
    for (const int ranks : {2, 3, 4})
        for (const auto turns :
             {fake::Turns::Random, fake::Turns::AwaitedFirst, fake::Turns::AwaitedLast})
            for (const bool deterministic : {false, true})
                all.push_back({ranks, turns, deterministic});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Groups, NcclCommunicatorCases, testing::ValuesIn(settings()),
                         [](const auto& tested) { return nameOf(tested.param); });

// Tensor pairs and data pairs of four ranks, all at once, waited for in differing orders.
TEST(NcclCommunicator, GroupsOfAGridDoNotWaitForEachOther)
{
    for (const auto turns :
         {fake::Turns::Random, fake::Turns::AwaitedFirst, fake::Turns::AwaitedLast}) {
        fake::Device::setOptions({.turns = turns});
        engine::SystemClock clock;
        GpuRun run{.ranks = 4, .clock = clock};
        const std::vector<std::string> why = onGpus(run, [&](GpuRank& gpu) {
            const int first = gpu.rank / 2 * 2;
            const auto tensor = gpu.group("tp", {first, first + 1});
            const auto data = gpu.group("dp", {gpu.rank % 2 + 2, gpu.rank % 2});
            EXPECT_NE(tensor->lane(), data->lane());
            EXPECT_EQ(data->rank(), 1 - gpu.rank / 2);
            DeviceGroup tensors(*tensor, gpu.store, gpu.lanes);
            DeviceGroup datas(*data, gpu.store, gpu.lanes);
            for (int repeat = 0; repeat < 3; ++repeat)
                EXPECT_EQ(checkTwoGroups(tensors, datas, casesOf(false)), "");
            EXPECT_TRUE(gpu.world->close());
        });
        EXPECT_EQ(why, std::vector<std::string>(4));
    }
}

TEST(NcclCommunicator, CommunicatorsOfARankFitOnItsGpuAtOnce)
{
    EXPECT_EQ(blocksOfEach(132, 1), 32);
    EXPECT_EQ(blocksOfEach(132, 10), 4);
    EXPECT_EQ(blocksOfEach(132, 4), 16);
    EXPECT_EQ(blocksOfEach(14, 20), 1);
    EXPECT_EQ(blocksOfEach(132, 0), 32);
}

} // namespace
} // namespace gpu::test
