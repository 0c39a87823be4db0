// How far a run is from its prediction, and where the selected op's input comes from.

#include "gui/timeline/error_story.h"
#include "gui/timeline/flow_lines.h"
#include "gui/timeline/ghost_raster.h"
#include "gui/timeline/signed_error.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

struct Pair {
    plan::Schedule schedule
        = *plan::makeSchedule("1f1b", {.ranks = 2, .chunks = 1, .microbatches = 3});
    plan::Timeline predicted = *plan::simulate(schedule, plan::Costs::unit());
    plan::Timeline measured = predicted;
};

// Rank 1 takes a quarter longer for every op.
Pair slowSecondRank()
{
    Pair pair;
    plan::Costs costs = plan::Costs::unit();
    costs.rankFactors = {1, 1.25};
    pair.measured = *plan::simulate(pair.schedule, costs);
    return pair;
}

std::shared_ptr<const TrackData> trackOf(const plan::Timeline& timeline, int band = -1)
{
    auto track = std::make_shared<TrackData>();
    track->timeline = std::make_shared<plan::Timeline>(timeline);
    track->band = band;
    return track;
}

std::shared_ptr<const TrackData> measuredOf(const plan::Timeline& timeline,
                                            const TrackData& predicted, int band = -1)
{
    auto track = std::make_shared<TrackData>(*trackOf(timeline, band));
    track->measured = true;
    track->planned = predicted.timeline;
    return track;
}

TEST(SignedError, IsZeroOfARunThatIsItsPrediction)
{
    const Pair pair;
    for (std::size_t rank = 0; rank < 2; ++rank)
        for (const plan::Span& span : pair.predicted.spans[rank]) {
            const auto error = opError(pair.predicted, pair.measured, int(rank), span.op);
            ASSERT_TRUE(error);
            EXPECT_EQ(error->start, Nanoseconds{0});
            EXPECT_EQ(error->lasted, Nanoseconds{0});
        }
    EXPECT_FALSE(opError(pair.predicted, pair.measured, 0, plan::forward(9, 9)));
    EXPECT_FALSE(opError(pair.predicted, pair.measured, 9, plan::forward(0, 0)));
}

TEST(SignedError, OfOpStageAndPhaseHaveTheirSigns)
{
    const Pair pair = slowSecondRank();
    const auto forward = opError(pair.predicted, pair.measured, 1, plan::forward(1, 0));
    ASSERT_TRUE(forward);
    EXPECT_EQ(forward->start, Nanoseconds{0});
    EXPECT_EQ(forward->lasted, Nanoseconds{250});
    EXPECT_EQ(forward->predicted, Nanoseconds{1000});
    const auto backward = opError(pair.predicted, pair.measured, 0, plan::backward(0, 0));
    EXPECT_EQ(backward->start, Nanoseconds{750}); // it waits for a slow forward and backward
    EXPECT_EQ(backward->lasted, Nanoseconds{0});
    const auto sooner = opError(pair.measured, pair.predicted, 0, plan::backward(0, 0));
    EXPECT_EQ(sooner->start, Nanoseconds{-750});

    for (const plan::Schedule* schedule : {&pair.schedule, (const plan::Schedule*)nullptr}) {
        const SumError fast = stageError(pair.predicted, pair.measured, 0, schedule);
        EXPECT_EQ(fast.error(), Nanoseconds{0});
        EXPECT_EQ(fast.ops, 6);
        const SumError slow = stageError(pair.predicted, pair.measured, 1, schedule);
        EXPECT_EQ(slow.predicted, Nanoseconds{9000});
        EXPECT_EQ(slow.error(), Nanoseconds{2250});
    }
    Nanoseconds whole{0};
    int ops = 0;
    for (const plan::Phase phase : plan::kPhases) {
        whole += phaseError(pair.predicted, pair.measured, 0, phase).error();
        ops += phaseError(pair.predicted, pair.measured, 0, phase).ops;
    }
    EXPECT_EQ(whole, pair.measured.makespan - pair.predicted.makespan);
    EXPECT_EQ(ops, 6);
}

// A run may do its ops in another order, and lose some.
TEST(SignedError, FindsOpsInAnotherOrder)
{
    Pair pair;
    auto& spans = pair.measured.spans[1];
    std::reverse(spans.begin(), spans.end());
    const plan::Span lost = spans.back();
    spans.pop_back();
    const SumError error = stageError(pair.predicted, pair.measured, 1, &pair.schedule);
    EXPECT_EQ(error.ops, 5);
    EXPECT_EQ(error.error(), Nanoseconds{0});
    EXPECT_FALSE(opError(pair.predicted, pair.measured, 1, lost.op));
}

