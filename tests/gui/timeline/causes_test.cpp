// Two ranks, two microbatches under 1F1B, F = 1 us and B = 2 us:
//
//   rank 0  0 1 . . 0 0 . 1 1
//   rank 1  . 0 0 0 1 1 1
#include "gui/timeline/causes.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/timeline/story.h"

#include <gtest/gtest.h>

using namespace std::chrono_literals;

namespace gui::test {
namespace {

// Everything of the track, in one place that lives as long as the test.
struct Step {
    plan::Costs costs = plan::Costs::unit();
    TrackData track;

    explicit Step(Nanoseconds optimizer = 0us)
    {
        costs.optimizer = optimizer;
        auto schedule = std::make_shared<plan::Schedule>(
            *plan::makeSchedule("1f1b", {.ranks = 2, .chunks = 1, .microbatches = 2}));
        auto timeline = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, costs));
        track.title = QStringLiteral("Predicted");
        track.schedule = schedule;
        track.timeline = timeline;
        track.ledger = std::make_shared<plan::Ledger>(plan::account(*schedule, *timeline, costs));
        track.explainer = std::make_shared<plan::Explainer>(*schedule, *timeline, costs);
        track.critical
            = std::make_shared<plan::CriticalPath>(plan::criticalPath(*schedule, *timeline, costs));
    }
};

const std::vector<CausePlace> kWhole{{0, {0us, 1us}}, {1, {1us, 2us}}, {1, {2us, 4us}},
                                     {1, {4us, 5us}}, {1, {5us, 7us}}, {0, {7us, 9us}}};

using Places = std::vector<CausePlace>;

TEST(CriticalPlaces, AreTheChainThatMakesTheStep)
{
    const Step step;
    EXPECT_EQ(criticalPlaces(step.track, {0us, 9us}), kWhole);
}

TEST(CriticalPlaces, EndWithTheTailOfTheLastRank)
{
    const Step step(3us);
    Places places = kWhole;
    places.push_back({0, {9us, 12us}});
    EXPECT_EQ(criticalPlaces(step.track, {0us, 12us}), places);
}

TEST(CriticalPlaces, OfARangeAreThoseInItAndTheirNeighbours)
{
    const Step step;
    EXPECT_EQ(criticalPlaces(step.track, {4200ns, 4800ns}),
              Places(kWhole.begin() + 2, kWhole.begin() + 5));
}

TEST(CriticalPlaces, AreNoneWithoutAPath)
{
    Step step;
    step.track.critical.reset();
    EXPECT_TRUE(criticalPlaces(step.track, {0us, 9us}).empty());
}

TEST(ChainOfAGap, LeadsFromTheStartOfTheStepToWhatIsAwaited)
{
    const Step step;
    EXPECT_EQ(chainOf(step.track, GapRef{0, 0, {2us, 4us}}),
              Places(kWhole.begin(), kWhole.begin() + 3));
    EXPECT_EQ(chainOf(step.track, GapRef{0, 0, {6us, 7us}}),
              Places(kWhole.begin(), kWhole.begin() + 5));
    EXPECT_TRUE(chainOf(step.track, GapRef{0, 0, {3us, 4us}}).empty()) << "no bubble begins there";
}

TEST(ChainOfAnOp, EndsWithTheOp)
{
    const Step step;
    Places places(kWhole.begin(), kWhole.begin() + 3);
    places.push_back({0, {4us, 6us}});
    EXPECT_EQ(chainOf(step.track, OpRef{0, 0, plan::backward(0, 0)}), places);
    EXPECT_TRUE(chainOf(step.track, OpRef{0, 0, plan::forward(0, 0)}).empty())
        << "it waited for nothing";
}

TEST(TailStory, NamesWhatRunsBehindTheLastOp)
{
    const Step step(3us);
    const QStringList lines = tailStory(step.track, 0, 10us, TimeUnit::Auto);
    ASSERT_EQ(lines.size(), 2);
    EXPECT_EQ(lines[0].toStdString(), "Optimizer on rank 0: 3 µs");
    EXPECT_EQ(lines[1].toStdString(), "From 9 µs to 12 µs");
    EXPECT_TRUE(tailStory(step.track, 1, 11us, TimeUnit::Auto).isEmpty()) << "it ended at 10";
    EXPECT_TRUE(tailStory(Step().track, 0, 10us, TimeUnit::Auto).isEmpty());
}

} // namespace
} // namespace gui::test
