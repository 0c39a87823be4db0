#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/window/peers_shown.h"
#include "telemetry/text.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

// Of two places with two peers each.
std::shared_ptr<const measured::Step> stepWithPeers(int number, int places = 2)
{
    const auto schedule = *plan::makeSchedule("1f1b", {.ranks = 2, .chunks = 1, .microbatches = 6});
    measured::Step step;
    step.number = number;
    step.timeline = *plan::simulate(schedule, plan::Costs::unit());
    for (const auto& spans : step.timeline.spans)
        step.peers.push_back({{}, spans});
    step.peers.resize(static_cast<std::size_t>(places), step.peers.front());
    return std::make_shared<const measured::Step>(std::move(step));
}

TEST(PeersShown, AreNotComparedWithEveryTickOfAStepUnderWay)
{
    PeersShown shown;
    const auto step = stepWithPeers(4);
    const auto first = shown.of(step, 0, 2, true);
    ASSERT_TRUE(first);
    EXPECT_EQ(shown.of(step, 0, 2, true), first);
    // What is over, or another step or replica or run, is looked at at once.
    const auto over = shown.of(step, 0, 2, false);
    EXPECT_NE(over, first);
    EXPECT_NE(shown.of(step, 0, 2, false), over);
    const auto next = shown.of(stepWithPeers(5), 0, 2, true);
    EXPECT_NE(next, shown.of(step, 0, 2, true));
    const auto wider = stepWithPeers(4, 3);
    const auto other = shown.of(wider, 0, 2, true);
    EXPECT_NE(other, shown.of(step, 0, 2, true));
    EXPECT_FALSE(shown.of(std::make_shared<const measured::Step>(), 0, 2, true));
}

TEST(PeersShown, OfRanksThatOnlySummedUpAreKnownByThat)
{
    measured::Step step = *stepWithPeers(4);
    step.peers.clear();
    step.world = {{.ops = plan::Nanoseconds{9},
                   .end = plan::Nanoseconds{20},
                   .known = measured::RankStep::Known::Ops},
                  {.ops = plan::Nanoseconds{9},
                   .tail = plan::Nanoseconds{2},
                   .end = plan::Nanoseconds{30},
                   .known = measured::RankStep::Known::Summary},
                  {.end = plan::Nanoseconds{5}, .known = measured::RankStep::Known::Length},
                  {}};
    const auto made = PeersShown().of(std::make_shared<const measured::Step>(step), 0, 2, false);
    ASSERT_TRUE(made && made->totals());
    EXPECT_EQ(made->each(), 2);
    EXPECT_EQ(made->totals()->of(0, 1)->known, PeerTotal::Known::Summary);
    EXPECT_EQ(made->totals()->of(0, 1)->idle, step.timeline.makespan - plan::Nanoseconds{11});
    EXPECT_EQ(made->totals()->of(1, 0)->known, PeerTotal::Known::Length);
    EXPECT_EQ(made->totals()->of(1, 1)->known, PeerTotal::Known::Nothing);
}

TEST(RunRanksShown, AreMadeAnewWhereAHostIsNew)
{
    measured::RunInfo run;
    run.shape = {.ranks = 2, .chunks = 1, .microbatches = 4};
    run.world = 4;
    measured::RankHosts hosts;
    const auto say = [&hosts](std::uint32_t rank, const char* host) {
        telemetry::Hello hello;
        telemetry::copyText(hello.host, host);
        telemetry::Frame frame{{}, hello};
        frame.header.rank = rank;
        hosts.add(frame);
    };
    RunRanksShown shown;
    const auto first = shown.of(run, hosts);
    EXPECT_EQ(shown.of(run, hosts), first);
    EXPECT_EQ(first->each, 2);
    EXPECT_EQ(first->inWords(3), QStringLiteral("rank 3"));
    say(0, "n1.cluster.example");
    say(3, "n2.cluster.example");
    const auto second = shown.of(run, hosts);
    EXPECT_NE(second, first);
    EXPECT_EQ(second->inWords(3), QStringLiteral("rank 3 on n2"));
    EXPECT_EQ(second->inWords(1), QStringLiteral("rank 1")); // it has not said
    EXPECT_EQ(shortHost("10.0.0.7"), QStringLiteral("10.0.0.7"));
}

} // namespace
} // namespace gui::test
