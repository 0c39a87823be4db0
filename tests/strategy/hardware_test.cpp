#include "engine/strategy/hardware.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

// A library of collectives belongs to the devices, whichever software calls it.
TEST(Hardware, CommunicatorsAreOfTheDevicesLibrary)
{
    for (const Framework framework : {Framework::Megatron, Framework::MindSpeed}) {
        Cluster cluster;
        cluster.device = "h100";
        EXPECT_EQ(machineOf(cluster, framework).communicatorBytes, 192.0 * 1024 * 1024);
        cluster.device = "ascend-910b";
        EXPECT_NEAR(machineOf(cluster, framework).communicatorBytes, 400e6, 1e5);
        cluster.device = "cpu";
        EXPECT_EQ(machineOf(cluster, framework).communicatorBytes, 0);
    }
}

// As nvidia-smi and cudaGetDeviceProperties() have them.
TEST(Hardware, GpusAreKnownByWhatTheirDriversCallThem)
{
    const std::pair<const char*, const char*> names[] = {{"NVIDIA H100 80GB HBM3", "h100"},
                                                         {"NVIDIA H200", "h200"},
                                                         {"NVIDIA GH200 480GB", "gh200"},
                                                         {"NVIDIA GB200", "gb200"},
                                                         {"NVIDIA B200", "b200"},
                                                         {"NVIDIA A100-SXM4-40GB", "a100-40gb"},
                                                         {"NVIDIA A100-SXM4-80GB", "a100-80gb"},
                                                         {"Tesla V100-SXM2-16GB", "v100-16gb"},
                                                         {"Tesla V100-SXM2-32GB", "v100-32gb"}};
    for (const auto& [driversName, device] : names) {
        const Hardware* const known = hardwareOfGpu(driversName);
        ASSERT_NE(known, nullptr) << driversName;
        EXPECT_EQ(known->name, device);
    }
    for (const char* unknown :
         {"", "NVIDIA GeForce RTX 4090", "NVIDIA H100 80GB HBM3 MIG 1g.10gb", "NVIDIA H100 PCIe",
          "NVIDIA H100 NVL", "NVIDIA H200 NVL", "NVIDIA A100 80GB PCIe", "NVIDIA A100-PCIE-40GB",
          "Tesla V100-PCIE-16GB", "a GPU that is made up"})
        EXPECT_EQ(hardwareOfGpu(unknown), nullptr) << unknown;
}

} // namespace
} // namespace strategy
