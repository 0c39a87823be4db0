#include "engine/plan/cost/rank_grid.h"
#include "engine/plan/cost/stage_parameters.h"
#include "engine/strategy/check.h"
#include "engine/strategy/layer_split.h"
#include "gui/cluster/device_facts.h"
#include "gui/cluster/grid_shape.h"
#include "gui/cluster/node_layout.h"
#include "gui/cluster/place_words.h"
#include "gui/cluster/shard_page.h"
#include "tests/gui/modelled.h"

#include <gtest/gtest.h>

#include <set>

namespace gui::test {
namespace {

DeviceFacts factsOf(const strategy::Strategy& strategy)
{
    const auto problems = strategy::check(strategy).problems;
    EXPECT_TRUE(problems.empty()) << (problems.empty() ? "" : problems[0].sentence);
    const auto prediction = predict(strategy);
    EXPECT_TRUE(prediction);
    const auto numbers = strategy::estimate(strategy);
    EXPECT_TRUE(numbers);
    return {*prediction,
            std::make_shared<StrategyEstimate>(StrategyEstimate{strategy, *numbers, *prediction}),
            {}};
}

TEST(DeviceFacts, ValuesAreThoseOfPredictionAndEstimate)
{
    const DeviceFacts facts = factsOf(llama());
    double idle = 0;
    for (int device = 0; device < facts.map().devices(); ++device) {
        idle += facts.value(DeviceMetric::Idle, device).value();
        EXPECT_EQ(facts.value(DeviceMetric::Memory, device),
                  facts.estimate()
                      ->numbers.memory[std::size_t(facts.map().pipelineRankOf(device))]
                      .peak());
        EXPECT_FALSE(facts.value(DeviceMetric::MeasuredIdle, device));
    }
    EXPECT_NEAR(idle / double(facts.map().devices()), facts.prediction()->bubbleFraction, 1e-9);
    EXPECT_FALSE(facts.has(DeviceMetric::MeasuredBusy));
    EXPECT_EQ(facts.range(DeviceMetric::PipelineRank).most, 3);
    EXPECT_EQ(facts.stagesOf(2), std::vector{2});
}

TEST(DeviceFacts, WhatWasMeasuredIsOfOneReplicaAlone)
{
    const DeviceFacts known = factsOf(llama());
    MeasuredDevices measured;
    measured.ledger = known.prediction()->ledger;
    measured.makespan = known.prediction()->timeline->makespan;
    measured.replica = 3;
    measured.memory = {0, 7, 8, 9};
    const DeviceFacts facts(known.prediction(), nullptr, measured);
    int seen = 0;
    for (int device = 0; device < facts.map().devices(); ++device) {
        const auto value = facts.value(DeviceMetric::MeasuredIdle, device);
        seen += value.has_value();
        if (value) {
            EXPECT_EQ(*value, facts.value(DeviceMetric::Idle, device));
        }
    }
    EXPECT_EQ(seen, 4); // one of each pipeline rank
    EXPECT_FALSE(facts.has(DeviceMetric::Memory));
    EXPECT_EQ(facts.range(DeviceMetric::MeasuredMemory).least, 7);
}

TEST(NodeLayout, EachDeviceIsFoundWhereItIsDrawn)
{
    strategy::Strategy strategy = llama();
    strategy.parallel.data = 37; // the last node is not full
    strategy.cluster.devicesPerNode = 6;
    const DeviceMap map(strategy, 4);
    for (const double side : {5.0, 18.0, 92.0}) {
        const NodeLayout layout(map, side, 700, 18);
        for (int device = 0; device < map.devices(); ++device) {
            EXPECT_EQ(layout.deviceAt(layout.deviceBox(device).center()), device);
            EXPECT_TRUE(layout.nodeBox(map.nodeOf(device)).contains(layout.deviceBox(device)));
            EXPECT_LE(layout.deviceBox(device).right(), layout.size().width());
            EXPECT_LE(layout.deviceBox(device).bottom(), layout.size().height());
        }
        EXPECT_EQ(layout.deviceAt({-1, -1}), -1);
    }
    const NodeLayout tiny(map, 2, 700, 18);
    EXPECT_FALSE(tiny.showsDevices());
    EXPECT_EQ(tiny.deviceAt(tiny.nodeBox(3).center()), 18); // the node stands for its first
}

TEST(NodeLayout, ThousandsOfDevicesAreInSightAtOnce)
{
    strategy::Strategy strategy = llama();
    strategy.parallel.data = 512;
    const DeviceMap map(strategy, 4);
    ASSERT_EQ(map.devices(), 4096);
    const double side = NodeLayout::sideThatFits(map, {1180, 560}, 92, 18);
    const NodeLayout layout(map, side, 1180, 18);
    EXPECT_TRUE(layout.showsDevices());
    EXPECT_LE(layout.size().height(), 560);
    const NodeLayout::Span all = layout.nodesIn({{0, 0}, layout.size()});
    EXPECT_EQ(all.first, 0);
    EXPECT_EQ(all.last, 511);
    EXPECT_LT(layout.nodesIn({0, 0, 1180, 50}).last, 511);
}

TEST(GridShape, EachDeviceHasACubeAndLargeGridsAreFolded)
{
    strategy::Strategy strategy = llama();
    strategy.parallel.context = 2;
    const GridShape shape(DeviceMap(strategy, 4));
    EXPECT_EQ(shape.cubes(), 64);
    EXPECT_FALSE(shape.isFolded());
    std::set<int> cubes;
    for (int device = 0; device < 64; ++device) {
        EXPECT_EQ(shape.deviceOf(shape.cellOf(device)), device);
        const int index = shape.indexOf(shape.cellOf(device));
        EXPECT_EQ(shape.cellAt(index), shape.cellOf(device));
        cubes.insert(index);
    }
    EXPECT_EQ(cubes.size(), 64U);

    strategy.parallel.data = 300;
    const DeviceMap many(strategy, 4);
    const GridShape folded(many);
    EXPECT_TRUE(folded.isFolded());
    EXPECT_LE(folded.cubes(), GridShape::kMostCubes);
    EXPECT_EQ(folded.folded(0), 1); // data ranks first
    EXPECT_EQ(folded.folded(1), 1);
    for (int device = 0; device < many.devices(); ++device)
        EXPECT_LT(folded.indexOf(folded.cellOf(device)), folded.cubes());
    // Every device is in one cube, the last of which stand for fewer.
    std::set<int> found;
    for (int cube = 0; cube < folded.cubes(); ++cube)
        for (const int device : folded.devicesOf(folded.cellAt(cube))) {
            EXPECT_EQ(folded.indexOf(folded.cellOf(device)), cube);
            EXPECT_TRUE(found.insert(device).second);
        }
    EXPECT_EQ(found.size(), std::size_t(many.devices()));
}

TEST(GridTurn, SeesTheAxesFromWhereItStands)
{
    const GridTurn front{0, 0};
    EXPECT_EQ(front.project({1, 0, 0}), QPointF(1, 0));
    EXPECT_EQ(front.project({0, 1, 0}), QPointF(0, -1)); // up
    EXPECT_EQ(front.project({0, 0, 1}), QPointF(0, 0));  // away
    EXPECT_LT(front.nearness({0, 0, 1}), front.nearness({0, 0, -1}));
    const GridTurn above = front.turned(0, 1000);
    EXPECT_LT(above.pitch, 90);
    EXPECT_GT(above.nearness({0, 1, 0}), above.nearness({0, -1, 0}));
    EXPECT_NEAR(front.turned(270, 0).yaw, -90, 1e-9);
}

TEST(PlaceWords, NumbersAreWrittenShort)
{
    EXPECT_EQ(numbersText({4}), QStringLiteral("4"));
    EXPECT_EQ(numbersText({4, 5, 6, 7}), QStringLiteral("4–7"));
    EXPECT_EQ(numbersText({1, 9}), QStringLiteral("1, 9"));
    EXPECT_EQ(numbersText({1, 2, 4, 8, 9}), QStringLiteral("1, 2, 4, 8, 9"));
    EXPECT_EQ(numbersText({0, 8, 16, 24, 32, 40, 48, 56}),
              QStringLiteral("0, 8, 16, … 56 (every 8)"));
}

// Every kind of strategy that the memory model tells apart.
std::vector<strategy::Strategy> sharded()
{
    std::vector<strategy::Strategy> all;
    for (int zero = 0; zero <= 3; ++zero) {
        all.push_back(llama());
        all.back().parallel.zero = zero;
    }
    all.push_back(llama());
    all.back().parallel.sequence = false;
    all.push_back(llama());
    all.back().recompute.granularity = strategy::Recomputing::Full;
    all.push_back(llama());
    all.back().parallel.chunks = 2;
    all.back().schedule.name = "interleaved";
    all.push_back(llama());
    all.back().schedule.name = "dualpipev";
    all.push_back(llama());
    all.back().parallel.tensor = 1;
    all.back().model->tiedEmbeddings = true;
    all.back().model->positions = strategy::Positions::Learned;
    all.back().model->biases = true;
    all.push_back(withExperts());
    all.push_back(withExperts());
    all.back().model->mtpLayers = 1;
    all.back().parallel.zero = 3;
    all.push_back(llama());
    all.back().parallel.layersPerRank = {9, 9, 8, 6};
    return all;
}

TEST(Shards, PiecesAddUpToTheEstimate)
{
    for (const strategy::Strategy& strategy : sharded()) {
        const DeviceFacts facts = factsOf(strategy);
        for (int rank = 0; rank < 4; ++rank) {
            const auto subject = shardSubject(facts, facts.map().deviceAt({0, 0, 0, rank}), 0);
            ASSERT_TRUE(subject);
            const plan::Job& job = subject->job;
            const RankShards& shards = subject->shards;
            const plan::RankGrid grid(job.cut, job.machine.network);
            double dense = 0;
            double experts = 0;
            for (const StageShards& stage : shards.stages)
                for (const ShardPiece& piece : stage.pieces)
                    (piece.kind == ShardKind::Experts ? experts : dense) += piece.all();
            const auto held = [&](bool divided) {
                return divided ? dense / grid.shards().size + experts / grid.expertCopies().size
                               : dense + experts;
            };
            const plan::RankMemory& memory = facts.estimate()->numbers.memory[std::size_t(rank)];
            const int zero = job.cut.zero;
            EXPECT_NEAR(job.recipe.weight * held(zero >= 3) / memory.weights, 1, 1e-9);
            EXPECT_NEAR(job.recipe.gradient * held(zero >= 2) / memory.gradients, 1, 1e-9);
            EXPECT_NEAR(job.recipe.optimizer * held(zero >= 1) / memory.optimizer, 1, 1e-9);
            double states = 0;
            for (const StateShards& state : shards.states)
                states += state.bytes;
            EXPECT_DOUBLE_EQ(states + shards.memory.activations + shards.memory.other(),
                             memory.peak());
            EXPECT_NEAR(shards.states[0].whole / job.recipe.weight / (dense + experts), 1, 1e-9);
            EXPECT_EQ(shards.states[2].ways, zero >= 1 ? grid.shards().size : 1);
        }
    }
}

TEST(Shards, ActivationsInFlightAreThoseOfTheEstimate)
{
    for (const bool sequence : {false, true}) {
        strategy::Strategy strategy = llama();
        strategy.parallel.sequence = sequence;
        const DeviceFacts facts = factsOf(strategy);
        const auto subject = shardSubject(facts, 0, 0);
        ASSERT_TRUE(subject);
        const StageShards& stage = subject->shards.stages.front();
        const plan::RankMemory& memory = facts.estimate()->numbers.memory[0];
        EXPECT_GT(stage.between, 0);
        EXPECT_GT(stage.within, 0);
        EXPECT_NEAR(memory.inFlight * (stage.between + stage.within) / memory.activations, 1, 1e-9);
    }
    // Sequence parallelism halves the one over two tensor ranks, and leaves the other.
    strategy::Strategy without = llama();
    without.parallel.sequence = false;
    const auto whole = shardSubject(factsOf(without), 0, 0);
    const auto half = shardSubject(factsOf(llama()), 0, 0);
    EXPECT_NEAR(whole->shards.stages[0].between / half->shards.stages[0].between, 2, 1e-9);
    EXPECT_NEAR(whole->shards.stages[0].within / half->shards.stages[0].within, 1, 1e-9);
}

TEST(Shards, ALayerIsCutByColumnsThenRows)
{
    const auto subject = shardSubject(factsOf(llama()), 0, 3);
    ASSERT_TRUE(subject);
    EXPECT_EQ(subject->layer, 3);
    const auto pieces = piecesOfLayer(subject->job, false);
    ASSERT_EQ(pieces.size(), 5U);
    // 4096 wide, 32 heads of 128 with 8 pairs of keys and values, a gated block of 14336.
    EXPECT_EQ(pieces[0], (ShardPiece{ShardKind::Norms, ShardCut::Whole, 1, 2 * 4096, 1}));
    EXPECT_EQ(pieces[1],
              (ShardPiece{ShardKind::AttentionIn, ShardCut::Columns, 2, 4096 * 6144 / 2.0, 1}));
    EXPECT_EQ(pieces[2],
              (ShardPiece{ShardKind::AttentionOut, ShardCut::Rows, 2, 4096 * 4096 / 2.0, 1}));
    EXPECT_EQ(pieces[3], (ShardPiece{ShardKind::MlpUp, ShardCut::Columns, 2, 4096.0 * 14336, 1}));
    EXPECT_EQ(pieces[4],
              (ShardPiece{ShardKind::MlpDown, ShardCut::Rows, 2, 4096.0 * 14336 / 2, 1}));
    // One that another rank holds is replaced.
    EXPECT_EQ(shardSubject(factsOf(llama()), 0, 30)->layer, 0);
}

} // namespace
} // namespace gui::test
