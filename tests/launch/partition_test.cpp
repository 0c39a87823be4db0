// What a partition gives, and why a job would wait for it for ever.

#include "engine/launch/slurm/partition.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

using namespace launch;
using namespace std::chrono_literals;

namespace {

std::vector<Partition> recordedPartitions()
{
    std::ifstream file(std::string(BUBBLESCOPE_SLURM_OUTPUT) + "/partitions-22.05.txt");
    std::ostringstream text;
    text << file.rdbuf();
    return parsePartitions(text.str());
}

std::string whyNot(const PartitionWish& wish)
{
    return whyNoPartition(recordedPartitions(), wish).value_or("");
}

} // namespace

TEST(Partition, IsReadAsSlurm2205PrintsIt)
{
    const auto all = recordedPartitions();
    ASSERT_EQ(all.size(), 4U);
    const Partition main{
        .name = "main", .isDefault = true, .state = "UP", .nodes = 4, .maxTime = 1h};
    EXPECT_EQ(all[0], main);
    const Partition small{.name = "small",
                          .state = "UP",
                          .nodes = 1,
                          .maxNodes = 1,
                          .maxTime = 5min,
                          .accounts = {"staff"}};
    EXPECT_EQ(all[2], small);
    EXPECT_EQ(all[3].state, "DOWN");
    EXPECT_FALSE(all[3].maxTime);
}

TEST(Partition, WhatItGivesIsNotRefused)
{
    EXPECT_EQ(whyNot({.nodes = 4, .time = 1h}), "");
    EXPECT_EQ(whyNot({.nodes = 4}), "");
    EXPECT_EQ(whyNot({.partitions = {"small"}, .account = "staff", .time = 5min}), "");
    // One of several is enough.
    EXPECT_EQ(whyNot({.partitions = {"small", "urgent"}, .nodes = 3}), "");
}

TEST(Partition, WhatItNeverGivesIsSaidWithTheStepToTake)
{
    EXPECT_EQ(whyNot({.partitions = {"nope"}}),
              "there is no partition nope; name one of these with --partition: main, urgent, "
              "small, closed");
    EXPECT_EQ(whyNot({.partitions = {"main", "nope"}}),
              "there is no partition nope; name one of these with --partition: main, urgent, "
              "small, closed");
    EXPECT_EQ(whyNot({.nodes = 9}),
              "partition main has 4 nodes, and the job asks for 9; ask for fewer with --nodes, or "
              "put more ranks on each with --ranks-per-node");
    EXPECT_EQ(whyNot({.time = 61min}),
              "partition main lets a job run for 1 h, and the job asks for 1 h 1 min; ask for "
              "--time 0-01:00:00 or less");
    EXPECT_EQ(whyNot({.partitions = {"closed"}}),
              "partition closed starts no jobs, as it is DOWN; name another with --partition");
    EXPECT_EQ(whyNot({.partitions = {"small"}, .account = "guests"}),
              "partition small is for some accounts only; name one of them with --account: staff");
    EXPECT_EQ(whyNot({.partitions = {"small", "closed"}}),
              "partition small is for some accounts only; name one of them with --account: staff");
    EXPECT_EQ(whyNoPartition({}, {}),
              "no partition takes jobs that name none; name one with "
              "--partition: ");
}

TEST(Partition, LimitsOfOtherVersionsAndSitesAreRead)
{
    const auto all = parsePartitions(
        "PartitionName=a AllowAccounts=x,y AllowQos=fast DenyAccounts=z MaxNodes=2 MinNodes=2 "
        "MaxTime=UNLIMITED State=UP TotalNodes=8 New=thing\n"
        "\nslurm_load_partitions error: something\nPartitionName=\n");
    ASSERT_EQ(all.size(), 2U);
    const auto why = [&](PartitionWish wish) {
        wish.partitions = {"a"};
        return whyNoPartition(all, wish).value_or("");
    };
    EXPECT_EQ(why({.account = "x", .qos = "fast", .nodes = 2}), "");
    EXPECT_EQ(why({.account = "x", .nodes = 3}),
              "partition a gives a job at most 2 nodes, and the job asks for 3; ask for fewer with "
              "--nodes, or put more ranks on each with --ranks-per-node");
    EXPECT_EQ(why({.account = "x", .nodes = 1}),
              "partition a takes jobs of 2 nodes and more, and the job asks for 1; name another "
              "with --partition, or ask for more with --nodes");
    EXPECT_EQ(why({.account = "z", .nodes = 2}),
              "partition a is for some accounts only; name one of them with --account: x, y");
    EXPECT_EQ(why({.account = "x", .qos = "slow", .nodes = 2}),
              "partition a takes no jobs of qos slow; name one of these with --qos: fast");
}
