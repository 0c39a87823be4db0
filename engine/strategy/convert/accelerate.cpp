// Hugging Face Accelerate's YAML: which of its back ends trains, and that one's settings.

#include "engine/strategy/convert/accelerate.h"

#include "engine/strategy/convert/importing.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/framework_keys.h"
#include "engine/strategy/convert/megatron.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using enum Remark::Kind;

constexpr std::array kMegatronPlugin = std::to_array<FieldKey>({
    {"parallel.tensor", "megatron_lm_config.megatron_lm_tp_degree"},
    {"parallel.pipeline", "megatron_lm_config.megatron_lm_pp_degree"},
    {"parallel.context", "megatron_lm_config.megatron_lm_context_parallel_size"},
    {"parallel.expert", "megatron_lm_config.megatron_lm_expert_model_parallel_size"},
    {"parallel.expert_tensor", "megatron_lm_config.megatron_lm_expert_tensor_parallel_size"},
    {"parallel.sequence", "megatron_lm_config.megatron_lm_sequence_parallelism"},
    {"training.clip", "megatron_lm_config.megatron_lm_gradient_clipping"},
    {"recompute.layers", "megatron_lm_config.megatron_lm_recompute_num_layers"},
});

constexpr std::string_view kType = "distributed_type";
constexpr std::string_view kProcesses = "num_processes";

class AccelerateReading {
public:
    explicit AccelerateReading(Importing& importing)
        : m_importing(importing)
        , m_strategy(importing.strategy)
    {
    }

    void read()
    {
        readType();
        readCompiling();
        readCluster();
        readPrecision();
        if (m_type == "MEGATRON_LM")
            readMegatron();
        else if (m_type == "DEEPSPEED")
            readDeepSpeed();
        else if (m_type == "FSDP")
            readFsdp();
        if (m_type != "MEGATRON_LM")
            readGrid();
        readBatch();
    }

private:
    void readType()
    {
        m_type = m_importing.text(kType).value_or("");
        m_importing.keep(kType);
        constexpr std::array<std::string_view, 5> kKnown{"NO", "MULTI_GPU", "FSDP", "DEEPSPEED",
                                                         "MEGATRON_LM"};
        if (m_type.empty()) {
            const auto has = [&](std::string_view section) {
                return !m_importing.startingWith(section).empty();
            };
            // A section of a back end is as good as its name.
            m_type = has("megatron_lm_config.") ? "MEGATRON_LM"
                : has("deepspeed_config.")      ? "DEEPSPEED"
                : has("fsdp_config.")           ? "FSDP"
                                                : "MULTI_GPU";
            m_importing.remark(Assumed, kType, "is not in the file: " + m_type);
        } else if (std::find(kKnown.begin(), kKnown.end(), m_type) == kKnown.end()) {
            m_importing.remark(Approximated, kType, "is taken as MULTI_GPU: data parallelism");
            m_type = "MULTI_GPU";
        }
    }

    // Of Dynamo's back ends the one that compiles; the others are told as all of its keys are.
    void readCompiling()
    {
        const std::string key = "dynamo_config.dynamo_backend";
        const bool isCompiled = says(key, "INDUCTOR");
        if (isCompiled)
            m_strategy.kernels.launch = Launch::Compiled;
        if (isCompiled || says(key, "NO"))
            m_importing.take(key);
    }

    // In any case of letters, as Accelerate reads it.
    bool says(std::string_view key, std::string_view word) const
    {
        const auto settings = m_importing.startingWith(key);
        if (settings.empty() || settings.front()->key != key)
            return false;
        return std::ranges::equal(settings.front()->value.text, word, [](char a, char b) {
            return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b;
        });
    }

    void readCluster()
    {
        Cluster& cluster = m_strategy.cluster;
        m_importing.into("cluster.devices", kProcesses);
        const auto machines = m_importing.whole("num_machines", {1, kMaxDevices});
        m_importing.standsFor("cluster.devices_per_node", "num_machines");
        // Up to eight devices on one machine need no word: that is a strategy's default.
        if (!machines || cluster.devices < 1 || (*machines == 1 && cluster.devices <= 8))
            return;
        if (cluster.devices % *machines != 0)
            m_importing.problem("num_machines",
                                "is " + std::to_string(*machines) + ", and num_processes "
                                    + std::to_string(cluster.devices) + " is not divisible by it");
        else
            cluster.devicesPerNode = cluster.devices / *machines;
    }

    void readPrecision()
    {
        constexpr std::string_view kKey = "mixed_precision";
        const std::string type = m_importing.text(kKey).value_or("no");
        Precision& precision = m_strategy.precision;
        if (type != "no" && type != "fp16" && type != "bf16" && type != "fp8")
            return m_importing.problem(kKey,
                                       "must be no, fp16, bf16 or fp8, not '" + shown(type) + "'");
        precision.compute = choiceOf<Compute>(type).value_or(Compute::Fp32);
        if (type == "no")
            return;
        // The other two back ends keep weights in the type that is computed in.
        const bool casts = m_type == "FSDP" || m_type == "MULTI_GPU" || m_type == "NO";
        precision.weights = casts ? WeightType::Fp32 : WeightType::Compute;
        if (m_type == "DEEPSPEED")
            precision.gradients = type == "fp16" ? GradientType::Fp16 : GradientType::Bf16;
    }

