// A strategy as DeepSpeed's JSON, with what its program must be told elsewhere.

#include "engine/strategy/convert/deepspeed.h"
#include "engine/strategy/convert/deepspeed_buckets.h"
#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/field_access.h"
#include "engine/strategy/saturating_product.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace strategy {
namespace {

constexpr std::string_view kAuto = "\"auto\"";
constexpr std::string_view kCheckpoints = "activation_checkpointing.";

class DeepSpeedWriting {
public:
    DeepSpeedWriting(const Strategy& written, std::span<const KeptKey> kept)
        : m_out(written)
        , m_strategy(written)
        , m_kept(kept.begin(), kept.end())
    {
    }

    ExportResult write()
    {
        writeBatch();
        writeParallel();
        writeZero();
        writePrecision();
        m_out.set("gradient_clipping", decimalText(m_strategy.training.clip));
        writeOptimizer();
        writeScheduler();
        writeCheckpointing();
        if (m_strategy.model)
            m_out.remark("model", "is not described in this file: the program's code makes it");
        m_out.addKept(m_kept);
        return finishExport(m_strategy, text(), m_out.takeRemarks(), importDeepSpeed);
    }

private:
    // What the starting program was to fill in is left to it where that means the same.
    std::string text() const
    {
        std::vector<KeptKey> keys = m_out.keys();
        std::string exact = jsonOf(keys);
        std::set<std::string_view> automatic;
        for (const KeptKey& one : m_kept)
            if (one.text == kAuto)
                automatic.insert(one.key);
        for (KeptKey& one : keys)
            if (automatic.contains(one.key))
                one.text = kAuto;
        std::string open = jsonOf(keys);
        // Both texts are read back, since only the reader knows what "auto" comes to beside the
        // other keys.
        const auto here = importDeepSpeed({exact, {}}).strategy;
        const auto there = importDeepSpeed({open, {}}).strategy;
        return here && there && fieldTexts(resolved(*here)) == fieldTexts(resolved(*there)) ? open
                                                                                            : exact;
    }

    void writeBatch()
    {
        const int data = dataParallel(m_strategy);
        const int steps = microbatches(m_strategy);
        const long long global = saturatingProduct({m_strategy.batch.micro, data, steps});
        // All three numbers: DeepSpeed works out one of them by itself, and a file that says all
        // cannot be misread.
        m_out.set("train_batch_size", std::to_string(global));
        m_out.set("train_micro_batch_size_per_gpu", m_strategy.batch.micro);
        m_out.set("gradient_accumulation_steps", steps);
    }

    void writeParallel()
    {
        const Parallel& parallel = m_strategy.parallel;
        if (parallel.tensor > 1)
            m_out.set("tensor_parallel.autotp_size", parallel.tensor);
        if (parallel.pipeline > 1) {
            const std::string ranks = std::to_string(parallel.pipeline);
            m_out.set("pipeline.stages", parallel.pipeline);
            m_out.remark("parallel.pipeline",
                         "is written, but the program decides: PipelineModule(num_stages=" + ranks
                             + "), or --pipeline-model-parallel-size " + ranks
                             + " of Megatron-DeepSpeed");
        }
        if (parallel.context > 1) {
            m_out.set("data_parallel_size", dataParallel(m_strategy));
            m_out.set("sequence_parallel_size", parallel.context);
            m_out.remark("parallel.context",
                         "is written, but the model must use Ulysses attention; in "
                         "Megatron-DeepSpeed --ds-sequence-parallel-size "
                             + std::to_string(parallel.context));
        }
        if (parallel.expert > 1) {
            const std::string size = std::to_string(parallel.expert);
            m_out.remark("parallel.expert",
                         "is decided by the program: MoE(ep_size=" + size
                             + "), or --moe-expert-parallel-size " + size
                             + " of Megatron-DeepSpeed");
        }
    }

    void writeZero()
    {
        const Parallel& parallel = m_strategy.parallel;
        m_out.set("zero_optimization.stage", parallel.zero);
        m_out.setFlag("zero_optimization.overlap_comm", m_strategy.overlap.gradients);
        if (parallel.reduceBucket > 0)
            m_out.set(kReduceBucketKey, decimalText(std::ceil(parallel.reduceBucket)));
        if (parallel.gatherBucket > 0)
            m_out.set(gatherBucketKey(parallel.zero),
                      decimalText(std::ceil(parallel.gatherBucket)));
        if (parallel.shard > 0)
            m_out.set("zero_optimization.mics_shard_size", parallel.shard);
        if (parallel.offload != Offload::None)
            offload("zero_optimization.offload_optimizer.device");
        if (parallel.offload == Offload::All)
            offload("zero_optimization.offload_param.device");
    }

    // To a disk where the file had it there.
    void offload(std::string_view key)
    {
        const bool wasDisk = std::any_of(m_kept.begin(), m_kept.end(), [&](const KeptKey& one) {
            return one.key == key && one.text.find("nvme") != std::string::npos;
        });
        m_out.set(key, wasDisk ? "\"nvme\"" : "\"cpu\"");
    }

