// What is told of an op and of a bubble beside those of other tracks, and in which digits.

#include "gui/timeline/story.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

using namespace std::chrono_literals;

namespace gui::test {
namespace {

// Every part takes that long, and steps that are compared stand in bands.
std::shared_ptr<TrackData> trackOf(const char* schedule, int chunks, Nanoseconds part)
{
    auto track = std::make_shared<TrackData>();
    track->title = QString::fromLatin1(schedule);
    const auto order = std::make_shared<plan::Schedule>(
        *plan::makeSchedule(schedule, {.ranks = 2, .chunks = chunks, .microbatches = 2}));
    plan::Costs costs = plan::Costs::unit();
    costs.stages = {{.forward = part, .inputGrad = part, .weightGrad = part}};
    const auto timeline = std::make_shared<plan::Timeline>(*plan::simulate(*order, costs));
    track->schedule = order;
    track->timeline = timeline;
    track->ledger = std::make_shared<plan::Ledger>(plan::account(*order, *timeline, costs));
    track->band = 0;
    return track;
}

QString told(const Tracks& tracks, TimeStyle style = TimeUnit::Auto)
{
    return opStory(tracks, {0, 0, plan::backward(0, 0)}, style).join(QLatin1Char('\n'));
}

TEST(Story, ComparesStagesOfOneSize)
{
    const auto plain = trackOf("1f1b", 1, 1us);
    EXPECT_TRUE(told({{0, plain}, {1, trackOf("gpipe", 1, 2us)}})
                    .contains(QStringLiteral("gpipe: 4 µs (here −50.0 %)")));
    // A stage of two chunks a rank is half of one of the other.
    EXPECT_FALSE(told({{0, plain}, {1, trackOf("interleaved", 2, 2us)}})
                     .contains(QStringLiteral("interleaved")));
}

TEST(Story, TellsADifferenceOnce)
{
    const auto predicted = trackOf("1f1b", 1, 1us);
    const auto measured = trackOf("1f1b", 1, 1010ns);
    predicted->band = measured->band = -1;
    measured->measured = true;
    measured->planned = predicted->timeline;
    const QString story = told({{0, measured}, {1, predicted}});
    EXPECT_TRUE(story.contains(QStringLiteral("takes +20 ns (+1.0 %)"))) << qPrintable(story);
    EXPECT_FALSE(story.contains(QStringLiteral("(here"))) << qPrintable(story);
}

TEST(Story, InBriefHasThreeDigitsAndEndsThatDiffer)
{
    const Tracks tracks{{0, trackOf("1f1b", 1, 4'938'245ns)}};
    EXPECT_TRUE(told(tracks).contains(QStringLiteral("9.87649 ms, from 19.75298 ms")))
        << qPrintable(told(tracks));
    EXPECT_TRUE(told(tracks, {TimeUnit::Auto, true})
                    .contains(QStringLiteral("9.88 ms, from 19.75 ms to 29.63 ms")))
        << qPrintable(told(tracks, {TimeUnit::Auto, true}));
}

TEST(Story, OfABubbleSaysWhoseItIs)
{
    const auto plain = trackOf("1f1b", 1, 1us);
    const auto bubble = [](const Tracks& tracks) {
        return gapStory(tracks, 0, 1, {0us, 1us}, TimeUnit::Auto)[1];
    };
    EXPECT_EQ(bubble({{0, plain}}), QStringLiteral("From 0 µs to 1 µs"));
    EXPECT_EQ(bubble({{0, plain}, {1, trackOf("gpipe", 1, 1us)}}),
              QStringLiteral("1f1b: from 0 µs to 1 µs"));
}

} // namespace
} // namespace gui::test
