// A strategy in Megatron's keys: what it runs on, and how.

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/field_access.h"

#include <algorithm>

namespace strategy {
namespace {

// A switch of the command line is there or not; of a configuration it is true or false.
void setSwitch(Exporting& exporting, std::string_view key, bool value)
{
    if (value)
        exporting.setFlag(key, true);
}

// A file that came from Megatron-DeepSpeed, whose switches are kept.
bool isForDeepSpeed(const Exporting& exporting)
{
    for (const char* key : {"deepspeed", "deepspeed_config"})
        if (exporting.kept.contains(key))
            return true;
    return false;
}

// Weights that stay gathered behind a forward: of Megatron-LM's ways of sharding only PyTorch's has
// a word for it, and that one takes no pipeline and no experts' ranks.
bool isForTorch(const Exporting& exporting, const MegatronDialect& dialect)
{
    const Strategy& strategy = exporting.strategy;
    const Parallel& parallel = strategy.parallel;
    return !parallel.reshard && dialect.framework == Framework::Megatron && dialect.commandLine
        && parallel.pipeline == 1 && parallel.expert == 1 && parallel.shard == 0
        && strategy.precision.compute != Compute::Fp16;
}

void exportSharding(Exporting& exporting, const MegatronDialect& dialect)
{
    const Parallel& parallel = exporting.strategy.parallel;
    if (isForDeepSpeed(exporting)) {
        exporting.set("zero_stage", parallel.zero);
        setSwitch(exporting, "cpu_optimizer", parallel.offload == Offload::Optimizer);
        if (parallel.offload == Offload::All)
            exporting.setText("remote_device", "cpu");
        return;
    }
    constexpr std::string_view kStrategies[]
        = {"no_shard", "optim", "optim_grads", "optim_grads_params"};
    // Of PyTorch's own sharding, which Megatron has instead of the distributed optimizer.
    const bool others = parallel.zero == 3
        && (exporting.kept.contains("use_torch_fsdp2") || isForTorch(exporting, dialect));
    setSwitch(exporting, "use_torch_fsdp2", others);
    setSwitch(exporting, "torch_fsdp2_no_reshard_after_forward", others && !parallel.reshard);
    setSwitch(exporting, "use_distributed_optimizer", parallel.zero > 0 && !others);
    if (parallel.zero > 1 && !others) {
        exporting.setFlag("use_megatron_fsdp", true);
        exporting.setText("data_parallel_sharding_strategy", kStrategies[parallel.zero]);
    }
    const int data = dataParallel(exporting.strategy);
    if (parallel.shard > 0 && parallel.shard < data)
        exporting.set("num_distributed_optimizer_instances", data / parallel.shard);
    setSwitch(exporting, dialect.isMindSpeed ? "swap_optimizer" : "optimizer_cpu_offload",
              parallel.offload != Offload::None);
}

// Left out, a scale is of a tensor.
void exportScaling(Exporting& exporting)
{
    constexpr std::string_view kRecipe = "fp8_recipe";
    const Scaling scaling = exporting.strategy.precision.scaling;
    const auto own = exporting.kept.find(kRecipe);
    const bool has = own != exporting.kept.end();
    if (has && megatronScaling(own->second).value_or(Scaling::Tensor) == scaling)
        exporting.set(kRecipe, own->second);
    else if (scaling == Scaling::Block)
        exporting.setText(kRecipe, "blockwise");
    else if (has)
        exporting.setText(kRecipe, "delayed");
}

void exportPrecision(Exporting& exporting, const MegatronDialect& dialect)
{
    const Precision& precision = exporting.strategy.precision;
    setSwitch(exporting, "bf16",
              precision.compute == Compute::Bf16 || precision.compute == Compute::Fp8);
    setSwitch(exporting, "fp16", precision.compute == Compute::Fp16);
    if (precision.compute == Compute::Fp8) {
        exporting.setSoftly(dialect.commandLine ? "fp8_format" : "fp8", "hybrid");
        exportScaling(exporting);
    }
    setSwitch(exporting, "accumulate_allreduce_grads_in_fp32",
              precision.gradients == GradientType::Fp32 && precision.compute != Compute::Fp32);
    setSwitch(exporting, "grad_reduce_in_bf16",
              dialect.commandLine && precision.gradients == GradientType::Bf16
                  && precision.compute != Compute::Fp32);
    if (precision.optimizer == Optimizer::Sgd)
        exporting.setText("optimizer", "sgd");
    if (precision.optimizer == Optimizer::AdamBf16) {
        exporting.setFlag("use_precision_aware_optimizer", true);
        exporting.setText("exp_avg_dtype", "bf16");
        exporting.setText("exp_avg_sq_dtype", "bf16");
    }
}

void exportOverlap(Exporting& exporting, const MegatronDialect& dialect)
{
    const Overlap& overlap = exporting.strategy.overlap;
    setSwitch(exporting, "overlap_grad_reduce", overlap.gradients);
    setSwitch(exporting, "overlap_param_gather", overlap.parameters);
    setSwitch(exporting, "tp_comm_overlap", overlap.tensor);
    setSwitch(exporting,
              dialect.isMindSpeed ? "moe_fb_overlap" : "overlap_moe_expert_parallel_comm",
              overlap.experts);
}

// Of a pipeline with chunks; without them the framework always waits.
void exportTransfers(Exporting& exporting, const MegatronDialect& dialect)
{
    const Strategy& strategy = exporting.strategy;
    if (strategy.schedule.name != plan::kInterleaved.name || shapeOf(strategy).chunks == 1)
        return;
    const bool on = strategy.overlap.transfers;
    if (isForDeepSpeed(exporting))
        setSwitch(exporting, "overlap_p2p_communication", on);
    else if (dialect.commandLine)
        setSwitch(exporting, "no_overlap_p2p_communication", !on);
    else
        exporting.setFlag("overlap_p2p_comm", on);
}

void exportAttention(Exporting& exporting, const MegatronDialect& dialect)
{
    const Attention attention = exporting.strategy.kernels.attention;
    if (isForDeepSpeed(exporting)) {
        setSwitch(exporting, "use_flash_attn", attention == Attention::Flash);
        setSwitch(exporting, "use_flash_attn_v1", attention == Attention::Flash1);
        setSwitch(exporting, "use_flash_attn_v2", attention == Attention::Flash2);
        return;
    }
    if (attention == Attention::Unfused)
        return exporting.setText("attention_backend", "unfused");
    if (const auto own = exporting.kept.find("transformer_impl");
        own != exporting.kept.end() && own->second == "local")
        exporting.setFlag("use_flash_attn", true);
    // NeMo 1 and MindSpeed do not choose among versions.
    if (attention == Attention::Flash2 && dialect.uneven == MegatronDialect::Uneven::Layout)
        exporting.set("flash_attention_version", 2);
}

// As recorded graphs or not. Without a key of its own a file keeps what it had.
void exportLaunch(Exporting& exporting, const MegatronDialect& dialect)
{
    constexpr std::string_view kHow = "cuda_graph_impl";
    const bool records = exporting.strategy.kernels.launch == Launch::Graph;
    const bool had = exporting.kept.contains(kHow);
    if (records && (had || (dialect.graphs == kHow && !isForDeepSpeed(exporting))))
        exporting.setSoftly(kHow, "local");
    else if (records && !dialect.graphs.empty() && dialect.graphs != kHow)
        exporting.setFlag(dialect.graphs, true);
    else if (had)
        exporting.setText(kHow, "none");
}

void exportKernels(Exporting& exporting, const MegatronDialect& dialect)
{
    const Kernels& kernels = exporting.strategy.kernels;
    setSwitch(exporting, "cross_entropy_loss_fusion", kernels.loss == Loss::Fused);
    const bool fused = kernels.accumulation == Accumulation::Fused;
    constexpr std::string_view kFusion = "gradient_accumulation_fusion";
    if (dialect.commandLine)
        setSwitch(exporting, "no_gradient_accumulation_fusion", !fused);
    else if (!fused || exporting.kept.contains(kFusion))
        exporting.setFlag(kFusion, fused);
    exportAttention(exporting, dialect);
    exportLaunch(exporting, dialect);
}

void exportRecompute(Exporting& exporting)
{
    const Recompute& recompute = exporting.strategy.recompute;
    if (recompute.granularity == Recomputing::None)
        return;
    if (recompute.granularity == Recomputing::Ops)
        exporting.remark("recompute.granularity",
                         "is ops, and the framework has full and selective; written as selective, "
                         "which repeats less");
    const bool full = recompute.granularity == Recomputing::Full;
    exporting.setText("recompute_granularity", full ? "full" : "selective");
    if (!full)
        return;
    // megatron-core demands both of these.
    const int stage = largestStage(exporting.strategy);
    const bool block
        = recompute.method == RecomputeMethod::Block && (recompute.layers > 0 || stage > 0);
    exporting.setText("recompute_method", block ? "block" : "uniform");
    exporting.set("recompute_num_layers",
                  recompute.layers > 0 ? recompute.layers
                      : block          ? stage
                                       : 1);
}

} // namespace

void exportMegatronWorld(Exporting& exporting)
{
    const Strategy& strategy = exporting.strategy;
    const Cluster& cluster = strategy.cluster;
    const int devices
        = strategy.parallel.data > 0 ? resolved(strategy).cluster.devices : cluster.devices;
    if (devices < 1) {
        exporting.set("nproc_per_node", cluster.devicesPerNode);
        return;
    }
    // torchrun starts the same number of processes on every node.
    const bool divides = devices % cluster.devicesPerNode == 0;
    exporting.set("nproc_per_node", divides ? cluster.devicesPerNode : devices);
    exporting.set("nnodes", divides ? devices / cluster.devicesPerNode : 1);
    if (!divides)
        exporting.remark("cluster.devices_per_node",
                         "is " + std::to_string(cluster.devicesPerNode) + ", which "
                             + std::to_string(devices)
                             + " devices are not divisible by; all are put on one node");
}

void exportMegatronRun(Exporting& exporting, const MegatronDialect& dialect)
{
    const Strategy& strategy = exporting.strategy;
    exporting.set("micro_batch_size", strategy.batch.micro);
    exporting.set("global_batch_size", resolved(strategy).batch.global);
    exportSharding(exporting, dialect);
    exportPrecision(exporting, dialect);
    exportOverlap(exporting, dialect);
    exportTransfers(exporting, dialect);
    exportKernels(exporting, dialect);
    exportRecompute(exporting);
    setSwitch(exporting, "use_tp_pp_dp_mapping",
              strategy.parallel.order == RankOrder::TensorPipelineData);
}

void exportMegatronTraining(Exporting& exporting, const MegatronDialect&)
{
    const Training& training = exporting.strategy.training;
    // Defaults are nobody's wish; without a word on training the file says none.
    if (training == Training{})
        return;
    constexpr FieldKey kFields[] = {{"training.learning_rate", "lr"},
                                    {"training.min_learning_rate", "min_lr"},
                                    {"training.warmup_steps", "lr_warmup_iters"},
                                    {"training.weight_decay", "weight_decay"},
                                    {"training.beta1", "adam_beta1"},
                                    {"training.beta2", "adam_beta2"},
                                    {"training.epsilon", "adam_eps"},
                                    {"training.clip", "clip_grad"},
                                    {"training.seed", "seed"}};
    exporting.setFields(kFields);
    if (training.decay == Decay::Cosine)
        exporting.setSoftly("lr_decay_style", wordOf(training.decay));
    else
        exporting.setText("lr_decay_style", wordOf(training.decay));
    if (training.decaySteps > 0)
        // Megatron counts the warm-up among them.
        exporting.set("lr_decay_iters", training.warmupSteps + training.decaySteps);
    if (training.checkpointEvery > 0)
        exporting.set("save_interval", training.checkpointEvery);
}

void exportMegatron(Exporting& exporting, const MegatronDialect& dialect)
{
    exportMegatronModel(exporting, dialect);
    exportMegatronStages(exporting, dialect);
    exportMegatronRun(exporting, dialect);
    exportMegatronTraining(exporting, dialect);
    exportMegatronWorld(exporting);
}

} // namespace strategy
