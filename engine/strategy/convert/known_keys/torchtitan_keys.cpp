// What torchtitan's TOML says beside parallelism, batch, optimizer and recomputation.

#include "engine/strategy/convert/known_keys/framework_keys.h"

#include <array>

namespace strategy {
namespace {

constexpr std::array kTorchtitanLeft = std::to_array<KeyGroup>({
    {KeyGroup::Class::Kept, "is about the job, its reports and checkpoints",
     R"(
checkpoint.async_mode checkpoint.create_seed_checkpoint checkpoint.enable_first_step_checkpoint
checkpoint.enable_ft_dataloader_checkpoints checkpoint.exclude_from_loading
checkpoint.export_dtype checkpoint.folder checkpoint.initial_load_in_hf
checkpoint.initial_load_in_hf_quantized checkpoint.initial_load_model_only
checkpoint.initial_load_path checkpoint.keep_latest_k checkpoint.last_save_in_hf
checkpoint.last_save_model_only checkpoint.load_only checkpoint.load_step
comm.init_timeout_seconds comm.mode comm.save_traces_file_prefix comm.save_traces_folder
comm.trace_buf_size comm.train_timeout_seconds experimental.custom_args_module
experimental.custom_import job.config_file job.custom_config_module job.description
job.dump_folder job.print_config job.save_config_file memory_estimation.disable_fake_mode
memory_estimation.enable metrics.disable_color_printing metrics.enable_tensorboard
metrics.enable_wandb metrics.log_freq metrics.save_for_all_ranks metrics.save_tb_folder
profiling.enable_memory_snapshot profiling.enable_profiling profiling.profile_freq
profiling.profiler_active profiling.profiler_warmup profiling.save_memory_snapshot_folder
profiling.save_traces_folder
)"},
    {KeyGroup::Class::Kept, "is about the data and the words",
     R"(
model.hf_assets_path model.print_after_conversion model.tokenizer_path
training.dataloader.num_workers training.dataloader.persistent_workers
training.dataloader.pin_memory training.dataloader.prefetch_factor training.dataset
training.dataset_path
)"},
    {KeyGroup::Class::Kept, "is about validation, which is no step of training",
     R"(
validation.dataset validation.dataset_path validation.enable validation.freq
validation.local_batch_size validation.seq_len validation.steps
)"},
    {KeyGroup::Class::Kept, "looks for mistakes in recomputation, or keeps random numbers for it",
     R"(
activation_checkpoint.debug activation_checkpoint.determinism_check
activation_checkpoint.early_stop activation_checkpoint.preserve_rng_state
activation_checkpoint.visualize_memory_budget_pareto training.gc_debug
)"},
    {KeyGroup::Class::Approximated,
     "chooses what is recomputed by size or budget; selective by operation is taken",
     R"(
activation_checkpoint.memory_budget
activation_checkpoint.per_op_sac_force_recompute_mm_shapes_by_fqns
)"},
    {KeyGroup::Class::Approximated,
     "chooses how the model is compiled; what it fuses kernels.fusion says here",
     R"(
compile.backend compile.components
)"},
    {KeyGroup::Class::Approximated,
     "says how 8 bits are used; products in fp8 and the rest in 16 bits is taken",
     R"(
quantize.grouped_mm.float8.fqns quantize.grouped_mm.mx.fqns quantize.grouped_mm.mx.recipe_name
quantize.linear.float8.emulate quantize.linear.float8.enable_fsdp_float8_all_gather
quantize.linear.float8.filter_fqns
quantize.linear.float8.precompute_float8_dynamic_scale_for_fsdp
quantize.linear.mx.filter_fqns
quantize.linear.mx.mxfp8_dim1_cast_kernel_choice quantize.linear.mx.recipe_name
)"},
    {KeyGroup::Class::Approximated, "is a detail of how ranks communicate; the usual one is taken",
     R"(
parallelism.context_parallel_rotate_method
parallelism.disable_loss_parallel parallelism.expert_parallel_comm_backend
parallelism.pipeline_parallel_expert_parallel_overlap
)"},
    {KeyGroup::Class::Approximated,
     "names the layers of each stage; layers are divided evenly here",
     R"(
parallelism.module_fqns_per_model_part
)"},
    {KeyGroup::Class::Approximated,
     "chooses the optimizer's kernels or when it runs; fused, behind the backward, is taken",
     R"(
optimizer.early_step_in_backward optimizer.implementation
)"},
    {KeyGroup::Class::Approximated, "makes steps slower or experts equal, to look into them",
     R"(
debug.deterministic debug.deterministic_warn_only debug.moe_force_load_balance training.gc_freq
)"},
    {KeyGroup::Class::Approximated, "goes on without a replica that failed; all are taken to run",
     R"(
fault_tolerance.enable fault_tolerance.group_size fault_tolerance.min_replica_size
fault_tolerance.process_group fault_tolerance.process_group_timeout_ms
fault_tolerance.replica_id fault_tolerance.semi_sync_method
)"},
    {KeyGroup::Class::Taken, "needs another switch beside it, or says the steps again",
     R"(
checkpoint.interval lr_scheduler.total_steps quantize.linear.float8.recipe_name
)"},
});

} // namespace

std::span<const KeyGroup> torchtitanGroups() { return kTorchtitanLeft; }

} // namespace strategy
