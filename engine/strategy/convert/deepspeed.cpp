// DeepSpeed's JSON: batch, ZeRO, precision, optimizer. What the program's code decides instead
// (the stages of a pipeline, where checkpoints lie, experts) is said as assumed.

#include "engine/strategy/convert/deepspeed.h"

#include "engine/strategy/convert/deepspeed_buckets.h"
#include "engine/strategy/convert/deepspeed_reading.h"
#include "engine/strategy/convert/foreign_configuration.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/framework_keys.h"
#include "engine/strategy/saturating_product.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using enum Remark::Kind;

// Flags of Megatron-DeepSpeed, which some keep beside the JSON's own keys.
constexpr std::array kMegatronDeepSpeed = std::to_array<FieldKey>({
    {"parallel.tensor", "tensor-model-parallel-size"},
    {"parallel.tensor", "tensor_model_parallel_size"},
    {"parallel.pipeline", "pipeline-model-parallel-size"},
    {"parallel.pipeline", "pipeline_model_parallel_size"},
    {"parallel.expert", "moe-expert-parallel-size"},
    {"parallel.expert", "moe_expert_parallel_size"},
});

class DeepSpeedReading {
public:
    explicit DeepSpeedReading(Importing& importing)
        : m_importing(importing)
        , m_strategy(importing.strategy)
        , m_keys(importing)
    {
    }

    void read()
    {
        readParallel();
        readBatch();
        readZero();
        readPrecision();
        readDeepSpeedTraining(m_keys);
        readCheckpointing();
        m_strategy.kernels.framework = Framework::DeepSpeed;
        // Its pipeline engine waits for every message.
        m_strategy.overlap.transfers = m_strategy.parallel.pipeline == 1;
    }

private:
    bool says(std::string_view key) const { return m_keys.says(key); }
    bool into(std::string_view field, std::string_view key) { return m_keys.into(field, key); }
    std::optional<int> number(std::string_view key) { return m_keys.number(key); }

    void readParallel()
    {
        m_importing.into(kMegatronDeepSpeed);
        if (const auto size = says("tensor_parallel.autotp_size")
                ? m_importing.whole("tensor_parallel.autotp_size", {0, kMaxGroup})
                : std::nullopt) {
            m_strategy.parallel.tensor = std::max(1, *size); // 0: off
            m_importing.standsFor("parallel.tensor", "tensor_parallel.autotp_size");
        }
        // DeepSpeed reads it from the code, so the file is only evidence.
        if (into("parallel.pipeline", "pipeline.stages"))
            m_importing.remark(Approximated, "pipeline.stages",
                               "is taken, though what counts is num_stages of the program's "
                               "PipelineModule");
        else if (!m_importing.startingWith("pipeline.").empty()
                 && m_strategy.parallel.pipeline == 1)
            m_importing.remark(Assumed, "pipeline.stages",
                               "is not in the file: no pipeline; num_stages of PipelineModule, or "
                               "--pipeline-model-parallel-size of Megatron-DeepSpeed, says how "
                               "many there are");
        for (const std::string_view key :
             {"sequence_parallel_size", "ds-sequence-parallel-size", "ds_sequence_parallel_size"})
            if (into("parallel.context", key) && m_strategy.parallel.context > 1)
                // DeepSpeed's sequence parallelism is Ulysses (Jacobs et al. 2023): an all-to-all
                // before and after the attention.
                m_strategy.parallel.contextMethod = ContextMethod::AllToAll;
    }

    // train_batch_size = micro * accumulation * data, of which two say the third.
    void readBatch()
    {
        constexpr std::string_view kTrain = "train_batch_size";
        constexpr std::string_view kMicro = "train_micro_batch_size_per_gpu";
        constexpr std::string_view kSteps = "gradient_accumulation_steps";
        const auto train = number(kTrain);
        const auto micro = number(kMicro);
        const auto steps = number(kSteps);
        const auto ranks = number("data_parallel_size");
        m_importing.standsFor("batch.micro", kMicro);
        m_importing.standsFor("batch.global", kTrain);
        m_importing.standsFor("parallel.data", ranks ? "data_parallel_size" : kTrain);
        long long data = ranks.value_or(1);
        if (train && micro && steps && !ranks) {
            // The one unknown of three: DeepSpeed itself asserts this product.
            data = std::max(1LL, *train / saturatingProduct({*micro, *steps}));
        } else if (!ranks) {
            m_importing.remark(Assumed, kTrain,
                               "does not say on how many devices the batch is: one data-parallel "
                               "rank; parallel.data says otherwise");
        }
        const long long accumulated = steps ? *steps
            : train && micro                ? *train / saturatingProduct({*micro, data})
                                            : 1;
        // Whichever of the three is not said follows from the others, as DeepSpeed works it out.
        const long long each = micro ? *micro
            : train                  ? *train / saturatingProduct({data, accumulated})
                                     : 1;
        const long long global = saturatingProduct({each, accumulated, data});
        if (global > kMaxSamples)
            return m_importing.problem(micro ? kMicro : kTrain,
                                       "makes a batch of too many samples");
        // All three may be given, and then must agree.
        if (train && *train != global)
            return m_importing.problem(kTrain,
                                       "is " + std::to_string(*train) + ", and must be micro "
                                           + std::to_string(each) + " x accumulation "
                                           + std::to_string(accumulated) + " x data "
                                           + std::to_string(data) + " = " + std::to_string(global));
        m_strategy.batch.micro = static_cast<int>(each);
        m_strategy.parallel.data = static_cast<int>(data);
        if (train || micro || steps)
            m_strategy.batch.global = static_cast<int>(global);
    }

