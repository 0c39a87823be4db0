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

TEST(Hardware, TermsAndIntervalsHaveTheirRanges)
{
    const std::string good = writeProfile(*findProfile("a100"));
    const auto with = [&](const std::string& line, const std::string& instead) {
        std::string text = good;
        const auto at = text.find(line);
        EXPECT_NE(at, std::string::npos);
        text.replace(at, text.find('\n', at) - at, instead);
        return readProfile("mine", text);
    };
    EXPECT_TRUE(with("tensor_hidden:", "tensor_hidden: 0.9"));
    EXPECT_FALSE(with("tensor_hidden:", "tensor_hidden: 1000"));
    EXPECT_FALSE(with("kernel_us:", "kernel_us: 1000000"));
    EXPECT_TRUE(with("efficiency:", "interval: {low: 0.8, high: 1.3}\nefficiency:"));
    EXPECT_FALSE(with("efficiency:", "interval: {low: 5, high: 0.1}\nefficiency:"));
}

// What the table of kernels says a launch takes, whatever the fit of the others.
TEST(Hardware, OurOwnRanksLaunchAsMeasured)
{
    Cluster cluster;
    cluster.device = "h200";
    EXPECT_NEAR(machineOf(cluster, Framework::Bubblescope).efficiency.launch, 3.5e-6, 0.2e-6);
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
