// A strategy as the configuration of the Accelerate back end that can say the most of it.

#include "engine/strategy/convert/accelerate.h"
#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/field_access.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

class AccelerateWriting {
public:
    AccelerateWriting(const Strategy& written, std::string_view type, std::span<const KeptKey> kept)
        : m_out(written)
        , m_strategy(written)
        , m_type(type)
        , m_kept(kept.begin(), kept.end())
    {
    }

    ExportResult write()
    {
        m_out.set("compute_environment", "LOCAL_MACHINE");
        m_out.setText("distributed_type", m_type);
        writeCluster();
        const Compute compute = m_strategy.precision.compute;
        m_out.set("mixed_precision", compute == Compute::Fp32 ? "\"no\"" : wordOf(compute));
        if (m_strategy.kernels.launch == Launch::Compiled)
            m_out.set("dynamo_config.dynamo_backend", "INDUCTOR");
        if (m_type == "MEGATRON_LM")
            writeMegatron();
        else if (m_type == "DEEPSPEED")
            writeDeepSpeedSection();
        else if (m_type == "FSDP")
            writeFsdp();
        if (m_type != "MEGATRON_LM")
            writeGrid();
        dropOtherSections();
        m_out.addKept(m_kept);
        if (m_strategy.model)
            m_out.remark("model", "is not described in this file: the program's code makes it");
        if (m_strategy.batch.micro != 1)
            m_out.remark("batch",
                         "is set by the program's data loader: "
                             + std::to_string(m_strategy.batch.micro) + " samples to a microbatch, "
                             + std::to_string(microbatches(m_strategy)) + " of them a step");
        return finishExport(m_strategy, yamlOf(m_out.keys()), m_out.takeRemarks(),
                            importAccelerate);
    }

private:
    void writeCluster()
    {
        const Cluster cluster = resolved(m_strategy).cluster;
        const int each = std::max(1, cluster.devicesPerNode);
        const bool fills = cluster.devices % each == 0;
        // Processes are spread evenly over machines; where that does not come out, one is named.
        m_out.set("num_machines", fills ? cluster.devices / each : 1);
        m_out.set("num_processes", cluster.devices);
    }

    void writeMegatron()
    {
        const Parallel& parallel = m_strategy.parallel;
        const std::string prefix = "megatron_lm_config.megatron_lm_";
        m_out.set(prefix + "tp_degree", parallel.tensor);
        m_out.set(prefix + "pp_degree", parallel.pipeline);
        m_out.set(prefix + "num_micro_batches", microbatches(m_strategy));
        m_out.setFlag(prefix + "sequence_parallelism", parallel.sequence);
        m_out.setFlag(prefix + "use_distributed_optimizer", parallel.zero > 0);
        m_out.set(prefix + "gradient_clipping", decimalText(m_strategy.training.clip));
        if (parallel.context > 1)
            m_out.set(prefix + "context_parallel_size", parallel.context);
        if (parallel.expert > 1)
            m_out.set(prefix + "expert_model_parallel_size", parallel.expert);
        if (parallel.expertTensor > 0)
            m_out.set(prefix + "expert_tensor_parallel_size", parallel.expertTensor);
        if (parallel.offload == Offload::Optimizer)
            m_out.setFlag(prefix + "optimizer_cpu_offload", true);
        const bool had = std::any_of(m_kept.begin(), m_kept.end(), [](const KeptKey& one) {
            return one.key.ends_with("attention_backend");
        });
        if (m_strategy.kernels.attention == Attention::Unfused || had)
            m_out.set(prefix + "attention_backend",
                      m_strategy.kernels.attention == Attention::Unfused ? "unfused" : "flash");
        const Recompute& recompute = m_strategy.recompute;
        if (recompute.granularity == Recomputing::Ops)
            m_out.remark("recompute.granularity",
                         "is ops, and Megatron has full and selective; written as selective, which "
                         "repeats less");
        if (recompute.granularity == Recomputing::Selective
            || recompute.granularity == Recomputing::Ops)
            m_out.setFlag(prefix + "recompute_activations", true);
        if (recompute.granularity != Recomputing::Full)
            return;
        // Megatron demands a number; blocks of one layer are all layers.
        m_out.set(prefix + "recompute_granularity", "full");
        m_out.set(prefix + "recompute_method",
                  wordOf(recompute.layers > 0 ? recompute.method : RecomputeMethod::Uniform));
        m_out.set(prefix + "recompute_num_layers", std::max(1, recompute.layers));
    }

    void writeDeepSpeedSection()
    {
        const Parallel& parallel = m_strategy.parallel;
        const std::string prefix = "deepspeed_config.";
        m_out.set(prefix + "gradient_accumulation_steps", microbatches(m_strategy));
        m_out.set(prefix + "gradient_clipping", decimalText(m_strategy.training.clip));
        m_out.set(prefix + "zero_stage", parallel.zero);
        offload(prefix + "offload_optimizer_device", parallel.offload != Offload::None);
        offload(prefix + "offload_param_device", parallel.offload == Offload::All);
    }

