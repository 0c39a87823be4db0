// What runs, but disappoints: groups that cross nodes, states that are divided in vain, stages
// that wait for the slowest. And where replicas are not alike, of which one is predicted for all.

#include "engine/strategy/checking.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strategy {
namespace {

// The loss takes as long as so many layers, or more: worth a word.
constexpr double kUnevenLoss = 0.25;
// Tokens of one context rank below which the exchange of keys and values outweighs the work.
constexpr int kFewTokens = 2048;

void checkTensorGroup(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    const int tensor = strategy.parallel.tensor;
    const bool apart = strategy.parallel.order == RankOrder::PipelineDataTensor && tensor > 1
        && dataParallel(strategy) * strategy.parallel.pipeline * strategy.parallel.context > 1;
    if (tensor > strategy.cluster.devicesPerNode || apart)
        checking.warning("parallel.tensor",
                         "is " + number(tensor)
                             + (apart ? ", with its ranks far apart in this order"
                                      : ", and a node has "
                                        + number(strategy.cluster.devicesPerNode) + " devices")
                             + ": the collectives of every layer then leave the node, where links "
                               "are several times slower; keep tensor groups inside a node");
}

void checkZero(Checking& checking)
{
    const Parallel& parallel = checking.strategy.parallel;
    if (parallel.zero < 2 || parallel.pipeline < 2)
        return;
    checking.warning("parallel.zero",
                     "is " + number(parallel.zero) + " with a pipeline of "
                         + number(parallel.pipeline) + ": gradients are then dealt out"
                         + (parallel.zero == 3 ? " and weights gathered" : "")
                         + " for every microbatch instead of once a step, and the pipeline has "
                           "already divided them by "
                         + number(parallel.pipeline) + "; 1 is what is usually meant");
}

// Of one layer's products, the loss counts vocab * hidden against its weights.
void checkLossStage(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    const Model& model = *strategy.model;
    if (strategy.parallel.pipeline < 2 || !strategy.parallel.layersPerStage.empty()
        || !strategy.parallel.layersPerRank.empty() || !checking.knowsShape())
        return;
    const double hidden = model.hidden;
    const double inner = model.ffnHidden > 0 ? model.ffnHidden : 4.0 * model.hidden;
    const double layer = 4 * hidden * hidden + (model.gatedMlp ? 3 : 2) * hidden * inner;
    const double loss = hidden * model.vocab / layer;
    const double perRank = double(model.layers) / strategy.parallel.pipeline;
    if (model.experts == 0 && loss > kUnevenLoss * perRank)
        checking.warning("model.vocab",
                         "is " + number(model.vocab) + ": the loss takes as long as "
                             + number(std::max(1LL, std::llround(loss)))
                             + " of the model's layers, and the last of "
                             + number(strategy.parallel.pipeline)
                             + " ranks has it on top of its own; give it fewer with "
                               "layers_per_stage");
}

void checkContext(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    const int context = strategy.parallel.context;
    if (context > 1 && strategy.model->sequence / context < kFewTokens)
        checking.warning("parallel.context",
                         "is " + number(context) + ", which leaves "
                             + number(strategy.model->sequence / context)
                             + " tokens per rank: keys and values then take longer to go around "
                               "than the attention to compute; context parallelism is for long "
                               "sequences");
}

// A factor is of a rank of the pipeline, and so of every replica's.
void checkSlowRanks(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    const long long each = deviceCount(strategy) / std::max(1, strategy.parallel.pipeline);
    if (!strategy.costs || each < 2)
        return;
    const auto& factors = strategy.costs->rankFactors;
    if (std::all_of(factors.begin(), factors.end(), [](double factor) { return factor == 1; }))
        return;
    checking.warning("costs.rank_factors",
                     "are of the ranks of one pipeline, and each of them stands for " + number(each)
                         + " devices: all replicas are predicted to be as slow; of one slow device "
                           "that is right but for its own replica, which the others wait for at "
                           "the end of the step");
}

// Groups of an axis are taken to lie as the first one does (plan/cost/rank_grid.h).
void checkNodesAlike(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    const Parallel& parallel = strategy.parallel;
    const long long node = strategy.cluster.devicesPerNode;
    const long long data = dataParallel(strategy);
    if (!strategy.model || node < 1 || deviceCount(strategy) <= node
        || parallel.tensor > node) // which is said as what it is
        return;
    std::array<long long, 4> sizes{parallel.tensor, parallel.context, data, parallel.pipeline};
    if (parallel.order == RankOrder::TensorPipelineData)
        sizes = {parallel.tensor, parallel.context, parallel.pipeline, data};
    else if (parallel.order == RankOrder::PipelineDataTensor)
        sizes = {parallel.pipeline, data, parallel.context, parallel.tensor};
    // What lies inside the outermost axis begins anew with each of its members.
    if (std::any_of(sizes.begin(), sizes.end(), [](long long size) { return size < 1; }))
        return;
    long long block = 1;
    for (std::size_t axis = 0; axis + 1 < sizes.size(); ++axis) {
        block *= sizes[axis];
        if (block > deviceCount(strategy)) // sizes out of all range
            return;
        if (block % node == 0 || node % block == 0)
            continue;
        checking.warning("cluster.devices_per_node",
                         "is " + number(node) + ", and groups of " + number(block)
                             + " devices neither fill nodes nor divide one: they do not all cross "
                               "nodes at the same places, and the first is predicted for all; "
                               "sizes that divide a node make them alike");
        return;
    }
}

} // namespace

void checkEfficiency(Checking& checking)
{
    if (!checking.strategy.model
        || !checking.areSound({"parallel.tensor", "parallel.pipeline", "parallel.context",
                               "parallel.data", "parallel.zero", "parallel.chunks", "model.layers",
                               "model.hidden", "model.vocab", "model.sequence", "batch.micro",
                               "batch.global", "schedule.name", "cluster.devices",
                               "cluster.devices_per_node"}))
        return;
    checkTensorGroup(checking);
    checkZero(checking);
    checkLossStage(checking);
    checkContext(checking);
}

void checkFolds(Checking& checking)
{
    checkSlowRanks(checking);
    checkNodesAlike(checking);
}

} // namespace strategy
