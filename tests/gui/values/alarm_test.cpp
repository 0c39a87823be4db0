// What is found wrong with a run, without a window.

#include "gui/cockpit/log_page.h"
#include "gui/cockpit/slow_words.h"
#include "gui/live/alarm_list.h"
#include "gui/live/same_again.h"
#include "gui/live/slow_effect.h"
#include "gui/live/slow_evidence.h"
#include "gui/live/step_alarms.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace gui;
using std::chrono::milliseconds;

const QDateTime kNoon(QDate(2026, 1, 1), QTime(12, 0));

Finding slow(int rank, int since, bool isOver = false)
{
    return {.kind = AlarmKind::SlowRank,
            .rank = rank,
            .step = since,
            .what = QStringLiteral("rank %1").arg(rank),
            .isOver = isOver};
}

TEST(AlarmList, WhatStandsIsRaisedOnce)
{
    AlarmList list;
    EXPECT_EQ(list.update({slow(2, 40)}, kNoon).size(), 1u);
    EXPECT_TRUE(list.update({slow(2, 40)}, kNoon.addSecs(1)).empty());
    EXPECT_EQ(list.alarms().size(), 1u);
    EXPECT_EQ(list.waiting(), 1);
    list.acknowledge(1);
    EXPECT_EQ(list.waiting(), 0);
    EXPECT_NE(list.worst(), nullptr); // it still stands
    list.update({}, kNoon.addSecs(2));
    EXPECT_EQ(list.worst(), nullptr);
    EXPECT_TRUE(list.alarms().front().found.isOver);
}

TEST(AlarmList, WhatComesBackSoonIsTheSameAlarm)
{
    AlarmList list;
    for (int i = 0; i < 20; ++i) { // flapping, with another step each time
        list.update({slow(2, i)}, kNoon.addSecs(2 * i));
        list.update({}, kNoon.addSecs(2 * i + 1));
    }
    ASSERT_EQ(list.alarms().size(), 1u);
    EXPECT_EQ(list.alarms().front().times, 20);
    EXPECT_EQ(list.update({slow(2, 90)}, kNoon.addSecs(600)).size(), 1u);
    EXPECT_EQ(list.alarms().size(), 2u);
}

TEST(AlarmList, WhatCameBackIsSeenWhenItCameBack)
{
    AlarmList list;
    list.update({slow(2, 0)}, kNoon);
    list.update({slow(2, 0, true)}, kNoon.addSecs(2));
    // It is known from then on that the first is over, and it is the same line.
    for (int second = 5; second < 9; ++second)
        list.update({slow(2, 0, true), slow(2, 27)}, kNoon.addSecs(second));
    ASSERT_EQ(list.alarms().size(), 1u);
    EXPECT_EQ(list.alarms().front().found.step, 27);
    EXPECT_EQ(list.alarms().front().at, kNoon.addSecs(5));
    EXPECT_EQ(list.alarms().front().times, 2);
    // What was over before anybody looked is no part of it.
    list.update({slow(1, 0, true), slow(2, 0, true), slow(2, 27)}, kNoon.addSecs(9));
    EXPECT_EQ(list.alarms().size(), 2u);
}

TEST(AlarmList, AStormIsAFewLines)
{
    AlarmList list;
    std::vector<Finding> storm;
    storm.reserve(32);
    for (int rank = 0; rank < 32; ++rank)
        storm.push_back(slow(rank, 10 + rank));
    EXPECT_EQ(list.update(storm, kNoon).size(), AlarmList::kMostOfAKind);
    const Finding& rest = list.alarms().back().found;
    EXPECT_TRUE(rest.what.contains(QStringLiteral("29 more ranks")));
    EXPECT_EQ(rest.step, 13);
    // One more rank joins the line of the rest, and raises nothing.
    storm.push_back(slow(32, 50));
    EXPECT_TRUE(list.update(storm, kNoon.addSecs(1)).empty());
}

TEST(AlarmList, TheGravestIsTheOneThatIsSaid)
{
    AlarmList list;
    list.update({slow(2, 40), {.kind = AlarmKind::Failed, .rank = 1, .step = 41}}, kNoon);
    EXPECT_EQ(list.worst()->found.kind, AlarmKind::Failed);
    list.update({slow(2, 40), {.kind = AlarmKind::NoNews, .step = 41}}, kNoon);
    EXPECT_EQ(list.worst()->found.kind, AlarmKind::SlowRank);
}

TEST(AlarmList, WhatIsOverInARecordingIsKeptAndNotRaised)
{
    AlarmList list;
    EXPECT_TRUE(list.update({slow(2, 40, true)}, {}).empty());
    list.update({slow(2, 40, true)}, {});
    ASSERT_EQ(list.alarms().size(), 1u);
    EXPECT_EQ(list.worst(), nullptr);
}

