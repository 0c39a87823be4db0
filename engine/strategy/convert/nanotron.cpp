// nanotron's YAML: parallel sizes, tokens, optimizer and the model, all of them explicit.

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/foreign_configuration.h"
#include "engine/strategy/convert/huggingface_other_layers.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/framework_keys.h"
#include "engine/strategy/convert/schedule_names.h"
#include "engine/strategy/field_access.h"
#include "engine/strategy/saturating_product.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace strategy {
namespace {

using enum Remark::Kind;

constexpr std::array kNanotronKeys = std::to_array<FieldKey>({
    {"parallel.data", "parallelism.dp"},
    {"parallel.pipeline", "parallelism.pp"},
    {"parallel.tensor", "parallelism.tp"},
    {"parallel.context", "parallelism.context_parallel_size"},
    {"parallel.expert", "parallelism.expert_parallel_size"},
    {"overlap.tensor", "parallelism.tp_linear_async_communication"},
    {"batch.micro", "tokens.micro_batch_size"},
    {"training.seed", "general.seed"},
    {"training.learning_rate", "optimizer.learning_rate_scheduler.learning_rate"},
    {"training.min_learning_rate", "optimizer.learning_rate_scheduler.min_decay_lr"},
    {"training.warmup_steps", "optimizer.learning_rate_scheduler.lr_warmup_steps"},
    {"training.weight_decay", "optimizer.weight_decay"},
    {"training.beta1", "optimizer.optimizer_factory.adam_beta1"},
    {"training.beta2", "optimizer.optimizer_factory.adam_beta2"},
    {"training.epsilon", "optimizer.optimizer_factory.adam_eps"},
});

constexpr std::array kNanotronModel = std::to_array<FieldKey>({
    {"model.sequence", "tokens.sequence_length"},
    {"model.hidden", "model.model_config.hidden_size"},
    {"model.ffn_hidden", "model.model_config.intermediate_size"},
    {"model.layers", "model.model_config.num_hidden_layers"},
    {"model.heads", "model.model_config.num_attention_heads"},
    {"model.kv_heads", "model.model_config.num_key_value_heads"},
    {"model.vocab", "model.model_config.vocab_size"},
    {"model.tied_embeddings", "model.model_config.tie_word_embeddings"},
    {"model.qkv_biases", "model.model_config.attention_bias"},
    {"model.experts", "model.model_config.moe_config.num_experts"},
    {"model.experts_per_token", "model.model_config.moe_config.top_k"},
    {"model.expert_ffn_hidden", "model.model_config.moe_config.moe_intermediate_size"},
});

constexpr auto kNanotron = plan::Framework::Nanotron;
constexpr std::string_view kMoe = "model.model_config.moe_config";
constexpr std::string_view kTpMode = "parallelism.tp_mode";
constexpr std::string_view kEngine = "parallelism.pp_engine";
constexpr std::string_view kAccumulation = "tokens.batch_accumulation_per_replica";
constexpr std::string_view kDecayStyle = "optimizer.learning_rate_scheduler.lr_decay_style";
constexpr std::string_view kDecayStart = "optimizer.learning_rate_scheduler.lr_decay_starting_step";
constexpr std::string_view kLowest = "optimizer.learning_rate_scheduler.min_decay_lr";
constexpr std::string_view kWarmupStyle = "optimizer.learning_rate_scheduler.lr_warmup_style";
constexpr std::string_view kDecaySteps = "optimizer.learning_rate_scheduler.lr_decay_steps";

class NanotronReading {
public:
    explicit NanotronReading(Importing& importing)
        : m_importing(importing)
        , m_strategy(importing.strategy)
    {
    }

    void read()
    {
        m_importing.into(kNanotronKeys);
        for (const std::string_view key : {"parallelism.dp", "parallelism.pp", "parallelism.tp"})
            if (!m_importing.has(key))
                m_importing.problem(key, "is missing; nanotron's sizes are all explicit");
        readParallelism();
        if (!m_importing.startingWith("model.model_config.").empty())
            readModel();
        else
            m_importing.ignore("tokens.sequence_length", "means nothing without a model");
        readBatch();
        readOptimizer();
        readPrecision();
        m_strategy.kernels.framework = Framework::Nanotron;
        // Its stages send with a wait behind each message.
        m_strategy.overlap.transfers = m_strategy.parallel.pipeline == 1;
        readAttention();
    }

private:
    // A word of an enumeration: never true or 1.
    std::string word(std::string_view key, const std::vector<std::string_view>& words,
                     std::string_view otherwise)
    {
        auto text = m_importing.text(key);
        if (!text)
            return std::string(otherwise);
        // Its enumerations are written in any case, and read so.
        std::string lower = *text;
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (std::find(words.begin(), words.end(), lower) == words.end())
            m_importing.problem(key,
                                "must be one of " + listed(words) + ", not '" + shown(*text) + "'");
        return lower;
    }

