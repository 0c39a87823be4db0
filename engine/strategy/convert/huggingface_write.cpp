// A strategy's model as a config.json of the type that can say the most of it.

#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/huggingface.h"
#include "engine/strategy/convert/huggingface_families.h"
#include "engine/strategy/field_access.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

// The text of a kept key; empty if there is none.
std::string_view keptText(std::span<const KeptKey> kept, std::string_view key)
{
    const auto found = std::find_if(kept.begin(), kept.end(),
                                    [&](const KeptKey& one) { return one.key == key; });
    return found == kept.end() ? std::string_view{} : found->text;
}

// The section of the language model, with its point, if the file had one.
std::string_view sectionOf(std::span<const KeptKey> kept)
{
    for (const KeptKey& one : kept)
        if (const std::size_t point = one.key.find("_config.model_type"); point != one.key.npos)
            if (one.key.starts_with("text_") || one.key.starts_with("llm_")
                || one.key.starts_with("language_"))
                return std::string_view(one.key).substr(0, point + 8);
    return {};
}

class ConfigWriting {
public:
    // `type` is the family's, or one that is not known and has its keys.
    ConfigWriting(const Strategy& written, const ModelFamily& family, std::string_view type,
                  std::span<const KeptKey> kept)
        : m_out(written)
        , m_model(*written.model)
        , m_family(family)
        , m_type(type)
        , m_kept(kept)
        , m_section(sectionOf(kept))
    {
    }

    ExportResult write()
    {
        // An unknown type has an architecture of its own, which is kept or not known.
        if (m_type == m_family.type && m_section.empty())
            set("architectures", "[" + quotedText(m_family.architecture) + "]");
        set("model_type", quotedText(m_type));
        writeFields();
        set(m_family.lengthKey,
            std::to_string(m_model.maxPositions > 0 ? m_model.maxPositions : m_model.sequence));
        writeBiases();
        writeQueryGroups();
        if (!m_family.qkNormKey.empty())
            setFlag(m_family.qkNormKey, m_model.qkNorm);
        writeExperts();
        writeDropout();
        m_out.addKept(m_kept);
        remarkSections();
        return finishExport(m_out.strategy, jsonOf(m_out.keys()), m_out.takeRemarks(),
                            importModelConfig);
    }

private:
    // Into the section that the file had for the language model.
    std::string placeOf(std::string_view key) const
    {
        return std::string(m_section) + std::string(key);
    }
    void set(std::string_view key, std::string value) { m_out.set(placeOf(key), std::move(value)); }
    void setFlag(std::string_view key, bool value) { set(key, value ? "true" : "false"); }
    bool has(std::string_view key) const { return m_out.has(placeOf(key)); }

    void writeFields()
    {
        // Defaults of a strategy are not those of the configuration class, so numbers that may be
        // left open are written out.
        auto texts = fieldTexts(m_out.strategy);
        const Model whole = *resolved(m_out.strategy).model;
        texts["model.kv_heads"] = std::to_string(whole.kvHeads);
        texts["model.ffn_hidden"] = std::to_string(whole.ffnHidden);
        texts["model.embedding_dim"] = std::to_string(whole.embeddingDim);
        for (const FieldKey& one : m_family.keys) {
            if (one.field == "model.mtp_layers" && m_family.defaults.mtpLayers == 0
                && m_model.mtpLayers == 0)
                continue; // as the type has it by itself
            const std::string& text = texts.at(std::string(one.field));
            // Null is how these types say "none" or "by default"; 0 would be a size.
            const bool isNone = (one.key == "n_inner" && m_model.ffnHidden == 0)
                || (text == "0"
                    && (one.field == "model.q_lora_rank" || one.field == "model.experts"));
            // Left out it is hidden / heads, or what the type has by itself.
            if (one.field == "model.head_dim" && text == "0" && m_family.defaults.headDim == 0)
                continue;
            set(one.key, isNone ? "null" : text);
        }
        for (const std::string_view key : {"head_dim", "kv_channels"})
            if (m_model.headDim == 0 && has(key))
                set(key, std::to_string(whole.headDim));
        // Where the width does not divide by the heads, a file must say how wide they are.
        if (m_model.headDim == 0 && m_model.hidden % m_model.heads != 0
            && m_family.groups == QueryGroups::Counted)
            set("head_dim", std::to_string(std::max(1, whole.headDim)));
    }

    void writeBiases()
    {
        switch (m_family.biases) {
        case BiasKeys::Attention:
            setFlag("attention_bias", m_model.biases || m_model.qkvBiases);
            if (m_model.biases)
                setFlag("mlp_bias", true);
            else if (m_model.qkvBiases)
                m_out.remark("model.qkv_biases",
                             "is written as attention_bias, which gives the output one too",
                             Remark::Kind::Approximated);
            break;
        case BiasKeys::Qkv:
            setFlag(m_family.biasKey, m_model.qkvBiases);
            break;
        case BiasKeys::All:
            setFlag(m_family.biasKey, m_model.biases);
            break;
        case BiasKeys::NoneOf:
            setFlag(m_family.biasKey, !m_model.biases);
            break;
        case BiasKeys::AttentionOnly:
        case BiasKeys::Fixed:
            break;
        }
    }