telemetry::TrainingStep trained(int step, double loss)
{
    telemetry::TrainingStep made;
    made.step = step;
    made.loss = loss;
    return made;
}

TEST(LossAlarms, NoNumberStandsUntilOneComes)
{
    LossAlarms alarms;
    for (int step = 0; step < 10; ++step)
        alarms.add(trained(step, 2), {});
    EXPECT_TRUE(alarms.found().empty());
    alarms.add(trained(10, std::nan("")), {});
    alarms.add(trained(11, std::nan("")), {});
    ASSERT_EQ(alarms.found().size(), 1u);
    EXPECT_EQ(alarms.found().front().step, 10);
    EXPECT_FALSE(alarms.found().front().isOver);
    alarms.add(trained(12, 2), {});
    EXPECT_TRUE(alarms.found().front().isOver);
}

TEST(LossAlarms, ASpikeIsHeldAgainstTheMedian)
{
    LossAlarms alarms;
    for (int step = 0; step < 30; ++step)
        alarms.add(trained(step, step == 25 ? 9 : 3.1 - 0.01 * step), {});
    ASSERT_EQ(alarms.found().size(), 1u);
    EXPECT_EQ(alarms.found().front().step, 25);
    EXPECT_TRUE(alarms.found().front().isOver);
    EXPECT_TRUE(alarms.found().front().what.contains(QStringLiteral("×3")));
}

TEST(SlowStepAlarms, TheMedianOfAFewStepsCounts)
{
    SlowStepAlarms alarms;
    const AlarmRules rules{.slowStep = 0.25};
    for (int step = 0; step < 20; ++step) // one step in five is slow: no alarm
        alarms.add(step, milliseconds(step % 5 == 0 ? 300 : 100), milliseconds(100), rules);
    EXPECT_TRUE(alarms.found().empty());
    for (int step = 20; step < 30; ++step)
        alarms.add(step, milliseconds(140), milliseconds(100), rules);
    ASSERT_EQ(alarms.found().size(), 1u);
    EXPECT_EQ(alarms.found().front().step, 20);
    EXPECT_FALSE(alarms.found().front().isOver);
    for (int step = 30; step < 40; ++step)
        alarms.add(step, milliseconds(101), milliseconds(100), rules);
    EXPECT_TRUE(alarms.found().front().isOver);
    SlowStepAlarms byHand;
    for (int step = 0; step < 12; ++step)
        byHand.add(step, milliseconds(300), milliseconds(100), rules,
                   step < 10 ? std::vector{1} : std::vector<int>{});
    const QString evidence = byHand.found().front().evidence;
    EXPECT_TRUE(evidence.contains(QStringLiteral("Someone slowed rank 1 by hand")));
    EXPECT_FALSE(evidence.contains(QStringLiteral("the network")));
    SlowStepAlarms unknown;
    for (int step = 0; step < 20; ++step)
        unknown.add(step, milliseconds(900), {}, rules);
    EXPECT_TRUE(unknown.found().empty());
}

std::vector<double> stepsAround(double median, double noise, int count, unsigned seed)
{
    std::vector<double> steps;
    for (int i = 0; i < count; ++i) {
        seed = seed * 1664525u + 1013904223u;
        steps.push_back(median * (1 + noise * (double(seed >> 8) / (1 << 24) - 0.5)));
    }
    return steps;
}

TEST(SameAgain, NoiseIsNoDifference)
{
    const auto a = stepsAround(165e6, 0.04, 100, 1);
    const auto compared = compareSteps(a, stepsAround(165e6, 0.04, 100, 2));
    ASSERT_TRUE(compared);
    EXPECT_FALSE(compared->isReal());
    EXPECT_LT(compared->low, compared->high);
    EXPECT_NEAR(compared->spread, 0.018, 0.004);
    const auto slower = compareSteps(a, stepsAround(172e6, 0.04, 100, 3));
    ASSERT_TRUE(slower && slower->isReal());
    EXPECT_NEAR(slower->difference, 7.0 / 165, 0.01);
    EXPECT_LE(slower->low, slower->difference);
    EXPECT_GE(slower->high, slower->difference);
    EXPECT_FALSE(compareSteps(a, stepsAround(165e6, 0.04, 19, 3)));
}

StepPtr stepOf(int number, const plan::Schedule& schedule, const std::vector<double>& factors)
{
    plan::Costs costs{{{milliseconds(5), milliseconds(5), milliseconds(5)}}, {}};
    costs.rankFactors = factors;
    measured::Step step;
    step.number = number;
    step.ended = true;
    step.timeline = *plan::simulate(schedule, costs);
    return std::make_shared<measured::Step>(std::move(step));
}

