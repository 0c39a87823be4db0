// What Accelerate's YAML says beside its back end's sizes.

#include "engine/strategy/convert/known_keys/framework_keys.h"

#include <array>

namespace strategy {
namespace {

constexpr std::array kAccelerateLeft = std::to_array<KeyGroup>({
    {KeyGroup::Class::Kept, "is empty, as Accelerate writes what it does not need",
     R"(
deepspeed_config dynamo_config fp8_config fsdp_config megatron_lm_config mpirun_config
parallelism_config
)"},
    {KeyGroup::Class::Kept, "is about how processes are started and find each other",
     R"(
command_file commands compute_environment debug deepspeed_config.deepspeed_exclusion_filter
deepspeed_config.deepspeed_hostfile deepspeed_config.deepspeed_inclusion_filter
deepspeed_config.deepspeed_multinode_launcher enable_cpu_affinity gpu_ids machine_rank
main_process_ip main_process_port main_training_function mpirun_config.mpirun_hostfile
rdzv_backend same_network tpu_env tpu_name tpu_use_cluster tpu_use_sudo tpu_vm tpu_zone
)"},
    {KeyGroup::Class::Kept, "is about checkpoints and what the weights start from",
     R"(
deepspeed_config.zero3_init_flag deepspeed_config.zero3_save_16bit_model
fsdp_config.fsdp_cpu_ram_efficient_loading fsdp_config.fsdp_state_dict_type
fsdp_config.fsdp_sync_module_states megatron_lm_config.megatron_lm_no_load_optim
megatron_lm_config.megatron_lm_no_save_optim
)"},
    {KeyGroup::Class::Kept, "is the same weights in another order, at the same cost",
     R"(
fsdp_config.fsdp_use_orig_params megatron_lm_config.megatron_lm_calculate_per_token_loss
megatron_lm_config.megatron_lm_eod_mask_loss
)"},
    {KeyGroup::Class::Approximated, "says which modules are gathered at a time; one layer is taken",
     R"(
deepspeed_config.deepspeed_moe_layer_cls_names fsdp_config.fsdp_auto_wrap_policy
fsdp_config.fsdp_min_num_params fsdp_config.fsdp_transformer_layer_cls_to_wrap
)"},
    {KeyGroup::Class::Approximated,
     "says when the next layer is gathered; before it is needed is taken",
     R"(
fsdp_config.fsdp_backward_prefetch fsdp_config.fsdp_forward_prefetch
)"},
    {KeyGroup::Class::Approximated, "names a disk; a strategy offloads to the host's memory",
     R"(
deepspeed_config.offload_optimizer_nvme_path deepspeed_config.offload_param_nvme_path
)"},
    {KeyGroup::Class::Approximated, "compiles the model, which kernels.fusion says here",
     R"(
dynamo_config.dynamo_backend dynamo_config.dynamo_mode dynamo_config.dynamo_use_dynamic
dynamo_config.dynamo_use_fullgraph dynamo_config.dynamo_use_regional_compilation
)"},
    {KeyGroup::Class::Approximated,
     "says how 8 bits are used; products in fp8 and the rest in 16 bits is taken",
     R"(
fp8_config.amax_compute_algo fp8_config.amax_history_len fp8_config.backend
fp8_config.enable_fsdp_float8_all_gather fp8_config.format fp8_config.fp8_format
fp8_config.interval fp8_config.margin fp8_config.opt_level fp8_config.override_linear_precision
fp8_config.pad_inner_dim fp8_config.use_autocast_during_eval
)"},
    {KeyGroup::Class::Approximated,
     "runs on other devices or in other types than those of a strategy's cluster",
     R"(
downcast_bf16 use_cpu
)"},
    {KeyGroup::Class::Approximated,
     "is an option of Megatron that the file alone does not decide; its default is taken",
     R"(
megatron_lm_config.megatron_lm_attention_dropout
megatron_lm_config.megatron_lm_attention_softmax_in_fp32
megatron_lm_config.megatron_lm_hidden_dropout
megatron_lm_config.megatron_lm_overlap_cpu_optimizer_d2h_h2d
megatron_lm_config.megatron_lm_use_custom_fsdp
megatron_lm_config.megatron_lm_use_precision_aware_optimizer
megatron_lm_config.megatron_lm_use_rotary_position_embeddings
)"},
    {KeyGroup::Class::Approximated,
     "is a detail of sequence parallelism, whose size alone is taken",
     R"(
parallelism_config.parallelism_config_cp_backend
parallelism_config.parallelism_config_cp_comm_strategy
parallelism_config.parallelism_config_sp_attn_implementation
parallelism_config.parallelism_config_sp_backend
parallelism_config.parallelism_config_sp_seq_length
parallelism_config.parallelism_config_sp_seq_length_is_variable
)"},
    {KeyGroup::Class::Taken, "is of another distributed_type",
     R"(
deepspeed_config.deepspeed_config_file deepspeed_config.gradient_accumulation_steps
deepspeed_config.gradient_clipping deepspeed_config.offload_optimizer_device
deepspeed_config.offload_param_device deepspeed_config.zero_stage
fsdp_config.fsdp_activation_checkpointing fsdp_config.fsdp_offload_params
fsdp_config.fsdp_reshard_after_forward fsdp_config.fsdp_sharding_strategy
fsdp_config.fsdp_version megatron_lm_config.megatron_lm_attention_backend
megatron_lm_config.megatron_lm_context_parallel_size
megatron_lm_config.megatron_lm_decoder_last_pipeline_num_layers
megatron_lm_config.megatron_lm_expert_model_parallel_size
megatron_lm_config.megatron_lm_expert_tensor_parallel_size
megatron_lm_config.megatron_lm_gradient_clipping
megatron_lm_config.megatron_lm_num_micro_batches
megatron_lm_config.megatron_lm_optimizer_cpu_offload megatron_lm_config.megatron_lm_pp_degree
megatron_lm_config.megatron_lm_recompute_activations
megatron_lm_config.megatron_lm_recompute_granularity
megatron_lm_config.megatron_lm_recompute_method
megatron_lm_config.megatron_lm_recompute_num_layers
megatron_lm_config.megatron_lm_sequence_parallelism megatron_lm_config.megatron_lm_tp_degree
megatron_lm_config.megatron_lm_use_distributed_optimizer
parallelism_config.parallelism_config_cp_size
parallelism_config.parallelism_config_dp_replicate_size
parallelism_config.parallelism_config_dp_shard_size
parallelism_config.parallelism_config_sp_size parallelism_config.parallelism_config_tp_size
)"},
});

} // namespace

std::span<const KeyGroup> accelerateGroups() { return kAccelerateLeft; }

} // namespace strategy
