#include "engine/plan/cost_basis.h"

#include "engine/plan/insight/compare.h"

#include "engine/plan/program.h"
#include "engine/plan/simulate.h"
#include "tests/plan/random_step.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace plan::test {
namespace {

TEST(CostsOfStages, HopsLieBetweenNeighbouringRanks)
{
    Costs shares = Costs::unit();
    shares.hops = {Nanoseconds{10}, Nanoseconds{20}};
    const Shape shape{.ranks = 3, .chunks = 2, .microbatches = 3};
    EXPECT_EQ(costsOfStages(shares, shape, loopedPlacement(shape))->hops,
              (std::vector{Nanoseconds{10}, Nanoseconds{20}, Nanoseconds{20}, Nanoseconds{10},
                           Nanoseconds{20}}));
    EXPECT_EQ(costsOfStages(shares, shape, wavePlacement(shape))->hops,
              (std::vector{Nanoseconds{10}, Nanoseconds{20}, Nanoseconds{0}, Nanoseconds{20},
                           Nanoseconds{10}}));
}

TEST(CostsOfShares, AddsTheStagesOfEachPthUp)
{
    const Shape shape{.ranks = 2, .chunks = 2, .microbatches = 4};
    const Costs stages{.stages = {{kUnit, 2 * kUnit, 3 * kUnit, 4 * kUnit, kUnit},
                                  {5 * kUnit, 6 * kUnit, 7 * kUnit, 8 * kUnit},
                                  {kUnit, kUnit, kUnit},
                                  {2 * kUnit, 2 * kUnit, 2 * kUnit}},
                       .hops = {Nanoseconds{1}, Nanoseconds{2}, Nanoseconds{3}}};
    const Costs shares = costsOfShares(stages, shape, loopedPlacement(shape));
    EXPECT_EQ(shares.stages,
              (std::vector<StageCosts>{{6 * kUnit, 8 * kUnit, 10 * kUnit, 12 * kUnit, kUnit},
                                       {3 * kUnit, 3 * kUnit, 3 * kUnit}}));
    EXPECT_EQ(shares.hops, (std::vector{Nanoseconds{3}})) << "the longest of all";
}

TEST(CostsOfShares, TakesTheHopsBetweenNeighbouringRanks)
{
    const Shape shape{.ranks = 3, .chunks = 2, .microbatches = 6};
    Costs stages = Costs::unit();
    stages.hops = {Nanoseconds{1}, Nanoseconds{2}, Nanoseconds{9}, Nanoseconds{1}, Nanoseconds{2}};
    EXPECT_EQ(costsOfShares(stages, shape, loopedPlacement(shape)).hops,
              (std::vector{Nanoseconds{1}, Nanoseconds{2}}));
    stages.hops = {Nanoseconds{1}, Nanoseconds{2}, Nanoseconds{0}, Nanoseconds{2}, Nanoseconds{1}};
    const Costs shares = costsOfShares(stages, shape, wavePlacement(shape));
    EXPECT_EQ(shares.hops, (std::vector{Nanoseconds{1}, Nanoseconds{2}}));
    EXPECT_EQ(*costsOfStages(shares, shape, wavePlacement(shape)), stages);
}

TEST(CostsOfStages, FailWhereThereAreTooManyOrTooFew)
{
    const Shape shape{.ranks = 4, .chunks = 1, .microbatches = 8};
    const auto costs
        = costsOfStages({.stages = std::vector<StageCosts>(3)}, shape, loopedPlacement(shape));
    ASSERT_FALSE(costs);
    EXPECT_EQ(costs.error().message,
              "there are costs of 3 parts of the model; give one, or one for each of the 4 ranks");
}

TEST(CostsOfStages, TwoDirectionsCrossWholeParts)
{
    const Costs shares{.stages = {{3 * kUnit, kUnit, kUnit}, {kUnit, kUnit, kUnit}}};
    const Shape shape{.ranks = 2, .chunks = 2, .microbatches = 4, .directions = 2};
    const auto costs = costsOfStages(shares, shape, mirroredPlacement(shape));
    EXPECT_EQ(costs->stages, shares.stages);
}

// Whatever the chunks, the ops of a step add up to the model's work.
RC_GTEST_PROP(CostsOfStages, KeepTheModelsWork, ())
{
    const Schedule schedule = drawnSchedule();
    Costs shares{.stages = {}};
    const int ranks = schedule.shape.ranks;
    const int parts = *rc::gen::arbitrary<bool>() ? 1 : ranks;
    Nanoseconds work{0};
    for (int i = 0; i < parts; ++i) {
        shares.stages.push_back({drawnTime(1000), drawnTime(1000), drawnTime(1000)});
        const StageCosts& part = shares.stages.back();
        work += (parts == 1 ? ranks : 1) * schedule.shape.microbatches
            * (part.of(OpKind::Forward) + part.of(OpKind::Backward));
    }
    const auto costs = costsOfStages(shares, schedule.shape, schedule.placement);
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
        const ComparisonRow row = rowOf(std::string(entry->name), *made, *simulate(*made, *costs));
        RC_ASSERT(row.transfers == sends);
        RC_ASSERT(row.weightsFactor == entry->weightsFactor);
    }
}

} // namespace
} // namespace plan::test
