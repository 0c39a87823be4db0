// The fields of the model.

#include "gui/editor/field_specs.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace gui {
namespace {

using strategy::Model;
using strategy::Strategy;

// Without a model its fields are not shown: they read as those of a model nobody gave.
template <auto Member>
auto getModel(const Strategy& strategy)
{
    return strategy.model.value_or(Model{}).*Member;
}

template <auto Member, class Value = decltype(getModel<Member>(Strategy{}))>
void setModel(Strategy& strategy, Value value)
{
    if (strategy.model)
        (*strategy.model).*Member = std::move(value);
}

// The field of an enum of choices.h.
template <auto Member>
constexpr ChoiceSpec modelChoice(const char* key, const char* label, const char* tip)
{
    using Choice = std::remove_cvref_t<decltype(Model{}.*Member)>;
    return {key,
            label,
            tip,
            strategy::kWords<Choice>,
            [](const Strategy& s) { return std::string(strategy::wordOf(getModel<Member>(s))); },
            [](Strategy& s, const std::string& word) {
                setModel<Member>(s, strategy::choiceOf<Choice>(word).value_or(getModel<Member>(s)));
            }};
}

int atMostAnInt(long long value)
{
    return static_cast<int>(std::min<long long>(value, std::numeric_limits<int>::max()));
}

int fourTimesHidden(const Strategy& s) { return s.model ? atMostAnInt(4LL * s.model->hidden) : 0; }

int hiddenPerHead(const Strategy& s)
{
    return s.model && s.model->heads > 0 ? s.model->hidden / s.model->heads : 0;
}

bool hasExperts(const Strategy& s) { return s.model && s.model->experts > 0; }
bool hasPlainProjections(const Strategy& s) { return s.model && !s.model->biases; }
bool learnsPositions(const Strategy& s)
{
    return s.model && s.model->positions == strategy::Positions::Learned;
}
bool hasLatentAttention(const Strategy& s) { return s.model && s.model->kvLoraRank > 0; }

constexpr FieldSpec kModel[] = {
    IntegerSpec{"model.layers", QT_TRANSLATE_NOOP("Editor", "Layers"),
                QT_TRANSLATE_NOOP("Editor", "Transformer layers of the whole model"), 0,
                getModel<&Model::layers>, setModel<&Model::layers>},
    IntegerSpec{"model.hidden", QT_TRANSLATE_NOOP("Editor", "Hidden size"),
                QT_TRANSLATE_NOOP("Editor", "Width of the model"), 0, getModel<&Model::hidden>,
                setModel<&Model::hidden>},
    IntegerSpec{"model.heads", QT_TRANSLATE_NOOP("Editor", "Heads"),
                QT_TRANSLATE_NOOP("Editor", "Attention heads"), 0, getModel<&Model::heads>,
                setModel<&Model::heads>},
    IntegerSpec{
        "model.kv_heads", QT_TRANSLATE_NOOP("Editor", "KV heads"),
        QT_TRANSLATE_NOOP(
            "Editor",
            "Key and value heads: fewer in grouped-query attention; by default, as many as heads"),
        0, getModel<&Model::kvHeads>, setModel<&Model::kvHeads>,
        QT_TRANSLATE_NOOP("Editor", "auto: %1"),
        [](const Strategy& s) { return s.model ? s.model->heads : 0; }},
    IntegerSpec{"model.ffn_hidden", QT_TRANSLATE_NOOP("Editor", "FFN size"),
                QT_TRANSLATE_NOOP(
                    "Editor",
                    "Width inside the feed-forward block; by default, four times the hidden size"),
                0, getModel<&Model::ffnHidden>, setModel<&Model::ffnHidden>,
                QT_TRANSLATE_NOOP("Editor", "auto: %1"), fourTimesHidden},
    IntegerSpec{"model.vocab", QT_TRANSLATE_NOOP("Editor", "Vocabulary"),
                QT_TRANSLATE_NOOP("Editor", "Number of tokens in the vocabulary"), 0,
                getModel<&Model::vocab>, setModel<&Model::vocab>},
    IntegerSpec{"model.sequence", QT_TRANSLATE_NOOP("Editor", "Sequence length"),
                QT_TRANSLATE_NOOP("Editor", "Tokens of one sample"), 0, getModel<&Model::sequence>,
                setModel<&Model::sequence>},
    FlagSpec{"model.gated_mlp", QT_TRANSLATE_NOOP("Editor", "Gated FFN"),
             QT_TRANSLATE_NOOP("Editor", "SwiGLU: three matrices instead of two"),
             getModel<&Model::gatedMlp>, setModel<&Model::gatedMlp>},
    FlagSpec{"model.tied_embeddings", QT_TRANSLATE_NOOP("Editor", "Tied embeddings"),
             QT_TRANSLATE_NOOP("Editor", "The output layer uses the matrix of the input embedding"),
             getModel<&Model::tiedEmbeddings>, setModel<&Model::tiedEmbeddings>},
    IntegerSpec{"model.experts", QT_TRANSLATE_NOOP("Editor", "Experts"),
                QT_TRANSLATE_NOOP("Editor", "Experts of a mixture-of-experts layer"), 0,
                getModel<&Model::experts>, setModel<&Model::experts>,
                QT_TRANSLATE_NOOP("Editor", "dense")},
    IntegerSpec{"model.experts_per_token", QT_TRANSLATE_NOOP("Editor", "Experts per token"),
                QT_TRANSLATE_NOOP("Editor", "Experts that one token passes"), 0,
                getModel<&Model::expertsPerToken>, setModel<&Model::expertsPerToken>, nullptr,
                nullptr, hasExperts},
    IntegerSpec{"model.expert_ffn_hidden", QT_TRANSLATE_NOOP("Editor", "Expert FFN size"),
                QT_TRANSLATE_NOOP("Editor", "Width inside one expert"), 0,
                getModel<&Model::expertFfnHidden>, setModel<&Model::expertFfnHidden>,
                QT_TRANSLATE_NOOP("Editor", "as FFN size"), nullptr, hasExperts},
};

constexpr FieldSpec kModelRest[] = {
    IntegerSpec{"model.nodes_per_token", QT_TRANSLATE_NOOP("Editor", "Nodes per token"),
                QT_TRANSLATE_NOOP("Editor", "Nodes that the experts of one token lie in at most"),
                0, getModel<&Model::nodesPerToken>, setModel<&Model::nodesPerToken>,
                QT_TRANSLATE_NOOP("Editor", "any"), nullptr, hasExperts},
    IntegerSpec{"model.shared_experts", QT_TRANSLATE_NOOP("Editor", "Shared experts"),
                QT_TRANSLATE_NOOP("Editor", "Experts that every token passes"), 0,
                getModel<&Model::sharedExperts>, setModel<&Model::sharedExperts>, nullptr, nullptr,
                hasExperts},
    IntegerSpec{"model.dense_layers", QT_TRANSLATE_NOOP("Editor", "Dense layers"),
                QT_TRANSLATE_NOOP("Editor", "Leading layers without experts"), 0,
                getModel<&Model::denseLayers>, setModel<&Model::denseLayers>, nullptr, nullptr,
                hasExperts},
    IntegerSpec{
        "model.expert_every", QT_TRANSLATE_NOOP("Editor", "Experts every"),
        QT_TRANSLATE_NOOP("Editor", "After the dense layers, one layer in this many has experts"),
        0, getModel<&Model::expertEvery>, setModel<&Model::expertEvery>, nullptr, nullptr,
        hasExperts},
    IntegerSpec{
        "model.head_dim", QT_TRANSLATE_NOOP("Editor", "Head size"),
        QT_TRANSLATE_NOOP("Editor",
                          "Width of one head; by default, the hidden size divided by the heads"),
        0, getModel<&Model::headDim>, setModel<&Model::headDim>,
        QT_TRANSLATE_NOOP("Editor", "auto: %1"), hiddenPerHead},
    IntegerSpec{"model.embedding_dim", QT_TRANSLATE_NOOP("Editor", "Embedding size"),
                QT_TRANSLATE_NOOP("Editor", "Width of the embedding; by default, the hidden size"),
                0, getModel<&Model::embeddingDim>, setModel<&Model::embeddingDim>,
                QT_TRANSLATE_NOOP("Editor", "auto: %1"), getModel<&Model::hidden>},
    modelChoice<&Model::norm>("model.norm", QT_TRANSLATE_NOOP("Editor", "Norm"),
                              QT_TRANSLATE_NOOP("Editor", "How layers are normalised")),
    modelChoice<&Model::positions>("model.positions", QT_TRANSLATE_NOOP("Editor", "Positions"),
                                   QT_TRANSLATE_NOOP("Editor", "How token positions are encoded")),
    IntegerSpec{"model.max_positions", QT_TRANSLATE_NOOP("Editor", "Max positions"),
                QT_TRANSLATE_NOOP(
                    "Editor", "Number of learned positions; by default, the tokens of a sample"),
                0, getModel<&Model::maxPositions>, setModel<&Model::maxPositions>,
                QT_TRANSLATE_NOOP("Editor", "auto: %1"), getModel<&Model::sequence>,
                learnsPositions},
    FlagSpec{"model.biases", QT_TRANSLATE_NOOP("Editor", "Biases"),
             QT_TRANSLATE_NOOP("Editor", "Linear layers have biases"), getModel<&Model::biases>,
             setModel<&Model::biases>},
    FlagSpec{
        "model.qkv_biases", QT_TRANSLATE_NOOP("Editor", "QKV biases"),
        QT_TRANSLATE_NOOP("Editor", "Queries, keys and values have biases, the other layers none"),
        getModel<&Model::qkvBiases>, setModel<&Model::qkvBiases>, hasPlainProjections},
    FlagSpec{"model.qk_norm", QT_TRANSLATE_NOOP("Editor", "QK norm"),
             QT_TRANSLATE_NOOP("Editor", "Queries and keys are normalised head by head"),
             getModel<&Model::qkNorm>, setModel<&Model::qkNorm>},
    FlagSpec{"model.causal", QT_TRANSLATE_NOOP("Editor", "Causal"),
             QT_TRANSLATE_NOOP("Editor", "A token attends to those before it only"),
             getModel<&Model::causal>, setModel<&Model::causal>},
    FlagSpec{"model.dropout", QT_TRANSLATE_NOOP("Editor", "Dropout"),
             QT_TRANSLATE_NOOP("Editor", "Its masks are kept for the backward"),
             getModel<&Model::dropout>, setModel<&Model::dropout>},
    IntegerSpec{"model.kv_lora_rank", QT_TRANSLATE_NOOP("Editor", "KV compression"),
                QT_TRANSLATE_NOOP(
                    "Editor", "Width of compressed keys and values (multi-head latent attention)"),
                0, getModel<&Model::kvLoraRank>, setModel<&Model::kvLoraRank>,
                QT_TRANSLATE_NOOP("Editor", "none")},
    IntegerSpec{"model.q_lora_rank", QT_TRANSLATE_NOOP("Editor", "Query compression"),
                QT_TRANSLATE_NOOP("Editor", "Width of compressed queries"), 0,
                getModel<&Model::qLoraRank>, setModel<&Model::qLoraRank>,
                QT_TRANSLATE_NOOP("Editor", "none"), nullptr, hasLatentAttention},
    IntegerSpec{"model.nope_head_dim", QT_TRANSLATE_NOOP("Editor", "Head size, plain"),
                QT_TRANSLATE_NOOP("Editor", "Part of a head without positions"), 0,
                getModel<&Model::nopeHeadDim>, setModel<&Model::nopeHeadDim>, nullptr, nullptr,
                hasLatentAttention},
    IntegerSpec{"model.rope_head_dim", QT_TRANSLATE_NOOP("Editor", "Head size, rotary"),
                QT_TRANSLATE_NOOP("Editor", "Part of a head with rotary positions"), 0,
                getModel<&Model::ropeHeadDim>, setModel<&Model::ropeHeadDim>, nullptr, nullptr,
                hasLatentAttention},
    IntegerSpec{"model.v_head_dim", QT_TRANSLATE_NOOP("Editor", "Value head size"),
                QT_TRANSLATE_NOOP("Editor", "Width of a head of values"), 0,
                getModel<&Model::vHeadDim>, setModel<&Model::vHeadDim>, nullptr, nullptr,
                hasLatentAttention},
    IntegerSpec{"model.mtp_layers", QT_TRANSLATE_NOOP("Editor", "MTP layers"),
                QT_TRANSLATE_NOOP("Editor", "Multi-token prediction layers after the model's own"),
                0, getModel<&Model::mtpLayers>, setModel<&Model::mtpLayers>,
                QT_TRANSLATE_NOOP("Editor", "none")},
};

} // namespace

SectionSpecs modelSpecs() { return {kModel, kModelRest}; }

} // namespace gui
