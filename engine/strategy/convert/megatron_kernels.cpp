// Number types, overlap and kernels in Megatron's keys.

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/convert/megatron_deepspeed.h"
#include "engine/strategy/convert/schedule_names.h"

namespace strategy {
namespace {

bool isOfDeepSpeed(const Importing& importing, const MegatronDialect& dialect)
{
    return dialect.commandLine && !dialect.isMindSpeed && isMegatronDeepSpeed(importing);
}

// What shares a scale under fp8.
void importScaling(Importing& importing)
{
    constexpr std::string_view kRecipe = "fp8_recipe";
    const auto recipe = importing.text(kRecipe);
    if (!recipe)
        return;
    importing.keep(kRecipe);
    if (const auto scaling = megatronScaling(*recipe))
        importing.strategy.precision.scaling = *scaling;
    else
        importing.remark(Remark::Kind::Approximated, kRecipe,
                         "is " + shown(*recipe) + ", taken as one scale for a tensor");
    if (*recipe == "mxfp8")
        importing.remark(Remark::Kind::Approximated, kRecipe, std::string(kMxfp8Sentence));
}

// Whether messages of the pipeline run beside computing: with chunks alone, and not with all of
// the framework's own schedules for them.
void importTransfers(Importing& importing, const MegatronDialect& dialect)
{
    const Strategy& strategy = importing.strategy;
    bool& transfers = importing.strategy.overlap.transfers;
    const plan::CatalogEntry* schedule = plan::findSchedule(strategy.schedule.name);
    const bool isOwn
        = schedule != nullptr && !nameIn(plan::Framework::MindSpeed, *schedule).empty();
    // Without messages nothing waits for them, and MindSpeed's own schedules are made of overlap.
    if (strategy.parallel.pipeline == 1 || (dialect.isMindSpeed && isOwn))
        return;
    transfers = false;
    if (strategy.schedule.name != plan::kInterleaved.name)
        return;
    const bool byDefault = dialect.overlapsTransfers && !isOfDeepSpeed(importing, dialect);
    const bool on = importing.boolean("overlap_p2p_comm").value_or(byDefault);
    // Older command lines ask for it, newer ones ask for it not to be.
    const bool asked = isSet(importing, "overlap_p2p_communication");
    transfers = (on || asked) && !isSet(importing, "no_overlap_p2p_communication");
}

void importAttention(Importing& importing, const MegatronDialect& dialect)
{
    Attention& attention = importing.strategy.kernels.attention;
    const bool first = isAnySet(importing, {"use_flash_attn_v1", "use_flash_attn_triton"});
    const auto version = importing.whole("flash_attention_version", {1, 100});
    const bool second = isSet(importing, "use_flash_attn_v2") || version == 2;
    const bool flash = isAnySet(importing,
                                {"use_flash_attn", "use_flash_attention", "use_flash_attn_builder",
                                 "use_fusion_attn_v2"})
        || first || isSet(importing, "use_flash_attn_v2");
    const auto backend = importing.text("attention_backend");
    const bool own = dialect.commandLine
        && (importing.text("transformer_impl") == "local" || isMegatronDeepSpeed(importing));
    importing.keep("transformer_impl");
    // A backend that is named decides; else Megatron's own layers are unfused unless flash
    // attention is switched on.
    const bool unfused = backend ? *backend == "unfused" || *backend == "local" : own && !flash;
    attention = unfused ? Attention::Unfused
        : second        ? Attention::Flash2
        : first         ? Attention::Flash1
                        : Attention::Flash;
    if (backend && !unfused && *backend != "flash")
        importing.keep("attention_backend");
    if (version != 2) // which is written from the field
        importing.keep("flash_attention_version");
}

void importAccumulation(Importing& importing)
{
    // A switch of the command line, a flag of the configuration classes.
    constexpr std::string_view kFlag = "gradient_accumulation_fusion";
    const bool fused = importing.boolean(kFlag).value_or(true);
    importing.keep(kFlag);
    if (isSet(importing, "no_gradient_accumulation_fusion") || !fused)
        importing.strategy.kernels.accumulation = Accumulation::Separate;
}

void importLaunch(Importing& importing)
{
    constexpr std::string_view kHow = "cuda_graph_impl";
    const auto how = importing.text(kHow);
    const bool records = how && *how != "none";
    if (records)
        importing.keep(kHow);
    if (isAnySet(importing, {"enable_cuda_graph", "external_cuda_graph"}) || records)
        importing.strategy.kernels.launch = Launch::Graph;
}

} // namespace

std::optional<Scaling> megatronScaling(std::string_view recipe)
{
    if (recipe == "delayed" || recipe == "tensorwise")
        return Scaling::Tensor;
    if (recipe == "blockwise" || recipe == "mxfp8")
        return Scaling::Block;
    return std::nullopt;
}

void importMegatronPrecision(Importing& importing, const MegatronDialect& dialect)
{
    Precision& precision = importing.strategy.precision;
    const bool bf16 = isSet(importing, "bf16");
    const bool fp16 = isSet(importing, "fp16");
    if (bf16 && fp16)
        importing.problem("fp16", "and bf16 are both given; keep one");
    precision.compute = bf16 ? Compute::Bf16 : fp16 ? Compute::Fp16 : Compute::Fp32;
    const bool inFp32
        = isAnySet(importing, {"accumulate_allreduce_grads_in_fp32", "grad_reduce_in_fp32"});
    // Gradients in fp32 where that is asked for, or where the dialect does it by itself.
    const bool wide
        = inFp32 || precision.compute == Compute::Fp32 || (bf16 && dialect.wideGradients);
    precision.gradients = wide ? GradientType::Fp32 : gradientTypeOf(precision.compute);
    if (isSet(importing, "grad_reduce_in_bf16") && precision.compute != Compute::Fp32)
        precision.gradients = GradientType::Bf16;
    const std::string_view fp8 = firstOf(importing, {"fp8_format", "fp8"});
    const std::string format = fp8.empty() ? "" : importing.text(fp8).value_or("");
    if (!format.empty() && format != "false" && format != "False" && format != "none") {
        precision.compute = Compute::Fp8;
        importing.keep(fp8);
        importScaling(importing);
    }
    const auto optimizer = importing.text("optimizer");
    if (optimizer) {
        importing.keep("optimizer");
        precision.optimizer = *optimizer == "sgd" ? Optimizer::Sgd : Optimizer::AdamFp32;
        if (*optimizer != "sgd" && optimizer->find("adam") == std::string::npos)
            importing.remark(Remark::Kind::Approximated, "optimizer",
                             "is " + shown(*optimizer) + ", taken as Adam");
    }
    const auto moments = importing.text("exp_avg_dtype");
    const auto squares = importing.text("exp_avg_sq_dtype");
    const bool narrow = isSet(importing, "use_precision_aware_optimizer")
        && (moments == "bf16" || squares == "bf16");
    if (narrow && precision.optimizer == Optimizer::AdamFp32)
        precision.optimizer = Optimizer::AdamBf16;
    if (narrow && moments != squares)
        importing.remark(Remark::Kind::Approximated,
                         moments == "bf16" ? "exp_avg_dtype" : "exp_avg_sq_dtype",
                         "is bf16 for one of the moments; taken for both");
}

void importMegatronOverlap(Importing& importing, const MegatronDialect& dialect)
{
    Overlap& overlap = importing.strategy.overlap;
    overlap.gradients = isSet(importing, "overlap_grad_reduce");
    overlap.parameters = isSet(importing, "overlap_param_gather");
    overlap.tensor
        = isAnySet(importing, {"tp_comm_overlap", "use_ascend_coc", "use_ascend_mc2", "use_mc2"});
    overlap.experts = isAnySet(
        importing,
        {"overlap_moe_expert_parallel_comm", "moe_fb_overlap", "moe_alltoall_overlap_comm"});
    importTransfers(importing, dialect);
}

void importMegatronKernels(Importing& importing, const MegatronDialect& dialect)
{
    Kernels& kernels = importing.strategy.kernels;
    kernels.framework = dialect.framework;
    if (isOfDeepSpeed(importing, dialect))
        kernels.framework = Framework::DeepSpeed;
    if (isSet(importing, "cross_entropy_loss_fusion"))
        kernels.loss = Loss::Fused;
    importAttention(importing, dialect);
    importAccumulation(importing);
    importLaunch(importing);
}

} // namespace strategy
