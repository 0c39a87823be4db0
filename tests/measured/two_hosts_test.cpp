// Hops within a host and between hosts, from a recording of both.

#include "engine/measured/calibration.h"
#include "engine/measured/recording.h"
#include "engine/measured/run_hosts.h"
#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "tests/measured/two_hosts.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <numeric>

namespace measured::test {
namespace {

using plan::Schedule;

Schedule made(std::string_view name, int ranks, int microbatches)
{
    return *plan::makeSchedule(name, plan::shapeOf(name, ranks, std::nullopt, microbatches));
}

struct Recorded {
    Schedule schedule;
    std::vector<int> hosts;
    tests::ScratchDirectory folder{};
    double stepNs = 0;
    Recording recording{};

    Recorded(Schedule ran, std::vector<int> on)
        : schedule(std::move(ran))
        , hosts(std::move(on))
    {
        TwoHosts run(folder.path().string(), schedule, hosts);
        stepNs = medianOf(run.steps(10, 0.02));
        auto read = readRecording(folder.path().string());
        EXPECT_TRUE(read) << read.error().message;
        recording = *std::move(read);
    }

    plan::Result<Calibration> calibrated() const
    {
        return calibrate(schedule, recording.steps, 0,
                         hostsOfPipeline(recording.conditions.hosts, recording.info));
    }
};

double errorOf(const Recorded& run, const plan::Costs& costs)
{
    return double(plan::simulate(run.schedule, costs)->makespan.count()) / run.stepNs - 1;
}

TEST(TwoHosts, EachKindOfHopIsFittedApartAndTheStepPredicted)
{
    const Recorded run(made("1f1b", 4, 8), {0, 0, 1, 1});
    EXPECT_TRUE(damageOf(run.recording).empty());
    EXPECT_EQ(toText(run.recording.conditions.hosts), "ranks 0-1 on n1, 2-3 on n2");
    const auto found = run.calibrated();
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_TRUE(found->byHost);
    EXPECT_NEAR(double(found->byHost->within.count()), double(kWithinHost.count()), 2'000);
    EXPECT_NEAR(double(found->byHost->between.count()), double(kBetweenHosts.count()), 20'000);
    EXPECT_EQ(found->costs.hops,
              (std::vector{found->byHost->within, found->byHost->between, found->byHost->within}));
    EXPECT_EQ(found->costs.nodes, (std::vector{0, 0, 1, 1}));
    EXPECT_LT(std::abs(errorOf(run, found->costs)), 0.03);
    EXPECT_LT(std::abs(*found->heldOutError), 0.03);

    // One hop for all would not do.
    plan::Costs average = found->costs;
    average.transfer
        = std::accumulate(average.hops.begin(), average.hops.end(), Nanoseconds{0}) / 3;
    average.hops.clear();
    EXPECT_GT(std::abs(errorOf(run, average)), 0.05);
}

// Those of the last rank to the first one included, which cross, too.
TEST(TwoHosts, HopsOfChunksAreToldApart)
{
    const Recorded run(made("interleaved", 4, 8), {0, 0, 1, 1});
    const auto found = run.calibrated();
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_TRUE(found->byHost);
    EXPECT_NEAR(double(found->byHost->within.count()), double(kWithinHost.count()), 5'000);
    EXPECT_NEAR(double(found->byHost->between.count()), double(kBetweenHosts.count()), 50'000);
    EXPECT_EQ(found->costs.hops[3], found->byHost->between);
    EXPECT_EQ(found->costs.hops[4], found->byHost->within);
    EXPECT_LT(std::abs(errorOf(run, found->costs)), 0.03);
}

TEST(TwoHosts, HopsOfOneKindAloneStayThoseOfTheirBorders)
{
    const Recorded run(made("1f1b", 4, 8), {0, 1, 0, 1});
    const auto found = run.calibrated();
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_FALSE(found->byHost);
    EXPECT_EQ(found->costs.hops.size(), 3u);
    EXPECT_LT(std::abs(errorOf(run, found->costs)), 0.03);
}

TEST(TwoHosts, WhatWasExposedBetweenThemIsInTheLedger)
{
    const Recorded run(made("1f1b", 4, 8), {0, 0, 1, 1});
    const auto found = run.calibrated();
    ASSERT_TRUE(found) << found.error().message;
    const plan::Timeline& timeline = run.recording.steps.front().timeline;
    const plan::Ledger ledger = plan::account(run.schedule, timeline, found->costs);
    const plan::ExposedTransfers all = plan::exposedTransfers(ledger);
    const auto line = plan::total(ledger)[std::size_t(plan::LedgerLine::ExposedTransfer)];
    EXPECT_EQ(all.withinNodes + all.betweenNodes, line);
    EXPECT_GT(all.withinNodes, Nanoseconds{0});
    EXPECT_GT(all.betweenNodes, 50 * all.withinNodes);
    // Ranks 0 and 3 wait for neighbours on their own host alone.
    EXPECT_EQ(ledger.betweenNodes[0], Nanoseconds{0});
    EXPECT_GT(ledger.betweenNodes[1], Nanoseconds{0});
    EXPECT_GT(ledger.betweenNodes[2], Nanoseconds{0});
    EXPECT_EQ(ledger.betweenNodes[3], Nanoseconds{0});
}

// A hello is what anybody may send.
TEST(RunHosts, WhoDoesNotSayIsOnNoHost)
{
    RankHosts hosts;
    EXPECT_EQ(toText(hosts), "");
    const auto say = [&hosts](std::uint32_t rank, const char* host) {
        telemetry::Hello hello;
        telemetry::copyText(hello.host, host);
        telemetry::Frame frame{{}, hello};
        frame.header.rank = rank;
        hosts.add(frame);
    };
    RunInfo info;
    info.shape = {.ranks = 2, .microbatches = 2};
    info.world = 4;
    say(0, "n1");
    say(1, "n2");
    say(3, "");
    EXPECT_EQ(toText(hosts), "rank 0 on n1, 1 on n2");
    EXPECT_TRUE(hostsOfPipeline(hosts, info).empty()) << "rank 2 says nothing";
    say(2, "n2");
    say(4'000'000'000U, "n3");
    EXPECT_EQ(hostsOfPipeline(hosts, info), (std::vector{0, 1}));
    info.replica = 1;
    EXPECT_TRUE(hostsOfPipeline(hosts, info).empty()) << "rank 3 says nothing";
    say(3, "n2");
    EXPECT_TRUE(hostsOfPipeline(hosts, info).empty()) << "both are on n2";
}

} // namespace
} // namespace measured::test