    void writePrecision()
    {
        const Precision& precision = m_strategy.precision;
        const bool half = precision.compute == Compute::Fp16;
        const bool automatic
            = precision.weights == WeightType::Fp32 && precision.compute != Compute::Fp32;
        if (automatic) {
            m_out.setFlag("torch_autocast.enabled", true);
            m_out.set("torch_autocast.dtype", half ? "\"float16\"" : "\"bfloat16\"");
        } else if (precision.compute != Compute::Fp32) {
            m_out.setFlag(half ? "fp16.enabled" : "bf16.enabled", true);
            if (!half && precision.optimizer == Optimizer::AdamBf16) {
                m_out.setFlag("bf16.bf16_master_weights_and_grads", true);
                m_out.setFlag("bf16.bf16_optimizer_states", true);
                m_out.remark("precision.optimizer",
                             "is written as bf16_optimizer_states, which leaves out the copy of "
                             "the weights in fp32",
                             Remark::Kind::Approximated);
            }
        }
        m_out.set("data_types.grad_accum_dtype", '"' + wordOf(precision.gradients) + '"');
    }

    void writeOptimizer()
    {
        const Training& training = m_strategy.training;
        // An optimizer section is written only where something in it differs: without one, the
        // program chooses.
        Training others = training; // with what the optimizer's section says left out
        const Training plain;
        others.learningRate = plain.learningRate;
        others.beta1 = plain.beta1;
        others.beta2 = plain.beta2;
        others.epsilon = plain.epsilon;
        others.weightDecay = plain.weightDecay;
        if (others == training && m_strategy.precision.optimizer != Optimizer::Sgd)
            return;
        const bool sgd = m_strategy.precision.optimizer == Optimizer::Sgd;
        m_out.set("optimizer.type", sgd ? "\"SGD\"" : "\"AdamW\"");
        for (const KeptKey& one : m_kept)
            if (one.key == "optimizer.type" && !sgd)
                m_out.set("optimizer.type", one.text);
        m_out.set("optimizer.params.lr", decimalText(training.learningRate));
        m_out.set("optimizer.params.betas",
                  '[' + decimalText(training.beta1) + ", " + decimalText(training.beta2) + ']');
        m_out.set("optimizer.params.eps", decimalText(training.epsilon));
        m_out.set("optimizer.params.weight_decay", decimalText(training.weightDecay));
    }

    void writeScheduler()
    {
        const Training& training = m_strategy.training;
        const bool constant = training.decay == Decay::Constant;
        if (constant && training.warmupSteps == 0)
            return;
        const bool cosine = training.decay == Decay::Cosine;
        m_out.set("scheduler.type",
                  cosine         ? "\"WarmupCosineLR\""
                      : constant ? "\"WarmupLR\""
                                 : "\"WarmupDecayLR\"");
        if (cosine) {
            const double share
                = training.learningRate > 0 ? training.minLearningRate / training.learningRate : 0;
            m_out.set("scheduler.params.cos_min_ratio", decimalText(toTwelveDigits(share)));
        } else {
            m_out.set("scheduler.params.warmup_max_lr", decimalText(training.learningRate));
            m_out.set("scheduler.params.warmup_type", warmupType());
        }
        m_out.set("scheduler.params.warmup_num_steps", training.warmupSteps);
        if (!constant && training.decaySteps > 0)
            m_out.set("scheduler.params.total_num_steps",
                      std::to_string(1LL * training.warmupSteps + training.decaySteps));
        else if (!constant)
            m_out.remark("training.decay_steps",
                         "is not known, and DeepSpeed needs it: give "
                         "scheduler.params.total_num_steps");
    }

    // As the file had it: a strategy's rate rises in a straight line either way.
    std::string warmupType() const
    {
        for (const KeptKey& one : m_kept)
            if (one.key == "scheduler.params.warmup_type")
                return one.text;
        return "\"linear\"";
    }

    void writeCheckpointing()
    {
        const Recompute& recompute = m_strategy.recompute;
        const auto isCheckpoint
            = [](const KeptKey& one) { return one.key.starts_with(kCheckpoints); };
        if (recompute.granularity != Recomputing::Full) {
            // Kept keys of an older strategy would switch on what this one has off.
            std::erase_if(m_kept, isCheckpoint);
            return;
        }
        if (m_strategy.parallel.pipeline > 1 || recompute.layers > 1)
            m_out.set("pipeline.activation_checkpoint_interval", std::max(1, recompute.layers));
        else if (std::none_of(m_kept.begin(), m_kept.end(), isCheckpoint))
            m_out.set(std::string(kCheckpoints) + "number_checkpoints",
                      m_strategy.model ? m_strategy.model->layers : 1);
        m_out.remark("recompute.granularity",
                     "is for the model's code to follow, by DeepSpeed's checkpoint function",
                     Remark::Kind::Approximated);
    }

    Exporting m_out;
    const Strategy& m_strategy;
    std::vector<KeptKey> m_kept;
};

} // namespace

ExportResult writeDeepSpeed(const Strategy& strategy, std::span<const KeptKey> kept)
{
    return DeepSpeedWriting(strategy, kept).write();
}

} // namespace strategy
