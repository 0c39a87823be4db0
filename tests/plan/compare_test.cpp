#include "engine/plan/compare.h"

#include "engine/plan/cost_basis.h"
#include "engine/plan/program.h"
#include "engine/plan/simulate.h"
#include "random_step.h"
#include "unit_time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace plan::test {
namespace {

TEST(Compare, ChunksRunTheSameModel)
{
    // One p-th: F = 2, B = 4. In two chunks: 1 and 2 each.
    const ComparedModel model{.ranks = 4,
                              .microbatches = 8,
                              .costs = {.stages = {{2 * kUnit, 2 * kUnit, 2 * kUnit}}}};
    const auto rows = compareSchedules(model, {{"gpipe"}, {"1f1b"}, {"interleaved", 2}});
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].name, "gpipe");
    EXPECT_EQ(rows[0].makespan, (8 + 3) * 6 * kUnit);
    EXPECT_EQ(rows[1].makespan, (8 + 3) * 6 * kUnit);
    EXPECT_EQ(rows[2].makespan, (8 * 2 + 3) * 3 * kUnit);
    EXPECT_DOUBLE_EQ(rows[1].bubbleFraction, 3.0 / 11);
    EXPECT_DOUBLE_EQ(rows[1].bubbleOverhead, 3.0 / 8);
    EXPECT_DOUBLE_EQ(rows[2].bubbleOverhead, 3.0 / 16);
    EXPECT_EQ(rows[0].maxInFlight, 8);
    EXPECT_EQ(rows[1].peakInFlight, (std::vector<int>{4, 3, 2, 1}));
    EXPECT_EQ(rows[2].maxInFlight, 11);
    EXPECT_DOUBLE_EQ(rows[2].maxActivations, 5.5);
    // Three borders forward and back for each microbatch; seven with two chunks.
    EXPECT_EQ(rows[1].transfers, 8u * 2 * 3);
    EXPECT_EQ(rows[2].transfers, 8u * 2 * 7);
}

TEST(Compare, SaysWhyAScheduleIsNotThere)
{
    const auto rows = compareSchedules({.ranks = 4, .microbatches = 8},
                                       {{"1f1b", 2}, {"1f1c"}, {"1f1b"}});
    EXPECT_NE(rows[0].whyNot, "");
    EXPECT_NE(rows[1].whyNot.find("1f1b"), std::string::npos) << rows[1].whyNot;
    EXPECT_EQ(rows[2].whyNot, "");
    const auto short_ = compareSchedules(
        {.ranks = 4, .microbatches = 8, .costs = {.stages = std::vector<StageCosts>(3)}},
        {{"1f1b"}});
    EXPECT_EQ(short_[0].whyNot,
              "there are costs of 3 parts of the model; give one, or one for each of the 4 ranks");
}

TEST(Compare, HopsLieBetweenNeighbouringRanks)
{
    ComparedModel model{.ranks = 3, .microbatches = 3};
    model.costs.hops = {Nanoseconds{10}, Nanoseconds{20}};
    const Shape shape{.ranks = 3, .chunks = 2, .microbatches = 3};
    EXPECT_EQ(costsOfStages(model.costs, shape, loopedPlacement(shape))->hops,
              (std::vector{Nanoseconds{10}, Nanoseconds{20}, Nanoseconds{20}, Nanoseconds{10},
                           Nanoseconds{20}}));
    EXPECT_EQ(costsOfStages(model.costs, shape, wavePlacement(shape))->hops,
              (std::vector{Nanoseconds{10}, Nanoseconds{20}, Nanoseconds{0}, Nanoseconds{20},
                           Nanoseconds{10}}));
}

TEST(Compare, TwoDirectionsCrossWholeParts)
{
    const ComparedModel model{.ranks = 2,
                              .microbatches = 4,
                              .costs = {.stages = {{3 * kUnit, kUnit, kUnit}, {kUnit, kUnit, kUnit}}}};
    const Shape shape{.ranks = 2, .chunks = 2, .microbatches = 4, .directions = 2};
    const auto costs = costsOfStages(model.costs, shape, mirroredPlacement(shape));
    EXPECT_EQ(costs->stages, model.costs.stages);
}

TEST(Compare, ASearchedOrderIsMadeForTheModelsCosts)
{
    ComparedModel model{.ranks = 3, .microbatches = 6, .costs = {.stages = {}}};
    for (const int times : {1, 2, 5})
        model.costs.stages.push_back({times * kUnit, times * kUnit, 2 * kUnit});
    model.costs.hops = {Nanoseconds{100}, Nanoseconds{200}};
    for (const int chunks : {1, 2}) {
        const auto run = runCompared(model, {"zb-auto", chunks});
        ASSERT_TRUE(run);
        EXPECT_EQ(run->costs, *costsOfStages(model.costs, run->schedule.shape, run->schedule.placement));
        EXPECT_EQ(run->timeline, *simulate(run->schedule, run->costs));
        const auto rows = compareSchedules(
            model, {{"zb-auto", chunks}, {chunks == 1 ? "zb-h2" : "interleaved-zb", chunks}});
        EXPECT_EQ(rows[0].makespan, run->timeline.makespan);
        EXPECT_LE(rows[0].makespan, rows[1].makespan);
    }
}

// Whatever the chunks, the ops of a step add up to the model's work.
RC_GTEST_PROP(Comparisons, KeepTheModelsWork, ())
{
    const Schedule schedule = drawnSchedule();
    ComparedModel model{.ranks = schedule.shape.ranks,
                        .microbatches = schedule.shape.microbatches,
                        .costs = {.stages = {}}};
    const int parts = *rc::gen::arbitrary<bool>() ? 1 : model.ranks;
    Nanoseconds work{0};
    for (int i = 0; i < parts; ++i) {
        model.costs.stages.push_back({drawnTime(1000), drawnTime(1000), drawnTime(1000)});
        const StageCosts& part = model.costs.stages.back();
        work += (parts == 1 ? model.ranks : 1) * model.microbatches
            * (part.of(OpKind::Forward) + part.of(OpKind::Backward));
    }
    const auto costs = costsOfStages(model.costs, schedule.shape, schedule.placement);
    RC_ASSERT(bool(costs));
    Nanoseconds done{0};
    std::size_t sends = 0;
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        for (const Op& op : schedule.order[rank])
            done += costs->of(op, int(rank));
    RC_ASSERT(done == work);
    for (const Program& program : lower(schedule))
        for (const Instruction& instruction : program)
            sends += instruction.kind == Instruction::Kind::Send;
    for (const CatalogEntry* entry : catalog()) {
        if (entry->name == std::string_view("zb-auto"))
            continue;
        const auto made = makeSchedule(entry->name, schedule.shape);
        if (!made || made->order != schedule.order)
            continue;
        const auto rows = compareSchedules(
            model, {{std::string(entry->name), schedule.shape.chunks}});
        RC_ASSERT(rows[0].transfers == sends);
        RC_ASSERT(rows[0].weightsFactor == entry->weightsFactor);
    }
}

} // namespace
} // namespace plan::test