    void readMegatron()
    {
        Parallel& parallel = m_strategy.parallel;
        m_importing.into(kMegatronPlugin);
        // The plugin has no chunks, without which Megatron waits for every message.
        m_strategy.overlap.transfers = parallel.pipeline == 1;
        const std::string prefix = "megatron_lm_config.megatron_lm_";
        m_importing.into("recompute.granularity", prefix + "recompute_granularity",
                         kMegatronGranularities);
        m_importing.into("recompute.method", prefix + "recompute_method", kMegatronMethods);
        if (const auto on = m_importing.boolean(prefix + "recompute_activations");
            on && *on && m_strategy.recompute.granularity == Recomputing::None)
            m_strategy.recompute.granularity = Recomputing::Selective;
        if (const auto on = m_importing.boolean(prefix + "use_distributed_optimizer"))
            parallel.zero = *on ? 1 : 0;
        if (const auto on = m_importing.boolean(prefix + "optimizer_cpu_offload"); on && *on)
            parallel.offload = Offload::Optimizer;
        if (const auto kernel = m_importing.text(prefix + "attention_backend")) {
            m_importing.keep(prefix + "attention_backend");
            m_strategy.kernels.attention = *kernel == "unfused" || *kernel == "local"
                ? Attention::Unfused
                : Attention::Flash;
        }
        if (m_importing.has(prefix + "decoder_last_pipeline_num_layers")) {
            m_importing.take(prefix + "decoder_last_pipeline_num_layers");
            m_importing.keep(prefix + "decoder_last_pipeline_num_layers");
            m_importing.remark(Approximated, prefix + "decoder_last_pipeline_num_layers",
                               "divides layers unevenly, and the file has no model: layers are "
                               "divided evenly here");
        }
        if (const auto count = m_importing.whole(prefix + "num_micro_batches", {1, kMaxSamples})) {
            m_microbatches = *count;
            m_importing.standsFor("batch.global", prefix + "num_micro_batches");
        }
    }

    void readDeepSpeed()
    {
        const std::string prefix = "deepspeed_config.";
        Parallel& parallel = m_strategy.parallel;
        m_strategy.kernels.framework = Framework::DeepSpeed;
        if (m_importing.has(prefix + "deepspeed_config_file")) {
            m_importing.take(prefix + "deepspeed_config_file");
            m_importing.keep(prefix + "deepspeed_config_file");
            m_importing.remark(Unresolved, prefix + "deepspeed_config_file",
                               "has settings of its own, which are not read: convert that file "
                               "from deepspeed");
        }
        const bool stands = m_importing.has(prefix + "zero_stage")
            || m_importing.has(prefix + "deepspeed_config_file");
        m_importing.into("parallel.zero", prefix + "zero_stage");
        if (!stands) {
            parallel.zero = 2;
            m_importing.remark(Assumed, prefix + "zero_stage",
                               "is not in the file: 2, Accelerate's default");
        }
        // DeepSpeed clips only where it is told to.
        m_strategy.training.clip = 0;
        m_importing.into("training.clip", prefix + "gradient_clipping");
        const bool optimizer = offloads(prefix + "offload_optimizer_device");
        const bool parameters = offloads(prefix + "offload_param_device");
        parallel.offload = parameters ? Offload::All
            : optimizer               ? Offload::Optimizer
                                      : Offload::None;
        // DeepSpeed's overlap_comm is on by default for this stage alone.
        m_strategy.overlap.gradients = parallel.zero == 3;
        m_strategy.overlap.parameters = parallel.zero == 0 || parallel.zero == 3;
        if (const auto steps
            = m_importing.whole(prefix + "gradient_accumulation_steps", {1, kMaxSamples})) {
            m_microbatches = *steps;
            m_importing.standsFor("batch.global", prefix + "gradient_accumulation_steps");
        }
    }

    bool offloads(const std::string& key)
    {
        const std::string device = m_importing.text(key).value_or("none");
        if (device == "nvme") {
            m_importing.keep(key);
            m_importing.remark(Approximated, key,
                               "is a disk; a strategy offloads to the host's memory");
        } else if (device != "none" && device != "cpu") {
            m_importing.problem(key, "must be none, cpu or nvme, not '" + shown(device) + "'");
        }
        return device == "cpu" || device == "nvme";
    }

