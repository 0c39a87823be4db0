// What one types to find something, what it finds, and markers.

#include "gui/timeline/find_query.h"
#include "gui/timeline/marker_marks.h"
#include "gui/timeline/markers.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

using plan::OpKind;

std::optional<FindQuery> asked(const char* text) { return parseFind(QString::fromUtf8(text)); }

TEST(FindQuery, ReadsWhatOneTypes)
{
    using enum FindQuery::Than;
    EXPECT_EQ(asked("F3"), (FindQuery{.kind = OpKind::Forward, .microbatch = 3}));
    EXPECT_EQ(asked("2f3"), (FindQuery{.kind = OpKind::Forward, .stage = 2, .microbatch = 3}));
    EXPECT_EQ(asked(" B "), FindQuery{.kind = OpKind::Backward});
    EXPECT_EQ(asked("rank 2"), FindQuery{.rank = 2});
    EXPECT_EQ(asked("W Stage 1"), (FindQuery{.kind = OpKind::WeightGrad, .stage = 1}));
    EXPECT_EQ(asked("microbatch 7 I"), (FindQuery{.kind = OpKind::InputGrad, .microbatch = 7}));
    EXPECT_EQ(asked("bubble > 5 ms"),
              (FindQuery{.bubbles = true, .than = Longer, .length = Nanoseconds{5'000'000}}));
    EXPECT_EQ(
        asked("bubbles <2.5us rank 0"),
        (FindQuery{.bubbles = true, .rank = 0, .than = Shorter, .length = Nanoseconds{2500}}));
    EXPECT_EQ(asked("> 1"), (FindQuery{.than = Longer, .length = Nanoseconds{1'000'000}}));
    EXPECT_EQ(asked(">3µs")->length, Nanoseconds{3000});
}

TEST(FindQuery, UnderstandsNothingElse)
{
    for (const char* text : {"", "  ", "X", "F3x", "rank", "rank x", "stage 1 stage 2", "F B",
                             "2F3 stage 1", "bubble F", "bubble stage 1", "> 5 parsecs",
                             "rank 99999999999", "> 9e99", "<b>", "> 99999999999999999999 s"})
        EXPECT_FALSE(asked(text)) << text;
}

Tracks oneTrack()
{
    auto schedule = std::make_shared<plan::Schedule>(
        *plan::makeSchedule("1f1b", {.ranks = 2, .chunks = 1, .microbatches = 2}));
    TrackData track;
    track.timeline
        = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, plan::Costs::unit()));
    track.schedule = schedule;
    return {{0, std::make_shared<const TrackData>(track)}};
}

// Two ranks, F = 1, B = 2: rank 0 is F0 F1 . B0 B0 B1 B1 (one idle), rank 1 waits one at first.
TEST(FindIn, FindsOpsAndBubblesInTheOrderOfTime)
{
    const Tracks tracks = oneTrack();
    const FindHits forwards = findIn(tracks, *asked("F"));
    ASSERT_EQ(forwards.count, 4U);
    for (std::size_t i = 1; i < forwards.first.size(); ++i)
        EXPECT_LE(forwards.first[i - 1].range.begin, forwards.first[i].range.begin);
    EXPECT_EQ(findIn(tracks, *asked("F1 rank 1")).first.front().op, plan::forward(1, 1));
    EXPECT_EQ(findIn(tracks, *asked("stage 1 microbatch 0")).count, 2U);
    EXPECT_EQ(findIn(tracks, *asked("> 1us")).count, 4U); // backwards alone
    EXPECT_EQ(findIn(tracks, *asked("F9")).count, 0U);

    const FindHits bubbles = findIn(tracks, *asked("bubble"));
    Nanoseconds idle{0};
    for (const FindHit& hit : bubbles.first) {
        EXPECT_FALSE(hit.op);
        idle += hit.range.length();
    }
    Nanoseconds busy{0};
    for (const auto& spans : tracks.at(0)->timeline->spans)
        for (const plan::Span& span : spans)
            busy += span.end - span.start;
    EXPECT_EQ(idle + busy, 2 * tracks.at(0)->timeline->makespan);
    EXPECT_EQ(findIn(tracks, *asked("bubble > 1 s")).count, 0U);
}

TEST(FindIn, KeepsTheFirstOfVeryMany)
{
    auto timeline = std::make_shared<plan::Timeline>();
    timeline->spans.resize(7);
    for (std::size_t rank = 0; rank < 7; ++rank)
        for (int i = 0; i < 9000; ++i)
            timeline->spans[rank].push_back(
                {plan::forward(0, i), Nanoseconds{10 * i + int(rank)}, Nanoseconds{10 * i + 9}});
    TrackData track;
    track.timeline = timeline;
    const FindHits hits = findIn({{0, std::make_shared<const TrackData>(track)}}, *asked("F"));
    EXPECT_EQ(hits.count, 63000U);
    ASSERT_EQ(hits.first.size(), kMostHits);
    for (std::size_t i = 0; i < hits.first.size(); ++i)
        ASSERT_EQ(hits.first[i].range.begin, Nanoseconds{10 * (i / 7) + i % 7}) << i;
}

TEST(Markers, AreNumberedAndThoseThatLastStay)
{
    Markers markers;
    EXPECT_EQ(markers.active(), nullptr);
    EXPECT_FALSE(markers.remove({}));
    for (const int time : {10, 20, 30})
        markers.set(Nanoseconds{time}, time == 20);
    EXPECT_EQ(markers.active()->number, 3);
    markers.set(Nanoseconds{10}, false); // there is one
    EXPECT_EQ(markers.all().size(), 3U);
    EXPECT_EQ(markers.active()->number, 1);

    EXPECT_TRUE(markers.remove(Nanoseconds{29})); // the nearest
    EXPECT_EQ(markers.all().back().number, 2);
    markers.set(Nanoseconds{50}, false);
    EXPECT_EQ(markers.active()->number, 3); // the least that is free
    markers.select(2);
    EXPECT_TRUE(markers.remove(Nanoseconds{50})); // the one selected
    EXPECT_EQ(markers.all().size(), 2U);
    EXPECT_NE(markers.active(), nullptr);

    markers.set(Nanoseconds{70}, true);
    EXPECT_TRUE(markers.drop());
    ASSERT_EQ(markers.all().size(), 1U);
    EXPECT_TRUE(markers.active()->lasts);
    EXPECT_FALSE(markers.drop());
}

TEST(Markers, TellHowFarTheyAreApart)
{
    Markers markers;
    markers.set(Nanoseconds{20'000'000}, true);
    markers.set(Nanoseconds{62'500'000}, true);
    const auto words = [&markers](std::size_t place, std::optional<Nanoseconds> cursor = {}) {
        return markerWords(markers.all()[place], markers, cursor, TimeUnit::Auto);
    };
    EXPECT_EQ(words(0),
              (QStringList{QStringLiteral("1  20.0 ms   Δ +42.5 ms"),
                           QStringLiteral("1  Δ +42.5 ms"), QStringLiteral("1")}));
    EXPECT_EQ(words(1).front(), QStringLiteral("2  62.5 ms"));
    EXPECT_EQ(words(0, Nanoseconds{30'000'000}).front(), QStringLiteral("1  Δ +10.0 ms"));
    EXPECT_EQ(words(1, Nanoseconds{30'000'000}), QStringList{QStringLiteral("2")});
}

} // namespace
} // namespace gui::test
