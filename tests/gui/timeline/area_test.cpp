// What an area's time went to.

#include "gui/timeline/area_ledger.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <numeric>

namespace gui::test {
namespace {

plan::Costs costs()
{
    return {.stages = {{.forward = Nanoseconds{1013},
                        .inputGrad = Nanoseconds{1100},
                        .weightGrad = Nanoseconds{907},
                        .recompute = Nanoseconds{311},
                        .forwardCollective = Nanoseconds{101},
                        .forwardTransfer = Nanoseconds{71},
                        .inputGradTransfer = Nanoseconds{83}}},
            .transfer = Nanoseconds{53}};
}

TrackData trackOf(const char* name, int ranks, int microbatches)
{
    auto schedule = std::make_shared<plan::Schedule>(
        *plan::makeSchedule(name, {.ranks = ranks, .chunks = 1, .microbatches = microbatches}));
    auto timeline = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, costs()));
    TrackData track;
    track.timeline = timeline;
    track.schedule = schedule;
    track.costs = std::make_shared<plan::Costs>(costs());
    track.ledger = std::make_shared<plan::Ledger>(plan::account(*schedule, *timeline, costs()));
    return track;
}

Nanoseconds of(const AreaTimes& times, AreaLine line)
{
    return times[static_cast<std::size_t>(line)];
}

Nanoseconds sumOf(const AreaTimes& times)
{
    return std::accumulate(times.begin(), times.end(), Nanoseconds{0});
}

TimeArea areaOf(std::int64_t begin, std::int64_t end, int first, int last)
{
    return {{Nanoseconds{begin}, Nanoseconds{end}}, first, last};
}

TEST(AreaLedger, IsTheLedgerOfAWholeStep)
{
    for (const char* name : {"1f1b", "gpipe", "zb-h1"}) {
        const TrackData track = trackOf(name, 4, 6);
        const auto whole = areaTimes(track, {{Nanoseconds{0}, track.timeline->makespan}, 0, 3});
        const plan::RankLedger total = plan::total(*track.ledger);
        const auto line
            = [&total](plan::LedgerLine which) { return total[static_cast<std::size_t>(which)]; };
        using enum plan::LedgerLine;
        EXPECT_EQ(of(whole, AreaLine::Forward), line(Forward)) << name;
        EXPECT_EQ(of(whole, AreaLine::Backward), line(Backward)) << name;
        EXPECT_EQ(of(whole, AreaLine::InputGrad), line(InputGrad)) << name;
        EXPECT_EQ(of(whole, AreaLine::WeightGrad), line(WeightGrad)) << name;
        EXPECT_EQ(of(whole, AreaLine::Recompute), line(Recompute)) << name;
        EXPECT_EQ(of(whole, AreaLine::Transfer), line(ExposedTransfer)) << name;
        EXPECT_EQ(of(whole, AreaLine::Collective), line(ExposedCollective)) << name;
        EXPECT_EQ(of(whole, AreaLine::WarmUpBubble), line(WarmUpBubble)) << name;
        EXPECT_EQ(of(whole, AreaLine::SteadyBubble), line(SteadyBubble)) << name;
        EXPECT_EQ(of(whole, AreaLine::CoolDownBubble), line(CoolDownBubble)) << name;
        EXPECT_EQ(of(whole, AreaLine::NoData), line(Unexplained)) << name;
        EXPECT_EQ(of(whole, AreaLine::Outside), Nanoseconds{0}) << name;
    }
}

TEST(AreaLedger, CountsTheOpsOfEachKind)
{
    TrackData track;
    plan::Timeline timeline;
    timeline.spans = {{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{100}},
                       {plan::forward(0, 1), Nanoseconds{100}, Nanoseconds{240}},
                       {plan::backward(0, 0), Nanoseconds{300}, Nanoseconds{500}}},
                      {{plan::forward(0, 2), Nanoseconds{0}, Nanoseconds{60}}}};
    timeline.makespan = Nanoseconds{500};
    track.timeline = std::make_shared<const plan::Timeline>(timeline);
    const auto counted = [&track](const TimeArea& area) {
        return areaLedger({{0, std::make_shared<const TrackData>(track)}}, area).tracks.front().ops;
    };
    const auto at = [](plan::OpKind kind) { return static_cast<std::size_t>(kind); };
    auto ops = counted(areaOf(0, 500, 0, 1));
    EXPECT_EQ(ops[at(plan::OpKind::Forward)].count, 3);
    EXPECT_EQ(ops[at(plan::OpKind::Forward)].mean(), Nanoseconds{100});
    EXPECT_EQ(ops[at(plan::OpKind::Backward)].count, 1);
    EXPECT_EQ(ops[at(plan::OpKind::WeightGrad)].count, 0);
    EXPECT_EQ(ops[at(plan::OpKind::WeightGrad)].mean(), Nanoseconds{0});
    // One that the area cuts counts as the whole op that it is.
    ops = counted(areaOf(200, 310, 0, 0));
    EXPECT_EQ(ops[at(plan::OpKind::Forward)].count, 1);
    EXPECT_EQ(ops[at(plan::OpKind::Forward)].mean(), Nanoseconds{140});
    EXPECT_EQ(ops[at(plan::OpKind::Backward)].mean(), Nanoseconds{200});
}

