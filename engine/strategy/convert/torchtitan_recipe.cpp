// A strategy as a Python function that returns a configuration of torchtitan. It is only text
// here: nothing reads it back, so what it says is put together beside it and compared.

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/deepspeed.h"
#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/schedule_names.h"
#include "engine/strategy/convert/torchtitan.h"
#include "engine/strategy/convert/torchtitan_models.h"
#include "engine/strategy/convert/torchtitan_stages.h"
#include "engine/strategy/field_access.h"

#include <algorithm>
#include <numeric>

namespace strategy {
namespace {

// Every line is put together of words and numbers of ours.
class RecipeWriting {
public:
    explicit RecipeWriting(const Strategy& written)
        : m_strategy(written)
        , m_whole(resolved(written))
        , m_flavor(written.model ? flavorOf(*written.model) : nullptr)
    {
        if (m_flavor != nullptr && m_flavor->name == "llama2") // gone before recipes came
            m_flavor = nullptr;
        m_said.cluster.devices = written.cluster.devices;
    }

    ExportResult write()
    {
        writeParallelism();
        writeStages();
        writeTraining();
        writeCheckpointing();
        writePrecision();
        return {text(), takeRemarks()};
    }

private:
    void parallelism(const std::string& name, const std::string& value)
    {
        m_parallelism += "            " + name + '=' + value + ",\n";
    }
    void training(const std::string& name, const std::string& value)
    {
        m_training += "            " + name + '=' + value + ",\n";
    }
    static std::string quoted(std::string_view word) { return '"' + std::string(word) + '"'; }

    void writeParallelism()
    {
        const Parallel& parallel = m_strategy.parallel;
        Parallel& said = m_said.parallel;
        const int data = dataParallel(m_strategy);
        const bool open = parallel.data == 0 && m_strategy.cluster.devices == 0;
        // Replicas of shards: torchtitan has one degree for each.
        const int shards = parallel.zero == 0                  ? 1
            : parallel.shard > 0 && data % parallel.shard == 0 ? parallel.shard
                                                               : data;
        parallelism("data_parallel_replicate_degree", std::to_string(data / shards));
        parallelism("data_parallel_shard_degree",
                    open && parallel.zero > 0 ? "-1" : std::to_string(shards));
        said.data = open ? 0 : data;
        said.shard = data / shards > 1 && shards > 1 ? shards : 0;
        // m_said follows the text line by line: it is the strategy that somebody would read out of
        // it.
        said.zero = parallel.zero > 0 ? 3 : 0;
        const bool reshards = parallel.zero == 3 && parallel.reshard;
        if (parallel.zero > 0)
            parallelism("fsdp_reshard_after_forward", quoted(reshards ? "always" : "never"));
        said.reshard = parallel.zero == 0 || reshards;
        if (parallel.zero == 1 || parallel.zero == 2)
            m_remarks.push_back({Remark::Kind::Approximated, 0, "parallel.zero",
                                 "is written as 3: torchtitan shares weights, gradients and "
                                 "optimizer states together"});
        said.tensor = parallel.tensor;
        said.sequence = parallel.sequence;
        parallelism("tensor_parallel_degree", std::to_string(parallel.tensor));
        parallelism("enable_sequence_parallel", parallel.sequence ? "True" : "False");
        said.context = parallel.context;
        parallelism("context_parallel_degree", std::to_string(parallel.context));
        if (parallel.context > 1) {
            said.contextBalance = parallel.contextBalance;
            parallelism("context_parallel_load_balancer",
                        parallel.contextBalance ? quoted("headtail") : "None");
        }
        said.expert = parallel.expert;
        said.expertTensor = parallel.expert > 1 ? 1 : 0;
        if (parallel.expert > 1)
            parallelism("expert_parallel_degree", std::to_string(parallel.expert));
    }

