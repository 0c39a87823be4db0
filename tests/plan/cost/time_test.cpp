// The parts of the cost model, each against what it must be by hand.

#include "engine/plan/catalog.h"
#include "engine/plan/cost/flops.h"
#include "engine/plan/cost/layer_time.h"
#include "engine/plan/cost/rank_grid.h"
#include "engine/plan/cost/stage_parameters.h"
#include "engine/plan/cost/step_costs.h"
#include "engine/plan/ledger.h"
#include "engine/plan/simulate.h"
#include "tests/plan/cost/llama_job.h"
#include "tests/plan/cost/published_models.h"

#include <gtest/gtest.h>

#include <array>

namespace plan {
namespace {

TEST(RankGrid, TensorGroupsStayInANodeAndDataGroupsLeaveIt)
{
    Cut cut{.tensor = 8, .data = 4, .pipeline = 2};
    const RankGrid grid(cut, {.devicesPerNode = 8});
    EXPECT_EQ(grid.tensor(), (Group{8, 8, false}));
    EXPECT_EQ(grid.data(), (Group{4, 1, false}));
    EXPECT_TRUE(grid.hop(0, 1).crossesNode());
    cut.order = RankOrder::PipelineDataTensor;
    const RankGrid other(cut, {.devicesPerNode = 8});
    EXPECT_TRUE(other.tensor().crossesNode());
    EXPECT_FALSE(other.hop(0, 1).crossesNode());
}

TEST(RankGrid, ExpertsAreDealtOverTensorContextAndData)
{
    const Cut cut{.tensor = 2, .context = 2, .expert = 8, .expertTensor = 1, .data = 4};
    const RankGrid grid(cut, {.devicesPerNode = 8});
    EXPECT_EQ(grid.expert(), (Group{8, 8, false}));
    EXPECT_EQ(grid.expertCopies().size, 2);
    EXPECT_EQ(grid.copies().size, 8);
}

// Experts are dealt over the devices of one pipeline stage. Tensor, pipeline, data: those of the
// first stage are 0, 1, 8, 9, 16, 17, 24 and 25, and of its four expert ranks 0 and 1 share a node.
TEST(RankGrid, ExpertsStayInTheirStageWhereOthersStandBetween)
{
    Cut cut{.tensor = 2, .expert = 4, .data = 4, .pipeline = 4};
    cut.order = RankOrder::TensorPipelineData;
    const RankGrid grid(cut, {.devicesPerNode = 8});
    EXPECT_EQ(grid.expert(), (Group{4, 2, false}));
    EXPECT_EQ(grid.expertCopies(), (Group{2, 1, false})); // 0 and 16
    cut.expertTensor = 2;
    cut.expert = 2;
    const RankGrid cutTwice(cut, {.devicesPerNode = 8});
    EXPECT_EQ(cutTwice.expertTensor(), (Group{2, 2, false})); // 0 and 1
    EXPECT_EQ(cutTwice.expert(), (Group{2, 1, false}));       // 0 and 8
}

// Pipeline, data, tensor: the first stage has 0, 4, 8 and 12 of 16 devices.
TEST(RankGrid, ExpertsFollowTensorRanksWhereThoseAreOutermost)
{
    Cut cut{.expert = 4, .data = 4, .pipeline = 4};
    cut.order = RankOrder::PipelineDataTensor;
    EXPECT_EQ(RankGrid(cut, {.devicesPerNode = 8}).expert(), (Group{4, 2, false}));
    cut = {.tensor = 2, .expert = 2, .expertTensor = 2, .data = 2, .pipeline = 4};
    cut.order = RankOrder::PipelineDataTensor;
    const RankGrid grid(cut, {.devicesPerNode = 8});
    EXPECT_EQ(grid.expert(), (Group{2, 2, false}));       // 0 and 4
    EXPECT_EQ(grid.expertTensor(), (Group{2, 1, false})); // 0 and 8
    EXPECT_EQ(grid.expertTensor(), grid.tensor());
}

TEST(CollectiveTime, AMessageBetweenSwitchesSharesTheirUplink)
{
    Machine machine = someMachine();
    machine.network.nodesPerSwitch = 2;
    machine.network.oversubscription = 4;
    machine.network.fabricLatency = 0;
    machine.efficiency.fabric = 1;
    const RankGrid grid({.tensor = 8, .pipeline = 4}, machine.network); // a pipeline rank a node
    const CollectiveTime times(machine);
    EXPECT_DOUBLE_EQ(times.send(1e9, grid.hop(0, 1)), 1e9 / 25e9);
    EXPECT_DOUBLE_EQ(times.send(1e9, grid.hop(1, 2)), 4e9 / 25e9);
}

TEST(CollectiveTime, ARingMovesNearlyTwiceTheBytes)
{
    Machine machine = someMachine();
    machine.efficiency.node = machine.efficiency.fabric = 1;
    machine.network.nodeLatency = machine.network.fabricLatency = 0;
    machine.device.onHost = true; // so that no start is added
    const CollectiveTime times(machine);
    EXPECT_DOUBLE_EQ(times.allReduce(8e9, {8, 8, false}), 2 * 7.0 / 8 * 8e9 / 300e9);
    EXPECT_DOUBLE_EQ(times.allGather(8e9, {8, 8, false}), 7.0 / 8 * 8e9 / 300e9);
    // Two members in each of four nodes: both of a node's links out carry the ring.
    EXPECT_DOUBLE_EQ(times.allGather(8e9, {8, 2, false}), 7.0 / 8 * 8e9 / 50e9);
    EXPECT_DOUBLE_EQ(times.allReduce(8e9, {1, 1, false}), 0);
    // All-to-all: what leaves the node is slower than what stays.
    EXPECT_DOUBLE_EQ(times.allToAll(8e9, {8, 4, false}), 4.0 / 8 * 8e9 / 25e9);
}

// What a member holds passes all others: within each node, and from node to node.
TEST(CollectiveTime, ARingTakesAStepForEachMember)
{
    Machine machine = someMachine();
    machine.network.nodeLatency = 1e-6;
    machine.network.fabricLatency = 10e-6;
    const CollectiveTime times(machine);
    const double start = CollectiveTime::kStart;
    EXPECT_NEAR(times.allGather(0, {8, 8, false}), start + 7e-6, 1e-12);
    EXPECT_NEAR(times.allGather(0, {16, 8, false}), start + 2 * 7e-6 + 10e-6, 1e-12);
    EXPECT_NEAR(times.allReduce(0, {8, 8, false}), start + 14e-6, 1e-12);
    // Of very many nodes a tree takes fewer steps.
    EXPECT_NEAR(times.allReduce(0, {2048, 8, false}), start + 2 * (7e-6 + 8 * 10e-6), 1e-12);
    machine.device.onHost = true;
    EXPECT_NEAR(CollectiveTime(machine).allGather(0, {8, 8, false}), 7e-6, 1e-12);
}

TEST(CollectiveTime, SwitchesShareTheirUplinks)
{
    Machine machine = someMachine();
    machine.network.nodesPerSwitch = 2;
    machine.network.oversubscription = 4;
    machine.network.fabricLatency = 0;
    const RankGrid grid({.data = 64}, machine.network);
    EXPECT_TRUE(grid.data().crossesSwitch);
    const CollectiveTime times(machine);
    Group flat = grid.data();
    flat.crossesSwitch = false;
    EXPECT_GT(times.allGather(1e9, grid.data()), 1.2 * times.allGather(1e9, flat));
}

TEST(KernelTime, AProductIsBoundByArithmeticOrByMemory)
{
    const Machine machine = someMachine();
    const KernelTime kernels(machine, {});
    const double large = kernels.product({.m = 8192, .n = 8192, .k = 8192});
    const double peak = 2.0 * 8192 * 8192 * 8192 / 312e12;
    EXPECT_GT(large, peak / machine.efficiency.gemm);
    EXPECT_LT(large, 1.1 * peak / machine.efficiency.gemm);
    const double thin = kernels.product({.m = 1, .n = 8192, .k = 8192});
    EXPECT_GT(thin, 2.0 * 8192 * 8192 / machine.device.memorySpeed);
    // A width that is no multiple of 8 cannot use the matrix units well.
    EXPECT_GT(kernels.product({.m = 8192, .n = 8192, .k = 8190}), 2 * large);
}

// A kernel ends no sooner than its longest tile, however few there are.
TEST(KernelTime, AttentionIsNoShorterThanItsLongestTile)
{
    const Machine machine = someMachine();
    const KernelTime kernels(machine, {});
    const double longest = 1e12 / machine.device.units;
    EXPECT_DOUBLE_EQ(kernels.flash(1e10, false, 0, longest), kernels.flash(1e12, false, 0));
    EXPECT_DOUBLE_EQ(kernels.flash(2e12, true, 0, longest), kernels.flash(2e12, true, 0));
    Job job = llamaJob(1);
    const auto core = [&](int heads, int tensor) {
        job.model.heads = job.model.kvHeads = heads;
        job.cut.tensor = tensor;
        return LayerTimes(job).layer(false).core.busy;
    };
    // Cut finely, what one device has left to do takes more than its share.
    EXPECT_GT(core(8, 8), 1.5 * core(64, 1) / 64);
    // Context ranks see all tokens, whichever way they share them.
    job.cut.tensor = 1;
    job.cut.context = 8;
    job.model.heads = job.model.kvHeads = 8;
    for (const ContextMethod method : {ContextMethod::AllToAll, ContextMethod::Ring}) {
        job.cut.contextMethod = method;
        EXPECT_NEAR(LayerTimes(job).layer(false).core.busy, core(8, 8), 1e-4 * core(8, 8));
        job.cut.tensor = 1;
    }
    // Without a mask all tiles are alike: as many as there are units take what their sum takes.
    job.cut.context = 1;
    job.model.causal = false;
    job.model.heads = job.model.kvHeads = job.machine.device.units;
    job.model.sequence = 128;
    const double flops = 2.0 * 128 * 128 * job.model.heads * 2 * job.model.headDim / 1.18;
    EXPECT_NEAR(LayerTimes(job).layer(false).core.busy, kernels.flash(flops, false, 0), 1e-9);
}

// One round of tiles more, and it takes one round longer.
TEST(KernelTime, WavesAreWhole)
{
    const KernelTime kernels(someMachine(), {});
    const double full = kernels.product({.m = 256 * 108, .n = 128, .k = 8192});
    const double more = kernels.product({.m = 256 * 109, .n = 128, .k = 8192});
    EXPECT_GT(more, 1.15 * full); // smaller tiles soften it
}

// Published: 7.7 ms forward and 11.9 ms backward of one layer of 22 billion parameters
// (arXiv 2205.05198, table 4); the cost model is to be near with plausible shares.
TEST(LayerTime, OfAMeasuredLayer)
{
    Job job;
    job.model = gpt(48, 6144, 64, 51200, 2048);
    job.model.dropout = true;
    job.machine = someMachine();
    job.cut.tensor = 8;
    job.micro = 4;
    job.flash = false;
    job.recipe.gradient = 2;
    const LayerTime layer = LayerTimes(job).layer(false);
    EXPECT_NEAR(layer.forward.total(), 7.7e-3, 0.08 * 7.7e-3);
    EXPECT_NEAR(layer.inputGrad.total() + layer.weightGrad.total(), 11.9e-3, 0.08 * 11.9e-3);
}

TEST(LayerTime, TensorRanksShareTheWorkAndPayInCollectives)
{
    const LayerTime one = LayerTimes(llamaJob(1)).layer(false);
    const LayerTime four = LayerTimes(llamaJob(4)).layer(false);
    EXPECT_EQ(one.forward.exposed, 0);
    EXPECT_GT(four.forward.exposed, 0);
    EXPECT_LT(four.forward.busy, 0.35 * one.forward.busy);
    EXPECT_GT(four.forward.busy, 0.25 * one.forward.busy);
    Job overlapped = llamaJob(4);
    overlapped.overlapped.tensor = true;
    EXPECT_LT(LayerTimes(overlapped).layer(false).forward.exposed, four.forward.exposed);
}

TEST(StepCosts, CollectivesAppearInTheLedger)
{
    Job job = llamaJob(4);
    job.cut.pipeline = 4;
    job.cut.data = 8;
    job.microbatches = 8;
    const auto schedule = makeSchedule("1f1b", {.ranks = 4, .chunks = 1, .microbatches = 8});
    const auto split = splitLayers(32, schedule->shape, schedule->placement);
    const Costs costs = stepCosts(job, *schedule, *split);
    const auto timeline = simulate(*schedule, costs);
    ASSERT_TRUE(timeline);
    const Ledger ledger = account(*schedule, *timeline, costs);
    for (const RankLedger& rank : ledger.ranks) {
        EXPECT_EQ(sum(rank), timeline->makespan);
        EXPECT_GT(rank[std::size_t(LedgerLine::ExposedCollective)], Nanoseconds{0});
    }
    EXPECT_GT(costs.gradientReduction, Nanoseconds{0});
    // What is reduced beside the backward is not seen whole.
    Job shown = job;
    shown.overlapped.gradients = false;
    EXPECT_GT(stepCosts(shown, *schedule, *split).gradientReduction, costs.gradientReduction);
}

TEST(StepCosts, RecomputationTakesTimeAndSoDoesTheLossOnTheLastStage)
{
    Job job = llamaJob(1);
    job.cut.pipeline = 4;
    job.microbatches = 8;
    const auto schedule = makeSchedule("1f1b", {.ranks = 4, .chunks = 1, .microbatches = 8});
    const auto split = splitLayers(32, schedule->shape, schedule->placement);
    const Costs plain = stepCosts(job, *schedule, *split);
    EXPECT_GT(plain.stages.back().forward, plain.stages[1].forward);
    EXPECT_EQ(plain.stages[1].recompute, Nanoseconds{0});
    job.recomputing = Recomputing::Full;
    const Costs full = stepCosts(job, *schedule, *split);
    EXPECT_EQ(full.stages[1].recompute, plain.stages[1].forward);
    EXPECT_EQ(full.stages.back().recompute, plain.stages[1].forward); // without the loss
    job.recomputing = Recomputing::Ops;
    const Costs ops = stepCosts(job, *schedule, *split);
    EXPECT_LT(ops.stages[1].recompute, full.stages[1].recompute);
    EXPECT_GT(ops.stages[1].recompute, full.stages[1].recompute / 4);
}

// A layer that predicts one token more holds a layer of the model, which is computed again as the
// others are; its norm, its projection and its loss are not.
TEST(StepCosts, LayersThatPredictFurtherTokensAreRecomputedToo)
{
    Job job = llamaJob(1);
    job.cut.pipeline = 4;
    job.microbatches = 8;
    job.recomputing = Recomputing::Full;
    const auto schedule = makeSchedule("1f1b", {.ranks = 4, .chunks = 1, .microbatches = 8});
    auto split = splitLayers(32, schedule->shape, schedule->placement);
    const Costs without = stepCosts(job, *schedule, *split);
    job.model.mtpLayers = split->stages.back().mtpLayers = 1;
    const Costs with = stepCosts(job, *schedule, *split);
    const auto layers = split->stages.back().layers;
    EXPECT_NEAR(double(with.stages.back().recompute.count()),
                double(without.stages.back().recompute.count()) * (layers + 1) / layers, 2);
    EXPECT_EQ(with.stages[1].recompute, without.stages[1].recompute);
}

// A narrower embedding costs less at either end than it saves there, and its stages hold less; the
// layers between are the same.
TEST(StepCosts, ANarrowEmbeddingChangesTheEndsAlone)
{
    Job job = llamaJob(1);
    job.cut.pipeline = 4;
    const auto schedule = makeSchedule("1f1b", {.ranks = 4, .chunks = 1, .microbatches = 8});
    const auto split = splitLayers(32, schedule->shape, schedule->placement);
    const auto heldBy = [&](std::size_t stage) {
        return parametersOfStage(job, split->stages[stage], 8LL * static_cast<long long>(stage))
            .dense;
    };
    const Costs wide = stepCosts(job, *schedule, *split);
    const double flops = modelFlops(job, AttentionCount::Causal);
    const std::array held{heldBy(0), heldBy(1), heldBy(2), heldBy(3)};
    const int hidden = job.model.hidden;
    const int width = job.model.embedding = hidden / 8;
    const Costs narrow = stepCosts(job, *schedule, *split);
    EXPECT_LT(narrow.stages[3].forward, wide.stages[3].forward);
    EXPECT_EQ(narrow.stages[1].forward, wide.stages[1].forward);
    EXPECT_EQ(narrow.stages[2].forward, wide.stages[2].forward);
    // The matrix of the tokens, and the product that makes a hidden vector of what is in it.
    const double saved = double(job.model.vocab) * (hidden - width) - double(width) * hidden;
    EXPECT_DOUBLE_EQ(held[0] - heldBy(0), saved);
    EXPECT_EQ(held[1], heldBy(1));
    EXPECT_DOUBLE_EQ(held[3] - heldBy(3), saved);
    const double tokens = 1.0 * job.micro * job.model.sequence;
    EXPECT_NEAR(flops - modelFlops(job, AttentionCount::Causal),
                6 * tokens * (saved - double(width) * hidden), 1e-6 * flops);
}

// With fewer heads of keys and values than tensor ranks, neighbours hold the same one, and it goes
// around as one of their own would.
TEST(LayerTimes, SharedHeadsGoAroundWhole)
{
    Job job = llamaJob(8);
    job.cut.context = 4;
    job.machine.network.fabricSpeed = 1e9; // so that what goes around is seen
    const LayerTime own = LayerTimes(job).layer(false);
    job.model.kvHeads = 2;
    const LayerTime shared = LayerTimes(job).layer(false);
    EXPECT_GT(own.forward.exposed, LayerTimes(llamaJob(8)).layer(false).forward.exposed);
    EXPECT_DOUBLE_EQ(shared.forward.exposed, own.forward.exposed);
}

// Shards inside the nodes gather fast, and pay for it between the groups of shards.
TEST(StepCosts, HybridShardingKeepsTheGatheringInTheNode)
{
    Job job = llamaJob(1);
    job.cut.data = 32;
    job.cut.zero = 3;
    job.overlapped.parameters = false;
    const auto schedule = makeSchedule("1f1b", {.ranks = 1, .chunks = 1, .microbatches = 1});
    const auto split = splitLayers(32, schedule->shape, schedule->placement);
    const Costs whole = stepCosts(job, *schedule, *split);
    job.cut.shard = 8;
    const Costs hybrid = stepCosts(job, *schedule, *split);
    EXPECT_LT(hybrid.stages[0].forwardCollective, whole.stages[0].forwardCollective);
    EXPECT_EQ(whole.gradientReduction, Nanoseconds{0});
    EXPECT_GT(hybrid.gradientReduction, Nanoseconds{0});
}

} // namespace
} // namespace plan
