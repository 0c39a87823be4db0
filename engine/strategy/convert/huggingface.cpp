// config.json of a model on Hugging Face: the model alone, read by its model_type, whose
// configuration class says what a file may leave out.

#include "engine/strategy/convert/huggingface.h"

#include "engine/strategy/convert/huggingface_families.h"
#include "engine/strategy/convert/known_formats.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using enum Remark::Kind;

// The names that model types have for one field, the most common first.
struct Synonyms {
    std::string_view field;
    int Model::*member;
    bool needed; // for an unknown model_type
    std::array<std::string_view, 5> keys;
};

constexpr std::array kSizes = std::to_array<Synonyms>({
    {"model.hidden",
     &Model::hidden,
     true,
     {"hidden_size", "n_embd", "d_model", "n_embed", "model_dim"}},
    {"model.layers",
     &Model::layers,
     true,
     {"num_hidden_layers", "n_layer", "n_layers", "num_layers", ""}},
    {"model.heads",
     &Model::heads,
     true,
     {"num_attention_heads", "n_head", "n_heads", "num_heads", ""}},
    {"model.vocab", &Model::vocab, true, {"vocab_size", "padded_vocab_size", "", "", ""}},
    {"model.ffn_hidden",
     &Model::ffnHidden,
     false,
     {"intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size", "d_ff"}},
    {"model.kv_heads",
     &Model::kvHeads,
     false,
     {"num_key_value_heads", "num_kv_heads", "n_head_kv", "", ""}},
});

constexpr std::array<std::string_view, 6> kLengths{
    "max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx",
    "max_seq_length"};

constexpr std::array<std::string_view, 8> kDropouts{
    "attention_dropout", "hidden_dropout", "attn_pdrop",    "resid_pdrop",
    "embd_pdrop",        "dropout",        "resid_dropout", "emb_pdrop"};

constexpr std::array kExpertKeys = std::to_array<FieldKey>({
    {"model.experts", "num_local_experts"},
    {"model.experts", "num_experts"},
    {"model.experts", "n_routed_experts"},
    {"model.experts_per_token", "num_experts_per_tok"},
    {"model.expert_ffn_hidden", "moe_intermediate_size"},
    {"model.shared_experts", "n_shared_experts"},
    {"model.dense_layers", "first_k_dense_replace"},
    {"model.mtp_layers", "num_nextn_predict_layers"},
});

