// config.json of a model on Hugging Face: the model alone, read by its model_type, whose
// configuration class says what a file may leave out.

#include "engine/strategy/convert/huggingface.h"

#include "engine/strategy/convert/foreign_configuration.h"
#include "engine/strategy/convert/huggingface_other_layers.h"
#include "engine/strategy/convert/huggingface_reading.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/framework_keys.h"

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
     {"num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", ""}},
});

constexpr std::array<std::string_view, 6> kLengths{
    "max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx",
    "max_seq_length"};

// What pretraining mostly uses, however far a model is stretched in a last, short stage: Llama 2
// (arXiv 2307.09288), DeepSeek-V3 (2412.19437, section 4.2), Qwen3 (2505.09388, section 3.2) and
// OLMo 2 (2501.00656) all say 4096.
constexpr int kUsualLength = 4096;

constexpr std::array kAttentionKeys = std::to_array<FieldKey>({
    {"model.head_dim", "head_dim"},
    {"model.head_dim", "kv_channels"},
    {"model.kv_lora_rank", "kv_lora_rank"},
    {"model.nope_head_dim", "qk_nope_head_dim"},
    {"model.rope_head_dim", "qk_rope_head_dim"},
    {"model.v_head_dim", "v_head_dim"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

class FieldReading {
public:
    explicit FieldReading(Importing& importing)
        : m_importing(importing)
        , m_model(importing.strategy.model.emplace())
        , m_reading{importing, m_model}
    {
    }

    void read()
    {
        m_importing.take("architectures"); // follows from the type
        readType();
        for (const Synonyms& size : kSizes)
            readSize(size);
        for (const FieldKey& one : kAttentionKeys)
            m_importing.into(one.field, one.key);
        if (m_importing.take("q_lora_rank") != nullptr)
            m_importing.into("model.q_lora_rank", "q_lora_rank");
        else if (m_reading.isNull("q_lora_rank"))
            m_model.qLoraRank = 0;
        readRatio();
        readLength();
        readBiases(m_reading);
        readQueryGroups(m_reading);
        readExperts(m_reading);
        readDropout();
        readAttention(m_reading);
        keepOtherModels(m_reading);
    }

private:
    void readType()
    {
        const auto type = m_importing.text("model_type");
        m_importing.keep("model_type");
        const ModelFamily* family = type ? findModelFamily(*type) : nullptr;
        // Files of several models may name the whole only.
        if (type && family == nullptr)
            family = findModelFamily(*type + "_text");
        m_reading.family = family;
        if (family != nullptr) {
            // What the configuration class of that type has by itself: files leave out what is the
            // same.
            m_model = family->defaults;
            return;
        }
        // Of a type that is not known, the way back needs the name.
        m_importing.keep("architectures");
        m_importing.remark(Assumed, "model_type",
                           type ? "is not a type known here: taken by its fields, as a decoder"
                                : "is not in the file: taken by its fields, as a decoder");
        guessKind();
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
        std::vector<std::string_view> keys{m_reading.keyOf(size.field)};
        for (const std::string_view key : size.keys)
            if (!m_reading.isOfAnother(key, size.field))
                keys.push_back(key);
        keys.erase(std::remove(keys.begin(), keys.end(), std::string_view{}), keys.end());
        for (const std::string_view key : keys)
            if (m_importing.has(key)) {
                m_importing.into(size.field, key);
                return;
            }
        for (const std::string_view key : keys)
            if (!size.needed && m_reading.isNull(key)) { // as many as heads, four times as wide
                m_importing.take(key);
                m_model.*size.member = 0;
                return;
            }
        const std::string key(keys.front());
        const ModelFamily* family = m_reading.family;
        if (family == nullptr && size.needed)
            m_importing.problem(key, "is missing, and what this type takes then is not known here");
        else if (family != nullptr && m_model.*size.member > 0)
            m_importing.remark(Assumed, key,
                               "is not in the file: " + std::to_string(m_model.*size.member)
                                   + ", as " + std::string(family->type) + " has it by itself");
    }

    // Some say the inner width by the outer one, and the kind of norm by a flag.
    void readRatio()
    {
        if (const auto ratio = m_importing.whole("expansion_ratio", {1, 64});
            ratio && 1LL * *ratio * m_model.hidden <= kMaxWidth)
            m_model.ffnHidden = *ratio * m_model.hidden;
        if (const auto rms = m_importing.boolean("rmsnorm"))
            m_model.norm = *rms ? Norm::RmsNorm : Norm::LayerNorm;
    }

    void readLength()
    {
        std::string_view key = kLengths.front();
        for (const std::string_view one : kLengths)
            if (m_importing.has(one)) {
                key = one;
                if (!m_importing.into("model.sequence", key))
                    return;
                break;
            }
        if (m_reading.family != nullptr && m_importing.take(m_reading.family->lengthKey) != nullptr)
            key = m_reading.family->lengthKey;
        const std::string said
            = m_importing.has(key) ? "is the longest sequence" : "is not in the file";
        m_importing.standsFor("model.max_positions", key);
        if (m_model.sequence > kUsualLength) {
            m_model.maxPositions = m_model.sequence;
            m_model.sequence = kUsualLength;
            m_importing.remark(Assumed, key,
                               said + "; model.sequence is set to " + std::to_string(kUsualLength)
                                   + ", a usual length of the samples of a training");
            return;
        }
        m_importing.remark(Assumed, key,
                           said + "; model.sequence is set to " + std::to_string(m_model.sequence)
                               + ", though the file does not say how long the samples of a "
                                 "training are");
    }

    void readDropout()
    {
        bool any = false;
        bool said = false;
        for (const std::string_view key : kDropoutKeys)
            if (const auto share = m_importing.decimal(key, {0, 1})) {
                m_importing.keep(key);
                said = true;
                any = any || *share > 0;
            }
        // Without a word the type's default stays.
        if (said)
            m_model.dropout = any;
    }

    Importing& m_importing;
    Model& m_model;
    ConfigReading m_reading;
};

} // namespace

bool ConfigReading::isNull(std::string_view key) const
{
    if (key.empty())
        return false;
    const auto found = importing.startingWith(key);
    return std::any_of(found.begin(), found.end(), [&](const Setting* setting) {
        return setting->key == key && setting->value.kind == Node::Kind::Null;
    });
}

bool ConfigReading::isOfAnother(std::string_view key, std::string_view field) const
{
    return family != nullptr
        && std::any_of(family->keys.begin(), family->keys.end(),
                       [&](const FieldKey& one) { return one.key == key && one.field != field; });
}

std::string_view ConfigReading::keyOf(std::string_view field) const
{
    if (family != nullptr)
        for (const FieldKey& one : family->keys)
            if (one.field == field)
                return one.key;
    return {};
}

ImportResult importModelConfig(const ImportInput& input)
{
    Settings settings = readSettings(input.text);
    refuseForeign(settings);
    unfoldLanguageModel(settings);
    if (const auto problem = settings.problems.empty() ? otherLayers(settings) : std::nullopt)
        return refusedImport(problem->line, problem->key, problem->sentence);
    static const KnownKeys kKnown(std::array{huggingFaceGroups()});
    Importing importing(std::move(settings));
    importing.review(kKnown);
    if (importing.isSound())
        FieldReading(importing).read();
    return importing.finish();
}

const Format kHuggingFace{"huggingface", "Hugging Face model (config.json)", "config.json",
                          importModelConfig, writeModelConfig};

} // namespace strategy