    // One head for all, or as many as the file counts.
    void writeQueryGroups()
    {
        const bool isShared = m_model.kvHeads == 1;
        if (m_family.groups == QueryGroups::MultiQuery)
            setFlag("multi_query", isShared);
        if (m_family.groups == QueryGroups::Glm)
            setFlag("multi_query_attention", m_model.kvHeads > 0);
        if (m_family.groups != QueryGroups::Falcon)
            return;
        const bool isCounted = keptText(m_kept, "new_decoder_architecture") == "true";
        if (!isCounted)
            setFlag("multi_query", isShared);
    }

    void writeExperts()
    {
        if (!has("moe_intermediate_size") || m_model.experts == 0)
            return;
        const int width = m_model.expertFfnHidden > 0 ? m_model.expertFfnHidden
                                                      : resolved(m_out.strategy).model->ffnHidden;
        set("moe_intermediate_size", std::to_string(width));
        if (m_family.type == "qwen2_moe")
            set("shared_expert_intermediate_size",
                std::to_string(1LL * width * m_model.sharedExperts));
        if (!has("decoder_sparse_step"))
            return;
        std::string layers = "[";
        for (int layer = 0; layer < m_model.denseLayers; ++layer)
            layers += (layer > 0 ? ", " : "") + std::to_string(layer);
        set("mlp_only_layers", layers + ']');
    }

    // As large as the file had it; a strategy only knows whether there is any.
    void writeDropout()
    {
        const bool had
            = std::any_of(kDropoutKeys.begin(), kDropoutKeys.end(), [&](std::string_view key) {
                  const std::string_view text = keptText(m_kept, placeOf(key));
                  return text.find_first_of("123456789") != std::string_view::npos;
              });
        if (had == m_model.dropout && !keptText(m_kept, placeOf(m_family.dropoutKey)).empty())
            return;
        for (const std::string_view key : kDropoutKeys)
            if (!m_model.dropout && !keptText(m_kept, placeOf(key)).empty())
                set(key, "0.0");
        set(m_family.dropoutKey, m_model.dropout ? "0.1" : "0.0");
        if (m_model.dropout)
            m_out.remark("model.dropout", "is written as one part in ten", Remark::Kind::Assumed);
    }

    void remarkSections()
    {
        const Strategy& written = m_out.strategy;
        const auto say = [&](bool differs, std::string_view section) {
            if (differs)
                m_out.remark(section, "has no place in a config.json, which describes a model");
        };
        const Strategy plain;
        say(!written.name.empty(), "name");
        say(!(written.parallel == plain.parallel), "parallel");
        say(!(written.batch == plain.batch), "batch");
        say(!(written.schedule == plain.schedule), "schedule");
        say(!(written.recompute == plain.recompute), "recompute");
        say(!(written.precision == plain.precision), "precision");
        say(!(written.overlap == plain.overlap), "overlap");
        say(!(written.kernels == plain.kernels), "kernels");
        say(!(written.training == plain.training), "training");
        say(!(written.cluster == plain.cluster) || !(written.parallel == plain.parallel),
            "cluster");
        say(written.costs.has_value(), "costs");
        if (m_model.maxPositions > 0 && m_model.maxPositions != m_model.sequence)
            m_out.remark("model.sequence",
                         "is " + std::to_string(m_model.sequence) + " here; the file says "
                             + std::to_string(m_model.maxPositions) + ", the most positions");
    }

    Exporting m_out;
    const Model& m_model;
    const ModelFamily& m_family;
    std::string_view m_type;
    std::span<const KeptKey> m_kept;
    std::string_view m_section;
};

} // namespace

ExportResult writeModelConfig(const Strategy& strategy, std::span<const KeptKey> kept)
{
    if (!strategy.model)
        return {"{}\n",
                {{Remark::Kind::NotExpressible, 0, "model",
                  "is missing; a config.json describes nothing else"}}};
    std::string_view had = keptText(kept, std::string(sectionOf(kept)) + "model_type");
    if (had.size() > 1 && had.starts_with('"') && had.ends_with('"'))
        had = had.substr(1, had.size() - 2);
    ExportResult best;
    bool none = true;
    const auto attempt = [&](const ModelFamily& family, std::string_view type) {
        if (strategy.model->experts == 0 && family.defaults.experts > 0
            && family.defaults.kvLoraRank == 0)
            return; // has no word for a dense model
        // Each type is written whole and judged by its remarks: which one says the most cannot be
        // told from a table.
        ExportResult result = ConfigWriting(strategy, family, type, kept).write();
        if (!none && !importModelConfig({result.text, {}}).strategy)
            return; // as sizes that this type does not have
        const bool better = result.remarks.size() < best.remarks.size()
            || (had == type && result.remarks.size() == best.remarks.size());
        if (none || better)
            best = std::move(result);
        none = false;
    };
    for (const ModelFamily& family : modelFamilies())
        if (family.preferred || had == family.type)
            attempt(family, family.type);
    if (!had.empty() && had.find('\\') == std::string_view::npos && findModelFamily(had) == nullptr)
        attempt(modelFamilies().front(), had);
    return best;
}

} // namespace strategy
