#include "engine/lesson/challenge.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "engine/plan/zb_auto/order_search.h"
#include "engine/strategy/check.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

namespace lesson::test {
namespace {

Date dateOf(int day)
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
        const Challenge challenge = challengeOf(dateOf(day));
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
        order += entry.name + ' ';
    EXPECT_EQ(order, "a b slow bad ");
}

} // namespace
} // namespace lesson::test
