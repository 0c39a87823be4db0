// The model against the ways it is cut: heads, widths, layers, experts.

#include "engine/strategy/checking.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace strategy {
namespace {

// A slip of several fields at once, each within its own range.
constexpr long long kMaxActivationBytes = 1LL << 40;

void checkHeads(Checking& checking)
{
    const Model& model = *checking.strategy.model;
    const int tensor = checking.strategy.parallel.tensor;
    if (checking.areSound({"model.heads", "parallel.tensor"}) && model.heads % tensor != 0)
        checking.problem("model.heads",
                         "is " + number(model.heads)
                             + ", which is not divisible by parallel.tensor " + number(tensor));
    if (!checking.areSound({"model.heads", "model.kv_heads", "parallel.tensor"})
        || model.kvHeads == 0)
        return;
    if (model.kvHeads > model.heads || model.heads % model.kvHeads != 0)
        checking.problem("model.kv_heads",
                         "is " + number(model.kvHeads) + ", and model.heads " + number(model.heads)
                             + " must be a multiple of it");
    // Tensor ranks share key-value heads, or heads share tensor ranks; neither may leave a part.
    else if (model.kvHeads % tensor != 0 && tensor % model.kvHeads != 0)
        checking.problem("model.kv_heads",
                         "is " + number(model.kvHeads) + "; it and parallel.tensor "
                             + number(tensor) + " must divide one another");
}

// One that must divide by what it is cut into.
struct Cut {
    std::string_view key;
    int value;
    std::string_view by;
    int parts;
};

void checkCuts(Checking& checking)
{
    const Model& model = *checking.strategy.model;
    const Parallel& parallel = checking.strategy.parallel;
    const Cut cuts[]
        = {{"model.hidden", model.hidden, "parallel.tensor", parallel.tensor},
           {"model.ffn_hidden", model.ffnHidden, "parallel.tensor", parallel.tensor},
           {"model.expert_ffn_hidden", model.expertFfnHidden, "parallel.tensor", parallel.tensor},
           {"model.sequence", model.sequence, "parallel.context", parallel.context},
           {"model.sequence", model.sequence, "parallel.tensor",
            parallel.sequence ? parallel.tensor : 1}};
    for (const Cut& cut : cuts)
        // Only where both are sound: a remainder by a wrong number says nothing.
        if (checking.areSound({cut.key, cut.by}) && cut.value % cut.parts != 0)
            checking.problem(std::string(cut.key),
                             "is " + number(cut.value) + ", which is not divisible by "
                                 + std::string(cut.by) + ' ' + number(cut.parts));
}

// Multi-head latent attention is given whole or not at all.
void checkLatentAttention(Checking& checking)
{
    const Model& model = *checking.strategy.model;
    const std::pair<const char*, int> parts[] = {{"model.nope_head_dim", model.nopeHeadDim},
                                                 {"model.rope_head_dim", model.ropeHeadDim},
                                                 {"model.v_head_dim", model.vHeadDim}};
    if (!checking.areSound({"model.kv_lora_rank", "model.q_lora_rank"}))
        return;
    if (model.kvLoraRank == 0 && model.qLoraRank > 0)
        checking.problem("model.q_lora_rank", "is given without model.kv_lora_rank");
    for (const auto& [key, width] : parts) {
        if (model.kvLoraRank > 0 && width == 0)
            checking.problem(key, "is missing: model.kv_lora_rank asks for latent attention");
        if (model.kvLoraRank == 0 && width > 0)
            checking.problem(key, "is given without model.kv_lora_rank");
    }
}

void checkActivation(Checking& checking)
{
    if (!checking.areSound({"batch.micro", "model.sequence", "model.hidden", "parallel.tensor",
                            "parallel.context", "precision.compute"}))
        return;
    if (activationBytes(checking.strategy) > static_cast<std::size_t>(kMaxActivationBytes))
        checking.problem("batch.micro",
                         "makes one microbatch's activation larger than 1 TiB; lower it, "
                         "model.sequence or model.hidden");
}

// One of the two lists of layers against the number of places it must name.
void checkLayerList(Checking& checking, const std::string& key, const std::vector<int>& layers,
                    long long places, const char* placesAre, const char* place, int least)
{
    if (layers.empty() || !checking.areSound({key, "parallel.pipeline", "parallel.chunks"}))
        return;
    if (static_cast<long long>(layers.size()) != places)
        return checking.problem(key,
                                "has " + number(static_cast<long long>(layers.size()))
                                    + " entries for " + number(places) + ' ' + placesAre);
    // The first and the last stage hold the embedding and the loss, if no layer.
    const bool ends = std::string_view(place) == "stage" && layers.size() > 1;
    const auto first = layers.begin() + (ends && layers.front() == 0 ? 1 : 0);
    const auto last = layers.end() - (ends && layers.back() == 0 ? 1 : 0);
    const auto few = std::find_if(first, last, [least](int count) { return count < least; });
    if (few != last)
        return checking.problem(key,
                                std::string("gives ") + place + ' ' + number(few - layers.begin())
                                    + " only " + number(*few)
                                    + ", and every chunk of a rank needs a layer: at least "
                                    + number(least));
    if (!checking.strategy.model || !checking.areSound({"model.layers"}))
        return;
    const long long sum = std::accumulate(layers.begin(), layers.end(), 0LL);
    if (sum != checking.strategy.model->layers)
        checking.problem(key,
                         "adds up to " + number(sum) + " layers, and model.layers is "
                             + number(checking.strategy.model->layers));
}

} // namespace