    // To a disk where the file had it there.
    void offload(const std::string& key, bool on)
    {
        const bool wasDisk = std::any_of(m_kept.begin(), m_kept.end(), [&](const KeptKey& one) {
            return one.key == key && one.text == "nvme";
        });
        m_out.set(key, !on ? "none" : wasDisk ? "nvme" : "cpu");
    }

    void writeFsdp()
    {
        const Parallel& parallel = m_strategy.parallel;
        const std::string prefix = "fsdp_config.fsdp_";
        const bool first = std::none_of(m_kept.begin(), m_kept.end(), [](const KeptKey& one) {
            return one.key == "fsdp_config.fsdp_version" && one.text == "2";
        });
        const bool wasFirst = std::any_of(m_kept.begin(), m_kept.end(), [](const KeptKey& one) {
            return one.key == "distributed_type" && one.text == "FSDP";
        });
        m_out.setFlag(prefix + "offload_params", parallel.offload == Offload::All);
        m_out.setFlag(prefix + "activation_checkpointing",
                      m_strategy.recompute.granularity == Recomputing::Full);
        if (first && wasFirst) {
            const bool groups = parallel.shard > 0;
            m_out.set(prefix + "sharding_strategy",
                      parallel.zero == 3       ? groups ? "HYBRID_SHARD" : "FULL_SHARD"
                          : parallel.zero == 0 ? "NO_SHARD"
                          : groups             ? "HYBRID_SHARD_ZERO2"
                                               : "SHARD_GRAD_OP");
            return;
        }
        // A new file is of the second version of FSDP.
        m_out.set(prefix + "version", 2);
        m_out.setFlag(prefix + "reshard_after_forward", parallel.zero == 3 && parallel.reshard);
        m_hasGrid = true;
    }

    void writeGrid()
    {
        const Parallel& parallel = m_strategy.parallel;
        const std::string prefix = "parallelism_config.parallelism_config_";
        const int data = dataParallel(m_strategy);
        if (!m_hasGrid && parallel.context == 1 && parallel.tensor == 1)
            return;
        if (m_type == "FSDP") {
            const int shards = parallel.zero == 0                  ? 1
                : parallel.shard > 0 && data % parallel.shard == 0 ? parallel.shard
                                                                   : data;
            m_out.set(prefix + "dp_replicate_size", data / shards);
            m_out.set(prefix + "dp_shard_size", shards);
            m_out.set(prefix + "tp_size", parallel.tensor);
        }
        if (parallel.context > 1)
            m_out.set(prefix
                          + (parallel.contextMethod == ContextMethod::Ring ? "cp_size" : "sp_size"),
                      parallel.context);
        if (parallel.context > 1 && parallel.contextMethod != ContextMethod::Ring)
            m_out.set(prefix + "sp_backend", "deepspeed");
    }

    // Keys of a back end that the strategy is not written for.
    void dropOtherSections()
    {
        const auto goes = [&](const KeptKey& one) {
            return (one.key.starts_with("megatron_lm_config") && m_type != "MEGATRON_LM")
                || (one.key.starts_with("deepspeed_config") && m_type != "DEEPSPEED")
                || (one.key.starts_with("fsdp_config") && m_type != "FSDP");
        };
        std::erase_if(m_kept, [&](const KeptKey& one) { return goes(one) && one.text != "{}"; });
    }

    Exporting m_out;
    const Strategy& m_strategy;
    std::string m_type;
    std::vector<KeptKey> m_kept;
    bool m_hasGrid = false;
};

} // namespace

ExportResult writeAccelerate(const Strategy& strategy, std::span<const KeptKey> kept)
{
    constexpr std::array<std::string_view, 5> kTypes{"MEGATRON_LM", "FSDP", "DEEPSPEED",
                                                     "MULTI_GPU", "NO"};
    std::string had;
    for (const KeptKey& one : kept)
        if (one.key == "distributed_type")
            had = one.text;
    std::erase(had, '"');
    ExportResult best;
    bool none = true;
    // All back ends are tried, and the one wins that leaves the least unsaid; of equals the one the
    // file had.
    for (const std::string_view type : kTypes) {
        if (type == "NO" && had != type)
            continue;
        ExportResult result = AccelerateWriting(strategy, type, kept).write();
        if (!none && !importAccelerate({result.text, {}}).strategy)
            continue; // as sizes that this back end does not have
        if (none || result.remarks.size() < best.remarks.size()
            || (had == type && result.remarks.size() == best.remarks.size()))
            best = std::move(result);
        none = false;
    }
    return best;
}

} // namespace strategy
