// A strategy's model in Megatron's keys.

#include "engine/strategy/convert/megatron.h"

#include <algorithm>

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
        // A switch of the command line; a configuration has the number alone.
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
    // Megatron refuses a file without it, also where positions are rotary.
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
    if (model.norm == Norm::RmsNorm)
        exporting.setText("normalization", "RMSNorm");
    else
        exporting.setSoftly("normalization", "LayerNorm");
    if (model.positions == Positions::Rotary)
        // Softly: a kept variant of rotary positions stays, as a strategy does not tell them apart.
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
    // Megatron pads to a multiple of this times the tensor ranks: the largest power of two that
    // pads nothing keeps the model's size.
    while (multiple > 1 && vocabulary % (static_cast<long long>(multiple) * tensor) != 0)
        multiple /= 2;
    exporting.set("vocab_size", vocabulary);
    exporting.set("make_vocab_size_divisible_by", multiple);
}

void exportLatentAttention(Exporting& exporting, const MegatronDialect& dialect)
{
    const Model& model = *exporting.strategy.model;
    if (model.kvLoraRank == 0)
        return;
    exporting.setFlag("multi_latent_attention", true);
    setPositive(exporting, "q_lora_rank", model.qLoraRank);
    // Left out it would be 512.
    if (model.qLoraRank == 0 && !dialect.commandLine)
        exporting.set("q_lora_rank", "null");
    exporting.set("kv_lora_rank", model.kvLoraRank);
    exporting.set("qk_head_dim", model.nopeHeadDim);
    exporting.set("qk_pos_emb_head_dim", model.ropeHeadDim);
    exporting.set("v_head_dim", model.vHeadDim);
}

std::string layerFrequency(const Model& model, bool commandLine)
{
    // As its own examples write it; the general form would be as long as the model.
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
    if (dialect.isMindSpeed && model.denseLayers > 0 && model.expertEvery == 1) {
        exporting.set("first_k_dense_replace", model.denseLayers);
    } else if (model.denseLayers == 0 && model.expertEvery > 1) {
        exporting.set("moe_layer_freq", model.expertEvery);
    } else if (model.denseLayers > 0) {
        const std::string frequency = layerFrequency(model, dialect.commandLine);
        if (dialect.commandLine)
            exporting.setText("moe_layer_freq", frequency);
        else
            exporting.set("moe_layer_freq", frequency);
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
    exportLatentAttention(exporting, dialect);
    exportExperts(exporting, dialect);
    setPositive(exporting, "mtp_num_layers", exporting.strategy.model->mtpLayers);
}

} // namespace strategy