    void writeStages()
    {
        Parallel& said = m_said.parallel;
        said.pipeline = m_strategy.parallel.pipeline;
        parallelism("pipeline_parallel_degree", std::to_string(said.pipeline));
        if (said.pipeline == 1)
            return;
        const plan::CatalogEntry* schedule = plan::findSchedule(m_strategy.schedule.name);
        if (schedule == nullptr || nameIn(plan::Framework::Torchtitan, *schedule).empty()) {
            schedule = &plan::kOneFOneB;
            m_remarks.push_back({Remark::Kind::NotExpressible, 0, "schedule.name",
                                 "is '" + shown(m_strategy.schedule.name)
                                     + "', which torchtitan does not have; 1F1B is written"});
        }
        m_said.schedule.name = schedule->name;
        parallelism("pipeline_parallel_schedule",
                    quoted(nameIn(plan::Framework::Torchtitan, *schedule)));
        const plan::Shape shape = shapeOf(m_strategy);
        const long long stages = stagesOf(m_strategy);
        const std::vector<int>& layers = m_strategy.parallel.layersPerStage;
        said.chunks = hasOneTitanStage(*schedule) ? 0 : 2;
        if (!layers.empty() && layers.size() <= 4096 && m_strategy.model) {
            writeParts(layers);
            said.chunks = m_strategy.parallel.chunks;
            said.layersPerStage = layers;
        } else if (m_strategy.model && stages > 0 && m_strategy.model->layers % stages == 0) {
            parallelism("pipeline_parallel_first_stage_less_layers", "0");
            parallelism("pipeline_parallel_last_stage_less_layers", "0");
            parallelism("pipeline_parallel_layers_per_stage",
                        std::to_string(m_strategy.model->layers / stages));
            said.chunks = hasOneTitanStage(*schedule) ? 0 : shape.chunks;
        }
        parallelism("num_pp_microbatches", std::to_string(microbatches(m_strategy)));
    }

    // Which modules each stage has.
    void writeParts(const std::vector<int>& layers)
    {
        std::string parts = "[\n";
        int layer = 0;
        for (std::size_t stage = 0; stage < layers.size(); ++stage) {
            parts += "                [";
            if (stage == 0)
                parts += "\"tok_embeddings\", ";
            for (int i = 0; i < layers[stage] && layer < m_strategy.model->layers; ++i)
                parts += "\"layers." + std::to_string(layer++) + "\", ";
            if (stage + 1 == layers.size())
                parts += R"("norm", "lm_head")";
            parts += "],\n";
        }
        parallelism("module_fqns_per_model_part", parts + "            ]");
    }

    void writeTraining()
    {
        const Batch batch = m_whole.batch;
        const int sequence = m_strategy.model ? m_strategy.model->sequence : 2048;
        training("num_tokens_per_microbatch_per_dp_rank",
                 std::to_string(batch.micro) + " * " + std::to_string(sequence));
        if (m_said.parallel.data > 0 || m_strategy.cluster.devices > 0)
            training("num_tokens_per_train_step",
                     std::to_string(batch.global) + " * " + std::to_string(sequence));
        training("max_context_length", std::to_string(sequence));
        m_said.batch = batch;
        Training& said = m_said.training;
        const Training& ours = m_strategy.training;
        said.clip = ours.clip;
        training("max_norm", ours.clip > 0 ? decimalText(ours.clip) : "float(\"inf\")");
        said.learningRate = ours.learningRate;
        said.beta1 = ours.beta1;
        said.beta2 = ours.beta2;
        said.epsilon = ours.epsilon;
        said.weightDecay = ours.weightDecay;
        said.seed = ours.seed;
        said.warmupSteps = ours.warmupSteps;
        said.decay = ours.decay;
        const long long steps = 1LL * ours.warmupSteps + ours.decaySteps;
        if (ours.decay == Decay::Constant)
            return;
        said.decaySteps = ours.decaySteps;
        said.minLearningRate = ours.minLearningRate;
        if (ours.decaySteps > 0)
            training("steps", std::to_string(steps));
        else
            m_remarks.push_back({Remark::Kind::Assumed, 0, "training.decay_steps",
                                 "is not known: the rate falls until training.steps, 10000 unless "
                                 "given"});
    }