// Any area, with a ledger, costs, tails, parts and a schedule that spans are missing of, or
// without.
RC_GTEST_PROP(AreaLedger, SumsToItsLengthTimesItsRanks, ())
{
    const int ranks = *rc::gen::inRange(1, 6);
    TrackData track = trackOf("1f1b", ranks, *rc::gen::inRange(1, 9));
    auto timeline = std::make_shared<plan::Timeline>(*track.timeline);
    if (*rc::gen::arbitrary<bool>()) {
        timeline->tails.assign(static_cast<std::size_t>(ranks),
                               {timeline->makespan, timeline->makespan + Nanoseconds{70},
                                timeline->makespan + Nanoseconds{210}});
        timeline->makespan += Nanoseconds{300};
        track.ledger = nullptr;
    }
    if (*rc::gen::arbitrary<bool>()) {
        timeline->parts.resize(static_cast<std::size_t>(ranks));
        for (std::size_t rank = 0; rank < timeline->parts.size(); ++rank)
            for (const plan::Span& span : timeline->spans[rank])
                timeline->parts[rank].push_back({span.start + Nanoseconds{10},
                                                 span.start + Nanoseconds{37},
                                                 plan::Part::Kind::Collective});
    }
    if (*rc::gen::arbitrary<bool>()) {
        auto& spans = timeline->spans.front();
        spans.erase(spans.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(spans)));
        track.ledger = nullptr;
    }
    track.live = *rc::gen::arbitrary<bool>();
    track.timeline = timeline;
    const std::int64_t begin
        = *rc::gen::inRange<std::int64_t>(-500, timeline->makespan.count() + 500);
    const std::int64_t length = *rc::gen::inRange<std::int64_t>(1, timeline->makespan.count());
    const int first = *rc::gen::inRange(0, ranks);
    const int last = *rc::gen::inRange(first, ranks);
    const auto times = areaTimes(track, areaOf(begin, begin + length, first, last));
    RC_ASSERT(sumOf(times) == Nanoseconds{length * (last - first + 1)});
    for (const Nanoseconds time : times)
        RC_ASSERT(time >= Nanoseconds{0});
}

// Two areas side by side hold what one over both does: nothing is counted twice or lost at a cut.
RC_GTEST_PROP(AreaLedger, AddsUpAcrossACutThroughBubbles, ())
{
    TrackData track = trackOf("1f1b", 3, 4);
    track.costs = nullptr; // shares of ops are rounded
    const std::int64_t end = track.timeline->makespan.count();
    const std::int64_t cut = *rc::gen::inRange<std::int64_t>(1, end);
    const auto left = areaTimes(track, areaOf(0, cut, 0, 2));
    const auto right = areaTimes(track, areaOf(cut, end, 0, 2));
    const auto whole = areaTimes(track, areaOf(0, end, 0, 2));
    for (std::size_t line = 0; line < kAreaLines; ++line)
        RC_ASSERT(left[line] + right[line] == whole[line]);
}

TEST(AreaLedger, WhatIsMissingIsNoDataAndNoBubble)
{
    TrackData track = trackOf("1f1b", 2, 2);
    auto timeline = std::make_shared<plan::Timeline>(*track.timeline);
    const plan::Span lost = timeline->spans[0][1];
    timeline->spans[0].erase(timeline->spans[0].begin() + 1);
    track.timeline = timeline;
    track.ledger = nullptr;
    const auto times = areaTimes(track, areaOf(lost.start.count(), lost.end.count(), 0, 0));
    EXPECT_EQ(of(times, AreaLine::NoData), lost.end - lost.start);
}

TEST(AreaLedger, AStepUnderWayHasNoBubbleAhead)
{
    TrackData track = trackOf("1f1b", 2, 2);
    auto timeline = std::make_shared<plan::Timeline>(*track.timeline);
    timeline->spans[1].clear();
    track.timeline = timeline;
    track.ledger = nullptr;
    track.live = true;
    const auto times = areaTimes(track, areaOf(0, 1000, 1, 1));
    EXPECT_EQ(of(times, AreaLine::Outside), Nanoseconds{1000});
}

TEST(AreaLedger, HasATrackBesideTheOtherAndNoneWithoutThoseRanks)
{
    const Tracks tracks{{0, std::make_shared<const TrackData>(trackOf("1f1b", 4, 4))},
                        {1, std::make_shared<const TrackData>(trackOf("1f1b", 2, 4))}};
    EXPECT_EQ(areaLedger(tracks, areaOf(0, 100, 0, 3)).tracks.size(), 2U);
    EXPECT_EQ(areaLedger(tracks, areaOf(0, 100, 0, 3)).tracks[1].ranks, 2);
    EXPECT_EQ(areaLedger(tracks, areaOf(0, 100, 2, 3)).tracks.size(), 1U);
}

} // namespace
} // namespace gui::test
