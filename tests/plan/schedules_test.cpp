#include "engine/plan/catalog.h"
#include "engine/plan/closed_forms.h"
#include "engine/plan/metrics.h"
#include "engine/plan/phases.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "tests/plan/render.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>

namespace plan::test {
namespace {

std::string picture(std::string_view name, const Shape& shape)
{
    const auto schedule = makeSchedule(name, shape);
    EXPECT_TRUE(schedule) << schedule.error().message;
    const auto timeline = simulate(*schedule, Costs::unit());
    EXPECT_TRUE(timeline) << timeline.error().message;
    return render(*timeline, kUnit);
}

TEST(Schedules, NaiveRunsOneDeviceAtATime)
{
    EXPECT_EQ(picture("naive", {.ranks = 2, .microbatches = 2}),
              "0...aa1...bb\n"
              ".0aa...1bb..\n");
}

TEST(Schedules, GPipeTurnsAroundOnce)
{
    EXPECT_EQ(picture("gpipe", {.ranks = 3, .microbatches = 2}),
              "01......aabb\n"
              ".01...aabb..\n"
              "..01aabb....\n");
}

TEST(Schedules, OneFOneBAlternates)
{
    EXPECT_EQ(picture("1f1b", {.ranks = 4, .microbatches = 4}),
              "0123......aa.bb.cc.dd\n"
              ".012....aa3bb.cc.dd..\n"
              "..01..aa2bb3cc.dd....\n"
              "...0aa1bb2cc3dd......\n");
}

TEST(Schedules, OneFOneBWithFewerMicrobatchesThanRanks)
{
    EXPECT_EQ(picture("1f1b", {.ranks = 3, .microbatches = 1}),
              "0......aa\n"
              ".0...aa..\n"
              "..0aa....\n");
}

TEST(Schedules, InterleavedFillsTheSecondChunkEarly)
{
    EXPECT_EQ(picture("interleaved", {.ranks = 2, .chunks = 2, .microbatches = 2}),
              "0101..aa.bbaabb\n"
              ".010aa1bbaabb..\n");
}

// Every closed form the catalogue states, over a grid of shapes.
struct Case {
    const char* name;
    Shape shape;
};

class ClosedForms : public testing::TestWithParam<const char*> {};

TEST_P(ClosedForms, HoldOverTheGrid)
{
    const std::string name = GetParam();
    const StageCosts costs{Nanoseconds{700}, Nanoseconds{900}, Nanoseconds{400}};
    int compared = 0;
    for (const int p : {1, 2, 3, 4, 7, 16, 33})
        for (const int v : {1, 2, 3, 8})
            for (const int m : {1, 2, 4, 5, 7, 16, 64, 99}) {
                const Shape shape{.ranks = p, .chunks = v, .microbatches = m};
                if (!checkConditions(name, shape))
                    continue;
                const auto form = closedForm(name, shape, {}, costs);
                const auto schedule = makeSchedule(name, shape);
                if (!form || !schedule)
                    continue;
                const auto timeline = simulate(*schedule, {.stages = {costs}, .transfer = {}});
                ASSERT_TRUE(timeline) << timeline.error().message;
                const auto what = ::testing::Message() << "p" << p << " v" << v << " m" << m;
                EXPECT_EQ(timeline->makespan, form->makespan) << what;
                EXPECT_NEAR(bubbleFraction(*timeline), form->bubbleFraction, 1e-12) << what;
                EXPECT_NEAR(bubbleOverhead(*timeline), form->bubbleOverhead, 1e-12) << what;
                for (int rank = 0; rank < p; ++rank)
                    EXPECT_EQ(peakInFlight(*timeline, std::size_t(rank)),
                              closedFormPeak(name, shape, {}, rank))
                        << what << " rank " << rank;
                ++compared;
            }
    EXPECT_GE(compared, 56);
}

INSTANTIATE_TEST_SUITE_P(Catalog, ClosedForms,
                         testing::Values("naive", "gpipe", "1f1b", "interleaved"),
                         [](const auto& param) { return "s_" + std::string(param.param); });

// Of both parts of a backward, where a schedule has them as ops of their own.
TEST(ClosedForms, CountWhatEachPartOfABackwardWaits)
{
    StageCosts costs{Nanoseconds{10}, Nanoseconds{10}, Nanoseconds{10}};
    costs.inputGradWait = costs.weightGradWait = Nanoseconds{5};
    const Shape shape{.ranks = 1, .microbatches = 4};
    const auto form = closedForm("zb-h1", shape, {}, costs);
    ASSERT_TRUE(form);
    EXPECT_EQ(form->bubbleFraction, 0);
    EXPECT_EQ(form->makespan, Nanoseconds{160});
}

TEST(Schedules, PhasesFollowTheWarmUpFormula)
{
    const Shape shape{.ranks = 4, .chunks = 2, .microbatches = 8};
    const auto interleaved = makeSchedule("interleaved", shape);
    const auto plain = makeSchedule("1f1b", {.ranks = 4, .microbatches = 8});
    for (std::size_t r = 0; r < 4; ++r) {
        const std::size_t warmUp = 2 * (3 - r) + 4; // 2(p-r-1) + (v-1)p
        EXPECT_EQ(interleaved->phases[r], (PhaseSplit{warmUp, 32 - warmUp}));
        EXPECT_EQ(plain->phases[r], (PhaseSplit{3 - r, 16 - (3 - r)}));
        EXPECT_EQ(phasesOf(plain->order[r]), plain->phases[r]);
        EXPECT_EQ(phasesOf(interleaved->order[r]), interleaved->phases[r]);
    }
}

TEST(Schedules, WarmUpAndCoolDownHoldThePipelineBubbles)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 4, .microbatches = 8});
    const auto timeline = simulate(*schedule, Costs::unit());
    const auto first = phaseTimes(timeline->spans[0], timeline->makespan);
    EXPECT_EQ(first.steadyBegin, 10 * kUnit);   // F fills 4 ranks, B comes back over 3
    EXPECT_EQ(first.coolDownBegin, 22 * kUnit); // end of F7
    EXPECT_EQ(first.at(Nanoseconds{0}), Phase::WarmUp);
    EXPECT_EQ(first.at(10 * kUnit), Phase::Steady);
    EXPECT_EQ(first.at(22 * kUnit), Phase::CoolDown);
}

