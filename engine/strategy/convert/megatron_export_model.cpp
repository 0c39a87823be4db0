// A strategy's model, and how it is cut into stages, in Megatron's keys.

#include "engine/plan/layout_text.h"
#include "engine/strategy/convert/megatron.h"

#include <algorithm>
#include <numeric>

namespace strategy {
namespace {

void setPositive(Exporting& exporting, std::string_view key, int value)
{
    if (value > 0)
        exporting.set(key, value);
}

void setIf(Exporting& exporting, std::string_view key, bool wanted)
{
    if (wanted)
        exporting.setFlag(key, true);
}

void exportWidths(Exporting& exporting, const MegatronDialect& dialect)
{
    const Model& model = *exporting.strategy.model;
    exporting.set("num_layers", model.layers);
    exporting.set("hidden_size", model.hidden);
    exporting.set("num_attention_heads", model.heads);
    if (model.kvHeads > 0) {
        setIf(exporting, "group_query_attention", dialect.commandLine);
        exporting.set("num_query_groups", model.kvHeads);
    }
    setPositive(exporting, "kv_channels", model.headDim);
    // Of a gated block the command line would take another width by itself.
    const bool told = model.ffnHidden > 0 || (model.gatedMlp && dialect.commandLine);
    setPositive(exporting, "ffn_hidden_size",
                model.ffnHidden > 0 ? model.ffnHidden
                    : told          ? std::min(4 * model.hidden, kMaxWidth)
                                    : 0);
    exporting.set("seq_length", model.sequence);
    exporting.set("max_position_embeddings",
                  model.maxPositions > 0 ? model.maxPositions : model.sequence);
}

void exportSwitches(Exporting& exporting, const MegatronDialect& dialect)
{
    const Model& model = *exporting.strategy.model;
    if (dialect.commandLine) {
        setIf(exporting, "swiglu", model.gatedMlp);
        setIf(exporting, "disable_bias_linear", !model.biases);
        setIf(exporting, "untie_embeddings_and_output_weights", !model.tiedEmbeddings);
    } else {
        exporting.setFlag("gated_linear_unit", model.gatedMlp);
        exporting.setFlag("add_bias_linear", model.biases);
        exporting.setFlag("share_embeddings_and_output_weights", model.tiedEmbeddings);
    }
    if (model.norm == "rmsnorm")
        exporting.setText("normalization", "RMSNorm");
    else
        exporting.setSoftly("normalization", "LayerNorm");
    if (model.positions == "rotary")
        exporting.setSoftly("position_embedding_type", "rope");
    else
        exporting.setText("position_embedding_type", "learned_absolute");
    setIf(exporting, "add_qkv_bias", model.qkvBiases);
    setIf(exporting, "qk_layernorm", model.qkNorm);
    for (const char* key : {"attention_dropout", "hidden_dropout"})
        if (model.dropout)
            exporting.setSoftly(key, "0.1");
        else
            exporting.set(key, "0.0");
}

void exportVocabulary(Exporting& exporting)
{
    const Strategy& strategy = exporting.strategy;
    const int vocabulary = strategy.model->vocab;
    const int tensor = strategy.parallel.tensor;
    int multiple = 128;
    while (multiple > 1 && vocabulary % (static_cast<long long>(multiple) * tensor) != 0)
        multiple /= 2;
    exporting.set("vocab_size", vocabulary);
    exporting.set("make_vocab_size_divisible_by", multiple);
}

void exportLatentAttention(Exporting& exporting)
{
    const Model& model = *exporting.strategy.model;
    if (model.kvLoraRank == 0)
        return;
    exporting.setFlag("multi_latent_attention", true);
    setPositive(exporting, "q_lora_rank", model.qLoraRank);
    exporting.set("kv_lora_rank", model.kvLoraRank);
    exporting.set("qk_head_dim", model.nopeHeadDim);
    exporting.set("qk_pos_emb_head_dim", model.ropeHeadDim);
    exporting.set("v_head_dim", model.vHeadDim);
}

std::string layerFrequency(const Model& model, bool commandLine)
{
    if (commandLine && model.expertEvery == 1)
        return "([0]*" + std::to_string(model.denseLayers) + "+[1]*"
            + std::to_string(std::max(0, model.layers - model.denseLayers)) + ")";
    std::string list = "[";
    for (int layer = 0; layer < model.layers; ++layer) {
        const bool has
            = layer >= model.denseLayers && (layer - model.denseLayers) % model.expertEvery == 0;
        list.append(layer == 0 ? "" : ", ").append(has ? "1" : "0");
    }
    return list + ']';
}

void exportExperts(Exporting& exporting, const MegatronDialect& dialect)
{
    const Model& model = *exporting.strategy.model;
    if (model.experts == 0)
        return;
    exporting.set(dialect.commandLine ? "num_experts" : "num_moe_experts", model.experts);
    exporting.set("moe_router_topk", model.expertsPerToken);
    setPositive(exporting, "moe_ffn_hidden_size", model.expertFfnHidden);
    const int each = model.expertFfnHidden > 0 ? model.expertFfnHidden
        : model.ffnHidden > 0                  ? model.ffnHidden
                                               : 4 * model.hidden;
    if (model.sharedExperts > 0)
        exporting.set("moe_shared_expert_intermediate_size",
                      std::to_string(static_cast<long long>(model.sharedExperts) * each));
    if (model.denseLayers == 0 && model.expertEvery > 1) {
        exporting.set("moe_layer_freq", model.expertEvery);
    } else if (model.denseLayers > 0) {
        const std::string frequency = layerFrequency(model, dialect.commandLine);
        if (dialect.commandLine)
            exporting.setText("moe_layer_freq", frequency);
        else
            exporting.set("moe_layer_freq", frequency);
    }
}

// [stage]; nothing where the layers do not fill the stages, or are dealt otherwise.
std::optional<plan::LayerSplit> splitOf(const Strategy& strategy, const plan::Shape& shape)
{
    const Parallel& parallel = strategy.parallel;
    const auto placement = plan::loopedPlacement(shape);
    auto split = !parallel.layersPerStage.empty()
        ? plan::splitByStage(parallel.layersPerStage, shape)
        : !parallel.layersPerRank.empty()
        ? plan::splitByRank(parallel.layersPerRank, shape, placement)
        : plan::splitLayers(strategy.model->layers, shape, placement);
    if (!split)
        return std::nullopt;
    split->stages.back().mtpLayers = strategy.model->mtpLayers;
    return *std::move(split);
}

void exportUneven(Exporting& exporting, const MegatronDialect& dialect,
                  const plan::LayerSplit& split)
{
    std::vector<int> layers;
    for (const plan::StageLayers& stage : split.stages)
        layers.push_back(stage.layers);
    const bool oneChunk = static_cast<int>(layers.size()) == exporting.strategy.parallel.pipeline;
    switch (dialect.uneven) {
    case MegatronDialect::Uneven::Layout:
        return exporting.setText("pipeline_model_parallel_layout", plan::toLayoutText(split));
    case MegatronDialect::Uneven::LayerList: {
        if (!oneChunk)
            return;
        std::string list;
        for (const int count : layers)
            list.append(list.empty() ? "" : ",").append(std::to_string(count));
        return exporting.setText("num_layer_list", list);
    }
    case MegatronDialect::Uneven::FirstAndLast:
        if (!oneChunk || layers.size() < 3
            || !std::all_of(layers.begin() + 1, layers.end() - 1,
                            [&](int count) { return count == layers[1]; }))
            return;
        exporting.set("num_layers_in_first_pipeline_stage", layers.front());
        exporting.set("num_layers_in_last_pipeline_stage", layers.back());
    }
}

} // namespace

void exportMegatronModel(Exporting& exporting, const MegatronDialect& dialect)
{
    if (!exporting.strategy.model) {
        exporting.remark("model", "is not given, and every file of this format has one");
        return;
    }
    exportWidths(exporting, dialect);
    exportSwitches(exporting, dialect);
    exportVocabulary(exporting);
    exportLatentAttention(exporting);
    exportExperts(exporting, dialect);
    setPositive(exporting, "mtp_num_layers", exporting.strategy.model->mtpLayers);
}

void exportMegatronStages(Exporting& exporting, const MegatronDialect& dialect)
{
    const Strategy& strategy = exporting.strategy;
    const Parallel& parallel = strategy.parallel;
    exporting.set("tensor_model_parallel_size", parallel.tensor);
    exporting.set("pipeline_model_parallel_size", parallel.pipeline);
    exporting.set("context_parallel_size", parallel.context);
    if (parallel.contextMethod == "all_to_all")
        exporting.setText("cp_comm_type", "a2a");
    if (parallel.expert > 1 || (strategy.model && strategy.model->experts > 0))
        exporting.set("expert_model_parallel_size", parallel.expert);
    setPositive(exporting, "expert_tensor_parallel_size", parallel.expertTensor);
    setIf(exporting, "sequence_parallel", parallel.sequence);

    const std::string& name = strategy.schedule.name;
    const int chunks = name == "interleaved" ? shapeOf(strategy).chunks : 1;
    if (name != "1f1b" && name != "interleaved" && !exporting.has("schedules_method"))
        exporting.remark("schedule.name",
                         "is " + name
                             + ", and the framework runs 1f1b or interleaved; written "
                               "as 1f1b");
    if (chunks > 1 && strategy.schedule.options.group)
        exporting.set(dialect.commandLine ? "microbatch_group_size_per_virtual_pipeline_stage"
                                          : "microbatch_group_size_per_vp_stage",
                      *strategy.schedule.options.group);
    if (!strategy.model || exporting.has("schedules_method"))
        return;
    const plan::Shape shape{.ranks = parallel.pipeline, .chunks = chunks};
    const auto split = splitOf(strategy, shape);
    const bool even = split
        && std::all_of(split->stages.begin(), split->stages.end(),
                       [&](const auto& stage) { return stage.layers == split->stages[0].layers; });
    if (split && !even) {
        exportUneven(exporting, dialect, *split);
        if (dialect.uneven == MegatronDialect::Uneven::Layout)
            return;
    }
    if (chunks == 1)
        return;
    if (even && dialect.layersPerChunk)
        exporting.set("num_layers_per_virtual_pipeline_stage", split->stages[0].layers);
    else
        exporting.set(dialect.commandLine ? "num_virtual_stages_per_pipeline_rank"
                                          : "virtual_pipeline_model_parallel_size",
                      chunks);
}

} // namespace strategy