    void readFsdp()
    {
        const std::string prefix = "fsdp_config.fsdp_";
        Parallel& parallel = m_strategy.parallel;
        m_strategy.kernels.framework = Framework::Fsdp;
        parallel.zero = 3;
        if (m_importing.has(prefix + "sharding_strategy"))
            readSharding(prefix + "sharding_strategy");
        const std::string reshard = prefix + "reshard_after_forward";
        if (const Setting* setting = m_importing.take(reshard)) {
            const std::string& text = setting->value.text;
            if (text == "true" || text == "false") {
                parallel.zero = 3;
                parallel.reshard = text == "true";
            } else {
                readSharding(reshard);
            }
        }
        if (const auto on = m_importing.boolean(prefix + "offload_params"); on && *on)
            parallel.offload = Offload::All;
        if (const auto on = m_importing.boolean(prefix + "activation_checkpointing"); on && *on)
            m_strategy.recompute.granularity = Recomputing::Full;
        if (const auto version = m_importing.whole(prefix + "version", {1, 2}))
            m_importing.keep(prefix + "version");
    }

    // By name, or by its number.
    void readSharding(const std::string& key)
    {
        constexpr std::array<std::string_view, 5> kNames{"FULL_SHARD", "SHARD_GRAD_OP", "NO_SHARD",
                                                         "HYBRID_SHARD", "HYBRID_SHARD_ZERO2"};
        // PyTorch's strategies as stages of ZeRO; the hybrid ones shard within a node.
        constexpr std::array kStages{3, 2, 0, 3, 2};
        const std::string text = m_importing.text(key).value_or("");
        for (std::size_t i = 0; i < kNames.size(); ++i)
            if (text == kNames[i] || text == std::to_string(i + 1)) {
                m_strategy.parallel.zero = kStages[i];
                if (i < 3)
                    return;
                m_strategy.parallel.shard = m_strategy.cluster.devicesPerNode;
                m_importing.standsFor("parallel.shard", key);
                m_importing.keep(key);
                return;
            }
        m_importing.problem(key,
                            "must be one of " + listed(kNames) + ", not '" + shown(text) + "'");
    }

    // parallelism_config: sizes whose product is the number of processes.
    void readGrid()
    {
        const std::string prefix = "parallelism_config.parallelism_config_";
        Parallel& parallel = m_strategy.parallel;
        m_importing.into("parallel.tensor", prefix + "tp_size");
        int ring = m_importing.whole(prefix + "cp_size", {1, kMaxGroup}).value_or(1);
        int ulysses = m_importing.whole(prefix + "sp_size", {1, kMaxGroup}).value_or(1);
        m_importing.standsFor("parallel.context", prefix + (ulysses > 1 ? "sp_size" : "cp_size"));
        if (ring > 1 && ulysses > 1)
            m_importing.problem(prefix + "sp_size", "and cp_size are both above 1; keep one");
        parallel.context = std::max(ring, ulysses);
        parallel.contextMethod = ulysses > 1 ? ContextMethod::AllToAll : ContextMethod::Ring;
        const auto replicas = m_importing.whole(prefix + "dp_replicate_size", {1, kMaxGroup});
        const auto shards = m_importing.whole(prefix + "dp_shard_size", {1, kMaxGroup});
        m_importing.standsFor("parallel.data", prefix + "dp_shard_size");
        if (!replicas && !shards)
            return;
        if (1LL * replicas.value_or(1) * shards.value_or(1) > kMaxDevices)
            return m_importing.problem(prefix + "dp_shard_size", "makes too many devices");
        // Replicas of shards and shards of replicas are data ranks alike.
        parallel.data = replicas.value_or(1) * shards.value_or(1);
        if (m_type == "FSDP" && shards.value_or(1) == 1 && parallel.context == 1) {
            parallel.zero = 0;
            parallel.reshard = true; // of nothing
        }
        parallel.shard = replicas.value_or(1) > 1 && shards.value_or(1) > 1 ? *shards : 0;
        m_importing.standsFor("parallel.shard", prefix + "dp_shard_size");
    }

    void readBatch()
    {
        if (const auto steps = m_importing.whole("gradient_accumulation_steps", {1, kMaxSamples}))
            m_microbatches = *steps;
        m_importing.remark(Assumed, "num_processes",
                           "says nothing of the batch, which the program's data loader has: one "
                           "sample to a microbatch");
        const long long global = 1LL * m_microbatches * dataParallel(m_strategy);
        if (global > kMaxSamples)
            return m_importing.problem(kProcesses, "makes a batch of too many samples");
        m_strategy.batch.global = static_cast<int>(global);
    }

    Importing& m_importing;
    Strategy& m_strategy;
    std::string m_type;
    int m_microbatches = 1;
};

} // namespace

ImportResult importAccelerate(const ImportInput& input)
{
    static const KnownKeys kKnown(std::array{accelerateGroups()});
    Importing importing(readSettings(input.text));
    importing.review(kKnown);
    if (importing.isSound())
        AccelerateReading(importing).read();
    return importing.finish();
}

const Format kAccelerate{"accelerate", "Hugging Face Accelerate (YAML)", "*.yaml", importAccelerate,
                         writeAccelerate};

} // namespace strategy
