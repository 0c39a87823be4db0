// What a layer of a config.json's model is made of: biases, groups of heads, experts.

#include "engine/strategy/convert/huggingface_reading.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using enum Remark::Kind;

constexpr std::array kExpertKeys = std::to_array<FieldKey>({
    {"model.experts", "num_local_experts"},
    {"model.experts", "num_experts"},
    {"model.experts", "n_routed_experts"},
    {"model.experts", "moe_num_experts"},
    {"model.experts_per_token", "num_experts_per_tok"},
    {"model.experts_per_token", "moe_k"},
    {"model.expert_ffn_hidden", "moe_intermediate_size"},
    {"model.shared_experts", "n_shared_experts"},
    {"model.shared_experts", "num_shared_experts"},
    {"model.shared_experts", "moe_num_shared_experts"},
    {"model.dense_layers", "first_k_dense_replace"},
    {"model.dense_layers", "moe_layer_start_index"},
    {"model.mtp_layers", "num_nextn_predict_layers"},
});

// One layer in so many has experts.
constexpr std::array<std::string_view, 4> kIntervals{
    "moe_layer_freq", "decoder_sparse_step", "moe_layer_interval", "interleave_moe_layer_step"};

void readAttentionBiases(ConfigReading& reading)
{
    const auto attention = reading.importing.boolean("attention_bias");
    const auto mlp = reading.importing.boolean("mlp_bias");
    if (!attention && !mlp)
        return;
    const bool ofAttention = attention.value_or(false);
    const bool ofMlp = mlp.value_or(false);
    reading.model.biases = ofAttention && ofMlp;
    reading.model.qkvBiases = ofAttention && !ofMlp;
    if (ofAttention && !ofMlp)
        reading.importing.remark(
            Approximated, "attention_bias",
            "is taken for query, key and value; that of the output is left out");
    if (ofMlp && !ofAttention)
        reading.importing.remark(
            Approximated, "mlp_bias",
            "is left out: biases of the MLP alone are not known to a strategy");
}

void readSharedWidth(ConfigReading& reading)
{
    constexpr std::string_view kKey = "shared_expert_intermediate_size";
    const auto width = reading.importing.whole(kKey, {0, kMaxWidth});
    const int each = reading.model.expertFfnHidden;
    if (!width || each <= 0)
        return;
    // One expert of that width there, several of the others' width here: the same weights and
    // products.
    reading.model.sharedExperts = (*width + each - 1) / each;
    reading.importing.standsFor("model.shared_experts", kKey);
    if (*width % each != 0)
        reading.importing.remark(Approximated, kKey,
                                 "is not a multiple of moe_intermediate_size: rounded up to "
                                     + std::to_string(reading.model.sharedExperts)
                                     + " shared experts");
}

// A list of layers without experts, of which a strategy knows the leading ones.
void readDenseLayers(ConfigReading& reading)
{
    constexpr std::string_view kKey = "mlp_only_layers";
    const auto dense = reading.importing.wholes(kKey, {0, kMaxLayers});
    if (!dense)
        return;
    if (const auto most = std::max_element(dense->begin(), dense->end());
        most != dense->end() && *most >= reading.model.layers)
        return reading.importing.problem(kKey,
                                         "names layer " + std::to_string(*most)
                                             + ", and the model has "
                                             + std::to_string(reading.model.layers) + " layers");
    for (std::size_t i = 0; i < dense->size(); ++i)
        if ((*dense)[i] != static_cast<int>(i)) {
            reading.importing.remark(
                Approximated, kKey,
                "names layers behind the first ones: the strategy has as many, but at its "
                "beginning");
            break;
        }
    reading.model.denseLayers = static_cast<int>(dense->size());
    reading.importing.standsFor("model.dense_layers", kKey);
}

// Where layers of experts end, and what stands beside all of them.
void readRest(ConfigReading& reading)
{
    constexpr std::string_view kEnd = "moe_layer_end_index";
    if (const auto end = reading.importing.whole(kEnd, {-1, kMaxLayers})) {
        reading.importing.keep(kEnd);
        if (*end >= 0 && *end < reading.model.layers - 1)
            reading.importing.remark(Approximated, kEnd,
                                     "lies before the last layer; experts are taken to go on");
    }
    constexpr std::string_view kShared = "shared_intermediate_size";
    if (const auto width = reading.importing.whole(kShared, {0, kMaxWidth})) {
        reading.importing.keep(kShared);
        if (*width > 0)
            reading.importing.remark(Approximated, kShared,
                                     "is of an expert beside the routed ones, which is left out");
    }
}

// A list with 1 for each layer of experts and 0 for each without.
void readLayerFlags(ConfigReading& reading, std::string_view key)
{
    const auto flags = reading.importing.wholes(key, {0, 1});
    if (!flags)
        return;
    const auto layers = static_cast<std::size_t>(reading.model.layers);
    if (flags->size() != layers)
        return reading.importing.problem(key,
                                         "has " + std::to_string(flags->size())
                                             + " entries for a model of " + std::to_string(layers)
                                             + " layers");
    const auto first = std::find(flags->begin(), flags->end(), 1);
    reading.model.denseLayers = static_cast<int>(std::count(flags->begin(), flags->end(), 0));
    reading.importing.standsFor("model.dense_layers", key);
    if (std::find(first, flags->end(), 0) != flags->end())
        reading.importing.remark(
            Approximated, key,
            "names layers behind the first ones: the strategy has as many, but at its beginning");
}