    // The kernel it has unless it is told another, which is told in turn as one not known here.
    void readAttention()
    {
        constexpr std::string_view kAttention = "model.model_config._attn_implementation";
        m_strategy.kernels.attention = Attention::Flash2;
        for (const Setting* setting : m_importing.startingWith(kAttention))
            if (setting->value.text == "flash_attention_2") {
                m_importing.take(kAttention);
                m_importing.keep(kAttention);
            }
    }

    void readParallelism()
    {
        m_strategy.parallel.sequence
            = word(kTpMode, {"all_reduce", "reduce_scatter"}, "all_reduce") == "reduce_scatter";
        m_importing.standsFor("parallel.sequence", kTpMode);
        const bool pipes = m_strategy.parallel.pipeline > 1;
        const plan::CatalogEntry& otherwise = pipes ? plan::kGpipe : plan::kOneFOneB;
        const std::string engine
            = word(kEngine, foreignNames(kNanotron), nameIn(kNanotron, otherwise));
        const plan::CatalogEntry* schedule = findForeign(kNanotron, engine);
        m_strategy.schedule.name = (schedule != nullptr ? *schedule : plan::kOneFOneB).name;
        m_importing.standsFor("schedule.name", kEngine);
        if (!m_importing.has(kEngine) && pipes)
            m_importing.remark(Assumed, kEngine,
                               "is not in the file: afab, which is nanotron's default");
        if (const auto all = m_importing.boolean("parallelism.recompute_layer"); all && *all)
            m_strategy.recompute.granularity = Recomputing::Full;
        if (const auto again = m_importing.boolean("parallelism.tp_recompute_allgather");
            again && !*again) {
            m_importing.keep("parallelism.tp_recompute_allgather");
            m_importing.remark(Approximated, "parallelism.tp_recompute_allgather",
                               "is off, which keeps gathered activations; a strategy gathers them "
                               "again");
        }
        const auto stage = m_importing.whole("optimizer.zero_stage", {0, 1});
        m_importing.standsFor("parallel.zero", "optimizer.zero_stage");
        m_strategy.parallel.zero = stage.value_or(0);
    }

    void readModel()
    {
        Model& model = m_strategy.model.emplace();
        // Llama's kind of model, whatever the configuration is called.
        model.gatedMlp = true;
        model.norm = Norm::RmsNorm;
        model.positions = Positions::Rotary;
        model.biases = false;
        model.tiedEmbeddings = false;
        constexpr std::string_view kMamba = "model.model_config.is_mamba_config";
        m_importing.keep(kMamba);
        if (m_importing.boolean(kMamba).value_or(false))
            return m_importing.problem(kMamba, ofKeyOf(Instead::StateSpace));
        m_importing.into(kNanotronModel);
        for (const std::string_view name : {"hidden_size", "intermediate_size", "num_hidden_layers",
                                            "num_attention_heads", "vocab_size"})
            if (const std::string key = "model.model_config." + std::string(name);
                !m_importing.has(key))
                m_importing.problem(key, "is missing; a model needs it");
        for (const std::string_view kind : {"is_llama_config", "is_qwen2_config"})
            if (const std::string key = "model.model_config." + std::string(kind);
                m_importing.boolean(key).value_or(false)) {
                m_importing.keep(key);
                m_isKnown = true;
            }
        if (!m_isKnown)
            m_importing.remark(Approximated, "model.model_config",
                               "is of a kind that is not known here: taken as Llama's");
        readExperts(model);
        readVocab(model);
    }

    void readExperts(Model& model)
    {
        m_importing.into("model.experts_per_token", "model.model_config.num_experts_per_tok");
        if (m_importing.into("model.experts", "model.model_config.moe_num_experts"))
            return; // beside the sizes, as its examples/moe has them
        const std::string moe(kMoe);
        m_importing.take(kMoe); // null: none
        if (model.experts == 0)
            return;
        const auto shared
            = m_importing.whole(moe + ".shared_expert_intermediate_size", {0, kMaxWidth});
        const bool on = m_importing.boolean(moe + ".enable_shared_expert").value_or(false);
        // Defaults of its MoEConfig.
        if (!m_importing.has(moe + ".top_k"))
            model.expertsPerToken = 2;
        if (!m_importing.has(moe + ".moe_intermediate_size"))
            model.expertFfnHidden = 1408;
        if (!on || model.expertFfnHidden <= 0)
            return;
        const int width = shared.value_or(5632);
        model.sharedExperts = (width + model.expertFfnHidden - 1) / model.expertFfnHidden;
        m_importing.standsFor("model.shared_experts", moe + ".shared_expert_intermediate_size");
        if (width % model.expertFfnHidden != 0)
            m_importing.remark(Approximated, moe + ".shared_expert_intermediate_size",
                               "is not a multiple of moe_intermediate_size: rounded up");
    }