void checkModel(Checking& checking)
{
    checkHeads(checking);
    checkCuts(checking);
    checkLatentAttention(checking);
    checkActivation(checking);
    const Strategy& strategy = checking.strategy;
    if (strategy.parallel.tensor > 1 && !strategy.parallel.sequence
        && checking.areSound({"parallel.tensor", "parallel.sequence"}))
        checking.warning("parallel.sequence",
                         "is off with tensor " + number(strategy.parallel.tensor)
                             + ": every device of the group keeps whole activations of the norms; "
                               "'sequence: true' divides them at no extra traffic");
    if (strategy.recompute.layers > 0
        && checking.areSound({"recompute.layers", "recompute.granularity", "model.layers"})) {
        if (strategy.recompute.granularity != Recomputing::Full)
            checking.warning("recompute.layers", "has no effect unless granularity is full");
        else if (strategy.recompute.layers > strategy.model->layers)
            checking.problem("recompute.layers",
                             "is " + number(strategy.recompute.layers) + ", and the model has "
                                 + number(strategy.model->layers) + " layers");
    }
}

void checkLayers(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    const Parallel& parallel = strategy.parallel;
    if (!checking.knowsShape())
        return;
    const long long stages = checking.stages();
    if (!parallel.layersPerStage.empty() && !parallel.layersPerRank.empty())
        checking.problem("parallel.layers_per_rank",
                         "and layers_per_stage are both given; keep one");
    checkLayerList(checking, "parallel.layers_per_stage", parallel.layersPerStage, stages,
                   "stages (parallel.pipeline x parallel.chunks)", "stage", 1);
    checkLayerList(checking, "parallel.layers_per_rank", parallel.layersPerRank, parallel.pipeline,
                   "ranks (parallel.pipeline)", "rank", checking.shape().chunks);

    const bool even = parallel.layersPerStage.empty() && parallel.layersPerRank.empty();
    if (!strategy.model || !even
        || !checking.areSound({"model.layers", "parallel.pipeline", "parallel.chunks"}))
        return;
    const int layers = strategy.model->layers;
    if (layers < stages)
        checking.problem("model.layers",
                         "is " + number(layers) + " for " + number(stages)
                             + " stages (parallel.pipeline x parallel.chunks); every stage needs "
                               "a layer");
    else if (layers % stages != 0)
        checking.warning("model.layers",
                         "is " + number(layers) + ", which is not divisible by " + number(stages)
                             + " stages: some stages hold one layer more; layers_per_stage says "
                               "which");
}

void checkExperts(Checking& checking)
{
    const Model& model = *checking.strategy.model;
    const Parallel& parallel = checking.strategy.parallel;
    if (!checking.areSound({"model.experts", "model.experts_per_token", "parallel.expert"}))
        return;
    if (model.denseLayers > model.layers
        && checking.areSound({"model.dense_layers", "model.layers"}))
        checking.problem("model.dense_layers",
                         "is " + number(model.denseLayers) + ", and the model has "
                             + number(model.layers) + " layers");
    if (model.experts == 0) {
        if (model.expertsPerToken > 0)
            checking.problem("model.experts_per_token", "is given without model.experts");
        if (parallel.expert > 1)
            checking.problem("parallel.expert",
                             "is " + number(parallel.expert)
                                 + ", and the model has no experts; give model.experts or 1");
        return;
    }
    if (model.expertsPerToken < 1 || model.expertsPerToken > model.experts)
        checking.problem("model.experts_per_token",
                         "must be from 1 to model.experts " + number(model.experts) + ", not "
                             + number(model.expertsPerToken));
    if (model.experts % parallel.expert != 0)
        return checking.problem("parallel.expert",
                                "is " + number(parallel.expert) + ", and model.experts "
                                    + number(model.experts) + " is not divisible by it");
    if (!checking.areSound({"parallel.tensor", "parallel.context", "parallel.data",
                            "parallel.pipeline", "cluster.devices"}))
        return;
    const long long peers = static_cast<long long>(parallel.tensor) * parallel.context
        * dataParallel(checking.strategy);
    if (peers % parallel.expert != 0)
        checking.problem(
            "parallel.expert",
            "is " + number(parallel.expert) + ", and the " + number(peers)
                + " devices of a pipeline rank (tensor x context x data) are not divisible by it");
}

} // namespace strategy