    void readZero()
    {
        Parallel& parallel = m_strategy.parallel;
        if (const auto on = m_importing.has("zero_optimization")
                ? m_importing.boolean("zero_optimization")
                : std::nullopt)
            parallel.zero = *on ? 1 : 0;
        into("parallel.zero", "zero_optimization.stage");
        const bool optimizer = offloads("zero_optimization.offload_optimizer.device",
                                        "zero_optimization.cpu_offload");
        const bool parameters = offloads("zero_optimization.offload_param.device",
                                         "zero_optimization.cpu_offload_param");
        parallel.offload = parameters ? Offload::All
            : optimizer               ? Offload::Optimizer
                                      : Offload::None;
        if (parameters && !optimizer)
            m_importing.remark(Approximated, "zero_optimization.offload_param.device",
                               "is taken with the optimizer's states: a strategy offloads both");
        if (const auto size
            = m_importing.whole("zero_optimization.mics_shard_size", {-1, kMaxDevices});
            size && *size > 0) {
            parallel.shard = *size;
            m_importing.standsFor("parallel.shard", "zero_optimization.mics_shard_size");
        }
        importBuckets(m_importing);
        Overlap& overlap = m_strategy.overlap;
        overlap.gradients = parallel.zero == 3;
        into("overlap.gradients", "zero_optimization.overlap_comm");
        overlap.parameters = parallel.zero == 0 || parallel.zero == 3;
    }

    bool offloads(std::string_view deviceKey, std::string_view oldKey)
    {
        if (const auto on = m_importing.boolean(oldKey); on && *on)
            return true;
        if (!says(deviceKey))
            return false;
        const std::string device = m_importing.text(deviceKey).value_or("none");
        if (device == "nvme") {
            m_importing.keep(deviceKey);
            m_importing.remark(Approximated, deviceKey,
                               "is a disk; a strategy offloads to the host's memory");
        } else if (device != "cpu" && device != "none") {
            m_importing.problem(deviceKey,
                                "must be none, cpu or nvme, not '" + shown(device) + "'");
        }
        return device == "cpu" || device == "nvme";
    }

    void readPrecision()
    {
        Precision& precision = m_strategy.precision;
        const auto enabled = [&](std::string_view key) {
            return says(key) && m_importing.boolean(key).value_or(false);
        };
        const bool unknown = m_keys.isAuto("bf16.enabled") || m_keys.isAuto("fp16.enabled");
        const bool bf16 = enabled("bf16.enabled") || enabled("bfloat16.enabled");
        const bool fp16 = enabled("fp16.enabled");
        if (bf16 && fp16)
            m_importing.problem("fp16.enabled", "and bf16.enabled are both on; keep one");
        if (!unknown || bf16 || fp16)
            precision.compute = bf16 ? Compute::Bf16 : fp16 ? Compute::Fp16 : Compute::Fp32;
        if (enabled("torch_autocast.enabled")) {
            const auto type = m_importing.text("torch_autocast.dtype");
            precision.compute = type == "float16" || type == "fp16" ? Compute::Fp16 : Compute::Bf16;
            precision.weights = WeightType::Fp32;
        }
        precision.gradients = precision.weights == WeightType::Fp32
            ? GradientType::Fp32
            : gradientTypeOf(precision.compute);
        if (!into("precision.gradients", "data_types.grad_accum_dtype") && bf16)
            m_importing.remark(Assumed, "data_types.grad_accum_dtype",
                               "is not in the file: gradients add up in bf16, as the weights are; "
                               "some versions add in fp32 without ZeRO");
    }

    // The section only sets up checkpoints; that there are any is taken from its being there.
    void readCheckpointing()
    {
        Recompute& recompute = m_strategy.recompute;
        for (const std::string_view key : {"activation_checkpointing.partition_activations",
                                           "activation_checkpointing.cpu_checkpointing",
                                           "activation_checkpointing.number_checkpoints"}) {
            const Setting* setting = m_importing.has(key) ? m_importing.take(key) : nullptr;
            if (setting == nullptr)
                continue;
            m_importing.keep(key);
            if (setting->value.text == "false" || setting->value.text == "0"
                || recompute.granularity == Recomputing::Full)
                continue;
            recompute.granularity = Recomputing::Full;
            m_importing.remark(Approximated, key,
                               "sets up checkpoints whose places the model's code chooses: every "
                               "layer is taken as recomputed");
        }
        const auto every
            = m_importing.whole("pipeline.activation_checkpoint_interval", {0, kMaxLayers});
        if (!every || *every == 0)
            return;
        recompute.granularity = Recomputing::Full;
        recompute.layers = *every > 1 ? *every : 0;
    }

    Importing& m_importing;
    Strategy& m_strategy;
    DeepSpeedKeys m_keys;
};

} // namespace

ImportResult importDeepSpeed(const ImportInput& input)
{
    static const KnownKeys kKnown(std::array{deepSpeedGroups()});
    Settings settings = readSettings(input.text);
    refuseForeign(settings);
    Importing importing(std::move(settings));
    importing.review(kKnown);
    if (importing.isSound())
        DeepSpeedReading(importing).read();
    return importing.finish();
}

const Format kDeepSpeed{"deepspeed", "DeepSpeed (JSON)", "*.json", importDeepSpeed, writeDeepSpeed};

} // namespace strategy