TEST(Catalog, SaysWhatIsWrongAndWhatToDo)
{
    const auto message
        = [](std::string_view name, const Shape& shape, const ScheduleOptions& options = {}) {
              const auto schedule = makeSchedule(name, shape, options);
              return schedule ? std::string("none") : schedule.error().message;
          };
    EXPECT_EQ(message("1f1", {}), "there is no schedule named '1f1'; the nearest is '1f1b'");
    EXPECT_EQ(message("interleavd", {}),
              "there is no schedule named 'interleavd'; the nearest is 'interleaved'");
    EXPECT_EQ(message("1f1b", {.ranks = 0}), "ranks must be at least 1, not 0");
    EXPECT_EQ(message("1f1b", {.ranks = 1'000'000'000}),
              "1000000000 ranks are over the limit of 1048576; fold replicas or use fewer ranks");
    EXPECT_EQ(message("gpipe", {.ranks = 1000, .microbatches = 1'000'000}),
              "ranks x chunks x microbatches = 1000 x 1 x 1000000 is over the limit of 16777216; "
              "use fewer microbatches or chunks");
    EXPECT_EQ(message("1f1b", {.ranks = 4, .chunks = 2, .microbatches = 4}),
              "'1f1b' takes one chunk per rank, not 2; set chunks to 1 or use 'interleaved'");
    EXPECT_EQ(message("interleaved", {.ranks = 2, .chunks = 2, .microbatches = 4}, {.group = 5}),
              "group must lie between 1 and the 4 microbatches, not 5");
    EXPECT_EQ(message("gpipe", {.ranks = 2, .microbatches = 4}, {.group = 2}),
              "'gpipe' takes no group; leave it out or use 'interleaved'");
}

TEST(Validate, NamesWhatIsMissingTwiceOrMisplaced)
{
    Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    EXPECT_TRUE(violations(schedule).empty());

    schedule.order[0].pop_back();
    EXPECT_EQ(violations(schedule),
              std::vector<std::string>{"stage 0, microbatch 1 has no backward"});
    schedule.order[0].push_back(forward(0, 0));
    schedule.order[1].push_back(backward(0, 1));
    EXPECT_EQ(violations(schedule),
              (std::vector<std::string>{
                  "0F0 on rank 0 stands a second time",
                  "0B1 on rank 1 stands where stage 0 is not; its weights are on rank 0"}));
    schedule.order[1].back() = backward(7, 1);
    EXPECT_EQ(violations(schedule, 1),
              (std::vector<std::string>{"0F0 on rank 0 stands a second time", "and 2 more"}));
}

TEST(Simulate, NamesTheOpsThatWaitForEachOther)
{
    Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    std::swap(schedule.order[1][0], schedule.order[1][1]); // backward before its forward

    const auto timeline = simulate(schedule, Costs::unit());
    ASSERT_FALSE(timeline);
    EXPECT_EQ(timeline.error().message,
              "the schedule deadlocks; waiting: 0B0 on rank 0, 1B0 on rank 1");
}

TEST(Simulate, TransfersDelayOnlyAcrossRanks)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    Costs costs = Costs::unit();
    costs.transfer = Nanoseconds{250};
    const auto timeline = simulate(*schedule, costs);
    EXPECT_EQ(timeline->makespan, Nanoseconds{6 * 1000 + 2 * 250});

    const auto alone = makeSchedule("interleaved", {.ranks = 1, .chunks = 3, .microbatches = 2});
    EXPECT_EQ(simulate(*alone, costs)->makespan, Nanoseconds{18 * 1000});
}

} // namespace
} // namespace plan::test
