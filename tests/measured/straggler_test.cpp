#include "engine/measured/straggler.h"

#include "tests/measured/slowed_run.h"

#include <gtest/gtest.h>

namespace measured::test {
namespace {

using namespace std::chrono_literals;
using plan::Costs;
using plan::Schedule;

std::vector<Straggler> findStragglers(const Schedule& schedule, const std::vector<Step>& steps,
                                      std::optional<Costs> predicted = {})
{
    StragglerWatch watch(schedule, std::move(predicted));
    for (const Step& step : steps)
        watch.add(step);
    return {watch.found().begin(), watch.found().end()};
}

TEST(Straggler, IsFoundWithinThreeStepsOfAnyScheduleAndRank)
{
    for (const char* name :
         {"1f1b", "gpipe", "zb-h1", "interleaved", "zbv", "chimera", "dualpipev"})
        for (const double noise : {0.0, 0.05, 0.1})
            for (int rank = 0; rank < 4; ++rank)
                for (const double factor : {1.3, 2.0}) {
                    const Schedule schedule = scheduleOf(name);
                    const auto run = slowedRun(schedule, kSlowFrom + 3, {noise}, {rank, factor});
                    const auto found = findStragglers(schedule, run);
                    ASSERT_EQ(found.size(), 1u)
                        << name << " rank " << rank << " factor " << factor << " noise " << noise;
                    EXPECT_EQ(found[0].rank, rank);
                    EXPECT_EQ(found[0].since, kSlowFrom);
                    EXPECT_NEAR(found[0].factor, factor, 0.1 * factor);
                    EXPECT_FALSE(found[0].until);
                    EXPECT_GT(found[0].certainty, 0.999);
                }
}

TEST(Straggler, NoiseIsNone)
{
    const Schedule schedule = scheduleOf("1f1b", 8, 16);
    for (unsigned seed = 0; seed < 5; ++seed) {
        EXPECT_TRUE(findStragglers(schedule, slowedRun(schedule, 200, {0.05}, {}, seed)).empty());
        EXPECT_TRUE(findStragglers(schedule, slowedRun(schedule, 200, {0.1}, {}, seed)).empty());
        EXPECT_TRUE(
            findStragglers(schedule, slowedRun(schedule, 200, {0.05, 0.05}, {}, seed)).empty());
        EXPECT_TRUE(
            findStragglers(schedule, slowedRun(schedule, 200, {0.05, 0.1}, {}, seed)).empty());
    }
}

TEST(Straggler, WhoWaitsForOneIsNone)
{
    const Schedule schedule = scheduleOf("1f1b");
    auto run = slowedRun(schedule, kSlowFrom + 5, {0.02}, {1, 2.0});
    // Its neighbour's ops hold a collective in which it waits for the slow rank.
    for (Step& step : run) {
        step.timeline.parts.resize(4);
        if (step.number < kSlowFrom)
            continue;
        auto& spans = step.timeline.spans[2];
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const Nanoseconds next
                = i + 1 < spans.size() ? spans[i + 1].start : spans[i].end + 500us;
            if (next == spans[i].end)
                continue;
            step.timeline.parts[2].push_back({spans[i].end, next, plan::Part::Kind::Collective});
            spans[i].end = next;
        }
    }
    const auto found = findStragglers(schedule, run);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].rank, 1);
}

TEST(Straggler, AllSlowTogetherAreNone)
{
    const Schedule schedule = scheduleOf("1f1b");
    auto run = slowedRun(schedule, kSlowFrom, {0.05});
    std::mt19937 random(5);
    for (int number = kSlowFrom; number < kSlowFrom + 5; ++number)
        run.push_back(noisyStep(schedule, costsFor(schedule), number, 0.05, random,
                                [](int, const plan::Op&) { return 1.6; }));
    EXPECT_TRUE(findStragglers(schedule, run).empty());
}

TEST(Straggler, FromTheFirstStepIsFoundByAPredictionOrAnotherHolder)
{
    const Slow slow{2, 1.5, 0};
    const Schedule oneWay = scheduleOf("1f1b");
    EXPECT_TRUE(findStragglers(oneWay, slowedRun(oneWay, 5, {0.05}, slow)).empty());
    const auto predicted
        = findStragglers(oneWay, slowedRun(oneWay, 3, {0.05}, slow), costsFor(oneWay));
    ASSERT_EQ(predicted.size(), 1u);
    EXPECT_EQ(predicted[0].rank, 2);
    EXPECT_EQ(predicted[0].since, 0);

    const Schedule twoWays = scheduleOf("chimera");
    const auto byPeer = findStragglers(twoWays, slowedRun(twoWays, 5, {0.05}, slow));
    ASSERT_EQ(byPeer.size(), 1u);
    EXPECT_EQ(byPeer[0].rank, 2);
    EXPECT_NEAR(byPeer[0].factor, 1.5, 0.1);
}

