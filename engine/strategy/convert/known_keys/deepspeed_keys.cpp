// What DeepSpeed's JSON says beside batch, ZeRO, precision and optimizer.

#include "engine/strategy/convert/known_keys/framework_keys.h"

#include <array>

namespace strategy {
namespace {

constexpr std::array kDeepSpeedLeft = std::to_array<KeyGroup>({
    {KeyGroup::Class::Kept, "watches the run and reports on it",
     R"(
activation_checkpointing.profile comet.api_key comet.enabled comet.experiment_key
comet.experiment_name comet.mode comet.online comet.project comet.samples_log_interval
comet.workspace comms_logger.debug comms_logger.enabled comms_logger.prof_all
comms_logger.prof_ops comms_logger.verbose compile.debug_log csv_monitor.enabled
csv_monitor.job_name csv_monitor.output_path dump_state flops_profiler.detailed
flops_profiler.enabled flops_profiler.module_depth flops_profiler.output_file
flops_profiler.profile_step flops_profiler.recompute_fwd_factor flops_profiler.top_modules
memory_breakdown steps_per_print tensorboard.enabled tensorboard.job_name
tensorboard.output_path timers.throughput.enabled timers.throughput.synchronized
wall_clock_breakdown wandb.enabled wandb.group wandb.project wandb.team
zero_optimization.log_trace_cache_warnings
)"},
    {KeyGroup::Class::Kept, "is about checkpoints and what they start from",
     R"(
checkpoint.load_universal checkpoint.parallel_write.pipeline_stage checkpoint.tag_validation
checkpoint.use_node_local_storage zero_optimization.elastic_checkpoint
zero_optimization.load_from_fp32_weights zero_optimization.offload_optimizer.fast_init
zero_optimization.pipeline_loading_checkpoint
zero_optimization.stage3_gather_16bit_weights_on_model_save
zero_optimization.stage3_gather_fp16_weights_on_model_save
)"},
    {KeyGroup::Class::Kept, "keeps small numbers from vanishing, at no cost that counts",
     R"(
bf16.check_grad_overflow fp16.consecutive_hysteresis fp16.hysteresis fp16.initial_scale_power
fp16.loss_scale fp16.loss_scale_window fp16.min_loss_scale gradient_allreduce_op
gradient_predivide_factor prescale_gradients
)"},
    {KeyGroup::Class::Kept, "is asked of the program or of its data, and changes no step",
     R"(
dataloader_drop_last optimizer.legacy_fusion optimizer.params.adam_w_mode
optimizer.params.bias_correction optimizer.params.torch_adam pipeline.seed_layers
pipeline.use_reentrant tensor_parallel.injection_policy_tuple tensor_parallel.partition_config
tensor_parallel.preset_model use_data_before_expert_parallelism zero_allow_untested_optimizer
zero_force_ds_cpu_optimizer zero_optimization.enable_sanity_checks
zero_optimization.ignore_unused_parameters zero_optimization.leaf_module.classes
zero_optimization.leaf_module.name_suffixes zero_optimization.leaf_module.names
zero_optimization.legacy_stage1 zero_optimization.override_module_apply
)"},
    {KeyGroup::Class::Kept, "moves the learning rate, at no cost",
     R"(
optimizer.params.momentum scheduler.params.cycle_first_stair_count
scheduler.params.cycle_first_step_size scheduler.params.cycle_max_lr
scheduler.params.cycle_max_mom scheduler.params.cycle_min_lr scheduler.params.cycle_min_mom
scheduler.params.cycle_momentum scheduler.params.cycle_second_stair_count
scheduler.params.cycle_second_step_size scheduler.params.decay_lr_rate
scheduler.params.decay_mom_rate scheduler.params.decay_step_size
scheduler.params.last_batch_iteration scheduler.params.lr_range_test_min_lr
scheduler.params.lr_range_test_staircase scheduler.params.lr_range_test_step_rate
scheduler.params.lr_range_test_step_size
)"},
    {KeyGroup::Class::Approximated,
     "sizes the buffers and pieces that ZeRO works in; those that are usual are taken",
     R"(
zero_optimization.offload_optimizer.buffer_count zero_optimization.offload_param.buffer_count
zero_optimization.offload_param.buffer_size zero_optimization.offload_param.max_in_cpu
zero_optimization.stage3_max_live_parameters zero_optimization.stage3_max_reuse_distance
zero_optimization.stage3_model_persistence_threshold
zero_optimization.stage3_module_granularity_threshold
zero_optimization.stage3_param_persistence_threshold zero_optimization.sub_group_size
)"},
    {KeyGroup::Class::Approximated,
     "chooses how ZeRO reduces and gathers; as it does by default is taken",
     R"(
disable_allgather zero_optimization.allgather_partitions zero_optimization.contiguous_gradients
zero_optimization.memory_efficient_linear zero_optimization.mics_hierarchical_params_gather
zero_optimization.reduce_scatter zero_optimization.round_robin_gradients
zero_optimization.stage3_allgather_sequential
zero_optimization.stage3_use_all_reduce_for_fetch_params
zero_optimization.use_multi_rank_bucket_allreduce
)"},
    {KeyGroup::Class::Approximated,
     "keeps a second copy in each node or sends fewer bits, which a strategy does not know",
     R"(
communication_data_type seq_parallel_communication_data_type sparse_gradients
zero_optimization.zero_hpz_partition_size zero_optimization.zero_quantized_gradients
zero_optimization.zero_quantized_nontrainable_weights zero_optimization.zero_quantized_weights
zero_optimization.zeropp_loco_param
)"},
    {KeyGroup::Class::Approximated,
     "says how states are kept and moved outside the device; to pinned memory, in one go, is "
     "taken",
     R"(
aio.block_size aio.intra_op_parallelism aio.overlap_events aio.queue_depth aio.single_submit
aio.use_gds zero_optimization.cpu_offload_use_pin_memory
zero_optimization.offload_optimizer.cpuadam_cores_perc
zero_optimization.offload_optimizer.nvme_path zero_optimization.offload_optimizer.pin_memory
zero_optimization.offload_optimizer.pipeline_read
zero_optimization.offload_optimizer.pipeline_write zero_optimization.offload_param.nvme_path
zero_optimization.offload_param.pin_memory
)"},
    {KeyGroup::Class::Approximated, "offloads a part, or in a way of its own; the whole is taken",
     R"(
zero_optimization.offload_optimizer.ratio zero_optimization.offload_optimizer.super_offload
zero_optimization.zenflow.auto_ratio zero_optimization.zenflow.full_warm_up_rounds
zero_optimization.zenflow.offload zero_optimization.zenflow.overlap_step
zero_optimization.zenflow.pt_reserved_cores_perc zero_optimization.zenflow.select_interval
zero_optimization.zenflow.select_strategy zero_optimization.zenflow.steps_per_epoch
zero_optimization.zenflow.topk_ratio zero_optimization.zenflow.update_interval
)"},
    {KeyGroup::Class::Approximated,
     "is of another mixed precision, or casts otherwise; that of bf16 and fp16 is taken",
     R"(
amp.enabled amp.opt_level bf16.immediate_grad_update data_types.buffer_dtype
data_types.param_dtype fp16.auto_cast torch_autocast.lower_precision_safe_modules
)"},
    {KeyGroup::Class::Approximated, "compiles or records the step; what that saves is left out",
     R"(
compile.deepcompile compile.double_buffer compile.free_activation
compile.free_activation_threshold compile.keep_all_input_tensors compile.keep_int_input_tensors
compile.offload_activation compile.offload_activation_pin_memory compile.offload_opt_states
compile.offload_parameters compile.passes compile.symmetric_memory compile.sync_after_allgather
compile.sync_after_reduce compile.sync_before_allgather compile.sync_before_reduce
graph_harvesting
)"},
    {KeyGroup::Class::Approximated,
     "changes how checkpoints of activations are kept; as they are usually is taken",
     R"(
activation_checkpointing.contiguous_memory_optimization
activation_checkpointing.synchronize_checkpoint_boundary
)"},
    {KeyGroup::Class::Approximated,
     "divides the layers or what passes between them; both are taken as even and whole",
     R"(
pipeline.grad_partitioned pipeline.partition pipeline.pipe_partitioned
)"},
    {KeyGroup::Class::Approximated, "is of tensor parallelism, whose size alone is taken",
     R"(
tensor_parallel.dtype tensor_parallel.keep_module_on_host tensor_parallel.kernel_inject
tensor_parallel.tp tensor_parallel.tp_overlap_comm
)"},
    {KeyGroup::Class::Approximated,
     "changes the attention, the layers or the samples as training goes on; those of the end "
     "are taken",
     R"(
curriculum_learning.curriculum_type curriculum_learning.enabled
curriculum_learning.max_difficulty curriculum_learning.min_difficulty
curriculum_learning.schedule_type eigenvalue.enabled eigenvalue.gas_boundary_resolution
eigenvalue.layer_name eigenvalue.layer_num eigenvalue.max_iter eigenvalue.stability
eigenvalue.tol eigenvalue.verbose progressive_layer_drop.enabled progressive_layer_drop.gamma
progressive_layer_drop.theta sparse_attention.attention sparse_attention.block
sparse_attention.different_layout_per_head sparse_attention.global_block_end_indices
sparse_attention.global_block_indices sparse_attention.horizontal_global_attention
sparse_attention.local_window_blocks sparse_attention.mode
sparse_attention.num_different_global_patterns sparse_attention.num_global_blocks
sparse_attention.num_local_blocks sparse_attention.num_random_blocks
sparse_attention.num_sliding_window_blocks zero_optimization.save_muon_momentum_buffer_in_memory
)"},
    {KeyGroup::Class::Approximated,
     "fits the batch to the devices there are; the one in the file is taken",
     R"(
elasticity.enabled elasticity.ignore_non_elastic_batch_info elasticity.max_gpus
elasticity.max_train_batch_size elasticity.micro_batch_sizes elasticity.min_gpus
elasticity.min_time elasticity.model_parallel_size elasticity.num_gpus_per_node
elasticity.version
)"},
    {KeyGroup::Class::Approximated,
     "is of generating text between the steps, which a strategy leaves out",
     R"(
hybrid_engine.enable_cuda_graph hybrid_engine.enabled hybrid_engine.inference_tp_size
hybrid_engine.max_out_tokens hybrid_engine.pin_parameters hybrid_engine.release_inference_cache
hybrid_engine.tp_gather_partition_size
)"},
    {KeyGroup::Class::Taken,
     "needs optimizer.type, scheduler.type or the switch of its section beside it",
     R"(
optimizer.params.betas optimizer.params.eps optimizer.params.lr optimizer.params.weight_decay
scheduler.params.cos_min_ratio scheduler.params.total_num_steps scheduler.params.warmup_max_lr
scheduler.params.warmup_min_lr scheduler.params.warmup_min_ratio
scheduler.params.warmup_num_steps scheduler.params.warmup_type torch_autocast.dtype
)"},
});

} // namespace

std::span<const KeyGroup> deepSpeedGroups() { return kDeepSpeedLeft; }

} // namespace strategy
