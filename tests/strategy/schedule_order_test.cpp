// Schedules by hand that stand in the strategy itself.

#include "engine/strategy/check.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/fields.h"
#include "engine/strategy/keep_text.h"
#include "engine/strategy/schedule_fit.h"
#include "engine/strategy/text_limits.h"
#include "engine/strategy/yaml.h"

#include "engine/plan/catalog.h"
#include "engine/plan/edit/edit.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

constexpr const char* kTwo = R"(bubblescope: 1
parallel: {pipeline: 2}
batch:
  global: 2
schedule: # by hand
  name: custom
  order: ["0F0 0F1 0B0 0B1", "1F0 1B0 1F1 1B1"]
)";

std::string firstProblem(const std::string& schedule,
                         const std::string& rest = "parallel: {pipeline: 2}\n")
{
    const auto read = readStrategy("bubblescope: 1\n" + rest + "schedule: " + schedule + "\n", "");
    if (read.problems.empty())
        return "none";
    return read.problems.front().key + ": " + read.problems.front().sentence;
}

TEST(ScheduleOrder, IsReadAndWritten)
{
    const auto read = readStrategy(kTwo, "");
    ASSERT_TRUE(read.strategy) << read.problems.front().sentence;
    const auto schedule = customSchedule(*read.strategy);
    ASSERT_TRUE(schedule) << schedule.error().message;
    const auto made = plan::makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    EXPECT_EQ(schedule->order, made->order);
    const auto again = readStrategy(writeStrategy(*read.strategy), "");
    ASSERT_TRUE(again.strategy);
    EXPECT_EQ(*again.strategy, *read.strategy);
}

TEST(ScheduleOrder, IsReplacedInItsFileAndTheRestIsKept)
{
    const auto read = readStrategy(kTwo, "");
    const auto schedule = customSchedule(*read.strategy);
    const auto moved = plan::edited(*schedule, plan::MoveOp{.rank = 0, .from = 1, .to = 2});
    const auto text = keepText(kTwo, withOrder(*read.strategy, *moved), "");
    ASSERT_TRUE(text);
    EXPECT_NE(text->find("schedule: # by hand"), std::string::npos);
    EXPECT_NE(text->find(R"(  order: ["0F0 0B0 0F1 0B1", "1F0 1B0 1F1 1B1"])"), std::string::npos)
        << *text;
}

TEST(ScheduleOrder, OfEverySchedule)
{
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        Strategy strategy;
        strategy.parallel.pipeline = 4;
        strategy.batch.global = 16;
        strategy.schedule.name = entry->name;
        const auto made = plan::makeSchedule(entry->name, shapeOf(strategy), {});
        if (!made)
            continue;
        const Strategy byHand = withOrder(strategy, *made);
        const auto read = readStrategy(writeStrategy(byHand), "");
        ASSERT_TRUE(read.strategy) << entry->name << ": " << read.problems.front().sentence;
        EXPECT_EQ(*read.strategy, byHand) << entry->name;
        const auto back = customSchedule(*read.strategy);
        ASSERT_TRUE(back) << entry->name << ": " << back.error().message;
        EXPECT_EQ(back->shape, made->shape) << entry->name;
        EXPECT_EQ(back->placement, made->placement) << entry->name;
        EXPECT_EQ(back->order, made->order) << entry->name;
        for (std::size_t rank = 0; rank < made->order.size(); ++rank)
            EXPECT_EQ(back->pairsOf(rank), made->pairsOf(rank)) << entry->name;
    }
}

TEST(ScheduleOrder, MustBeOneThatCanRun)
{
    EXPECT_EQ(firstProblem(R"({name: custom, order: ["0F0 0B0", "1F0 1B0"]})"), "none");
    EXPECT_EQ(firstProblem(R"({name: custom, order: ["0F0 0B0"]})"),
              "schedule.order: has 1 rank (rows), and parallel.pipeline is 2; make them equal");
    EXPECT_EQ(firstProblem(R"({name: custom, order: ["0F0 0B0", "1B0 1F0"]})")
                  .substr(0, std::string("schedule.order: 1B0").size()),
              "schedule.order: 1B0");
    EXPECT_EQ(firstProblem(R"({name: custom, order: 0F0})").substr(0, 30),
              "schedule.order: must be a list");
    for (const char* row : {"[[1F0]]", "[]", "{a: 1F0}", "[1F0, {a: 1B0}]"})
        EXPECT_EQ(firstProblem(std::string(R"({name: custom, order: ["0F0 0B0", )") + row + "]}")
                      .substr(0, 30),
                  "schedule.order: must be a list")
            << row;
    EXPECT_EQ(
        firstProblem(R"({name: custom, file: a.csv, order: ["0F0 0B0", "1F0 1B0"]})").substr(0, 21),
        "schedule.file: stands");
}

