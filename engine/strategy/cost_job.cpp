#include "engine/strategy/cost_job.h"

#include "engine/strategy/hardware.h"

#include <algorithm>

namespace strategy {
namespace {

// Bytes of the states of one weight: two moments, perhaps the gradient in fp32, and the
// optimizer's own copy of the weight where the weight itself is kept in less than fp32.
int optimizerBytes(const Precision& precision, bool hasCopy)
{
    const int copy = hasCopy ? 4 : 0;
    if (precision.optimizer == Optimizer::Sgd)
        return copy;
    if (precision.optimizer == Optimizer::AdamFp32Gradients)
        return copy + 12;
    return copy + (precision.optimizer == Optimizer::AdamBf16 ? 4 : 8);
}

plan::Recipe recipeOf(const Precision& precision)
{
    plan::Recipe recipe;
    const bool whole = precision.compute == Compute::Fp32;
    recipe.compute = precision.compute;
    recipe.scaling = precision.scaling;
    // Also under fp8, which is of the products alone: what lies between them is in 16 bits.
    recipe.activation = recipe.moved = whole ? 4 : 2;
    recipe.weight = precision.weights == WeightType::Fp32 ? 4 : recipe.moved;
    recipe.gradient = precision.gradients == GradientType::Fp32 ? 4 : 2;
    recipe.summed = precision.optimizer == Optimizer::AdamFp32Gradients ? 4 : recipe.gradient;
    recipe.optimizer = optimizerBytes(precision, recipe.weight < 4);
    return recipe;
}

// In numbers, of DeepSpeed's configuration: reduce_bucket_size, allgather_bucket_size, and
// stage3_prefetch_bucket_size, which ZeRO-3 has instead of the second.
constexpr double kReduceBucket = 5e8;
constexpr double kGatherBucket = 5e8;
constexpr double kPrefetchBucket = 5e7;

// DeepSpeed's buffers have their size whatever the model, and the one for gradients is there
// without ZeRO and with one data rank, too: OPT-350M on 4 devices with tensor 4 took 9.55 GB in a
// published run of that kind (Sailor, SOSP 2025), of which 7.7 GB are found without it.
plan::Buckets bucketsOfDeepSpeed(const Strategy& strategy)
{
    const Parallel& parallel = strategy.parallel;
    const double bytes = strategy.precision.compute == Compute::Fp32 ? 4 : 2;
    const double usual = parallel.zero == 3 ? kPrefetchBucket : kGatherBucket;
    return {.reduceBytes
            = bytes * (parallel.reduceBucket > 0 ? parallel.reduceBucket : kReduceBucket),
            .gatherBytes = bytes * (parallel.gatherBucket > 0 ? parallel.gatherBucket : usual)};
}

// nanotron adds gradients up in fp32, beside those that PyTorch's DistributedDataParallel keeps in
// buckets of 16 bits. Megatron's buckets (--ddp-bucket-size) are stretches of the buffer that
// gradients are in anyway.
plan::Buckets bucketsOf(const Strategy& strategy)
{
    switch (strategy.kernels.framework) {
    case Framework::DeepSpeed:
        return bucketsOfDeepSpeed(strategy);
    case Framework::Nanotron:
        return {.perWeight = strategy.precision.gradients == GradientType::Fp32 ? 2.0 : 0.0};
    default:
        return {};
    }
}

} // namespace

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
    // One tensor rank has nobody to share the activations with.
    cut.sequence = parallel.sequence && parallel.tensor > 1;
    cut.offloadOptimizer = parallel.offload != Offload::None;
    cut.offloadWeights = parallel.offload == Offload::All;
    cut.contextMethod = parallel.contextMethod;
    cut.contextBalanced = parallel.contextBalance;
    cut.expertSkew = parallel.expertSkew;
    cut.reshard = parallel.reshard;
    cut.order = parallel.order;
    return cut;
}

plan::Transformer transformerOf(const Model& model)
{
    plan::Transformer sizes;
    sizes.layers = model.layers;
    sizes.hidden = model.hidden;
    sizes.heads = model.heads;
    sizes.kvHeads = model.kvHeads > 0 ? model.kvHeads : model.heads;
    sizes.headDim = model.headDim > 0 ? model.headDim : std::max(1, model.hidden / model.heads);
    // Four times as wide, as since the first transformer (Vaswani et al. 2017).
    sizes.ffn = model.ffnHidden > 0 ? model.ffnHidden : 4 * model.hidden;
    if (model.embeddingDim != model.hidden)
        sizes.embedding = model.embeddingDim;
    sizes.vocab = model.vocab;
    sizes.sequence = model.sequence;
    if (model.positions == Positions::Learned)
        sizes.positions = model.maxPositions > 0 ? model.maxPositions : model.sequence;
    sizes.mtpLayers = model.mtpLayers;
    sizes.gated = model.gatedMlp;
    sizes.tied = model.tiedEmbeddings;
    sizes.biases = model.biases;
    sizes.qkvBiases = model.qkvBiases;
    sizes.qkNorm = model.qkNorm;
    sizes.rmsNorm = model.norm == Norm::RmsNorm;
    sizes.causal = model.causal;
    sizes.dropout = model.dropout;
    sizes.latent
        = {model.kvLoraRank, model.qLoraRank, model.nopeHeadDim, model.ropeHeadDim, model.vHeadDim};
    sizes.experts = {model.experts,
                     model.expertsPerToken,
                     model.expertFfnHidden > 0 ? model.expertFfnHidden : sizes.ffn,
                     model.sharedExperts,
                     model.denseLayers,
                     model.expertEvery,
                     model.nodesPerToken};
    return sizes;
}

plan::Job jobOf(const Strategy& strategy)
{
    plan::Job job;
    job.model = transformerOf(*strategy.model);
    job.cut = cutOf(strategy);
    job.recipe = recipeOf(strategy.precision);
    const Overlap& overlap = strategy.overlap;
    job.overlapped = {overlap.gradients, overlap.parameters, overlap.tensor, overlap.experts,
                      overlap.transfers};
    job.machine = machineOf(strategy.cluster, strategy.kernels.framework);
    job.micro = strategy.batch.micro;
    job.microbatches = microbatches(strategy);
    job.recomputing = strategy.recompute.granularity;
    job.recomputeUniform = strategy.recompute.method == RecomputeMethod::Uniform;
    job.recomputeLayers = strategy.recompute.layers;
    job.light = strategy.recompute.light;
    job.flash = strategy.kernels.attention != Attention::Unfused;
    job.flashGeneration = strategy.kernels.attention == Attention::Flash1 ? 1
        : strategy.kernels.attention == Attention::Flash2                 ? 2
                                                                          : 0;
    job.fusedAccumulation = strategy.kernels.accumulation == Accumulation::Fused;
    job.fused = strategy.kernels.fusion == Fusion::Fused;
    job.loss = strategy.kernels.loss;
    job.launch = strategy.kernels.launch;
    job.dispatch = strategy.kernels.dispatch;
    job.buckets = bucketsOf(strategy);
    job.keepsOutputs = strategy.kernels.outputs == SentOutputs::Kept;
    // Our own ranks send what they hold.
    job.scattersMessages = strategy.kernels.framework != Framework::Bubblescope;
    return job;
}

} // namespace strategy
