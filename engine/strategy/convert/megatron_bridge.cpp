// Megatron-Bridge's configuration container, and NeMo 2's recipes where their names agree.

#include "engine/strategy/convert/family_yaml.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/megatron_keys.h"

#include <algorithm>

namespace strategy {
namespace {

constexpr MegatronDialect kBridgeDialect{.commandLine = false,
                                         .layersPerChunk = false,
                                         .wideGradients = false,
                                         .framework = Framework::Nemo};

constexpr KeyPlace kBridgePlaces[]
    = {{"micro_batch_size", "train.micro_batch_size"},
       {"global_batch_size", "train.global_batch_size"},
       {"use_distributed_optimizer", "ddp.use_distributed_optimizer"},
       {"use_megatron_fsdp", "ddp.use_megatron_fsdp"},
       {"data_parallel_sharding_strategy", "ddp.data_parallel_sharding_strategy"},
       {"num_distributed_optimizer_instances", "ddp.num_distributed_optimizer_instances"},
       {"overlap_grad_reduce", "ddp.overlap_grad_reduce"},
       {"overlap_param_gather", "ddp.overlap_param_gather"},
       {"accumulate_allreduce_grads_in_fp32", "ddp.grad_reduce_in_fp32"},
       {"optimizer", "optimizer.optimizer"},
       {"lr", "optimizer.lr"},
       {"min_lr", "optimizer.min_lr"},
       {"weight_decay", "optimizer.weight_decay"},
       {"adam_beta1", "optimizer.adam_beta1"},
       {"adam_beta2", "optimizer.adam_beta2"},
       {"adam_eps", "optimizer.adam_eps"},
       {"clip_grad", "optimizer.clip_grad"},
       {"optimizer_cpu_offload", "optimizer.optimizer_cpu_offload"},
       {"use_precision_aware_optimizer", "optimizer.use_precision_aware_optimizer"},
       {"exp_avg_dtype", "optimizer.exp_avg_dtype"},
       {"exp_avg_sq_dtype", "optimizer.exp_avg_sq_dtype"},
       {"lr_decay_style", "scheduler.lr_decay_style"},
       {"lr_warmup_iters", "scheduler.lr_warmup_iters"},
       {"lr_decay_iters", "scheduler.lr_decay_iters"},
       {"seed", "rng.seed"},
       {"save_interval", "checkpoint.save_interval"},
       {"mixed_precision", "mixed_precision"},
       {"dataset_seq_length", "dataset.seq_length"},
       {"dataset_seq_length", "dataset.sequence_length"},
       {"dataset_seq_length", "data.seq_length"},
       {"tp_comm_overlap", "comm_overlap.tp_comm_overlap"},
       {"use_tp_pp_dp_mapping", "dist.use_tp_pp_dp_mapping"},
       {"bf16", ""},
       {"fp16", ""},
       {"nproc_per_node", "trainer.devices"},
       {"nnodes", "trainer.num_nodes"}};
constexpr std::string_view kBridgeGroups[] = {"model.",
                                              "train.",
                                              "ddp.",
                                              "optimizer.",
                                              "scheduler.",
                                              "comm_overlap.",
                                              "dist.",
                                              "model.config.",
                                              "trainer.strategy.",
                                              "trainer.strategy.ddp.",
                                              "data.",
                                              "optim.config.",
                                              "mixed_precision."};
constexpr KeyPlaces kBridgeKeys{kBridgePlaces, kBridgeGroups};

bool isFp8(std::string_view recipe) { return recipe.find("fp8") != recipe.npos; }

Scaling scalingOf(std::string_view recipe)
{
    const bool blocks = recipe.find("subchannel") != recipe.npos;
    return blocks || recipe.find("mxfp8") != recipe.npos ? Scaling::Block : Scaling::Tensor;
}

// "bf16_mixed", "fp16_mixed", "bf16_with_mxfp8_mixed": what the recipe of that name sets.
void importRecipe(Importing& importing)
{
    const auto recipe = importing.text("mixed_precision");
    if (!recipe)
        return;
    importing.keep("mixed_precision");
    Precision& precision = importing.strategy.precision;
    precision.compute = isFp8(*recipe) ? Compute::Fp8
        : recipe->starts_with("bf16")  ? Compute::Bf16
        : recipe->starts_with("fp16")  ? Compute::Fp16
                                       : Compute::Fp32;
    precision.scaling = isFp8(*recipe) ? scalingOf(*recipe) : Scaling::Tensor;
    if (recipe->find("mxfp8") != std::string::npos)
        importing.remark(Remark::Kind::Approximated, "mixed_precision",
                         std::string(kMxfp8Sentence));
    if (!importing.has("accumulate_allreduce_grads_in_fp32"))
        precision.gradients
            = precision.compute == Compute::Fp16 ? GradientType::Fp16 : GradientType::Fp32;
    else if (isSet(importing, "accumulate_allreduce_grads_in_fp32"))
        precision.gradients = GradientType::Fp32;
    else
        precision.gradients = gradientTypeOf(precision.compute);
    if (precision.compute == Compute::Fp32 && *recipe != "fp32")
        importing.remark(Remark::Kind::Approximated, "mixed_precision",
                         "is " + shown(*recipe) + ", which is not known here; taken as fp32");
}

// The keys of the mapping count over those of the same names elsewhere, as do its defaults.
void importMapping(Importing& importing)
{
    Precision& precision = importing.strategy.precision;
    const bool wide = importing.boolean("grad_reduce_in_fp32").value_or(true);
    precision.gradients = wide ? GradientType::Fp32 : gradientTypeOf(precision.compute);
}

bool isOfMapping(std::string_view path) { return path.starts_with("mixed_precision."); }

// The data set's length and the model's must agree; one may stand for both.
void importDataLength(Importing& importing)
{
    if (!importing.has("seq_length"))
        return importing.standIn("seq_length", "dataset_seq_length");
    const auto length = importing.whole("dataset_seq_length", {1, 1 << 27});
    if (length && importing.isSound() && importing.whole("seq_length", {1, 1 << 27}) != length)
        importing.problem("dataset_seq_length",
                          "is " + std::to_string(*length)
                              + ", and the model's seq_length is another; make them equal");
}

ImportResult importBridge(const ImportInput& input)
{
    Importing importing = importingYaml(input.text, kBridgeKeys);
    if (!importing.isSound())
        return importing.finish();
    importing.review(bridgeKeys());
    importDataLength(importing);
    importMegatron(importing, kBridgeDialect);
    const auto settings = importing.startingWith("");
    if (std::any_of(settings.begin(), settings.end(),
                    [](const Setting* one) { return isOfMapping(one->shownName()); }))
        importMapping(importing);
    importRecipe(importing);
    return importing.finish();
}

// What the recipes are called that set as much as a strategy says.
std::string recipeOf(const Precision& precision)
{
    if (precision.compute == Compute::Fp8)
        return precision.scaling == Scaling::Block ? "bf16_with_fp8_subchannel_scaling_mixed"
                                                   : "bf16_with_fp8_delayed_scaling_mixed";
    return precision.compute == Compute::Fp32 ? "null" : wordOf(precision.compute) + "_mixed";
}

// Where a file has a mapping instead of a recipe's name, its keys go into that.
std::vector<KeyPlace> placesInMapping()
{
    std::vector<KeyPlace> places{
        {"bf16", "mixed_precision.bf16"},
        {"fp16", "mixed_precision.fp16"},
        {"fp8", "mixed_precision.fp8"},
        {"fp8_recipe", "mixed_precision.fp8_recipe"},
        {"accumulate_allreduce_grads_in_fp32", "mixed_precision.grad_reduce_in_fp32"}};
    // Behind those of the mapping, as the first place that is found counts.
    places.insert(places.end(), std::begin(kBridgePlaces), std::end(kBridgePlaces));
    return places;
}

void writeRecipe(Exporting& exporting)
{
    const Precision& precision = exporting.strategy.precision;
    const std::string recipe = recipeOf(precision);
    const auto own = exporting.kept.find("mixed_precision");
    if (precision.compute == Compute::Fp8 && own != exporting.kept.end() && isFp8(own->second)
        && scalingOf(own->second) == scalingOf(recipe))
        exporting.set("mixed_precision", own->second);
    else if (precision.compute != Compute::Fp32 || exporting.kept.contains("mixed_precision"))
        exporting.set("mixed_precision", recipe);
}

ExportResult writeBridge(const Strategy& strategy, std::span<const KeptKey> kept)
{
    const bool hasMapping = std::any_of(kept.begin(), kept.end(),
                                        [](const KeptKey& one) { return isOfMapping(one.key); });
    const std::vector<KeyPlace> inMapping = placesInMapping();
    const KeyPlaces places = hasMapping ? KeyPlaces{inMapping, kBridgeGroups} : kBridgeKeys;
    Exporting exporting = exportingYaml(strategy, kept, places);
    exportMegatron(exporting, kBridgeDialect);
    if (!hasMapping)
        writeRecipe(exporting);
    else if (strategy.precision.compute != Compute::Fp8 && exporting.kept.contains("fp8"))
        exporting.set("fp8", "null");
    exporting.setFlag("accumulate_allreduce_grads_in_fp32",
                      strategy.precision.gradients == GradientType::Fp32);
    if (strategy.model)
        exporting.set("dataset_seq_length", strategy.model->sequence);
    return finishExport(strategy, yamlText(exporting, kept, places), exporting.takeRemarks(),
                        importBridge);
}

} // namespace

const Format kMegatronBridge{"megatron-bridge", "Megatron-Bridge's and NeMo 2's configuration",
                             "*.yaml", importBridge, writeBridge};

} // namespace strategy