void readInterval(ConfigReading& reading, std::string_view key)
{
    const Setting* setting = reading.importing.take(key);
    if (setting == nullptr)
        return;
    if (setting->value.kind == Node::Kind::List)
        return readLayerFlags(reading, key);
    if (reading.importing.into("model.expert_every", key) && reading.model.expertEvery > 1
        && (reading.model.denseLayers > 0 || key == "moe_layer_freq"))
        reading.importing.remark(
            Approximated, key,
            "counts from the first layer there, and from the first that is not dense here");
}

// Experts by the keys that the type has for them, and by those that others do.
void readExpertSizes(ConfigReading& reading)
{
    for (const FieldKey& one : kExpertKeys)
        if (!reading.isOfAnother(one.key, one.field))
            reading.importing.into(one.field, one.key);
    if (reading.family == nullptr)
        return;
    for (const FieldKey& one : reading.family->keys)
        if (one.field.starts_with("model.expert") && one.field != "model.expert_every"
            && std::none_of(kExpertKeys.begin(), kExpertKeys.end(),
                            [&](const FieldKey& known) { return known.key == one.key; }))
            reading.importing.into(one.field, one.key);
}

} // namespace

void readBiases(ConfigReading& reading)
{
    Model& model = reading.model;
    Importing& importing = reading.importing;
    if (const auto all = importing.boolean("add_bias_linear"))
        model.biases = *all;
    if (reading.family == nullptr)
        return readAttentionBiases(reading);
    const std::string_view key = reading.family->biasKey;
    switch (reading.family->biases) {
    case BiasKeys::Fixed:
        return;
    case BiasKeys::Attention:
        return readAttentionBiases(reading);
    case BiasKeys::Qkv:
        model.qkvBiases = importing.boolean(key).value_or(model.qkvBiases);
        return;
    case BiasKeys::AttentionOnly:
        if (const auto flag = importing.boolean(key); flag && !*flag)
            importing.remark(Approximated, key,
                             "is off, and the other layers have biases: all are taken to");
        return;
    case BiasKeys::All:
        model.biases = importing.boolean(key).value_or(model.biases);
        return;
    case BiasKeys::NoneOf:
        model.biases = !importing.boolean(key).value_or(!model.biases);
        return;
    }
}

void readQueryGroups(ConfigReading& reading)
{
    Importing& importing = reading.importing;
    const QueryGroups groups
        = reading.family == nullptr ? QueryGroups::MultiQuery : reading.family->groups;
    const bool wasRead = importing.has("num_key_value_heads") || importing.has("num_kv_heads");
    if (groups == QueryGroups::Glm) {
        // Unlike elsewhere, the number means nothing where the attention is not grouped.
        if (!importing.boolean("multi_query_attention").value_or(false))
            reading.model.kvHeads = 0;
    } else if (groups == QueryGroups::Falcon) {
        const bool isNewer = importing.boolean("new_decoder_architecture").value_or(false);
        const bool shares = importing.boolean("multi_query").value_or(true);
        importing.keep("new_decoder_architecture");
        if (!isNewer && shares)
            reading.model.kvHeads = 1;
        else if (!wasRead && !importing.has("n_head_kv"))
            reading.model.kvHeads = 0;
    } else if (groups == QueryGroups::MultiQuery) {
        if (const auto shares = importing.boolean("multi_query"); shares && !wasRead)
            reading.model.kvHeads = *shares ? 1 : 0;
    }
    // A head that is not a whole number wide is a slip; no framework makes such a model.
    const Model& model = reading.model;
    if (importing.isSound() && model.headDim == 0 && model.kvLoraRank == 0 && model.heads > 0
        && model.hidden % model.heads != 0)
        importing.problem(reading.keyOf("model.heads").empty() ? "num_attention_heads"
                                                               : reading.keyOf("model.heads"),
                          "is " + std::to_string(model.heads) + ", and a width of "
                              + std::to_string(model.hidden)
                              + " does not divide into so many heads; give head_dim");
}

void readExperts(ConfigReading& reading)
{
    Model& model = reading.model;
    for (const char* key :
         {"n_routed_experts", "num_experts", "num_local_experts", "moe_num_experts"})
        if (reading.isNull(key)) {
            reading.importing.take(key);
            model.experts = model.expertsPerToken = 0;
        }
    readExpertSizes(reading);
    if (model.experts == 0) {
        // Defaults of a type with experts mean nothing to a dense model of it.
        model.expertFfnHidden = model.sharedExperts = model.denseLayers = 0;
        model.expertsPerToken = 0;
        return;
    }
    if (reading.isNull("n_shared_experts"))
        model.sharedExperts = 0;
    readSharedWidth(reading);
    readDenseLayers(reading);
    readRest(reading);
    for (const std::string_view key : kIntervals)
        readInterval(reading, key);
}

} // namespace strategy