    void readVocab(Model& model)
    {
        constexpr std::string_view kMultiple = "model.make_vocab_size_divisible_by";
        const auto multiple = m_importing.whole(kMultiple, {1, kMaxGroup});
        if (!multiple)
            return;
        m_importing.keep(kMultiple);
        const long long parts = 1LL * *multiple * std::max(1, m_strategy.parallel.tensor);
        // Said, because estimates of memory and time count the padding there and not here.
        const long long padded = (model.vocab + parts - 1) / parts * parts;
        if (padded != model.vocab)
            m_importing.remark(Approximated, kMultiple,
                               "pads the vocabulary to " + std::to_string(padded)
                                   + " there; the strategy has it unpadded");
    }

    void readBatch()
    {
        const auto steps = m_importing.whole(kAccumulation, {1, kMaxSamples});
        m_importing.standsFor("batch.global", kAccumulation);
        const Strategy& s = m_strategy;
        const long long global
            = saturatingProduct({steps.value_or(1), s.batch.micro, std::max(1, s.parallel.data)});
        if (global > kMaxSamples || s.batch.micro < 1)
            return m_importing.problem(kAccumulation, "makes a batch of too many samples");
        m_strategy.batch.global = static_cast<int>(global);
    }

    void readOptimizer()
    {
        Training& training = m_strategy.training;
        // Left out, the lowest rate is the highest: it stands still.
        const bool falls = m_importing.has(kLowest);
        const std::string style = word(kDecayStyle, {"linear", "cosine", "1-sqrt"}, "linear");
        training.decay = !falls ? Decay::Constant
            : style == "cosine" ? Decay::Cosine
                                : Decay::Linear;
        if (falls && style == "1-sqrt") {
            m_importing.keep(kDecayStyle);
            m_importing.remark(Approximated, kDecayStyle, "is taken as a straight line");
        }
        const auto steps = m_importing.whole(kDecaySteps, {0, kMaxSamples});
        const auto start = m_importing.whole(kDecayStart, {0, kMaxSamples});
        training.decaySteps = training.decay == Decay::Constant ? 0 : steps.value_or(0);
        if (start && *start != training.warmupSteps) {
            m_importing.keep(kDecayStart);
            m_importing.remark(
                Approximated, kDecayStart,
                "lets the rate stand still first; here it falls from the warm-up on");
        }
        // null: no limit.
        training.clip = m_importing.startingWith("optimizer.clip_grad").empty() ? 1 : 0;
        m_importing.into("training.clip", "optimizer.clip_grad");
        const std::string name
            = word("optimizer.optimizer_factory.name", {"adamw", "sgd"}, "adamw");
        // nanotron has these two.
        m_strategy.precision.optimizer = name == "sgd" ? Optimizer::Sgd : Optimizer::AdamFp32;
    }

    void readPrecision()
    {
        const std::string type
            = word("model.dtype", {"bfloat16", "float16", "float32"}, "bfloat16");
        Precision& precision = m_strategy.precision;
        precision.compute = type == "float16" ? Compute::Fp16
            : type == "float32"               ? Compute::Fp32
                                              : Compute::Bf16;
        const bool wide = m_importing.boolean("optimizer.accumulate_grad_in_fp32").value_or(true);
        // Its own accumulator in fp32, unless the file says otherwise.
        precision.gradients = wide ? GradientType::Fp32 : gradientTypeOf(precision.compute);
    }

