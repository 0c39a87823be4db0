#include "engine/lesson/challenge.h"

#include "engine/lesson/recognise.h"
#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "engine/plan/zb_auto/order_search.h"
#include "engine/strategy/check.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

namespace lesson::test {
namespace {

Date dayAfter(int day)
{
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{20'000 + day}}};
    return {int(date.year()), int(unsigned(date.month())), int(unsigned(date.day()))};
}

plan::Shape shapeOf(const Challenge& challenge)
{
    return {.ranks = challenge.strategy.parallel.pipeline,
            .microbatches = challenge.strategy.batch.global};
}

// This pins what everybody gets on that day: changing it parts those who have the new program from
// those who have not.
TEST(Challenge, OfADateIsTheSameForEverybody)
{
    const Challenge challenge = challengeOf({2026, 11, 28});
    EXPECT_EQ(challenge.strategy.parallel.pipeline, 6);
    EXPECT_EQ(challenge.strategy.batch.global, 10);
    EXPECT_EQ(challenge.cap, 3);
}

TEST(Challenge, EveryDayOfAYearCanBeBuiltAndBeaten)
{
    std::set<std::vector<int>> shapes;
    for (int day = 0; day < 365; ++day) {
        const Challenge challenge = challengeOf(dayAfter(day));
        EXPECT_TRUE(strategy::check(challenge.strategy).problems.empty()) << day;
        EXPECT_GT(challenge.bound.count(), 0) << day;
        EXPECT_GE(challenge.toBeat, challenge.bound) << day;
        shapes.insert(
            {challenge.strategy.parallel.pipeline, challenge.strategy.batch.global, challenge.cap});
        if (day % 20 != 0)
            continue;
        const auto best = plan::searchOrder(
            plan::autoRequest(shapeOf(challenge), *challenge.strategy.costs, challenge.cap),
            plan::quickLimits(shapeOf(challenge)));
        ASSERT_TRUE(best) << day;
        EXPECT_LT(best->makespan, challenge.toBeat) << day;
        const Entry entry
            = entryOf(challenge, "machine",
                      strategy::toTorchCsv(best->schedule, strategy::CsvForm::ComputeOnly));
        EXPECT_EQ(entry.problem, "") << day;
        EXPECT_EQ(entry.step, best->makespan) << day;
    }
    EXPECT_GT(shapes.size(), 60u);
}

TEST(Challenge, AnEntryIsCheckedAndSimulated)
{
    const Challenge challenge = challengeOf({2026, 11, 28});
    const auto csvOf = [](const char* name, const plan::Shape& shape) {
        return strategy::toTorchCsv(*plan::makeSchedule(name, shape),
                                    strategy::CsvForm::ComputeOnly);
    };
    const plan::Shape shape = shapeOf(challenge);
    EXPECT_NE(entryOf(challenge, "g", csvOf("gpipe", shape)).problem.find("in flight"),
              std::string::npos);
    EXPECT_NE(entryOf(challenge, "s", csvOf("1f1b", {.ranks = 2, .microbatches = 4}))
                  .problem.find("is for another shape: 6 ranks and 10 microbatches"),
              std::string::npos);
    EXPECT_FALSE(entryOf(challenge, "x", "no csv").problem.empty());
    EXPECT_FALSE(entryOf(challenge, "e", "").problem.empty());
    // Rank 0 would wait for a gradient of what it has not sent.
    std::string stuck = csvOf("1f1b", shape);
    stuck.replace(stuck.find("0F0"), 3, "0B0");
    stuck.replace(stuck.rfind("0B0"), 3, "0F0");
    EXPECT_FALSE(entryOf(challenge, "d", stuck).problem.empty());
}

TEST(Challenge, WhatIsNoEntrySaysWhereItIsWrong)
{
    const Challenge challenge = challengeOf({2026, 2, 1});
    const plan::Shape shape = shapeOf(challenge);
    std::string csv
        = strategy::toTorchCsv(*plan::makeSchedule("1f1b", shape), strategy::CsvForm::ComputeOnly);
    EXPECT_EQ(entryOf(challenge, "ann", csv).problem, "");
    EXPECT_EQ(entryOf(challenge, "gus",
                      strategy::toTorchCsv(*plan::makeSchedule("gpipe", shape),
                                           strategy::CsvForm::ComputeOnly))
                  .problem.rfind("gus.csv: ", 0),
              0u);
    csv.replace(csv.find("1B0"), 3, "1X0");
    EXPECT_EQ(entryOf(challenge, "ann", csv).problem.rfind("ann.csv: row 2, column 3: ", 0), 0u)
        << entryOf(challenge, "ann", csv).problem;
    // Ops that run as one would not be what the lanes show.
    EXPECT_NE(entryOf(challengeOf({2026, 2, 1}), "bo",
                      "0F0,0F1,0F2,(0F3;0B0)OVERLAP_F_B,0B1,0B2,0B3\n"
                      "1F0,1F1,1B0,1F2,1B1,1F3,1B2,1B3\n2F0,2B0,2F1,2B1,2F2,2B2,2F3,2B3\n")
                  .problem.find("run as one"),
              std::string::npos);
}

TEST(Challenge, WhatIsBegunWithKeepsTheCap)
{
    for (int day = 0; day < 200; ++day) {
        const Challenge challenge = challengeOf(dayAfter(day));
        const plan::Schedule start = startOf(challenge);
        plan::ValidateOptions limits;
        limits.maxInFlight = {challenge.cap};
        const plan::Verdict verdict = plan::validate(start, limits);
        EXPECT_TRUE(verdict.legal()) << day << ": " << verdict.sentences().front();
        const plan::Schedule plain = *plan::makeSchedule("1f1b", shapeOf(challenge));
        EXPECT_EQ(start.order == plain.order, challenge.cap >= start.shape.ranks) << day;
    }
}

TEST(Challenge, AStepIsAsFarAboveTheBoundAsALessonSays)
{
    for (const Date& date : {Date{2026, 2, 1}, Date{2026, 11, 28}, Date{2026, 4, 8}}) {
        const Challenge challenge = challengeOf(date);
        const auto like = Planned::make(challenge.strategy);
        ASSERT_TRUE(like);
        const PlannedPtr start = Planned::ofOrder(**like, startOf(challenge));
        const Entry entry
            = entryOf(challenge, "start",
                      strategy::toTorchCsv(start->schedule(), strategy::CsvForm::ComputeOnly));
        ASSERT_TRUE(entry.step);
        EXPECT_EQ(*entry.step, start->timeline().makespan);
        EXPECT_EQ(aboveBound(challenge, *entry.step), aboveBound(*start, challenge.cap));
        EXPECT_GT(aboveBound(challenge, *entry.step), 0);
        EXPECT_EQ(aboveBound(challenge, challenge.bound), 0);
    }
}

TEST(Challenge, ADateIsReadStrictly)
{
    EXPECT_EQ(toText(Date{2026, 2, 1}), "2026-02-01");
    for (const char* day : {"1970-01-01", "2024-02-29", "2026-11-28", "9999-12-31"}) {
        const auto date = dateOf(day);
        ASSERT_TRUE(date) << day;
        EXPECT_EQ(toText(*date), day);
    }
    for (const char* none :
         {"", "today", "2026-2-1", "2026-02-30", "2025-02-29", "1969-12-31", "2026-13-01",
          "2026-00-10", "2026-01-00", "2026/01/01", "+026-01-01", "2026-01-011", "20260-1-01"})
        EXPECT_FALSE(dateOf(none)) << none;
    EXPECT_EQ(dateOf("2026-02-30").error().message,
              "must be a day from 1970-01-01 to 9999-12-31, written as 2026-11-28, not "
              "'2026-02-30'");
}

TEST(Challenge, TheShortestStepComesFirst)
{
    using namespace std::chrono_literals;
    std::vector<Entry> entries{{.name = "bad", .problem = "is none"},
                               {.name = "slow", .problem = {}, .step = 3ms},
                               {.name = "b", .problem = {}, .step = 2ms},
                               {.name = "a", .problem = {}, .step = 2ms}};
    rank(entries);
    std::string order;
    for (const Entry& entry : entries)
        order += std::to_string(entry.place) + entry.name + ' ';
    EXPECT_EQ(order, "1a 1b 3slow 0bad ");
}

} // namespace
} // namespace lesson::test