TEST(SignedError, StoryHasALineForEach)
{
    const Pair pair = slowSecondRank();
    Tracks tracks{{0, trackOf(pair.predicted)}};
    tracks[1] = measuredOf(pair.measured, *tracks[0]);
    const OpRef op{1, 1, plan::forward(1, 1)};
    const QString story = errorLines(tracks, op, TimeUnit::Auto).join('\n');
    EXPECT_TRUE(story.contains(QStringLiteral("takes +250 ns (+25.0 %)"))) << qPrintable(story);
    EXPECT_TRUE(story.contains(QStringLiteral("Stage 1: +2.25 µs (+25.0 %) over 6 ops")))
        << qPrintable(story);
    EXPECT_TRUE(story.contains(QStringLiteral("Phase of rank 1, "))) << qPrintable(story);
    tracks.erase(0);
    EXPECT_TRUE(errorLines(tracks, op, TimeUnit::Auto).isEmpty());
    EXPECT_EQ(signedError(Nanoseconds{-5}, Nanoseconds{10}, TimeUnit::Auto),
              QStringLiteral("−5 ns (−50.0 %)"));
    EXPECT_EQ(signedError(Nanoseconds{5}, Nanoseconds{0}, TimeUnit::Auto), QStringLiteral("+5 ns"));
}

// Of three steps side by side nothing says whose prediction it is.
TEST(SignedError, IsNotToldOfStepsThatAreCompared)
{
    const Pair pair = slowSecondRank();
    const OpRef op{1, 1, plan::forward(1, 1)};
    const auto told
        = [&op](const Tracks& tracks) { return !errorLines(tracks, op, TimeUnit::Auto).isEmpty(); };
    const auto predicted = trackOf(pair.predicted);
    const auto measured = measuredOf(pair.measured, *predicted);
    EXPECT_TRUE(told({{0, predicted}, {1, measured}}));
    EXPECT_FALSE(told({{0, predicted}, {1, measured}, {2, predicted}}));
    EXPECT_FALSE(told({{0, predicted}, {1, measured}, {2, measured}}));
    const auto banded = trackOf(pair.predicted, 0);
    EXPECT_FALSE(told({{0, banded}, {1, measuredOf(pair.measured, *banded, 1)}}));
}

TEST(SignedError, IsNotToldOfAnotherPrediction)
{
    const Pair pair = slowSecondRank();
    const auto another = trackOf(pair.predicted);
    const Tracks tracks{{0, trackOf(pair.predicted)}, {1, measuredOf(pair.measured, *another)}};
    EXPECT_TRUE(errorLines(tracks, {1, 1, plan::forward(1, 1)}, TimeUnit::Auto).isEmpty());
}

TEST(Flows, LeadAlongTheDependencyBothWays)
{
    const Pair pair;
    TrackData track;
    track.timeline = std::make_shared<plan::Timeline>(pair.predicted);
    track.schedule = std::make_shared<plan::Schedule>(pair.schedule);
    const auto flows = flowsOf(track, {0, 1, plan::forward(1, 0)});
    ASSERT_EQ(flows.size(), 2U);
    EXPECT_EQ(flows[0].from, (OpRef{0, 0, plan::forward(0, 0)}));
    EXPECT_EQ(flows[0].sent, Nanoseconds{1000});
    EXPECT_EQ(flows[1].to, (OpRef{0, 1, plan::backward(1, 0)}));
    const auto back = flowsOf(track, {0, 1, plan::backward(1, 0)});
    ASSERT_EQ(back.size(), 2U);
    EXPECT_EQ(back[1].to, (OpRef{0, 0, plan::backward(0, 0)})); // to the stage before
    EXPECT_GE(back[1].received, back[1].sent);
    EXPECT_EQ(flowsOf(track, {0, 0, plan::forward(0, 0)}).size(), 1U); // nobody before it
    EXPECT_TRUE(flowsOf(track, {0, 0, plan::forward(5, 5)}).empty());
}

TEST(Ghosts, FrameTheOpsAndNothingElse)
{
    QImage image(100, 20, QImage::Format_RGB32);
    image.fill(Qt::white);
    const QRgb ink = qRgb(1, 2, 3);
    const std::vector<plan::Span> spans{
        {plan::forward(0, 0), Nanoseconds{-50}, Nanoseconds{10}},
        {plan::forward(0, 1), Nanoseconds{20}, Nanoseconds{60}},
        {plan::forward(0, 2), Nanoseconds{60}, Nanoseconds{62}}, // too narrow
    };
    const TimeAxis axis{{Nanoseconds{0}, Nanoseconds{100}}, 100};
    drawGhosts(image, {.top = 2, .height = 16, .strip = 3}, spans, axis, ink, 1);
    const auto isInk = [&](int x, int y) { return image.pixel(x, y) == ink; };
    EXPECT_TRUE(isInk(20, 10) && isInk(59, 10) && isInk(40, 5) && isInk(40, 17));
    EXPECT_FALSE(isInk(21, 10) || isInk(40, 6) || isInk(40, 4) || isInk(40, 18));
    EXPECT_FALSE(isInk(0, 10)); // it began before what is shown
    EXPECT_TRUE(isInk(9, 10) && isInk(5, 5));
    EXPECT_FALSE(isInk(60, 10) || isInk(61, 5));

    image.fill(Qt::white);
    std::vector<plan::Span> many;
    many.reserve(50);
    for (int i = 0; i < 50; ++i)
        many.push_back({plan::forward(0, i), Nanoseconds{2 * i}, Nanoseconds{2 * i + 2}});
    drawGhosts(image, {.top = 0, .height = 20, .strip = 0}, many, axis, ink, 1);
    EXPECT_FALSE(isInk(50, 0));
}

} // namespace
} // namespace gui::test
