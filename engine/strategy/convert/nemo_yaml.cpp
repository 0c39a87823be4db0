// NeMo 1: model.* and trainer.*, read by OmegaConf.

#include "engine/strategy/convert/family_yaml.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/megatron_keys.h"
#include "engine/strategy/field_access.h"

namespace strategy {
namespace {

constexpr MegatronDialect kNemoDialect{.commandLine = false,
                                       .layersPerChunk = false,
                                       .uneven = MegatronDialect::Uneven::FirstAndLast,
                                       .framework = Framework::Nemo,
                                       .overlapsTransfers = false,
                                       .graphs = "enable_cuda_graph"};

constexpr KeyPlace kNemoPlaces[]
    = {{"name", "name"},
       // Two places for one length: read from either, and written where the file had it, else to
       // the first.
       {"seq_length", "model.encoder_seq_length"},
       {"seq_length", "model.data.seq_length"},
       {"add_bias_linear", "model.bias"},
       {"add_qkv_bias", "model.qkv_bias"},
       {"override_vocab_size", "model.override_vocab_size"},
       {"recompute_granularity", "model.activations_checkpoint_granularity"},
       {"recompute_method", "model.activations_checkpoint_method"},
       {"recompute_num_layers", "model.activations_checkpoint_num_layers"},
       {"tp_comm_overlap", "model.ub_tp_comm_overlap"},
       {"overlap_grad_reduce", "model.optim.overlap_grad_sync"},
       {"overlap_param_gather", "model.optim.overlap_param_sync"},
       {"lr", "model.optim.lr"},
       {"optim_name", "model.optim.name"},
       {"betas", "model.optim.betas"},
       {"weight_decay", "model.optim.weight_decay"},
       {"adam_eps", "model.optim.eps"},
       {"min_lr", "model.optim.sched.min_lr"},
       {"lr_warmup_iters", "model.optim.sched.warmup_steps"},
       {"lr_decay_iters", "model.optim.sched.max_steps"},
       {"sched_name", "model.optim.sched.name"},
       {"clip_grad", "trainer.gradient_clip_val"},
       {"precision", "trainer.precision"},
       {"accumulate", "trainer.accumulate_grad_batches"},
       {"nproc_per_node", "trainer.devices"},
       {"nnodes", "trainer.num_nodes"},
       {"use_distributed_optimizer", ""}, // the optimizer's name says it
       {"gated_linear_unit", ""},         // the activation says it
       {"adam_beta1", ""},
       {"adam_beta2", ""},
       {"lr_decay_style", ""},
       {"bf16", ""},
       {"fp16", ""},
       {"accumulate_allreduce_grads_in_fp32", ""},
       {"optimizer", ""},
       {"use_megatron_fsdp", ""},
       {"data_parallel_sharding_strategy", ""},
       {"save_interval", ""}};
constexpr std::string_view kNemoGroups[] = {"model."};
constexpr KeyPlaces kNemoKeys{kNemoPlaces, kNemoGroups};

// The optimizer that shards its states: NeMo has no other word for it.
constexpr std::string_view kSharded = "distributed_fused_adam";

void importPrecisionName(Importing& importing)
{
    const auto name = importing.text("precision");
    if (!name)
        return;
    Precision& precision = importing.strategy.precision;
    const bool fp8 = precision.compute == Compute::Fp8; // model.fp8
    const bool bf16 = name->starts_with("bf16");
    const bool fp16 = name->starts_with("16");
    if (!fp8)
        precision.compute = bf16 ? Compute::Bf16 : fp16 ? Compute::Fp16 : Compute::Fp32;
    precision.gradients
        = fp16 ? GradientType::Fp16 : GradientType::Fp32; // main gradients, under bf16 always
    importing.keep("precision");
}

void importOptimizer(Importing& importing)
{
    Strategy& strategy = importing.strategy;
    const auto name = importing.text("optim_name");
    importing.keep("optim_name");
    if (name == kSharded)
        strategy.parallel.zero = 1;
    // Any other name is taken for one that keeps two moments of each weight, as Adam does.
    if (name && *name == "sgd")
        strategy.precision.optimizer = Optimizer::Sgd;
    importing.standsFor("training.beta1", "betas");
    importing.standsFor("training.beta2", "betas");
    const Setting* betas = importing.take("betas");
    if (betas != nullptr && betas->items.size() == 2) {
        for (const std::size_t i : {0u, 1u}) {
            const auto set
                = setField(strategy, i == 0 ? "training.beta1" : "training.beta2", betas->items[i]);
            if (!set)
                importing.problem("betas", set.error().message);
        }
    } else if (betas != nullptr) {
        importing.problem("betas", "must be a list of two numbers, like [0.9, 0.98]");
    }
    const auto schedule = importing.text("sched_name");
    if (!schedule)
        return;
    importing.keep("sched_name");
    strategy.training.decay = Decay::Cosine;
    if (*schedule != "CosineAnnealing")
        importing.remark(Remark::Kind::Approximated, "sched_name",
                         "is " + shown(*schedule) + ", taken as cosine");
}

ImportResult importNemo(const ImportInput& input)
{
    Importing importing = importingYaml(input.text, kNemoKeys);
    importing.review(nemoKeys());
    if (!importing.isSound())
        return importing.finish();
    if (const auto number = importing.whole("accumulate", {1, kMaxSamples}); number && *number != 1)
        importing.problem("accumulate",
                          "must be 1: microbatches follow from global_batch_size here");
    importing.into("name", "name");
    importMegatron(importing, kNemoDialect);
    importPrecisionName(importing);
    importOptimizer(importing);
    return importing.finish();
}

ExportResult writeNemo(const Strategy& strategy, std::span<const KeptKey> kept)
{
    Exporting exporting = exportingYaml(strategy, kept, kNemoKeys);
    if (!strategy.name.empty())
        exporting.setText("name", strategy.name);
    exportMegatron(exporting, kNemoDialect);
    const Compute compute = strategy.precision.compute;
    exporting.setText("precision",
                      compute == Compute::Fp32       ? "32"
                          : compute == Compute::Fp16 ? "16"
                                                     : "bf16");
    if (compute == Compute::Fp8)
        exporting.setFlag("fp8", true);
    if (strategy.model && strategy.model->gatedMlp)
        exporting.setSoftly("activation", "fast-swiglu");
    else if (strategy.model)
        exporting.setSoftly("activation", "gelu");
    if (strategy.parallel.zero > 0)
        exporting.setText("optim_name", kSharded);
    else if (strategy.precision.optimizer == Optimizer::Sgd)
        exporting.setText("optim_name", "sgd");
    // A name read from the file is kept as long as it still means what the strategy says.
    else if (const auto own = exporting.kept.find("optim_name");
             own == exporting.kept.end() || own->second == kSharded || own->second == "sgd")
        exporting.setText("optim_name", "fused_adam");
    else
        exporting.set("optim_name", own->second);
    if (exporting.has("lr")) {
        const auto texts = fieldTexts(strategy);
        exporting.set("betas",
                      '[' + texts.at("training.beta1") + ", " + texts.at("training.beta2") + ']');
        if (strategy.training.decay == Decay::Cosine)
            exporting.setSoftly("sched_name", "CosineAnnealing");
    }
    return finishExport(strategy, yamlText(exporting, kept, kNemoKeys), exporting.takeRemarks(),
                        importNemo);
}

} // namespace

const Format kNemo{"nemo-yaml", "NeMo 1's model and trainer", "*.yaml", importNemo, writeNemo};

} // namespace strategy