    std::string schedulerText() const
    {
        const Training& ours = m_strategy.training;
        std::string text = "warmup_steps=" + std::to_string(ours.warmupSteps);
        if (ours.decay == Decay::Constant)
            return text + ", decay_ratio=0.0";
        const double share = ours.learningRate > 0 ? ours.minLearningRate / ours.learningRate : 0;
        return text + ", decay_type=" + quoted(wordOf(ours.decay))
            + ", min_lr_factor=" + decimalText(toTwelveDigits(share));
    }

    void writeCheckpointing()
    {
        const Recomputing granularity = m_strategy.recompute.granularity;
        const bool byOps = granularity == Recomputing::Selective || granularity == Recomputing::Ops;
        m_said.recompute.granularity = byOps ? Recomputing::Ops : granularity;
        m_checkpoint = granularity == Recomputing::Full ? "FullAC.Config()"
            : byOps                                     ? "SelectiveAC.Config()"
                                                        : "None";
        if (granularity == Recomputing::Selective)
            m_remarks.push_back({Remark::Kind::Approximated, 0, "recompute.granularity",
                                 "keeps the results of the costly operations there, and repeats "
                                 "the core of the attention here"});
    }

    void writePrecision()
    {
        const Precision& ours = m_strategy.precision;
        m_said.parallel.offload
            = m_strategy.parallel.offload == Offload::All ? Offload::All : Offload::None;
        if (m_said.parallel.offload == Offload::All)
            training("enable_cpu_offload", "True");
        m_said.overlap.tensor = m_strategy.overlap.tensor && compiles();
        m_said.kernels.fusion = m_strategy.kernels.fusion;
        m_said.kernels.launch = compiles() ? Launch::Compiled : Launch::Eager;
        m_said.kernels.attention = Attention::Flash2; // PyTorch's own
        const Precision narrow{Compute::Bf16, GradientType::Bf16, Optimizer::AdamBf16,
                               WeightType::Compute};
        m_said.precision = ours == narrow
            ? narrow
            : Precision{ours.compute == Compute::Fp32 ? Compute::Fp32 : Compute::Bf16,
                        GradientType::Fp32, Optimizer::AdamFp32, WeightType::Fp32};
        if (ours == narrow)
            training("dtype", quoted("bfloat16"));
        training("mixed_precision_param",
                 quoted(m_said.precision.compute == Compute::Fp32 ? "float32" : "bfloat16"));
        if (ours.compute != Compute::Fp8 || m_flavor == nullptr)
            return;
        m_said.precision.compute = Compute::Fp8;
        const bool rows = ours.scaling == Scaling::Row;
        m_said.precision.scaling = rows ? Scaling::Row : Scaling::Tensor;
        const std::string recipe = rows ? "recipe_name=" + quoted("rowwise") + ", " : "";
        m_converters = ", converters=[Float8LinearConverter.Config(" + recipe
            + "model_compile_enabled=" + (compiles() ? "True" : "False") + ")]";
    }

    bool compiles() const { return m_strategy.kernels.fusion == Fusion::Fused; }

    // A Python name made of the strategy's; never anything else of it.
    std::string functionName() const
    {
        std::string name;
        for (const char c : m_strategy.name) {
            const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            const bool digit = c >= '0' && c <= '9';
            if (letter || (digit && !name.empty()))
                name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
            else if (!name.empty() && name.back() != '_')
                name += '_';
        }
        // A long name is cut: it is for people, and Python lines have an end.
        name = name.substr(0, 60);
        return name.empty() ? "recipe" : "recipe_" + name;
    }

    std::string modelText() const
    {
        const Model& model = *m_strategy.model;
        return "    # Sizes: " + std::to_string(model.layers) + " layers, hidden "
            + std::to_string(model.hidden) + ", " + std::to_string(model.heads) + " heads.\n";
    }

