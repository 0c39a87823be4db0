// The files of resources/hardware, and machines made of them.

#include "engine/strategy/embedded.h"
#include "engine/strategy/hardware.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

TEST(Hardware, EveryFileIsReadAndEveryNameHasOne)
{
    EXPECT_EQ(hardware().size(), hardwareFiles().size());
    EXPECT_EQ(profiles().size(), profileFiles().size());
    EXPECT_EQ(deviceNames().size(), hardware().size());
    for (const std::string_view name : deviceNames()) {
        const Hardware* known = findHardware(name);
        ASSERT_NE(known, nullptr) << name;
        EXPECT_NE(findProfile(known->profile), nullptr) << name;
    }
    EXPECT_EQ(findHardware("h1000"), nullptr);
}

TEST(Hardware, ProfilesComeBackAsWritten)
{
    for (const Profile& profile : profiles()) {
        const auto again = readProfile(profile.name, writeProfile(profile));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->efficiency, profile.efficiency) << profile.name;
        EXPECT_EQ(again->source, profile.source);
        EXPECT_EQ(again->runs, profile.runs);
    }
}

TEST(Hardware, StacksComeBackAsWritten)
{
    EXPECT_EQ(softwareStacks().size(), stackFiles().size());
    for (const SoftwareStack& stack : softwareStacks()) {
        const auto again = readSoftwareStack(stack.name, writeSoftwareStack(stack));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(*again, stack);
        EXPECT_TRUE(choiceOf<Framework>(stack.name)) << stack.name;
    }
}

// A profile that was fitted to the runs of one framework has its part in it.
TEST(Hardware, AStackIsAppliedOnceAtMost)
{
    Cluster cluster;
    cluster.device = "cpu";
    EXPECT_EQ(machineOf(cluster, Framework::DeepSpeed).efficiency, findProfile("cpu")->efficiency);
    cluster.device = "h100";
    EXPECT_NE(machineOf(cluster, Framework::DeepSpeed).efficiency,
              machineOf(cluster, Framework::Nemo).efficiency);
}

// What all devices have in common stands for one that nobody has measured.
TEST(Hardware, ADescribedDeviceHasTheCommonProfile)
{
    Cluster cluster;
    cluster.device = "mine";
    cluster.spec = DeviceSpec{};
    EXPECT_EQ(profileOf(cluster), nullptr);
    EXPECT_EQ(machineOf(cluster).efficiency,
              withStack(findProfile(kCommonProfile)->efficiency, *findSoftwareStack("megatron")));
}

TEST(Hardware, WhatIsWrongInAFileIsNamed)
{
    const auto missing = readHardware("mine", "bubblescope_hardware: 1\ntitle: Mine\n");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("mine.yaml"), std::string::npos);
    const auto unknown = readProfile("mine", "bubblescope_profile: 1\nspeed: 3\n");
    ASSERT_FALSE(unknown);
    EXPECT_FALSE(readHardware("mine", "[1, 2"));
}

TEST(Hardware, AClusterReplacesWhatItGives)
{
    Cluster cluster;
    cluster.device = "a100-80gb";
    const plan::Machine own = machineOf(cluster);
    EXPECT_DOUBLE_EQ(own.device.bf16Flops, 312e12);
    EXPECT_DOUBLE_EQ(own.device.memoryBytes, 80.0 * (1 << 30));
    EXPECT_DOUBLE_EQ(own.network.fabricSpeed, 25e9);
    EXPECT_EQ(own.efficiency,
              withStack(findProfile("a100")->efficiency, *findSoftwareStack("megatron")));
    cluster.networkGbps = 6.25;
    cluster.profile = "v100";
    const plan::Machine other = machineOf(cluster, Framework::Nemo);
    EXPECT_DOUBLE_EQ(other.network.fabricSpeed, 6.25e9);
    EXPECT_EQ(other.efficiency,
              withStack(findProfile("v100")->efficiency, *findSoftwareStack("nemo")));
}

} // namespace
} // namespace strategy
