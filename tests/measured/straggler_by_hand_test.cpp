// Slow ranks of a run in which somebody slows ranks, too.

#include "engine/measured/straggler.h"

#include "tests/measured/slowed_run.h"

#include <gtest/gtest.h>

namespace measured::test {
namespace {

using plan::Schedule;

// The three noisy steps after a swap may look as before, though somebody keeps the rank slow.
TEST(Straggler, IsNotWellAgainWhileSomebodyKeepsItSlow)
{
    const Schedule before = scheduleOf("1f1b");
    const Schedule after = scheduleOf("zb-h1");
    for (const bool isKept : {true, false}) {
        const auto kept = [isKept](int rank) { return isKept && rank == 2; };
        StragglerWatch watch(before);
        for (const Step& step : slowedRun(before, 30, {0.02}, {2, 1.6, 20}))
            watch.add(step, [&](int rank) { return step.number >= 20 && kept(rank); });
        ASSERT_EQ(watch.found().size(), 1u);
        watch.follow(after);
        for (Step step : slowedRun(after, 20, {0.02})) {
            step.number += 30;
            watch.add(step, kept);
        }
        EXPECT_EQ(watch.found()[0].until.has_value(), !isKept);
    }
}

// A rank that is made slower by hand leaves the others of a busy machine more room, or less.
struct Spell {
    int rank = 1;
    double factor = 2;
    double others = 0.6; // times as long, while it lasts
    int from = 0;
    int to = 0;
};

void addSpell(StragglerWatch& watch, const Schedule& schedule, int from, int to, const Spell& spell,
              unsigned seed)
{
    std::mt19937 random(seed);
    for (int number = from; number < to; ++number) {
        const bool isSlowed = number >= spell.from && number < spell.to;
        watch.add(
            noisyStep(schedule, costsFor(schedule), number, 0.05, random,
                      [&](int rank, const plan::Op&) {
                          return !isSlowed ? 1 : rank == spell.rank ? spell.factor : spell.others;
                      }),
            [&](int rank) { return isSlowed && rank == spell.rank; });
    }
}

TEST(Straggler, IsNotBlamedForWhatSomebodyDidToAnother)
{
    for (const double others : {0.4, 0.6, 1.0, 1.3})
        for (const int ranks : {2, 4}) {
            const Schedule schedule = scheduleOf("1f1b", ranks);
            StragglerWatch watch(schedule);
            // One spell, long enough to fill any history, and another of the other rank.
            addSpell(watch, schedule, 0, 130, {1, 2, others, 40, 90}, 1);
            addSpell(watch, schedule, 130, 200, {0, 3, others, 140, 160}, 2);
            ASSERT_EQ(watch.found().size(), 2u) << ranks << " ranks, others " << others;
            EXPECT_EQ(watch.found()[0].rank, 1);
            EXPECT_EQ(watch.found()[0].since, 40);
            EXPECT_EQ(watch.found()[0].until, 90);
            EXPECT_EQ(watch.found()[1].rank, 0);
            EXPECT_EQ(watch.found()[1].since, 140);
            EXPECT_EQ(watch.found()[1].until, 160);
        }
}

TEST(Straggler, IsNotBlamedWhereASwapCameWhileAnotherWasSlowed)
{
    const Schedule before = scheduleOf("1f1b");
    const Schedule after = scheduleOf("gpipe");
    for (const double others : {0.6, 1.3}) {
        StragglerWatch watch(before);
        addSpell(watch, before, 0, 60, {1, 2, others, 40, 60}, 1);
        watch.follow(after);
        addSpell(watch, after, 60, 120, {1, 2, others, 60, 80}, 2);
        ASSERT_EQ(watch.found().size(), 1u) << others;
        EXPECT_EQ(watch.found()[0].rank, 1);
        EXPECT_EQ(watch.found()[0].since, 40);
        EXPECT_EQ(watch.found()[0].until, 80);

        // Slowed only just after the swap.
        StragglerWatch later(before);
        addSpell(later, before, 0, 40, {}, 3);
        later.follow(after);
        addSpell(later, after, 40, 120, {1, 2, others, 41, 80}, 4);
        EXPECT_TRUE(later.found().empty()) << others;
    }
}

} // namespace
} // namespace measured::test
