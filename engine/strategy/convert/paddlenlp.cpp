// The JSON that PaddleNLP's trainer is started with.

#include "engine/strategy/convert/paddlenlp.h"
#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/framework_keys.h"
#include "engine/strategy/convert/paddle_words.h"
#include "engine/strategy/saturating_product.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strategy {
namespace {

using enum Remark::Kind;

class TrainerReading {
public:
    explicit TrainerReading(Importing& importing)
        : m_importing(importing)
        , m_strategy(importing.strategy)
    {
    }

    void read()
    {
        m_strategy.kernels.framework = Framework::Paddle;
        setDefaults();
        m_importing.into(kTrainerKeys);
        Parallel& parallel = m_strategy.parallel;
        degree("tensor_parallel_degree", "parallel.tensor", parallel.tensor);
        degree("pipeline_parallel_degree", "parallel.pipeline", parallel.pipeline);
        degree("expert_parallel_degree", "parallel.expert", parallel.expert);
        readContext();
        readSharding();
        readSchedule();
        if (const auto on = paddleFlag(m_importing, "sequence_parallel"))
            parallel.sequence = *on;
        m_importing.standsFor("parallel.sequence", "sequence_parallel");
        readBatch();
        readRecompute();
        readPrecision();
        readDecay();
        readModel();
        if (const auto flash = paddleFlag(m_importing, "use_flash_attention"))
            m_strategy.kernels.attention = *flash ? Attention::Flash : Attention::Unfused;
    }

private:
    // What the trainer takes for keys left out.
    void setDefaults()
    {
        m_strategy.batch.micro = 8;
        Training& training = m_strategy.training;
        training.seed = 42;
        training.learningRate = 5e-5;
        training.weightDecay = 0;
        training.beta2 = 0.999;
    }

    // -1: off.
    void degree(std::string_view key, std::string_view field, int& value)
    {
        m_importing.standsFor(field, key);
        if (const auto given = paddleDegree(m_importing, key))
            value = std::max(1, *given);
    }

    void readContext()
    {
        int sep = 1;
        int ring = 1;
        degree("sep_parallel_degree", "parallel.context", sep);
        degree("context_parallel_degree", "parallel.context", ring);
        if (sep > 1 && ring > 1)
            return m_importing.problem("sep_parallel_degree",
                                       "and context_parallel_degree are both above 1; keep one");
        m_strategy.parallel.context = std::max(sep, ring);
        m_strategy.parallel.contextMethod = sep > 1 ? ContextMethod::AllToAll : ContextMethod::Ring;
    }

    void readSharding()
    {
        Parallel& parallel = m_strategy.parallel;
        constexpr std::string_view kSharding = "sharding";
        std::string text = m_importing.text(kSharding).value_or("");
        const bool offload = text.find("offload") != std::string::npos;
        for (int stage = 1; stage <= 3; ++stage)
            if (text.find("stage" + std::to_string(stage)) != std::string::npos)
                parallel.zero = stage;
        if (!text.empty() && parallel.zero == 0)
            m_importing.problem(kSharding,
                                "must be stage1, stage2 or stage3, perhaps with offload, not '"
                                    + shown(text) + "'");
        if (offload)
            parallel.offload = parallel.zero == 3 ? Offload::All : Offload::Optimizer;
        const auto shards = paddleDegree(m_importing, kShardDegree);
        const auto replicas = paddleDegree(m_importing, "data_parallel_degree");
        m_importing.standsFor("parallel.data", kShardDegree);
        const int known = parallel.zero > 0 ? shards.value_or(0) : 0;
        if (1LL * std::max(1, known) * std::max(1, replicas.value_or(1)) > kMaxDevices)
            return m_importing.problem(kShardDegree, "makes too many devices");
        const bool open = parallel.zero > 0 ? known == 0 : replicas.value_or(0) == 0;
        parallel.data = open ? 0 : std::max(1, known) * std::max(1, replicas.value_or(1));
        parallel.shard = replicas.value_or(1) > 1 && known > 0 ? known : 0;
        if (open || (known > 0 && !replicas))
            m_importing.remark(Assumed, kShardDegree,
                               open ? "leaves the ranks of data parallelism to the number of "
                                      "devices, which is not in the file: parallel.data is open"
                                    : "is taken as all ranks of data parallelism: the number of "
                                      "devices is not in the file");
        readTopology();
    }

