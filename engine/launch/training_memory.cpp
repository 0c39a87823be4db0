#include "engine/launch/training_memory.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

constexpr double kBytes = 4; // of one number

double mlp(const strategy::Model& model, int ffnHidden)
{
    return (model.gatedMlp ? 3.0 : 2.0) * model.hidden * ffnHidden;
}

// Of `parameters`, each held `replicas` times unless ZeRO shares it out.
double bytesOf(double parameters, double replicas, int zero)
{
    const double weights = zero >= 3 ? 1 : replicas;
    const double gradients = zero >= 2 ? 1 : replicas;
    const double optimizer = zero >= 1 ? 1 : replicas;
    return kBytes * parameters * (weights + gradients + 2 * optimizer);
}

} // namespace

ParameterCount parametersOf(const strategy::Model& model)
{
    const double hidden = model.hidden;
    const double kvShare
        = model.kvHeads > 0 && model.heads > 0 ? double(model.kvHeads) / model.heads : 1;
    const double attention = hidden * hidden * (2 + 2 * kvShare);
    const int ffn = model.ffnHidden > 0 ? model.ffnHidden : 4 * model.hidden;
    const int expertFfn = model.expertFfnHidden > 0 ? model.expertFfnHidden : ffn;
    const int denseLayers
        = model.experts > 0 ? std::min(model.denseLayers, model.layers) : model.layers;
    const int expertLayers = model.layers - denseLayers;

    ParameterCount count;
    count.dense = model.layers * (attention + 4 * hidden) + denseLayers * mlp(model, ffn)
        + expertLayers * (mlp(model, expertFfn) * model.sharedExperts + hidden * model.experts)
        + (model.tiedEmbeddings ? 1.0 : 2.0) * model.vocab * hidden;
    if (model.positions == strategy::Positions::Learned)
        count.dense += hidden * model.sequence;
    count.experts = double(expertLayers) * model.experts * mlp(model, expertFfn);
    return count;
}

double trainingBytes(const strategy::Strategy& strategy)
{
    const ParameterCount count = parametersOf(*strategy.model);
    const double replicas = double(strategy::dataParallel(strategy)) * strategy.parallel.context;
    const double expertReplicas = std::max(1.0, replicas / strategy.parallel.expert);
    const int directions = strategy::shapeOf(strategy).directions; // each has every stage
    return directions
        * (bytesOf(count.dense, replicas, strategy.parallel.zero)
           + bytesOf(count.experts, expertReplicas, strategy.parallel.zero));
}

plan::Outcome checkTrainingMemory(const strategy::Strategy& strategy, std::uint64_t memory,
                                  std::string_view has)
{
    const double needed = trainingBytes(strategy);
    if (needed <= static_cast<double>(memory))
        return plan::done();
    const ParameterCount count = parametersOf(*strategy.model);
    constexpr double kGib = 1 << 30;
    return plan::Error{fmt::format("weights, gradients and optimizer of {:.3g} million parameters "
                                   "need about {:.1f} GiB over all "
                                   "ranks, and {} {:.1f} GiB; lower model.layers, "
                                   "model.hidden or parallel.data, "
                                   "or run it with --device emulated",
                                   (count.dense + count.experts) / 1e6, needed / kGib, has,
                                   static_cast<double>(memory) / kGib)};
}

} // namespace launch
