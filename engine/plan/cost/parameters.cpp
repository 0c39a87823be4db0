#include "engine/plan/cost/parameters.h"

namespace plan {
namespace {

std::int64_t normParameters(const Transformer& model, std::int64_t width)
{
    return (model.rmsNorm ? 1 : 2) * width;
}

// Matrices of a feed-forward block of that inner width, with their biases.
std::int64_t blockParameters(const Transformer& model, std::int64_t inner)
{
    const std::int64_t up = model.gated ? 2 : 1;
    const std::int64_t matrices = (up + 1) * model.hidden * inner;
    return matrices + (model.biases ? up * inner : 0);
}

std::int64_t outputBias(const Transformer& model) { return model.biases ? model.hidden : 0; }

void addOrdinary(const Transformer& model, LayerParameters& count)
{
    const std::int64_t query = 1LL * model.heads * model.headDim;
    const std::int64_t keyValue = 2LL * model.kvHeads * model.headDim;
    count.attention = (query + keyValue) * model.hidden + query * model.hidden;
    if (model.biases || model.qkvBiases)
        count.attention += query + keyValue;
    count.whole
        += outputBias(model) + (model.qkNorm ? 2 * normParameters(model, model.headDim) : 0);
}

void addLatent(const Transformer& model, LayerParameters& count)
{
    const LatentAttention& latent = model.latent;
    const std::int64_t heads = model.heads;
    const std::int64_t query = heads * model.queryDim();
    const std::int64_t keyValue = heads * (latent.nopeDim + latent.valueDim);
    // What makes a head of a latent is cut by heads; what makes the latent serves all heads, so
    // that every tensor rank holds it whole.
    count.attention = keyValue * latent.kvRank + heads * latent.valueDim * model.hidden;
    count.whole += 1LL * model.hidden * (latent.kvRank + latent.ropeDim)
        + normParameters(model, latent.kvRank);
    if (latent.queryRank > 0) {
        count.attention += query * latent.queryRank;
        count.whole
            += 1LL * model.hidden * latent.queryRank + normParameters(model, latent.queryRank);
    } else {
        count.attention += query * model.hidden;
    }
    count.whole += outputBias(model);
}

} // namespace

LayerParameters parametersOfLayer(const Transformer& model, bool withExperts)
{
    LayerParameters count;
    count.whole = 2 * normParameters(model, model.hidden);
    if (model.isLatent())
        addLatent(model, count);
    else
        addOrdinary(model, count);
    if (!withExperts) {
        count.dense = blockParameters(model, model.ffn);
        count.whole += outputBias(model);
        return count;
    }
    const Experts& experts = model.experts;
    count.experts = experts.count * (blockParameters(model, experts.ffn) + outputBias(model));
    count.whole += 1LL * experts.count * model.hidden; // the router
    if (experts.shared > 0)
        count.dense
            = blockParameters(model, 1LL * experts.shared * experts.ffn) + outputBias(model);
    return count;
}

std::int64_t embeddingParameters(const Transformer& model)
{
    return 1LL * model.vocab * model.embeddingWidth();
}

std::int64_t projectionParameters(const Transformer& model)
{
    return 1LL * model.embedding * model.hidden;
}

std::int64_t positionParameters(const Transformer& model)
{
    return 1LL * model.positions * model.hidden;
}

std::int64_t finalNormParameters(const Transformer& model)
{
    return normParameters(model, model.hidden);
}

std::int64_t mtpParameters(const Transformer& model)
{
    return parametersOfLayer(model, model.experts.count > 0).total()
        + 2LL * model.hidden * model.hidden + 3 * normParameters(model, model.hidden);
}

std::int64_t parameters(const Transformer& model)
{
    const std::int64_t withExperts = model.expertLayers();
    std::int64_t count = (model.layers - withExperts) * parametersOfLayer(model, false).total()
        + (model.tied ? 1 : 2) * embeddingParameters(model) + 2 * projectionParameters(model)
        + positionParameters(model) + finalNormParameters(model);
    if (withExperts > 0)
        count += withExperts * parametersOfLayer(model, true).total();
    return count;
}

std::int64_t activeParameters(const Transformer& model)
{
    if (model.experts.count == 0)
        return parameters(model);
    // A layer's experts are equal, so the count divides.
    const std::int64_t idle = model.experts.count - model.experts.perToken;
    return parameters(model)
        - model.expertLayers() * parametersOfLayer(model, true).experts / model.experts.count
        * idle;
}

} // namespace plan