    void readTopology()
    {
        Parallel& parallel = m_strategy.parallel;
        const std::string order = m_importing.text(kTopology).value_or("pp_first");
        m_importing.standsFor("parallel.order", kTopology);
        if (order != "pp_first" && order != "sharding_first")
            m_importing.problem(kTopology,
                                "must be pp_first or sharding_first, not '" + shown(order) + "'");
        // Replicas without sharding always lie outside the pipeline.
        if (parallel.pipeline > 1 && (order == "sharding_first" || parallel.zero == 0))
            parallel.order = RankOrder::TensorPipelineData;
    }

    void readSchedule()
    {
        constexpr std::string_view kChunks = "virtual_pp_degree";
        const int chunks = m_importing.whole(kChunks, {1, kMaxLayers}).value_or(1);
        m_importing.standsFor("parallel.chunks", kChunks);
        if (chunks > 1)
            m_strategy.parallel.chunks = chunks;
        constexpr std::string_view kMode = "pipeline_schedule_mode";
        if (m_importing.has(kMode))
            readPaddleSchedule(m_importing, kMode);
        // 1F1B of chunks is the interleaved one, whichever of the two the file names.
        std::string& name = m_strategy.schedule.name;
        if (name == plan::kInterleaved.name || name == plan::kOneFOneB.name)
            name = (chunks > 1 ? plan::kInterleaved : plan::kOneFOneB).name;
        readDualPipeV(m_importing, "use_dualpipev");
        readPipelineWords();
    }

    // One of the words of a text, or of a list, that else are about communication.
    void readPipelineWords()
    {
        for (const Setting* setting : m_importing.startingWith(kPipelineWords)) {
            const std::vector<std::string> words = paddleWords(setting->written);
            const auto named = std::count(words.begin(), words.end(), kDualPipeVWord);
            if (setting->key != kPipelineWords || named == 0)
                continue;
            m_strategy.schedule.name = plan::kDualpipeV.name;
            m_strategy.parallel.chunks = 0;
            m_importing.standsFor("schedule.name", kPipelineWords);
            m_importing.take(kPipelineWords);
            m_importing.keep(kPipelineWords);
            if (named < std::ssize(words))
                m_importing.remark(Approximated, kPipelineWords,
                                   "has words beside use_dualpipev; what they say of communication "
                                   "is taken as usual");
        }
    }

    void readBatch()
    {
        const int steps = m_importing.whole(kAccumulate, {1, kMaxSamples}).value_or(1);
        m_importing.standsFor("batch.global", kAccumulate);
        const long long global = saturatingProduct(
            {steps, std::max(1, m_strategy.batch.micro), std::max(1, m_strategy.parallel.data)});
        if (global > kMaxSamples)
            return m_importing.problem(kAccumulate, "makes a batch of too many samples");
        m_strategy.batch.global = static_cast<int>(global);
    }

    void readRecompute()
    {
        constexpr std::string_view kGranularity = "recompute_granularity";
        const bool on = paddleFlag(m_importing, "recompute").value_or(false);
        const auto what = m_importing.text(kGranularity);
        if (!on)
            return m_importing.keep(kGranularity);
        m_strategy.recompute.granularity
            = !what || *what == "full" ? Recomputing::Full : Recomputing::Selective;
        if (what == "full_attn") {
            m_importing.keep(kGranularity);
            m_importing.remark(Approximated, kGranularity,
                               "repeats the projections of the attention too; selective repeats "
                               "its core");
        } else if (what && *what != "full" && *what != "core_attn") {
            m_importing.problem(kGranularity,
                                "must be full, full_attn or core_attn, not '" + shown(*what) + "'");
        }
    }

