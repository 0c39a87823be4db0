#include "engine/plan/cost/stage_parameters.h"

#include "engine/plan/cost/parameters.h"

#include <algorithm>

namespace plan {
namespace {

double denseOnDevice(const LayerParameters& layer, int tensor)
{
    return static_cast<double>(layer.attention + layer.dense) / tensor
        + static_cast<double>(layer.whole);
}

} // namespace

HeldParameters& HeldParameters::operator+=(const HeldParameters& other)
{
    dense += other.dense;
    experts += other.experts;
    largestLayer = std::max(largestLayer, other.largestLayer);
    return *this;
}

int expertLayersOf(const Transformer& model, long long first, int count)
{
    if (model.experts.count == 0)
        return 0;
    const auto before = [&model](long long layer) {
        return std::max(0LL, layer - model.experts.denseLayers) / model.experts.every;
    };
    return static_cast<int>(before(first + count) - before(first));
}

HeldParameters parametersOfStage(const Job& job, const StageLayers& stage, long long first)
{
    const Transformer& model = job.model;
    const Cut& cut = job.cut;
    const int withExperts = expertLayersOf(model, first, stage.layers);
    HeldParameters held;
    const auto add = [&](const LayerParameters& layer, double count) {
        const double dense = denseOnDevice(layer, cut.tensor);
        const double experts = static_cast<double>(layer.experts) / (cut.expert * cut.expertTensor);
        held.dense += count * dense;
        held.experts += count * experts;
        if (count > 0)
            held.largestLayer = std::max(held.largestLayer, dense + experts);
    };
    add(parametersOfLayer(model, false), stage.layers - withExperts);
    if (withExperts > 0)
        add(parametersOfLayer(model, true), withExperts);
    if (stage.mtpLayers > 0) {
        add(parametersOfLayer(model, model.experts.count > 0), stage.mtpLayers);
        held.dense += stage.mtpLayers
            * (2.0 * model.hidden * model.hidden / cut.tensor
               + 3.0 * static_cast<double>(finalNormParameters(model)));
    }
    const double matrix = static_cast<double>(embeddingParameters(model)) / cut.tensor;
    const auto projection = static_cast<double>(projectionParameters(model));
    if (stage.embedding)
        held.dense += matrix + projection + static_cast<double>(positionParameters(model));
    if (stage.loss) {
        held.dense += projection + static_cast<double>(finalNormParameters(model));
        if (!model.tied || !stage.embedding)
            held.dense += matrix;
    }
    return held;
}

} // namespace plan
