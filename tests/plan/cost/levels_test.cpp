// What costs depend on beside arithmetic: the host that queues kernels, the levels of links, and
// how work and communication are laid out.

#include "engine/plan/cost/collective_time.h"
#include "engine/plan/cost/kernel_time.h"
#include "engine/plan/cost/layer_memory.h"
#include "engine/plan/ledger.h"
#include "engine/plan/simulate.h"
#include "tests/plan/cost/llama_job.h"

#include <gtest/gtest.h>

#include <cmath>

namespace plan {
namespace {

double seconds(Nanoseconds time) { return 1e-9 * double(time.count()); }

double workOf(const StageCosts& stage)
{
    return seconds(stage.forward + stage.inputGrad + stage.weightGrad);
}

TEST(Host, AStepIsNeverShorterThanWhatTheHostQueues)
{
    Job job = llamaJob(1);
    job.machine.efficiency.launch = 0;
    const Costs free = pipelineCosts(job, 1, 4);
    job.machine.efficiency.launch = 1e-2;
    const Costs bound = pipelineCosts(job, 1, 4);
    EXPECT_GT(workOf(bound.stages[0]), 2 * workOf(free.stages[0]));
    // A device ten times as fast changes nothing then.
    Job faster = job;
    faster.machine.device.bf16Flops *= 10;
    faster.machine.device.memorySpeed *= 10;
    EXPECT_NEAR(workOf(pipelineCosts(faster, 1, 4).stages[0]), workOf(bound.stages[0]), 1e-8);
    // Neither does a wider one: the kernels are as many.
    Job wider = job;
    wider.model.hidden *= 2;
    EXPECT_NEAR(workOf(pipelineCosts(wider, 1, 4).stages[0]), workOf(bound.stages[0]), 1e-8);
}

TEST(Host, GraphsAndCompiledCodeQueueFaster)
{
    Job job = llamaJob(1);
    job.machine.efficiency.launch = 1e-2;
    double last = workOf(pipelineCosts(job, 1, 4).stages[0]);
    for (const Launch launch : {Launch::Compiled, Launch::Graph}) {
        job.launch = launch;
        const double now = workOf(pipelineCosts(job, 1, 4).stages[0]);
        EXPECT_LT(now, last);
        last = now;
    }
}

// Without a pipeline the host runs ahead through a long forward; ranks of one wait for each other.
TEST(Host, RunsAheadWhereNobodyWaits)
{
    Job job = llamaJob(1);
    job.machine.efficiency.launch = 0;
    const Costs free = pipelineCosts(job, 2, 4);
    const Costs alone = pipelineCosts(job, 1, 4);
    // Just longer than a forward; a backward takes more than twice as long, with less than twice
    // the kernels.
    job.machine.efficiency.launch = 1e-6;
    while (pipelineCosts(job, 2, 4).stages[0].forward == free.stages[0].forward)
        job.machine.efficiency.launch *= 1.01;
    EXPECT_EQ(pipelineCosts(job, 1, 4), alone);
}

TEST(Host, NothingIsQueuedForADeviceThatIsTheHost)
{
    Job job = llamaJob(1);
    job.machine.efficiency.launch = 0;
    const Costs free = pipelineCosts(job, 1, 4);
    job.machine.device.onHost = true;
    job.machine.efficiency.launch = 1;
    EXPECT_EQ(pipelineCosts(job, 1, 4), free);
}

// The job's costs where the host is nothing, and where it queues so slowly.
std::pair<StageCosts, StageCosts> freeAndBound(Job job, double launch)
{
    job.machine.efficiency.launch = 0;
    const StageCosts free = pipelineCosts(job, 4, 8, "zb-h1").stages[1];
    job.machine.efficiency.launch = launch;
    return {free, pipelineCosts(job, 4, 8, "zb-h1").stages[1]};
}

// Each part of a split backward is an op whose kernels the host queues for itself.
TEST(Host, BoundsBothPartsOfASplitBackward)
{
    Job job = llamaJob(1);
    job.recomputing = Recomputing::Full;
    const auto [free, bound] = freeAndBound(job, 1e-2);
    EXPECT_EQ(free.inputGradWait + free.weightGradWait + free.backwardWait, Nanoseconds{0});
    // 32 layers on 4 ranks. What a part's kernels take is all that is left of it; one more is
    // queued for the messages.
    const LayerTime layer = LayerTimes(job).layer(false);
    EXPECT_NEAR(seconds(bound.of(OpKind::WeightGrad)), 8 * 1e-2 * layer.weightGrad.launches, 1e-8);
    EXPECT_NEAR(seconds(bound.of(OpKind::InputGrad)),
                1e-2 * (8 * (layer.inputGrad.launches + layer.forward.launches) + 1), 1e-8);
    // All of them are queued for a whole one.
    EXPECT_NEAR(seconds(bound.of(OpKind::Backward)),
                seconds(bound.of(OpKind::InputGrad) + bound.of(OpKind::WeightGrad)), 1e-8);
    // What the device itself does is the same.
    EXPECT_EQ(bound.inputGrad, free.inputGrad);
    EXPECT_EQ(bound.weightGrad, free.weightGrad);
}

// Where one part takes the device longer than the host and the other not, only the other waits; a
// whole backward makes up for it.
TEST(Host, APartThatTakesLongHidesNothingOfTheOther)
{
    const Job job = llamaJob(1);
    const LayerTime layer = LayerTimes(job).layer(false);
    const double inputEach = layer.inputGrad.total() / layer.inputGrad.launches;
    const double weightEach = layer.weightGrad.total() / layer.weightGrad.launches;
    ASSERT_LT(inputEach, weightEach);
    const auto [free, bound] = freeAndBound(job, 1.05 * inputEach);
    EXPECT_EQ(bound.of(OpKind::WeightGrad), free.of(OpKind::WeightGrad));
    EXPECT_GT(bound.of(OpKind::InputGrad), free.of(OpKind::InputGrad));
    EXPECT_EQ(bound.of(OpKind::Backward), free.of(OpKind::Backward));
    for (const double times : {0.5, 0.9, 1.2, 1.5, 2.0, 3.0, 9.0}) {
        const StageCosts stage = freeAndBound(job, times * inputEach).second;
        EXPECT_GE(stage.of(OpKind::InputGrad) + stage.of(OpKind::WeightGrad) + Nanoseconds{1},
                  stage.of(OpKind::Backward));
        for (const auto part : StageCosts::parts())
            EXPECT_GE(stage.*part, Nanoseconds{0});
    }
}

// The wait is that of the op's kind, whatever the schedule; and nothing of a whole backward's.
TEST(Host, AWholeBackwardWaitsOnce)
{
    Job job = llamaJob(1);
    job.machine.efficiency.launch = 1e-2;
    const Costs costs = pipelineCosts(job, 4, 8, "zb-h1");
    EXPECT_EQ(costs, pipelineCosts(job, 4, 8, "1f1b"));
    const StageCosts& stage = costs.stages[1];
    // 8 layers a rank, and a launch for the messages.
    const LayerTime layer = LayerTimes(job).layer(false);
    EXPECT_NEAR(seconds(stage.of(OpKind::Backward)),
                1e-2 * (8 * (layer.inputGrad.launches + layer.weightGrad.launches) + 1), 1e-8);
    EXPECT_EQ(costs.dividedBy(2).stages[1].backwardWait, (stage.backwardWait + Nanoseconds{1}) / 2);
}

// Each tensor rank sends its part of an activation, whether or not the tensor ranks hold parts of
// it; where they do not, they gather the whole behind it.
TEST(Hops, CarryATensorRanksShare)
{
    Job job = llamaJob(8);
    job.machine.network.nodeLatency = job.machine.network.fabricLatency = 0;
    const double whole = 2.0 * job.model.sequence * job.model.hidden;
    const double out = 25e9 * job.machine.efficiency.fabric;
    const double gather
        = CollectiveTime::kStart + 7.0 / 8 * whole / (300e9 * job.machine.efficiency.node);
    EXPECT_NEAR(seconds(pipelineCosts(job, 2, 4).hops[0]), whole / 8 / out, 1e-9);
    EXPECT_EQ(pipelineCosts(job, 2, 4).messageBytes, std::int64_t(whole) / 8);
    job.cut.sequence = false;
    EXPECT_NEAR(seconds(pipelineCosts(job, 2, 4).hops[0]), whole / 8 / out + gather, 1e-9);
    EXPECT_EQ(pipelineCosts(job, 2, 4).messageBytes, std::int64_t(whole) / 8);
    EXPECT_EQ(pipelineCosts(job, 1, 4).messageBytes, 0); // there is none
}

// Ranks that send what they hold send all of it, and gather nothing.
TEST(Hops, AreWholeWhereNobodyScatters)
{
    Job job = llamaJob(8);
    const Costs shared = pipelineCosts(job, 2, 4);
    job.scattersMessages = false;
    EXPECT_EQ(pipelineCosts(job, 2, 4), shared); // each holds a part only
    job.machine.network.nodeLatency = job.machine.network.fabricLatency = 0;
    job.cut.sequence = false;
    const double whole = 2.0 * job.model.sequence * job.model.hidden;
    EXPECT_NEAR(seconds(pipelineCosts(job, 2, 4).hops[0]),
                whole / (25e9 * job.machine.efficiency.fabric), 1e-9);
    EXPECT_EQ(pipelineCosts(job, 2, 4).messageBytes, std::int64_t(whole));
}

TEST(Hops, BelongToTheirSenderWhereItWaits)
{
    Job job = llamaJob(8);
    const Costs beside = pipelineCosts(job, 4, 8);
    job.overlapped.transfers = false;
    const Costs waited = pipelineCosts(job, 4, 8);
    EXPECT_EQ(waited.hops[1], Nanoseconds{0});
    EXPECT_EQ(waited.stages[1].forward, beside.stages[1].forward + beside.hops[1]);
    EXPECT_EQ(waited.stages[1].inputGrad, beside.stages[1].inputGrad + beside.hops[0]);
    EXPECT_EQ(waited.stages[3].forward, beside.stages[3].forward); // the last has none to send to
    EXPECT_EQ(waited.stages[0].inputGrad, beside.stages[0].inputGrad);
    EXPECT_EQ(waited.messageBytes, beside.messageBytes);
}

// It is communication of the pipeline, and no collective.
TEST(Hops, ThatHoldTheirSenderUpAreTransfersInTheLedger)
{
    for (const char* name : {"1f1b", "zb-h1"}) {
        SCOPED_TRACE(name);
        const Job job = llamaJob(8);
        Job waiting = job;
        waiting.overlapped.transfers = false;
        const auto schedule = makeSchedule(name, {.ranks = 4, .microbatches = 8});
        const Costs beside = pipelineCosts(job, 4, 8, name);
        const Costs waited = pipelineCosts(waiting, 4, 8, name);
        const auto timeline = simulate(*schedule, waited);
        ASSERT_TRUE(timeline);
        const Ledger ledger = account(*schedule, *timeline, waited);
        const Ledger free = account(*schedule, *simulate(*schedule, beside), beside);
        const auto line
            = [](const RankLedger& rank, LedgerLine which) { return rank[std::size_t(which)]; };
        for (std::size_t rank = 0; rank < 4; ++rank) {
            const RankLedger& lines = ledger.ranks[rank];
            EXPECT_EQ(sum(lines), timeline->makespan);
            // Every forward but the last rank's, every gradient but the first one's.
            EXPECT_EQ(line(lines, LedgerLine::ExposedTransfer),
                      8
                          * ((rank < 3 ? beside.hops[rank] : Nanoseconds{0})
                             + (rank > 0 ? beside.hops[rank - 1] : Nanoseconds{0})));
            for (const LedgerLine same :
                 {LedgerLine::ExposedCollective, LedgerLine::Forward, LedgerLine::Backward,
                  LedgerLine::InputGrad, LedgerLine::WeightGrad})
                EXPECT_EQ(line(lines, same), line(free.ranks[rank], same)) << key(same);
        }
    }
}

// In a V two neighbouring stages stand on one rank, between which nothing is sent.
TEST(Hops, TheTurnOfAVSendsNothing)
{
    Job job = llamaJob(8);
    const Costs beside = pipelineCosts(job, 4, 8, "zbv", 2);
    job.overlapped.transfers = false;
    const Costs waited = pipelineCosts(job, 4, 8, "zbv", 2);
    EXPECT_EQ(waited.stages[3].forward, beside.stages[3].forward);
    EXPECT_GT(waited.stages[2].forward, beside.stages[2].forward);
    EXPECT_EQ(waited.stages[4].inputGrad, beside.stages[4].inputGrad);
}

// Of 72 devices, four a node, all reach each other fast.
TEST(Domain, OfFastLinksMayHoldManyNodes)
{
    Network network{.nodeSpeed = 900e9, .fabricSpeed = 50e9, .devicesPerNode = 4};
    const Cut cut{.tensor = 8, .data = 9};
    EXPECT_TRUE(RankGrid(cut, network).tensor().crossesNode());
    network.devicesPerDomain = 72;
    EXPECT_FALSE(RankGrid(cut, network).tensor().crossesNode());
    EXPECT_FALSE(RankGrid(cut, network).data().crossesNode());
    network.devicesPerDomain = 2; // a domain is never less than a node
    EXPECT_EQ(RankGrid(cut, network).tensor().inNode, 4);
    const Cut pipeline{.tensor = 8, .pipeline = 4};
    network.devicesPerDomain = 16;
    EXPECT_FALSE(RankGrid(pipeline, network).hop(0, 1).crossesNode());
    EXPECT_TRUE(RankGrid(pipeline, network).hop(1, 2).crossesNode());
}

TEST(Context, WithoutBalanceTheLastRankComputesNearlyTwiceItsShare)
{
    Job job = llamaJob(1);
    job.model.sequence = 1 << 17;
    job.cut.context = 8;
    job.machine.efficiency.kernel = 0;
    job.machine.network.nodeSpeed = 1e18; // the exchange is free
    const double balanced = LayerTimes(job).layer(false).core.busy;
    job.cut.contextBalanced = false;
    // Of 15 half blocks instead of 8; nearly all of both are full, which is faster.
    const double unbalanced = LayerTimes(job).layer(false).core.busy;
    EXPECT_NEAR(unbalanced / balanced, 15.0 / 8, 0.1);
    job.cut.context = 1;
    job.model.sequence /= 8; // one rank with as many tokens has no full blocks, and one eighth
    EXPECT_GT(8 * LayerTimes(job).layer(false).core.busy, balanced);
    job.cut.context = 8;
    job.model.sequence *= 8;
    job.model.causal = false; // all pairs count then, and they are even
    const double full = LayerTimes(job).layer(false).core.busy;
    EXPECT_LT(full, 2 * balanced);
    job.cut.contextBalanced = true;
    EXPECT_DOUBLE_EQ(LayerTimes(job).layer(false).core.busy, full);
}

TEST(Experts, TheFullestRankSetsThePace)
{
    Job job = llamaJob(1);
    job.model.experts = {.count = 64, .perToken = 4, .ffn = 2048};
    job.cut.expert = 8;
    job.cut.data = 8;
    const LayerTime even = LayerTimes(job).layer(true);
    job.cut.expertSkew = 2;
    const LayerTime skewed = LayerTimes(job).layer(true);
    EXPECT_GT(skewed.forward.busy, 1.1 * even.forward.busy);
    EXPECT_GT(skewed.forward.exposed, 1.5 * even.forward.exposed);
    EXPECT_DOUBLE_EQ(LayerTimes(job).layer(false).forward.busy,
                     LayerTimes(llamaJob(1)).layer(false).forward.busy);
    const double kept = LayerMemories(job).layer(true).kept;
    // One rank cannot have more than all tokens.
    job.cut.expertSkew = 8;
    const LayerTime all = LayerTimes(job).layer(true);
    EXPECT_GT(LayerMemories(job).layer(true).kept, kept);
    job.cut.expertSkew = 1000;
    EXPECT_DOUBLE_EQ(LayerTimes(job).layer(true).forward.busy, all.forward.busy);
    job.cut.expert = 1;
    const double alone = LayerTimes(job).layer(true).forward.busy;
    job.cut.expertSkew = 1;
    EXPECT_DOUBLE_EQ(LayerTimes(job).layer(true).forward.busy, alone);
}

// Eight experts of a token lie in fewer than eight of the other nodes.
TEST(Experts, TwoLevelsCrossTheNetworkOnceANode)
{
    Job job = llamaJob(1);
    job.model.experts = {.count = 256, .perToken = 8, .ffn = 2048};
    job.cut.expert = 64;
    job.cut.data = 64;
    job.machine.network.nodeSpeed = 1e15; // what is passed on within a node is free
    const double direct = LayerTimes(job).layer(true).forward.exposed;
    job.dispatch = Dispatch::TwoLevel;
    const double once = LayerTimes(job).layer(true).forward.exposed;
    EXPECT_NEAR(once / direct, (1 - std::pow(7.0 / 8, 8)), 0.02); // 5.25 of 8 nodes
    job.model.experts.nodes = 4;
    EXPECT_NEAR(LayerTimes(job).layer(true).forward.exposed / direct, 0.5, 0.02);
    // Within one node there are no two levels.
    job.cut.expert = job.cut.data = 8;
    const double inside = LayerTimes(job).layer(true).forward.exposed;
    job.dispatch = Dispatch::Direct;
    EXPECT_DOUBLE_EQ(LayerTimes(job).layer(true).forward.exposed, inside);
}

TEST(Fp8, FinerScalesTakeMorePasses)
{
    Job job = llamaJob(1);
    job.machine.device.fp8Flops = 624e12;
    const double bf16 = LayerTimes(job).layer(false).forward.busy;
    job.recipe.compute = Compute::Fp8;
    const auto busy = [&](Scaling scaling) {
        job.recipe.scaling = scaling;
        return LayerTimes(job).layer(false).forward.busy;
    };
    EXPECT_LT(busy(Scaling::Tensor), bf16);
    EXPECT_LT(busy(Scaling::Tensor), busy(Scaling::Block));
    EXPECT_LT(busy(Scaling::Block), busy(Scaling::Row));
}

TEST(Accumulation, APassOfItsOwnTakesLonger)
{
    Job job = llamaJob(1);
    const LayerTime fused = LayerTimes(job).layer(false);
    job.fusedAccumulation = false;
    const LayerTime apart = LayerTimes(job).layer(false);
    EXPECT_GT(apart.weightGrad.busy, fused.weightGrad.busy);
    EXPECT_GT(apart.weightGrad.launches, fused.weightGrad.launches);
    EXPECT_DOUBLE_EQ(apart.forward.busy, fused.forward.busy);
}

TEST(Attention, AnOlderKernelIsSlowerOnANewerDevice)
{
    Machine machine = someMachine();
    machine.device.generation = 3;
    const KernelTime kernels(machine, {});
    const double own = kernels.flash(1e15, false, 0);
    EXPECT_DOUBLE_EQ(kernels.flash(1e15, false, 3), own);
    EXPECT_GT(kernels.flash(1e15, false, 2), 1.5 * own);
    EXPECT_GT(kernels.flash(1e15, false, 1), 1.5 * kernels.flash(1e15, false, 2));
    machine.device.generation = 2; // a newer kernel does not make it faster
    EXPECT_DOUBLE_EQ(KernelTime(machine, {}).flash(1e15, false, 3), own);
}

// ZeRO-3 in a pipeline: what is let go behind every forward is gathered for every microbatch.
TEST(Reshard, KeptWeightsAreGatheredOnceAStep)
{
    Job job = llamaJob(1);
    job.cut.data = 8;
    job.cut.zero = 3;
    job.overlapped.parameters = job.overlapped.gradients = false;
    const Costs again = pipelineCosts(job, 4, 16);
    job.cut.reshard = false;
    const Costs once = pipelineCosts(job, 4, 16);
    EXPECT_NEAR(double(again.stages[1].forwardCollective.count()),
                16.0 * double(once.stages[1].forwardCollective.count()), 16);
    EXPECT_LT(once.stages[1].inputGradCollective, again.stages[1].inputGradCollective);
}

// With chunks the reduction of one hides behind what is left of the others.
TEST(Tail, ChunksHideMoreOfTheReduction)
{
    Job job = llamaJob(8);
    job.cut.data = 64;
    job.cut.zero = 1;
    job.machine.network.fabricSpeed = 2e9;
    const auto tail = [&](const char* name, int chunks) {
        return pipelineCosts(job, 4, 16, name, chunks).gradientReduction;
    };
    EXPECT_LT(tail("interleaved", 4), tail("1f1b", 1));
}

} // namespace
} // namespace plan