    void readPrecision()
    {
        const bool brain = paddleFlag(m_importing, "bf16").value_or(false);
        const bool half = paddleFlag(m_importing, "fp16").value_or(false);
        if (brain && half)
            m_importing.problem("fp16", "and bf16 are both on; keep one");
        Precision& precision = m_strategy.precision;
        precision.compute = brain ? Compute::Bf16 : half ? Compute::Fp16 : Compute::Fp32;
        const std::string level = m_importing.text("fp16_opt_level").value_or("O1");
        const bool wide = paddleFlag(m_importing, "amp_master_grad").value_or(false);
        const bool whole = level == "O2" && (brain || half);
        precision.gradients
            = whole && !wide ? gradientTypeOf(precision.compute) : GradientType::Fp32;
        if ((brain || half) && !whole)
            precision.weights = WeightType::Fp32;
    }

    void readDecay()
    {
        Training& training = m_strategy.training;
        constexpr std::string_view kType = "lr_scheduler_type";
        const std::string type = m_importing.text(kType).value_or("linear");
        training.decay = type.starts_with("constant") ? Decay::Constant
            : type.starts_with("cosine")              ? Decay::Cosine
                                                      : Decay::Linear;
        if (!type.starts_with(wordOf(training.decay))) {
            m_importing.keep(kType);
            m_importing.remark(Approximated, kType, "is taken as linear");
        }
        const auto steps = m_importing.whole("max_steps", {-1, kMaxSamples});
        m_importing.keep("max_steps");
        constexpr std::string_view kShare = "warmup_ratio";
        const auto share = m_importing.decimal(kShare, {0, 1});
        if (!share || *share == 0 || training.warmupSteps > 0)
            return;
        m_importing.keep(kShare);
        m_importing.standsFor("training.warmup_steps", kShare);
        if (!steps || *steps < 1)
            return m_importing.remark(Unresolved, kShare,
                                      "is a share of max_steps, which is not in the file");
        training.warmupSteps = static_cast<int>(std::ceil(*share * *steps));
    }

    // The sizes stand in the model's own files, unless the trainer is given them.
    void readModel()
    {
        if (!m_importing.has("hidden_size") || !m_importing.has("num_hidden_layers")) {
            m_importing.remark(Unresolved, "model_name_or_path",
                               "names a model whose sizes are in its own config.json: import that, "
                               "and put the two together");
            m_importing.keep("model_name_or_path");
            if (const auto length = m_importing.whole("max_seq_length", {1, 1 << 27}))
                m_importing.remark(Unresolved, "max_seq_length",
                                   "is the length of a sample: model.sequence is "
                                       + std::to_string(*length) + " once the model is known");
            m_importing.keep("max_seq_length");
            return;
        }
        Model& model = m_strategy.model.emplace();
        model.gatedMlp = true;
        model.norm = Norm::RmsNorm;
        model.positions = Positions::Rotary;
        model.biases = false;
        model.tiedEmbeddings = false;
        m_importing.into(kPaddleModel);
        m_importing.into(kPaddleExperts);
        for (const std::string_view needed :
             {"intermediate_size", "num_attention_heads", "vocab_size"})
            if (!m_importing.has(needed))
                m_importing.problem(needed,
                                    "is missing; the model needs it, as the file gives its "
                                    "hidden_size and num_hidden_layers");
        if (!m_importing.into("model.sequence", "max_seq_length"))
            m_importing.remark(Assumed, "max_seq_length",
                               "is not in the file: " + std::to_string(model.sequence));
        m_importing.remark(Assumed, "hidden_size",
                           "is of a model like Llama: gated, rmsnorm, rotary, untied, no biases");
    }

    Importing& m_importing;
    Strategy& m_strategy;
};

} // namespace

ImportResult importTrainer(const ImportInput& input)
{
    static const KnownKeys kKnown(std::array{paddleNlpGroups()});
    Importing importing(readSettings(input.text));
    importing.review(kKnown);
    if (importing.isSound())
        TrainerReading(importing).read();
    return importing.finish();
}

const Format kPaddleNlp{"paddlenlp", "PaddleNLP trainer (JSON)", "*.json", importTrainer,
                        writeTrainer};

} // namespace strategy