    Importing& m_importing;
    Strategy& m_strategy;
    bool m_isKnown = false;
};

ImportResult importNanotron(const ImportInput& input)
{
    static const KnownKeys kKnown(std::array{nanotronGroups()});
    Settings settings = readSettings(input.text);
    refuseForeign(settings);
    // Older versions have no optimizer_factory: its keys stand in the section around it.
    for (Setting& setting : settings.entries)
        if (setting.key.starts_with("optimizer.adam_")) {
            setting.name = setting.key;
            setting.key.insert(std::string_view("optimizer").size(), ".optimizer_factory");
        }
    Importing importing(std::move(settings));
    importing.review(kKnown);
    if (importing.isSound())
        NanotronReading(importing).read();
    return importing.finish();
}

void writeNanotronModel(Exporting& out, std::span<const KeptKey> kept)
{
    if (!out.strategy.model)
        return out.remark("model", "is missing; nanotron's file needs model.model_config");
    const Model whole = *resolved(out.strategy).model;
    out.setFields(kNanotronModel);
    out.set("model.model_config.num_key_value_heads", whole.kvHeads);
    out.set("model.model_config.intermediate_size", whole.ffnHidden);
    const auto hasKind = [](const KeptKey& key) {
        return key.key == "model.model_config.is_llama_config"
            || key.key == "model.model_config.is_qwen2_config";
    };
    if (std::none_of(kept.begin(), kept.end(), hasKind))
        out.setFlag("model.model_config.is_llama_config", true);
}

// nanotron has no word for a dense model within moe_config, so its keys go.
std::vector<KeptKey> withoutExperts(std::vector<KeptKey> keys)
{
    std::erase_if(keys, [](const KeptKey& key) { return key.key.starts_with(kMoe); });
    return keys;
}

void writeNanotronExperts(Exporting& out)
{
    const Strategy& strategy = out.strategy;
    if (!strategy.model || strategy.model->experts == 0)
        return;
    const Model whole = *resolved(strategy).model;
    const int width = whole.expertFfnHidden > 0 ? whole.expertFfnHidden : whole.ffnHidden;
    const std::string moe(kMoe);
    out.set(moe + ".moe_intermediate_size", width);
    out.setFlag(moe + ".enable_shared_expert", whole.sharedExperts > 0);
    if (whole.sharedExperts > 0)
        out.set(moe + ".shared_expert_intermediate_size",
                std::to_string(1LL * width * whole.sharedExperts));
}

void writeNanotronTraining(Exporting& out, std::span<const KeptKey> kept)
{
    const Strategy& strategy = out.strategy;
    const Training& training = strategy.training;
    out.set("optimizer.clip_grad", training.clip > 0 ? decimalText(training.clip) : "null");
    out.setFlag("optimizer.accumulate_grad_in_fp32",
                strategy.precision.gradients == GradientType::Fp32);
    // nanotron has optimizer states sharded, or nothing.
    out.set("optimizer.zero_stage", std::min(1, strategy.parallel.zero));
    if (strategy.parallel.zero > 1)
        out.remark("parallel.zero", "is written as 1, the most that nanotron has", Approximated);
    out.set("optimizer.optimizer_factory.name",
            strategy.precision.optimizer == Optimizer::Sgd ? "sgd" : "adamW");
    const auto rises = std::find_if(kept.begin(), kept.end(),
                                    [](const KeptKey& key) { return key.key == kWarmupStyle; });
    out.set(kWarmupStyle, rises == kept.end() ? "linear" : rises->text); // must be given
    const auto wasRoot = [](const KeptKey& key) { return key.key == kDecayStyle; };
    // A rate that does not fall has neither a style nor a lowest value.
    if (training.decay == Decay::Constant) {
        out.set(kDecayStyle, "null");
        out.set(kLowest, "null");
    } else if (training.decay == Decay::Cosine || std::none_of(kept.begin(), kept.end(), wasRoot)) {
        out.setText(kDecayStyle, wordOf(training.decay));
    }
    if (training.decaySteps > 0)
        out.set(kDecaySteps, training.decaySteps);
}

ExportResult writeNanotron(const Strategy& strategy, std::span<const KeptKey> kept)
{
    Exporting out(strategy);
    out.setFields(kNanotronKeys);
    out.set("parallelism.dp", dataParallel(strategy));
    out.setText(kTpMode, strategy.parallel.sequence ? "REDUCE_SCATTER" : "ALL_REDUCE");
    out.setText(kEngine, std::string(foreignOr1F1B(kNanotron, strategy.schedule.name)));
    out.setFlag("parallelism.recompute_layer", strategy.recompute.granularity == Recomputing::Full);
    out.set(kAccumulation, microbatches(strategy));
    writeNanotronModel(out, kept);
    writeNanotronExperts(out);
    const Compute compute = strategy.precision.compute;
    out.set("model.dtype",
            compute == Compute::Fp32       ? "float32"
                : compute == Compute::Fp16 ? "float16"
                                           : "bfloat16");
    writeNanotronTraining(out, kept);
    out.addKept(kept);
    const bool dense = !strategy.model || strategy.model->experts == 0;
    return finishExport(strategy, yamlOf(dense ? withoutExperts(out.keys()) : out.keys()),
                        out.takeRemarks(), importNanotron);
}

} // namespace

const Format kNanotron{"nanotron", "nanotron (YAML)", "*.yaml", importNanotron, writeNanotron};

} // namespace strategy
