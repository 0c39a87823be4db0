#include "engine/plan/insight/critical_path.h"

#include "tests/plan/random_step.h"
#include "tests/plan/slow_simulation.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

namespace plan::test {
namespace {

std::string text(const CriticalPath& path, const Timeline& timeline)
{
    std::string words;
    for (const CriticalStep& step : path.steps)
        for (std::size_t i = 0; i < step.spans; ++i)
            words += (words.empty() ? ""
                          : i > 0   ? "+"
                                    : " ")
                + toText(timeline.spans[step.rank][step.firstSpan + i].op);
    return words;
}

TEST(CriticalPath, FillsTheLastRankInOneForwardOneBackward)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    Costs costs = Costs::unit();
    costs.transfer = Nanoseconds{100};
    const Timeline timeline = *simulate(schedule, costs);
    const CriticalPath path = criticalPath(schedule, timeline, costs);
    EXPECT_EQ(text(path, timeline), "0F0 1F0 1B0 1F1 1B1 0B1");
    EXPECT_EQ(path.computing, 9 * kUnit);
    EXPECT_EQ(path.transferring, Nanoseconds{200});
    EXPECT_EQ(path.lastRank, 0);
    EXPECT_EQ(path.spans[1], (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(CriticalPath, EndsWithTheTailThatEndsLast)
{
    const Schedule schedule = *makeSchedule("gpipe", {.ranks = 2, .microbatches = 1});
    Costs costs = Costs::unit();
    costs.optimizer = 10 * kUnit;
    costs.rankFactors = {1, 3}; // the second rank's optimizer takes 30, the first's only 10
    const Timeline timeline = *simulate(schedule, costs);
    const CriticalPath path = criticalPath(schedule, timeline, costs);
    EXPECT_EQ(path.lastRank, 1);
    EXPECT_EQ(path.tail, 30 * kUnit);
    EXPECT_EQ(text(path, timeline), "0F0 1F0 1B0");
    EXPECT_EQ(slack(schedule, timeline, costs)[0][1], 18 * kUnit);
}

TEST(CriticalPath, OfNothingIsEmpty)
{
    const Schedule schedule = *makeSchedule("gpipe", {.ranks = 2, .microbatches = 1});
    const Timeline nothing{.spans = {{}, {}}};
    const CriticalPath path = criticalPath(schedule, nothing, Costs::unit());
    EXPECT_TRUE(path.steps.empty());
    EXPECT_EQ(path.lastRank, -1);
}

RC_GTEST_PROP(CriticalPaths, MakeTheMakespan, ())
{
    const Step step = drawnStep();
    const CriticalPath path = criticalPath(step.schedule, step.timeline, step.costs);
    const auto floats = slack(step.schedule, step.timeline, step.costs);
    RC_ASSERT(path.unexplained == Nanoseconds{0});
    RC_ASSERT(path.computing + path.transferring + path.tail == step.timeline.makespan);
    Nanoseconds free{0};
    for (const CriticalStep& one : path.steps) {
        const auto& spans = step.timeline.spans[one.rank];
        RC_ASSERT(spans[one.firstSpan].start == free + one.transfer);
        RC_ASSERT(one.late == Nanoseconds{0});
        free = spans[one.firstSpan + one.spans - 1].end;
        for (std::size_t i = 0; i < one.spans; ++i)
            RC_ASSERT(floats[one.rank][one.firstSpan + i] == Nanoseconds{0});
    }
}

// Growing one op by its slack leaves the makespan; by one nanosecond more does not.
RC_GTEST_PROP(Slack, IsWhatAnOpMayGrow, ())
{
    const Step step = drawnStep();
    const auto floats = slack(step.schedule, step.timeline, step.costs);
    for (int tries = 0; tries < 5; ++tries) {
        const auto rank = std::size_t(*rc::gen::inRange(0, int(floats.size())));
        const auto span = std::size_t(*rc::gen::inRange(0, int(floats[rank].size())));
        const Op& op = step.timeline.spans[rank][span].op;
        const Nanoseconds room = floats[rank][span];
        RC_ASSERT(slowMakespan(step, {op, room}) == step.timeline.makespan);
        RC_ASSERT(slowMakespan(step, {op, room + Nanoseconds{1}})
                  == step.timeline.makespan + Nanoseconds{1});
    }
}

RC_GTEST_PROP(Slack, OfMeasuredTimelinesIsNeverNegative, ())
{
    Step step = drawnStep();
    for (auto& spans : step.timeline.spans) {
        if (!spans.empty())
            spans.erase(spans.begin());
        for (Span& span : spans)
            span.end += (span.end - span.start) / 7;
    }
    for (const auto& rank : slack(step.schedule, step.timeline, step.costs))
        for (const Nanoseconds room : rank)
            RC_ASSERT(room >= Nanoseconds{0});
    criticalPath(step.schedule, step.timeline, step.costs);
}

} // namespace
} // namespace plan::test
