// Keys of Megatron's family that the readers take, and what they depend on where they do not.
//
// Reviewed against the argument lists of NVIDIA/Megatron-LM at d98e8a6 (its configuration classes
// included), deepspeedai/Megatron-DeepSpeed at 4efb479, Ascend/MindSpeed at 028de58,
// Ascend/MindSpeed-LLM at c77308a and THUDM/slime at 624b824.

#include "engine/strategy/convert/known_keys/megatron_keys.h"

namespace strategy {
namespace {

constexpr KeyGroup kTakenGroups[] = {
    {KeyGroup::Class::Taken, "counts only with experts, of which the file has none",
     R"(
moe_ffn_hidden_size moe_intermediate_size moe_layer_freq moe_router_topk
moe_shared_expert_intermediate_size n_shared_experts first_k_dense_replace topk expert_interval
enable_expert_tensor_parallelism moe_tp_extend_ep moe_expert_parallel_size noop_layers
)"},
    {KeyGroup::Class::Taken, "counts only with a learning rate, which the file does not have",
     R"(
min_lr weight_decay adam_beta1 adam_beta2 adam_eps clip_grad seed save_interval lr_decay_style
lr_decay_iters lr_decay_steps lr_warmup_iters lr_warmup_fraction
)"},
    {KeyGroup::Class::Taken, "counts only together with another key, which is off or not there",
     R"(
group_query_attention max_position_embeddings position_embedding_type
use_rotary_position_embeddings make_vocab_size_divisible_by swiglu quick_geglu
untie_embeddings_and_output_weights batch_size recompute_activations checkpoint_activations
use_flash_attn optimizer optimizer_cpu_offload optimizer_offload_fraction lr grad_reduce_in_bf16
accumulate_allreduce_grads_in_fp32 decoder_first_pipeline_num_layers
decoder_last_pipeline_num_layers pipeline_model_parallel_layout model_parallel_size
num_layers_per_virtual_pipeline_stage num_virtual_stages_per_pipeline_rank
no_overlap_p2p_communication overlap_grad_reduce overlap_param_gather use_distributed_optimizer
data_parallel_sharding_strategy num_distributed_optimizer_instances cp_comm_type seq_length
num_experts q_lora_rank kv_lora_rank qk_head_dim qk_pos_emb_head_dim v_head_dim
use_precision_aware_optimizer exp_avg_dtype exp_avg_sq_dtype tensor_model_parallel_size
pipeline_model_parallel_size sequence_parallel context_parallel_size expert_model_parallel_size
expert_tensor_parallel_size fp16 bf16 tp_comm_overlap cross_entropy_loss_fusion
overlap_moe_expert_parallel_comm microbatch_group_size_per_virtual_pipeline_stage num_layers
mtp_num_layers account_for_embedding_in_pipeline_split account_for_loss_in_pipeline_split
hidden_size num_attention_heads attention_backend num_query_groups ffn_hidden_size kv_channels
hidden_dropout attention_dropout disable_bias_linear add_qkv_bias normalization qk_layernorm
multi_latent_attention recompute_granularity recompute_method recompute_num_layers fp8_format
transformer_impl micro_batch_size global_batch_size rampup_batch_size train_iters
use_megatron_fsdp use_torch_fsdp2 use_tp_pp_dp_mapping vocab_size padded_vocab_size
num_key_value_heads checkpoint_num_layers use_flash_attn_v1 use_flash_attn_v2
use_flash_attn_triton use_flash_attn_builder cpu_optimizer cpu_torch_adam no_pipeline_parallel
ds_sequence_parallel_size overlap_p2p_communication zero_stage remote_device
deepspeed_activation_checkpointing schedules_method nnodes nproc_per_node swap_optimizer
context_parallel_algo use_fusion_attn_v2 multi_head_latent_attention qk_rope_head_dim
qk_nope_head_dim moe_alltoall_overlap_comm moe_fb_overlap use_ascend_coc use_ascend_mc2
num_layer_list use_mc2 geglu enable_zbh1_pipeline deepspeed_config
virtual_pipeline_model_parallel_size num_moe_experts gated_linear_unit activation activation_func
add_bias_linear share_embeddings_and_output_weights qkv_bias override_vocab_size fp8
overlap_p2p_comm num_layers_in_first_pipeline_stage num_layers_in_last_pipeline_stage
microbatch_group_size_per_vp_stage use_flash_attention use_custom_fsdp grad_reduce_in_fp32
activations_checkpoint_method activations_checkpoint_granularity activations_checkpoint_num_layers
actor_num_nodes actor_num_gpus_per_node
)"},
};

} // namespace

std::span<const KeyGroup> megatronTaken() { return kTakenGroups; }

} // namespace strategy
