// The worked examples do what CONTRIBUTING says of them, by the tests that it says they need.

#include "tests/examples/examples.h"

#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "engine/strategy/yaml.h"
#include "tests/plan/render.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

plan::Result<plan::Timeline> lastFirst(const plan::Shape& shape)
{
    const auto schedule = plan::kLastFirst.generate({.shape = shape, .options = {}, .costs = {}});
    if (!schedule)
        return schedule.error();
    EXPECT_EQ(plan::violations(*schedule), std::vector<std::string>{});
    return plan::simulate(*schedule, plan::Costs::unit());
}

TEST(ExampleSchedule, TheNewestBackwardIsFirst)
{
    const auto timeline = lastFirst({.ranks = 3, .microbatches = 2});
    ASSERT_TRUE(timeline) << timeline.error().message;
    EXPECT_EQ(plan::test::render(*timeline, plan::test::kUnit),
              "01......bbaa\n"
              ".01...bbaa..\n"
              "..01bbaa....\n");
}

TEST(ExampleSchedule, KeepsWhatItsEntryPromises)
{
    for (const int ranks : {1, 2, 5})
        for (const int microbatches : {1, 4, 7}) {
            const plan::Shape shape{.ranks = ranks, .microbatches = microbatches};
            const auto timeline = lastFirst(shape);
            ASSERT_TRUE(timeline) << timeline.error().message;
            EXPECT_EQ(timeline->makespan,
                      plan::kLastFirst.closedForm(shape, {}, plan::Costs::unit().ofStage(0)));
            for (int rank = 0; rank < ranks; ++rank)
                EXPECT_EQ(plan::peakInFlight(*timeline, static_cast<std::size_t>(rank)),
                          plan::kLastFirst.peak(shape, {}, rank));
        }
}

TEST(ExampleFormat, ReadsWhatItWrites)
{
    const std::string text = "run:\n"
                             "  stages: 4\n"
                             "  shards: 2\n"
                             "  micro_batch: 3\n"
                             "  accumulate: 8\n";
    const auto read = strategy::kPipes.import({text, {}});
    ASSERT_TRUE(read.strategy);
    EXPECT_EQ(read.strategy->parallel.pipeline, 4);
    EXPECT_EQ(read.strategy->batch.global, 24);
    EXPECT_TRUE(read.remarks.empty());
    const auto written = strategy::kPipes.write(*read.strategy, read.kept);
    EXPECT_EQ(written.text, text);
}

TEST(ExampleFormat, LosesNothingSilently)
{
    const auto read = strategy::kPipes.import({"run: {stages: 2, color: red}\n", {}});
    ASSERT_TRUE(read.strategy);
    ASSERT_EQ(read.remarks.size(), 1u);
    EXPECT_EQ(read.remarks[0].key, "run.color");
    auto zero = *read.strategy;
    zero.parallel.zero = 1;
    const auto written = strategy::kPipes.write(zero, read.kept);
    EXPECT_NE(written.text.find("color: red"), std::string::npos) << written.text;
    EXPECT_TRUE(std::any_of(written.remarks.begin(), written.remarks.end(),
                            [](const auto& remark) { return remark.key == "parallel.zero"; }));
}

TEST(ExampleFormat, NamesItsOwnKeyInAProblem)
{
    const auto read = strategy::kPipes.import({"run:\n  stages: 0\n", {}});
    EXPECT_FALSE(read.strategy);
    ASSERT_EQ(read.problems.size(), 1u);
    EXPECT_EQ(read.problems[0].key, "run.stages");
    EXPECT_EQ(read.problems[0].line, 2);
}

} // namespace