constexpr std::array kAttentionKeys = std::to_array<FieldKey>({
    {"model.head_dim", "head_dim"},
    {"model.kv_lora_rank", "kv_lora_rank"},
    {"model.nope_head_dim", "qk_nope_head_dim"},
    {"model.rope_head_dim", "qk_rope_head_dim"},
    {"model.v_head_dim", "v_head_dim"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

class ConfigReading {
public:
    explicit ConfigReading(Importing& importing)
        : m_importing(importing)
        , m_model(importing.strategy.model.emplace())
    {
    }

    void read()
    {
        m_importing.take("architectures"); // follows from the type
        const auto type = m_importing.text("model_type");
        m_importing.keep("model_type");
        m_family = type ? findModelFamily(*type) : nullptr;
        if (m_family != nullptr) {
            // What the configuration class of that type has by itself: files leave out what is the
            // same.
            m_model = m_family->defaults;
        } else {
            // Of a type that is not known, the way back needs the name.
            m_importing.keep("architectures");
            m_importing.remark(Assumed, "model_type",
                               type ? "is not a type known here: taken by its fields, as a decoder"
                                    : "is not in the file: taken by its fields, as a decoder");
            guessKind();
        }
        for (const Synonyms& size : kSizes)
            readSize(size);
        m_importing.into(kAttentionKeys);
        if (m_importing.take("q_lora_rank") != nullptr)
            m_importing.into("model.q_lora_rank", "q_lora_rank");
        else if (isNull("q_lora_rank"))
            m_model.qLoraRank = 0;
        readLength();
        readBiases();
        readExperts();
        readDropout();
        readAttention();
    }

private:
    bool isNull(std::string_view key) const
    {
        if (key.empty())
            return false;
        const auto found = m_importing.startingWith(key);
        return std::any_of(found.begin(), found.end(), [&](const Setting* setting) {
            return setting->key == key && setting->value.kind == Node::Kind::Null;
        });
    }

    // What the keys of an unknown type give away.
    void guessKind()
    {
        const bool rms = m_importing.has("rms_norm_eps");
        const bool rotary = m_importing.has("rope_theta") || m_importing.has("rotary_pct")
            || m_importing.has("rotary_dim") || m_importing.has("rope_scaling");
        std::string act;
        for (const std::string_view key : {"hidden_act", "activation_function"})
            if (const Setting* setting = m_importing.has(key) ? m_importing.take(key) : nullptr) {
                act = setting->value.text;
                m_importing.keep(key);
            }
        m_model.ffnHidden = 0;
        m_model.norm = rms ? Norm::RmsNorm : Norm::LayerNorm;
        m_model.positions = rms || rotary ? Positions::Rotary : Positions::Learned;
        m_model.gatedMlp = act == "silu" || act == "swiglu" || act == "swish" || act == "geglu";
        // Models with an RMS norm are, so far, those without biases.
        m_model.biases = !rms;
        m_importing.remark(Assumed, "model_type",
                           "has " + wordOf(m_model.norm) + ", " + wordOf(m_model.positions)
                               + " positions and "
                               + (m_model.gatedMlp ? "a gated MLP" : "a plain MLP")
                               + ", by the keys of its norm, rotation and activation");
    }

    void readSize(const Synonyms& size)
    {
        for (const std::string_view key : size.keys)
            if (!key.empty() && m_importing.has(key)) {
                m_importing.into(size.field, key);
                return;
            }
        for (const std::string_view key : size.keys)
            if (!size.needed && isNull(key)) { // as many as heads, four times as wide
                m_importing.take(key);
                m_model.*size.member = 0;
                return;
            }
        const std::string key(size.keys.front());
        if (m_family == nullptr && size.needed)
            m_importing.problem(key, "is missing, and what this type takes then is not known here");
        else if (m_family != nullptr && m_model.*size.member > 0)
            m_importing.remark(Assumed, key,
                               "is not in the file: " + std::to_string(m_model.*size.member)
                                   + ", as " + std::string(m_family->type) + " has it by itself");
    }

    void readLength()
    {
        for (const std::string_view key : kLengths) {
            if (!m_importing.has(key))
                continue;
            if (m_importing.into("model.sequence", key)) {
                m_importing.standsFor("model.max_positions", key);
                m_importing.remark(Assumed, key,
                                   "is the longest sequence; model.sequence is set to it, though "
                                   "the file does not say how long the samples of a training are");
            }
            return;
        }
        m_importing.remark(Assumed, kLengths.front(),
                           "is not in the file: model.sequence is "
                               + std::to_string(m_model.sequence));
    }

    void readBiases()
    {
        const BiasKeys keys = m_family == nullptr ? BiasKeys::Attention : m_family->biases;
        if (keys == BiasKeys::EnableBias || keys == BiasKeys::NoBias) {
            const bool enables = keys == BiasKeys::EnableBias;
            if (const auto flag = m_importing.boolean(enables ? "enable_bias" : "no_bias"))
                m_model.biases = *flag == enables;
        } else if (keys == BiasKeys::Qkv) {
            if (const auto flag = m_importing.boolean("qkv_bias"))
                m_model.qkvBiases = *flag;
        } else if (keys == BiasKeys::AttentionOnly) {
            if (const auto flag = m_importing.boolean("attention_bias"); flag && !*flag)
                m_importing.remark(Approximated, "attention_bias",
                                   "is off, and the other layers have biases: all are taken to");
        } else if (keys == BiasKeys::Attention) {
            readAttentionBiases();
        }
    }

    void readAttentionBiases()
    {
        const auto attention = m_importing.boolean("attention_bias");
        const auto mlp = m_importing.boolean("mlp_bias");
        if (!attention && !mlp)
            return;
        const bool ofAttention = attention.value_or(false);
        const bool ofMlp = mlp.value_or(false);
        m_model.biases = ofAttention && ofMlp;
        m_model.qkvBiases = ofAttention && !ofMlp;
        if (ofAttention && !ofMlp)
            m_importing.remark(Approximated, "attention_bias",
                               "is taken for query, key and value; that of the output is left out");
        if (ofMlp && !ofAttention)
            m_importing.remark(Approximated, "mlp_bias",
                               "is left out: biases of the MLP alone are not known to a strategy");
    }

    void readExperts()
    {
        for (const char* key : {"n_routed_experts", "num_experts", "num_local_experts"})
            if (isNull(key)) {
                m_importing.take(key);
                m_model.experts = m_model.expertsPerToken = 0;
            }
        m_importing.into(kExpertKeys);
        if (m_model.experts == 0) {
            // Defaults of a type with experts mean nothing to a dense model of it.
            m_model.expertFfnHidden = m_model.sharedExperts = m_model.denseLayers = 0;
            m_model.expertsPerToken = 0;
            return;
        }
        if (isNull("n_shared_experts"))
            m_model.sharedExperts = 0;
        readSharedWidth();
        readDenseLayers();
        for (const std::string_view key : {"moe_layer_freq", "decoder_sparse_step"})
            if (m_importing.into("model.expert_every", key) && m_model.expertEvery > 1)
                m_importing.remark(Approximated, key,
                                   "counts from the first layer there, and from the first that is "
                                   "not dense here");
    }

    void readSharedWidth()
    {
        constexpr std::string_view kKey = "shared_expert_intermediate_size";
        const auto width = m_importing.whole(kKey, {0, kMaxWidth});
        const int each = m_model.expertFfnHidden;
        if (!width || each <= 0)
            return;
        // One expert of that width there, several of the others' width here: the same weights and
        // products.
        m_model.sharedExperts = (*width + each - 1) / each;
        m_importing.standsFor("model.shared_experts", kKey);
        if (*width % each != 0)
            m_importing.remark(Approximated, kKey,
                               "is not a multiple of moe_intermediate_size: rounded up to "
                                   + std::to_string(m_model.sharedExperts) + " shared experts");
    }

    // A list of layers without experts, of which a strategy knows the leading ones.
    void readDenseLayers()
    {
        constexpr std::string_view kKey = "mlp_only_layers";
        const auto dense = m_importing.wholes(kKey, {0, kMaxLayers});
        if (!dense)
            return;
        for (std::size_t i = 0; i < dense->size(); ++i)
            if ((*dense)[i] != static_cast<int>(i)) {
                m_importing.remark(Approximated, kKey,
                                   "names layers behind the first ones: the strategy has as many, "
                                   "but at its beginning");
                break;
            }
        m_model.denseLayers = static_cast<int>(dense->size());
        m_importing.standsFor("model.dense_layers", kKey);
    }

    void readDropout()
    {
        bool any = false;
        bool said = false;
        for (const std::string_view key : kDropouts)
            if (const auto share = m_importing.decimal(key, {0, 1})) {
                m_importing.keep(key);
                said = true;
                any = any || *share > 0;
            }
        // Without a word the type's default stays.
        if (said)
            m_model.dropout = any;
    }

    void readAttention()
    {
        if (m_family == nullptr)
            if (const auto norm = m_importing.boolean("qk_norm"))
                m_model.qkNorm = *norm;
        if (m_family != nullptr && m_family->alibi)
            m_importing.remark(Approximated, "model_type",
                               "biases attention scores by distance; 'rotary' stands for it, which "
                               "has no parameters either");
        // Qwen's files name a window and switch it off beside it.
        const bool slides = m_importing.has("sliding_window")
            && !(m_importing.has("use_sliding_window")
                 && m_importing.take("use_sliding_window")->value.text == "false");
        if (m_importing.has("use_sliding_window"))
            m_importing.keep("use_sliding_window");
        if (slides && m_importing.take("sliding_window") != nullptr) {
            m_importing.keep("sliding_window");
            m_importing.remark(Approximated, "sliding_window",
                               "limits how far a token sees; a strategy's attention is whole");
        }
    }

    Importing& m_importing;
    Model& m_model;
    const ModelFamily* m_family = nullptr;
};

} // namespace

ImportResult importModelConfig(const ImportInput& input)
{
    Importing importing(readSettings(input.text));
    if (importing.isSound())
        ConfigReading(importing).read();
    return importing.finish();
}

const Format kHuggingFace{"huggingface", "Hugging Face model (config.json)", "config.json",
                          importModelConfig, writeModelConfig};

} // namespace strategy