    std::string text() const
    {
        const std::string module = m_flavor != nullptr ? std::string(m_flavor->name) : "";
        std::string text = "# A recipe for torchtitan. Data, checkpoints and metrics are its "
                           "defaults: add what a run needs.\n";
        if (!m_converters.empty())
            text += "from torchtitan.components.quantization import Float8LinearConverter\n";
        text += "from torchtitan.components.optimizer import default_adamw, LRSchedulersContainer\n"
                "from torchtitan.config import CompileConfig, DebugConfig, ParallelismConfig, "
                "TrainingConfig\n"
                "from torchtitan.distributed.activation_checkpoint import FullAC, SelectiveAC\n";
        if (m_flavor != nullptr)
            text += "from torchtitan.models." + module + " import model_registry\n";
        text += "from torchtitan.trainer import Trainer\n\n\ndef " + functionName() + "("
            + (m_flavor == nullptr ? "model_spec" : "") + ") -> Trainer.Config:\n";
        if (m_flavor == nullptr && m_strategy.model)
            text += modelText();
        const Training& ours = m_strategy.training;
        text += "    return Trainer.Config(\n        model_spec="
            + (m_flavor == nullptr
                   ? "model_spec"
                   : "model_registry(" + quoted(m_flavor->flavor) + m_converters + ")")
            + ",\n        optimizer=default_adamw(lr=" + decimalText(ours.learningRate)
            + ", betas=(" + decimalText(ours.beta1) + ", " + decimalText(ours.beta2) + "), eps="
            + decimalText(ours.epsilon) + ", weight_decay=" + decimalText(ours.weightDecay)
            + "),\n        lr_scheduler=LRSchedulersContainer.Config(" + schedulerText()
            + "),\n        training=TrainingConfig(\n" + m_training
            + "        ),\n        parallelism=ParallelismConfig(\n" + m_parallelism
            + "        ),\n        activation_checkpoint=" + m_checkpoint
            + ",\n        compile=CompileConfig(enable=" + (compiles() ? "True" : "False")
            + (m_said.overlap.tensor ? ", enable_async_tensor_parallel=True" : "")
            + "),\n        debug=DebugConfig(seed=" + std::to_string(ours.seed) + "),\n    )\n";
        return text;
    }

    // What is said in the text against what the strategy says.
    std::vector<Remark> takeRemarks()
    {
        if (!m_strategy.name.empty())
            m_remarks.push_back(
                {Remark::Kind::Approximated, 0, "name",
                 "is the function's name as far as Python allows: " + functionName()});
        if (m_flavor != nullptr)
            m_said.model = m_strategy.model;
        else if (m_strategy.model)
            m_remarks.push_back({Remark::Kind::NotExpressible, 0, "model",
                                 "has sizes that torchtitan has no name for: give the function "
                                 "the model's own specification"});
        // The comparison finds whatever no line above has thought of.
        const auto here = fieldTexts(m_whole);
        const auto there = fieldTexts(resolved(m_said));
        for (const auto& [field, text] : here) {
            const bool named
                = std::any_of(m_remarks.begin(), m_remarks.end(),
                              [&, name = std::string_view(field)](const Remark& one) {
                                  return one.key == name || name.starts_with(one.key + '.');
                              });
            const auto found = there.find(field);
            const std::string other = found == there.end() ? "" : found->second;
            if (!named && !isImplied(field) && text != other)
                m_remarks.push_back(
                    {Remark::Kind::NotExpressible, 0, field,
                     "is " + shown(text) + " here, and the recipe "
                         + (other.empty() ? "cannot say so" : "means " + shown(other))});
        }
        return std::move(m_remarks);
    }

    const Strategy& m_strategy;
    const Strategy m_whole;
    const ModelFlavor* m_flavor;
    Strategy m_said;
    std::vector<Remark> m_remarks;
    std::string m_parallelism;
    std::string m_training;
    std::string m_checkpoint;
    std::string m_converters;
};

} // namespace

ExportResult writeTorchtitan(const Strategy& strategy, std::span<const KeptKey>)
{
    return RecipeWriting(strategy).write();
}

} // namespace strategy
