#include "engine/plan/cost/flops.h"

#include "engine/plan/cost/parameters.h"

#include <algorithm>

namespace plan {
namespace {

double samplesOf(const Job& job) { return 1.0 * job.micro * job.microbatches * job.cut.data; }

// Weights with which latent attention makes queries, keys and values of its latents.
double upProjections(const Transformer& model)
{
    const LatentAttention& latent = model.latent;
    return model.isLatent() ? 1.0 * model.heads
            * (latent.kvRank * (latent.nopeDim + latent.valueDim)
               + 1.0 * latent.queryRank * model.queryDim())
                            : 0;
}

// Weights of the products of one layer that a token passes.
double layerWeights(const Transformer& model, bool withExperts)
{
    const double heads = model.heads;
    const double hidden = model.hidden;
    double attention = 0;
    if (model.isLatent()) {
        const LatentAttention& latent = model.latent;
        const double query = heads * model.queryDim();
        attention = hidden * (latent.kvRank + latent.ropeDim)
            + latent.kvRank * heads * (latent.nopeDim + latent.valueDim)
            + (latent.queryRank > 0 ? latent.queryRank * (hidden + query) : hidden * query);
    } else {
        attention = hidden * model.headDim * (heads + 2.0 * model.kvHeads);
    }
    attention += heads * model.valueDim() * hidden;
    const double matrices = model.gated ? 3 : 2;
    const Experts& experts = model.experts;
    const double inner
        = withExperts ? 1.0 * (experts.perToken + experts.shared) * experts.ffn : model.ffn;
    return attention + matrices * hidden * inner + (withExperts ? hidden * experts.count : 0);
}

double attentionFlops(const Transformer& model, double samples, AttentionCount count)
{
    const double pairs = samples * model.sequence * model.sequence
        * (count == AttentionCount::Causal && model.causal ? 0.5 : 1);
    // Scores take the width of a query, and what is made of them that of a value.
    return 2 * pairs * model.heads * (model.queryDim() + model.valueDim());
}

double layerFlops(const Transformer& model, bool withExperts, double samples, AttentionCount count)
{
    return 2 * samples * model.sequence * layerWeights(model, withExperts)
        + attentionFlops(model, samples, count);
}

double lossFlops(const Transformer& model, double samples)
{
    return 2.0 * samples * model.sequence
        * (static_cast<double>(embeddingParameters(model))
           + static_cast<double>(projectionParameters(model)));
}

double layersFlops(const Transformer& model, double samples, AttentionCount count)
{
    const double withExperts = model.expertLayers();
    return (model.layers - withExperts) * layerFlops(model, false, samples, count)
        + withExperts * layerFlops(model, true, samples, count);
}

} // namespace

double forwardFlops(const Transformer& model, double samples, AttentionCount count)
{
    double flops = layersFlops(model, samples, count) + lossFlops(model, samples)
        + 2.0 * samples * model.sequence * static_cast<double>(projectionParameters(model));
    if (model.mtpLayers > 0)
        // A layer, its projection of two hidden vectors to one (2 * 2 h * h), and its loss.
        flops += model.mtpLayers
            * (layerFlops(model, model.experts.count > 0, samples, count)
               + 4.0 * samples * model.sequence * model.hidden * model.hidden
               + lossFlops(model, samples));
    return flops;
}

double modelFlops(const Job& job, AttentionCount count)
{
    return 3 * forwardFlops(job.model, samplesOf(job), count);
}

double hardwareFlops(const Job& job, AttentionCount count)
{
    const double samples = samplesOf(job);
    const double layers = layersFlops(job.model, samples, count);
    const double core = job.model.layers * attentionFlops(job.model, samples, count);
    double again = 0;
    switch (job.recomputing) {
    case Recomputing::None:
        again = job.light
            ? 2 * samples * job.model.sequence * job.model.layers * upProjections(job.model)
            : 0;
        break;
    case Recomputing::Selective:
        again = job.flash ? 0 : core; // a fused kernel keeps no scores that could be dropped
        break;
    case Recomputing::Ops:
        again = (layers - core) / 2;
        break;
    case Recomputing::Full:
        again = layers;
        if (!job.recomputeUniform && job.recomputeLayers > 0)
            again *= std::min(1.0, 1.0 * job.recomputeLayers * job.cut.pipeline / job.model.layers);
        break;
    }
    return modelFlops(job, count) + again;
}

double publishedHardwareFlops(const Job& job, AttentionCount count)
{
    if (job.recomputing != Recomputing::Selective)
        return hardwareFlops(job, count);
    return modelFlops(job, count)
        + 3 * job.model.layers * attentionFlops(job.model, samplesOf(job), count);
}

double peakFlops(const Job& job)
{
    const Device& device = job.machine.device;
    switch (job.recipe.compute) {
    case Compute::Fp32:
        return device.fp32Flops;
    case Compute::Fp8:
        return device.fp8Flops;
    case Compute::Bf16:
    case Compute::Fp16:
        break;
    }
    return device.bf16Flops;
}

} // namespace plan
