// The model that Megatron's keys describe.

#include "engine/strategy/convert/megatron.h"

#include <algorithm>
#include <cctype>

namespace strategy {
namespace {

constexpr int kVocabularyMultiple = 128; // make_vocab_size_divisible_by

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

void importWidths(Importing& importing, const MegatronDialect& dialect)
{
    constexpr FieldKey kFields[] = {{"model.layers", "num_layers"},
                                    {"model.hidden", "hidden_size"},
                                    {"model.heads", "num_attention_heads"},
                                    {"model.ffn_hidden", "ffn_hidden_size"},
                                    {"model.head_dim", "kv_channels"},
                                    {"model.sequence", "seq_length"},
                                    {"model.max_positions", "max_position_embeddings"}};
    for (const char* needed : {"num_layers", "hidden_size", "num_attention_heads"})
        if (!importing.has(needed))
            importing.problemAt(1, needed, "is missing; every model has it");
    importing.into(kFields);
    // Of a model that sees images that is what the encoder of the images takes.
    if (importing.has("language_model_type") && importing.has("decoder_seq_length")
        && importing.into("model.sequence", "decoder_seq_length"))
        importing.ignore("seq_length",
                         "is of the encoder of the images; decoder_seq_length is taken");
    Model& model = *importing.strategy.model;
    if (model.maxPositions == model.sequence)
        model.maxPositions = 0; // as many, whatever the sequence becomes
    if (!importing.has("seq_length"))
        importing.remark(Remark::Kind::Assumed, "seq_length",
                         "is not in the file; taken as " + std::to_string(model.sequence));

    const bool grouped = dialect.commandLine
        ? isSet(importing, "group_query_attention") || importing.has("num_key_value_heads")
        : importing.has("num_query_groups");
    if (!grouped && importing.has("num_query_groups"))
        importing.ignore("num_query_groups",
                         "counts only with --group-query-attention, which is not there");
    // Megatron's default for query groups is one.
    if (grouped && !importing.into("model.kv_heads", "num_query_groups") && importing.isSound())
        model.kvHeads = 1;
}

// Gated or not, and the width that Megatron gives a gated block where the file gives none.
void importBlock(Importing& importing, const MegatronDialect& dialect)
{
    Model& model = *importing.strategy.model;
    const std::string_view named = firstOf(importing, {"activation_func", "activation"});
    const std::string activation = named.empty() ? "" : importing.text(named).value_or("");
    const bool gatedName = activation.find("glu") != std::string::npos;
    model.gatedMlp
        = isAnySet(importing, {"swiglu", "gated_linear_unit", "geglu", "quick_geglu"}) || gatedName;
    for (const char* key : {"geglu", "quick_geglu"}) // it counts as swiglu, and is another function
        importing.keep(key);
    if (!activation.empty() && !gatedName)
        importing.keep(named);
    if (!dialect.commandLine || !model.gatedMlp || importing.has("ffn_hidden_size"))
        return;
    // Two thirds of 4 * hidden, down to a multiple of 64: as many weights as without a gate.
    model.ffnHidden = std::max(64, static_cast<int>(model.hidden * 8LL / 3 / 64 * 64));
    importing.remark(Remark::Kind::Assumed, "ffn_hidden_size",
                     "is not in the file; with --swiglu Megatron-LM takes "
                         + std::to_string(model.ffnHidden));
}

void importNorm(Importing& importing)
{
    const auto norm = importing.text("normalization");
    if (!norm)
        return;
    const std::string name = lowered(*norm);
    importing.strategy.model->norm = name == "rmsnorm" ? Norm::RmsNorm : Norm::LayerNorm;
    if (name != "rmsnorm" && name != "layernorm") {
        importing.keep("normalization");
        importing.remark(Remark::Kind::Approximated, "normalization",
                         "is " + shown(*norm) + ", taken as a layer norm");
    }
}

void importPositions(Importing& importing)
{
    Model& model = *importing.strategy.model;
    if (isSet(importing, "use_rotary_position_embeddings"))
        model.positions = Positions::Rotary;
    const auto type = importing.text("position_embedding_type");
    if (!type)
        return;
    const bool learned = type->starts_with("learned");
    model.positions = learned ? Positions::Learned : Positions::Rotary;
    if (learned || *type == "rope")
        return;
    importing.keep("position_embedding_type");
    importing.remark(Remark::Kind::Approximated, "position_embedding_type",
                     "is " + shown(*type)
                         + ", taken as rotary: it has no weights for positions either");
}

void importSwitches(Importing& importing, const MegatronDialect& dialect)
{
    Model& model = *importing.strategy.model;
    model.biases = !isSet(importing, "disable_bias_linear");
    // The configuration classes say it the other way round; of a file that has both, this one
    // counts.
    importing.into("model.biases", "add_bias_linear");
    model.qkvBiases = isAnySet(importing, {"add_qkv_bias", "qkv_bias"});
    model.qkNorm = isSet(importing, "qk_layernorm");
    model.tiedEmbeddings = !isSet(importing, "untie_embeddings_and_output_weights");
    importing.into("model.tied_embeddings", "share_embeddings_and_output_weights");

    constexpr DecimalRange kShares{0, 1};
    constexpr double kDefault = 0.1;
    double most = 0;
    for (const char* key : {"attention_dropout", "hidden_dropout"}) {
        const bool given = importing.has(key);
        most = std::max(most, importing.decimal(key, kShares).value_or(given ? 0 : kDefault));
        importing.keep(key);
        if (!given)
            importing.remark(Remark::Kind::Assumed, key,
                             dialect.commandLine
                                 ? "is not in the file; Megatron-LM's default is 0.1"
                                 : "is not in the file; Megatron's default is 0.1, that of a named "
                                   "model's own class may be 0");
    }
    model.dropout = most > 0;
}

// Megatron pads the vocabulary so that it divides over the tensor ranks.
void importVocabulary(Importing& importing)
{
    Model& model = *importing.strategy.model;
    constexpr Range kMultiples{1, 1 << 20};
    const int multiple
        = importing.whole("make_vocab_size_divisible_by", kMultiples).value_or(kVocabularyMultiple);
    // Given outright, it is what the model really has.
    for (const char* key : {"padded_vocab_size", "override_vocab_size"})
        if (importing.into("model.vocab", key)) {
            importing.take("vocab_size");
            return;
        }
    if (!importing.into("model.vocab", "vocab_size")) {
        importing.keep("make_vocab_size_divisible_by");
        importing.remark(Remark::Kind::Assumed, "vocab_size",
                         "is not in the file, as the tokenizer tells it; taken as "
                             + std::to_string(model.vocab));
        return;
    }
    const long long step = static_cast<long long>(multiple) * importing.strategy.parallel.tensor;
    const long long padded = step < 1 ? model.vocab : (model.vocab + step - 1) / step * step;
    if (padded == model.vocab)
        return;
    importing.remark(Remark::Kind::Approximated, "vocab_size",
                     "is " + std::to_string(model.vocab) + ", padded to " + std::to_string(padded)
                         + " = a multiple of " + std::to_string(multiple)
                         + " times tensor_model_parallel_size");
    model.vocab = static_cast<int>(std::min<long long>(padded, 1 << 30));
}

// Queries are compressed by the configuration classes unless told not to, and not by the command
// line.
void importQueryRank(Importing& importing, const MegatronDialect& dialect)
{
    constexpr std::string_view kKey = "q_lora_rank";
    constexpr int kDefault = 512;
    if (importing.into("model.q_lora_rank", kKey) || importing.has(kKey) || dialect.commandLine
        || importing.saysNull(kKey))
        return;
    importing.strategy.model->qLoraRank = kDefault;
    importing.remark(Remark::Kind::Assumed, kKey,
                     "is not in the file; the configuration class has " + std::to_string(kDefault));
}

void importLatentAttention(Importing& importing, const MegatronDialect& dialect)
{
    const bool wanted
        = isAnySet(importing, {"multi_latent_attention", "multi_head_latent_attention"});
    constexpr std::string_view kKeys[]
        = {"kv_lora_rank",        "q_lora_rank",      "qk_head_dim", "qk_nope_head_dim",
           "qk_pos_emb_head_dim", "qk_rope_head_dim", "v_head_dim"};
    if (!wanted) {
        for (const std::string_view key : kKeys)
            if (importing.has(key))
                importing.ignore(key, "counts only with multi-latent attention, which is off");
        return;
    }
    struct Part {
        std::string_view field;
        std::initializer_list<std::string_view> keys;
        int Model::*member;
        int otherwise; // the default of Megatron-LM
    };
    const Part parts[]
        = {{"model.kv_lora_rank",
            {"kv_lora_rank"},
            &Model::kvLoraRank,
            dialect.commandLine ? 32 : 512},
           {"model.nope_head_dim", {"qk_head_dim", "qk_nope_head_dim"}, &Model::nopeHeadDim, 128},
           {"model.rope_head_dim",
            {"qk_pos_emb_head_dim", "qk_rope_head_dim"},
            &Model::ropeHeadDim,
            64},
           {"model.v_head_dim", {"v_head_dim"}, &Model::vHeadDim, 128}};
    for (const Part& part : parts) {
        const std::string_view key = firstOf(importing, part.keys);
        if (!key.empty()) {
            importing.into(part.field, key);
            continue;
        }
        (*importing.strategy.model).*part.member = part.otherwise;
        importing.remark(Remark::Kind::Assumed, *part.keys.begin(),
                         "is not in the file; taken as " + std::to_string(part.otherwise));
    }
    importQueryRank(importing, dialect);
}

} // namespace

std::string_view firstOf(const Importing& importing, std::initializer_list<std::string_view> keys)
{
    const auto found = std::find_if(keys.begin(), keys.end(),
                                    [&](std::string_view key) { return importing.has(key); });
    return found == keys.end() ? std::string_view{} : *found;
}

bool isSet(Importing& importing, std::string_view key)
{
    return importing.boolean(key).value_or(false);
}

bool isAnySet(Importing& importing, std::initializer_list<std::string_view> keys)
{
    bool any = false;
    for (const std::string_view key : keys) // each is read, so that each is known
        any = isSet(importing, key) || any;
    return any;
}

void importMegatronModel(Importing& importing, const MegatronDialect& dialect)
{
    importing.strategy.model.emplace();
    importWidths(importing, dialect);
    importMegatronPattern(importing);
    importBlock(importing, dialect);
    importNorm(importing);
    importPositions(importing);
    importSwitches(importing, dialect);
    importVocabulary(importing);
    importLatentAttention(importing, dialect);
    importMegatronExperts(importing, dialect);
    importing.into("model.mtp_layers", "mtp_num_layers");
}

} // namespace strategy