TEST(ScheduleOrder, IsHeldToItsLimits)
{
    constexpr const char* kThree
        = R"(order: ["0F0 0F1 0F2 0B0 0B1 0B2", "1F0 1F1 1B0 1B1 1F2 1B2"]})";
    EXPECT_EQ(firstProblem(std::string("{name: custom, max_in_flight: 3, ") + kThree), "none");
    EXPECT_NE(firstProblem(std::string("{name: custom, max_in_flight: 2, ") + kThree), "none");

    Strategy strategy;
    strategy.parallel.pipeline = 2;
    strategy.schedule.name = kCustomSchedule;
    strategy.schedule.order = OrderRows({std::string(kMaxOrderBytes, ' '), "1F0 1B0"});
    const auto findings = check(strategy);
    ASSERT_FALSE(findings.problems.empty());
    EXPECT_EQ(findings.problems.front().key, "schedule.order");
    EXPECT_EQ(findings.problems.front().sentence.substr(0, 13), "is over 1 MiB");
}

// 8192 microbatches are rows of 110 KiB, more than one text of a file may have.
TEST(ScheduleOrder, IsReadBackAtEveryLength)
{
    for (const int microbatches : {4096, 5000, 8192, 16'384}) {
        Strategy strategy;
        strategy.parallel.pipeline = 2;
        strategy.batch.global = microbatches;
        const auto made = plan::makeSchedule("1f1b", shapeOf(strategy));
        const Strategy byHand = withOrder(strategy, *made);
        EXPECT_TRUE(check(byHand).problems.empty());
        const std::string text = writeStrategy(byHand);
        const auto read = readStrategy(text, "");
        ASSERT_TRUE(read.strategy) << microbatches << ": " << read.problems.front().sentence;
        EXPECT_EQ(*read.strategy, byHand) << microbatches;
        // Into a file with comments, too, and out of it again.
        const auto kept = keepText(kTwo, byHand, "");
        ASSERT_TRUE(kept);
        EXPECT_NE(kept->find("schedule: # by hand"), std::string::npos);
        EXPECT_EQ(keepText(*kept, *readStrategy(kTwo, "").strategy, ""), std::string(kTwo));
    }
}

TEST(ScheduleOrder, RowsMayStandInPieces)
{
    EXPECT_EQ(firstProblem(R"({name: custom, order: [["0F0", "0B0"], "1F0 1B0"]})"), "none");
    const auto whole = readStrategy(kTwo, "");
    std::string pieces = kTwo;
    pieces.replace(pieces.find(R"("0F0 0F1 0B0 0B1")"), 17, R"([0F0 0F1, "0B0 0B1"])");
    const auto read = readStrategy(pieces, "");
    ASSERT_TRUE(read.strategy) << read.problems.front().sentence;
    EXPECT_EQ(*read.strategy, *whole.strategy);

    // Around the longest text there may be, wherever its ops end.
    for (std::size_t length = kMaxScalarBytes - 6; length < kMaxScalarBytes + 6; ++length) {
        Strategy strategy;
        strategy.parallel.pipeline = 1;
        strategy.schedule.name = kCustomSchedule;
        std::string row;
        while (row.size() < length)
            row += "0F0 ";
        row.resize(length, '0');
        strategy.schedule.order = OrderRows({row});
        const auto again = readStrategy(writeStrategy(strategy), "");
        EXPECT_EQ(again.draft.schedule.order, strategy.schedule.order) << length;
    }
}

// What is more than a step may have is refused, and is no overflow.
TEST(ScheduleOrder, SamplesOfAStepHaveTheirLimit)
{
    Strategy strategy;
    strategy.parallel.pipeline = 2;
    strategy.parallel.data = 1 << 16;
    strategy.batch.micro = 1 << 14;
    const auto made = plan::makeSchedule("1f1b", {.ranks = 2, .microbatches = 4});
    const Strategy byHand = withOrder(strategy, *made); // 2^32 samples, 0 in an int
    EXPECT_EQ(byHand.batch.global, kMaxSamples + 1);
    const auto findings = check(byHand);
    ASSERT_FALSE(findings.problems.empty());
    EXPECT_EQ(findings.problems.front().key, "batch.global");
    strategy.batch.micro = 1 << 12;
    EXPECT_EQ(withOrder(strategy, *made).batch.global, kMaxSamples);
}

TEST(ScheduleOrder, IsWithdrawnByTheNextSchedule)
{
    const auto read = readStrategy(kTwo, "");
    EXPECT_TRUE(withSchedule(*read.strategy, "gpipe").schedule.order.empty());
    EXPECT_EQ(withSchedule(*read.strategy, "custom"), *read.strategy);
}

TEST(ScheduleOrder, CopiesShareTheirRows)
{
    const OrderRows rows({"0F0 0B0"});
    OrderRows copy;
    copy = rows;
    EXPECT_EQ(&copy.rows(), &rows.rows());
    EXPECT_EQ(copy, OrderRows({"0F0 0B0"}));
    EXPECT_NE(copy, OrderRows({"0F0"}));
    EXPECT_EQ(OrderRows(std::vector<std::string>{}), OrderRows());
}

} // namespace
} // namespace strategy
