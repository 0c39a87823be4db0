#include "engine/strategy/estimate/job.h"

#include "engine/strategy/estimate/hardware.h"
#include "engine/strategy/layer_split.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace strategy {
namespace {

// Bytes of the states of one weight: two moments, perhaps the gradient in fp32, and the
// optimizer's own copy of the weight where the weight itself is kept in less than fp32.
int optimizerBytes(const Precision& precision, bool hasCopy)
{
    const int copy = hasCopy ? 4 : 0;
    if (precision.optimizer == "sgd")
        return copy;
    if (precision.optimizer == "adam-fp32-gradients")
        return copy + 12;
    return copy + (precision.optimizer == "adam-bf16" ? 4 : 8);
}

plan::Recipe recipeOf(const Precision& precision)
{
    plan::Recipe recipe;
    const bool whole = precision.compute == "fp32";
    recipe.compute = whole            ? plan::Compute::Fp32
        : precision.compute == "fp8"  ? plan::Compute::Fp8
        : precision.compute == "fp16" ? plan::Compute::Fp16
                                      : plan::Compute::Bf16;
    recipe.activation = recipe.moved = whole ? 4 : 2;
    recipe.weight = precision.weights == "fp32" ? 4 : recipe.moved;
    recipe.gradient = precision.gradients == "fp32" ? 4 : 2;
    recipe.optimizer = optimizerBytes(precision, recipe.weight < 4);
    return recipe;
}

plan::RankOrder orderOf(std::string_view word)
{
    if (word == "tp-cp-ep-pp-dp")
        return plan::RankOrder::TensorPipelineData;
    if (word == "pp-dp-ep-cp-tp")
        return plan::RankOrder::PipelineDataTensor;
    return plan::RankOrder::TensorDataPipeline;
}

plan::Cut cutOf(const Strategy& strategy)
{
    const Parallel& parallel = strategy.parallel;
    plan::Cut cut;
    cut.tensor = parallel.tensor;
    cut.context = parallel.context;
    cut.expert = parallel.expert;
    cut.expertTensor = parallel.expertTensor > 0 ? parallel.expertTensor : parallel.tensor;
    cut.data = dataParallel(strategy);
    cut.pipeline = parallel.pipeline;
    cut.shard = parallel.shard;
    cut.zero = parallel.zero;
    cut.sequence = parallel.sequence && parallel.tensor > 1;
    cut.offloadOptimizer = parallel.offload != "none";
    cut.offloadWeights = parallel.offload == "all";
    cut.contextMethod = parallel.contextMethod == "all_to_all" ? plan::ContextMethod::AllToAll
                                                               : plan::ContextMethod::Ring;
    cut.order = orderOf(parallel.order);
    return cut;
}

plan::Recomputing recomputingOf(std::string_view word)
{
    if (word == "selective")
        return plan::Recomputing::Selective;
    if (word == "ops")
        return plan::Recomputing::Ops;
    return word == "full" ? plan::Recomputing::Full : plan::Recomputing::None;
}

} // namespace

plan::Transformer transformerOf(const Model& model)
{
    plan::Transformer sizes;
    sizes.layers = model.layers;
    sizes.hidden = model.hidden;
    sizes.heads = model.heads;
    sizes.kvHeads = model.kvHeads > 0 ? model.kvHeads : model.heads;
    sizes.headDim = model.headDim > 0 ? model.headDim : std::max(1, model.hidden / model.heads);
    sizes.ffn = model.ffnHidden > 0 ? model.ffnHidden : 4 * model.hidden;
    sizes.vocab = model.vocab;
    sizes.sequence = model.sequence;
    if (model.positions == "learned")
        sizes.positions = model.maxPositions > 0 ? model.maxPositions : model.sequence;
    sizes.mtpLayers = model.mtpLayers;
    sizes.gated = model.gatedMlp;
    sizes.tied = model.tiedEmbeddings;
    sizes.biases = model.biases;
    sizes.qkvBiases = model.qkvBiases;
    sizes.qkNorm = model.qkNorm;
    sizes.rmsNorm = model.norm == "rmsnorm";
    sizes.causal = model.causal;
    sizes.dropout = model.dropout;
    sizes.latent
        = {model.kvLoraRank, model.qLoraRank, model.nopeHeadDim, model.ropeHeadDim, model.vHeadDim};
    sizes.experts = {model.experts,
                     model.expertsPerToken,
                     model.expertFfnHidden > 0 ? model.expertFfnHidden : sizes.ffn,
                     model.sharedExperts,
                     model.denseLayers,
                     model.expertEvery};
    return sizes;
}

plan::Job jobOf(const Strategy& strategy)
{
    plan::Job job;
    job.model = transformerOf(*strategy.model);
    job.cut = cutOf(strategy);
    job.recipe = recipeOf(strategy.precision);
    const Overlap& overlap = strategy.overlap;
    job.overlapped = {overlap.gradients, overlap.parameters, overlap.tensor, overlap.experts};
    job.machine = machineOf(strategy.cluster);
    job.micro = strategy.batch.micro;
    job.microbatches = microbatches(strategy);
    job.recomputing = recomputingOf(strategy.recompute.granularity);
    job.recomputeUniform = strategy.recompute.method == "uniform";
    job.recomputeLayers = strategy.recompute.layers;
    job.light = strategy.recompute.light;
    job.flash = strategy.kernels.attention == "flash";
    job.fused = strategy.kernels.fusion == "fused";
    job.loss = strategy.kernels.loss == "fused" ? plan::Loss::Fused
        : strategy.kernels.loss == "compiled"   ? plan::Loss::Compiled
                                                : plan::Loss::Plain;
    job.keepsOutputs = strategy.kernels.outputs == "kept";
    return job;
}

plan::Result<PlannedJob> planJob(const Strategy& strategy, const plan::StopAsked& stop)
{
    auto schedule = scheduleOf(strategy, stop);
    if (!schedule)
        return schedule.error();
    auto split = layerSplitOf(strategy, *schedule);
    if (!split)
        return split.error();
    PlannedJob planned{jobOf(strategy), *std::move(schedule), *std::move(split)};
    planned.job.microbatches = planned.schedule.shape.microbatches;
    return planned;
}

} // namespace strategy