TEST(Straggler, CostsTheStepWhatItsEndSays)
{
    const Schedule schedule = scheduleOf("1f1b");
    const auto run = slowedRun(schedule, kSlowFrom + 3, {0}, {1, 1.5});
    const auto found = findStragglers(schedule, run);
    ASSERT_EQ(found.size(), 1u);
    ASSERT_TRUE(found[0].stepCost);
    const Nanoseconds truly = run.back().timeline.makespan - run.front().timeline.makespan;
    EXPECT_NEAR(double(found[0].stepCost->count()), double(truly.count()),
                0.02 * double(truly.count()));
}

TEST(Straggler, CostsWhatItsNewFactorSays)
{
    const Schedule schedule = scheduleOf("1f1b");
    StragglerWatch watch(schedule);
    for (const Step& step : slowedRun(schedule, 30, {0}, {1, 1.5}))
        watch.add(step);
    const auto before = watch.found().at(0).stepCost;
    for (Step step : slowedRun(schedule, 20, {0}, {1, 3, 0})) {
        step.number += 30;
        watch.add(step);
    }
    ASSERT_EQ(watch.found().size(), 1u);
    EXPECT_GT(*watch.found()[0].stepCost, 2 * *before);
}

TEST(Straggler, OutlivesAnotherSchedule)
{
    const Schedule before = scheduleOf("1f1b");
    const Schedule after = scheduleOf("zb-h1");
    const auto add = [](StragglerWatch& watch, std::vector<Step> steps, int from) {
        for (Step& step : steps) {
            step.number += from;
            watch.add(step);
        }
    };
    StragglerWatch slowThen(before);
    add(slowThen, slowedRun(before, 30, {0.02}, {2, 1.6, 20}), 0);
    ASSERT_EQ(slowThen.found().size(), 1u);
    slowThen.follow(after);
    add(slowThen, slowedRun(after, 10, {0.02}, {2, 1.6, 0, 5}), 30);
    EXPECT_EQ(slowThen.skippedSteps(), 0u);
    ASSERT_EQ(slowThen.found().size(), 1u);
    EXPECT_EQ(slowThen.found()[0].until, 35);

    StragglerWatch slowLater(before); // the first steps of the other order are the measure then
    add(slowLater, slowedRun(before, 20, {0.02}), 0);
    slowLater.follow(after);
    add(slowLater, slowedRun(after, 30, {0.02}, {1, 1.6, 12}), 20);
    ASSERT_EQ(slowLater.found().size(), 1u);
    EXPECT_EQ(slowLater.found()[0].rank, 1);
    EXPECT_EQ(slowLater.found()[0].since, 32);
}

TEST(Straggler, EndsAndMayComeBack)
{
    const Schedule schedule = scheduleOf("1f1b");
    StragglerWatch watch(schedule);
    for (const Step& step : slowedRun(schedule, 40, {0.05}, {3, 1.6, 10, 20}))
        watch.add(step);
    ASSERT_EQ(watch.found().size(), 1u);
    EXPECT_EQ(watch.found()[0].since, 10);
    EXPECT_EQ(watch.found()[0].until, 20);
    for (Step step : slowedRun(schedule, 10, {0.05}, {3, 1.4, 2})) {
        step.number += 40;
        watch.add(step);
    }
    ASSERT_EQ(watch.found().size(), 2u);
    EXPECT_EQ(watch.found()[1].since, 42);

    Step broken = slowedRun(schedule, 1, {0.05}).front();
    broken.lost = 1;
    watch.add(broken);
    EXPECT_EQ(watch.skippedSteps(), 1u);
}

// As seen on a busy machine: rank 0 slowed by 2, then another order under which rank 1 takes 2.3
// times as long as before.
TEST(Straggler, IsNotBlamedForWhatASwapChanges)
{
    const Schedule before = scheduleOf("1f1b");
    const Schedule after = scheduleOf("gpipe");
    StragglerWatch watch(before);
    for (const Step& step : slowedRun(before, 60, {0.05}, {0, 2.0, 46}))
        watch.add(step);
    watch.follow(after);
    std::mt19937 random(3);
    for (int number = 60; number < 100; ++number)
        watch.add(
            noisyStep(after, costsFor(after), number, 0.05, random, [](int rank, const plan::Op&) {
                return rank == 0 ? 2.0 : rank == 1 ? 2.32 : 1.0;
            }));
    ASSERT_EQ(watch.found().size(), 1u);
    EXPECT_EQ(watch.found()[0].rank, 0);
    EXPECT_EQ(watch.found()[0].since, 46);
    EXPECT_NEAR(watch.found()[0].factor, 2, 0.1);
    EXPECT_FALSE(watch.found()[0].until);
}

} // namespace
} // namespace measured::test