TEST(SlowEvidence, ItsOpsAreHeldAgainstThemselvesAndTheOthers)
{
    const auto schedule = *plan::makeSchedule("1f1b", {.ranks = 4, .chunks = 1, .microbatches = 8});
    std::vector<StepPtr> steps;
    steps.reserve(30);
    for (int number = 0; number < 30; ++number)
        steps.push_back(
            stepOf(number, schedule, {1, 1, number >= 20 ? 2.0 : 1.0, number >= 20 ? 1.1 : 1.0}));
    const SlowEvidence evidence
        = slowEvidence(steps, {.rank = 2, .factor = 2, .since = 20}, nullptr);
    EXPECT_EQ(evidence.firstSlow, 20);
    EXPECT_EQ(evidence.stepsBefore, 20);
    EXPECT_EQ(evidence.stepsSince, 10);
    ASSERT_EQ(evidence.rows.size(), 2u); // F and B
    for (const SlowEvidence::Row& row : evidence.rows) {
        EXPECT_NEAR(row.factor(), 2, 1e-6);
        EXPECT_NEAR(row.others, 1, 1e-6); // the median of 1, 1 and 1.1
        EXPECT_EQ(row.predicted, 0);
    }
    EXPECT_TRUE(evidence.isAllAlike());
    EXPECT_GT(evidence.stepSince, evidence.stepBefore);
    EXPECT_GT(evidence.othersIdleSince, evidence.othersIdleBefore + 0.1);
    // Steps that ended the spell are no evidence of it.
    const SlowEvidence ended
        = slowEvidence(steps, {.rank = 2, .factor = 2, .since = 20, .until = 25}, nullptr);
    EXPECT_EQ(ended.stepsSince, 5);
}

TEST(SlowEvidence, IsSaidAsTheNumbersHaveIt)
{
    const auto schedule = *plan::makeSchedule("1f1b", {.ranks = 4, .chunks = 1, .microbatches = 8});
    const auto linesOf = [&](double factor) {
        std::vector<StepPtr> steps;
        steps.reserve(30);
        for (int number = 0; number < 30; ++number)
            steps.push_back(stepOf(number, schedule, {1, 1, number >= 20 ? factor : 1.0, 1}));
        const SlowEvidence evidence
            = slowEvidence(steps, {.rank = 2, .factor = 2, .since = 20}, nullptr);
        EXPECT_EQ(evidence.isSlower(), factor > 1);
        return (evidenceLines(evidence) + nextSteps(evidence, 2, false, "cpu"))
            .join(QLatin1Char('\n'));
    };
    EXPECT_TRUE(linesOf(2).contains(QStringLiteral("what it computes takes longer")));
    EXPECT_TRUE(linesOf(2).contains(QStringLiteral("slower alike")));
    EXPECT_TRUE(linesOf(0.9).contains(QStringLiteral("takes no longer than before")));
    EXPECT_FALSE(linesOf(0.9).contains(QStringLiteral("slower alike")));
}

TEST(SlowEffect, IsWhatTheSimulationSays)
{
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    strategy.costs = plan::Costs{{{milliseconds(5), milliseconds(5), milliseconds(5)}}, {}};
    const auto made = predict(strategy);
    ASSERT_TRUE(made);
    const auto effect = slowEffect(**made, 1, 2);
    ASSERT_TRUE(effect);
    EXPECT_EQ(effect->stepBefore, (*made)->timeline->makespan);
    // 1F1B is as long as its slowest rank's ops, 8 × (10 + 20) ms, and the ramps of the others.
    EXPECT_GE(effect->stepAfter, milliseconds(8 * 30));
    EXPECT_LT(effect->stepAfter, milliseconds(8 * 30 + 4 * 15));
    EXPECT_GT(effect->bubbleAfter, effect->bubbleBefore);
    EXPECT_FALSE(slowEffect(**made, 4, 2));
    EXPECT_TRUE(effectText(*effect, true).contains(QStringLiteral("165 ms →")));
    EXPECT_FALSE(effectText(*effect, false).contains(QStringLiteral("ms")));
}

TEST(LogPage, EveryWordAndTheLevelCount)
{
    const ShownLogLine line(
        RankLogLine{3u, telemetry::LogLevel::Warning, "Checkpoint <b>late</b>"});
    const auto shows = [&](const char* words, telemetry::LogLevel least) {
        return isLogged(line, least, QString::fromLatin1(words));
    };
    EXPECT_TRUE(shows("", telemetry::LogLevel::Debug));
    EXPECT_TRUE(shows("late rank 3:", telemetry::LogLevel::Warning));
    EXPECT_FALSE(shows("late rank 4:", telemetry::LogLevel::Debug));
    EXPECT_FALSE(shows("late", telemetry::LogLevel::Error));
    EXPECT_EQ(line.text, QStringLiteral("rank 3: Checkpoint <b>late</b>"));
}

} // namespace
