// What a config.json says beside the sizes of its model.

#include "engine/strategy/convert/known_keys/framework_keys.h"

#include <array>

namespace strategy {
namespace {

constexpr std::array kHuggingFaceLeft = std::to_array<KeyGroup>({
    {KeyGroup::Class::Kept, "is about tokens and the text that is made of them",
     R"(
audio_token_id bos_token_id cache_implementation decoder_start_token_id diversity_penalty
do_sample early_stopping eos_token_id image_token_id length_penalty max_length min_length
no_repeat_ngram_size num_beam_groups num_beams num_return_sequences output_scores pad_token_id
prefix remove_invalid_values repetition_penalty return_dict_in_generate sep_token_id
task_specific_params temperature tokenizer_class top_k top_p typical_p use_cache video_token_id
vision_end_token_id vision_start_token_id
)"},
    {KeyGroup::Class::Kept, "tells the library what to load and what to return",
     R"(
_name_or_path auto_* auto_map chunk_size_feed_forward classifier_dropout ep_size finetuning_task
id2label id2label.* label2id label2id.* num_labels num_logits_to_keep output_attentions
output_hidden_states pretraining_tp problem_type pruned_heads return_dict slow_but_exact
summary_activation summary_first_dropout summary_proj_to_labels summary_type summary_use_proj
tf_legacy_loss torchscript transformers_version verbose
)"},
    {KeyGroup::Class::Kept, "says how the checkpoint is stored, not how it is trained",
     R"(
dtype quantization_* quantization_config.quant_method torch_dtype use_bfloat16
)"},
    {KeyGroup::Class::Kept, "is what weights and gradients start from",
     R"(
embedding_fraction init_device init_std initializer_range
)"},
    {KeyGroup::Class::Kept, "is a small number inside a norm",
     R"(
layer_norm_eps layer_norm_epsilon layernorm_epsilon norm_eps norm_epsilon rms_norm_eps
)"},
    {KeyGroup::Class::Kept, "turns positions into angles, at the same cost however it is done",
     R"(
attn_config.alibi_bias_max attn_config.rope_theta initial_context_length learned_pos_emb
no_rope_layer_interval original_max_position_embeddings original_rope partial_rotary_factor position_embedding_type
rope_* rope_interleave rope_local_base_freq rope_parameters.rope_theta rope_ratio
rope_scaling.factor rope_scaling.rope_type rope_theta rotary_dim rotary_emb_base rotary_pct
)"},
    {KeyGroup::Class::Kept,
     "names the activation function; whether the MLP is gated goes by the type",
     R"(
activation activation_function ffn_config.ffn_act_fn.name hidden_act hidden_activation
swiglu_alpha swiglu_limit
)"},
    {KeyGroup::Class::Kept, "scales or clips numbers that are computed anyway",
     R"(
apply_query_key_layer_scaling attention_multiplier attention_softmax_in_fp32
attn_config.clip_qkv attn_config.softmax_scale attn_scale attn_temperature_tuning clip_qkv
embedding_multiplier final_logit_softcapping floor_scale fp32_residual_connection logit_scale
logits_scaling query_pre_attn_scalar reorder_and_upcast_attn residual_multiplier
scale_attention_softmax_in_fp32 scale_attn_by_inverse_layer_idx scale_attn_weights
)"},
    {KeyGroup::Class::Kept, "weighs or picks the experts of a token, at no cost that counts",
     R"(
aux_loss_alpha ffn_config.moe_jitter_eps ffn_config.moe_loss_weight
ffn_config.moe_normalize_expert_weights input_jitter_noise moe_norm_min n_group norm_topk_prob
output_router_logits routed_scaling_factor router_aux_loss_coef router_jitter_noise scoring_func
seq_aux topk_group topk_method use_routing_bias
)"},
    {KeyGroup::Class::Kept,
     "says which of a layer's norms there are or where they stand, at the same cost",
     R"(
_remove_final_layer_norm apply_residual_connection_post_layernorm bias_dropout_fusion
do_layer_norm_before layer_norm_elementwise_affine norm_type normalization_function num_ln_in_parallel_attn
post_layer_norm qk_norm_type
)"},
    {KeyGroup::Class::Approximated,
     "caps the scores of the attention, which its fastest kernels do not",
     R"(
attn_logit_softcapping
)"},
    {KeyGroup::Class::Approximated,
     "changes which tokens see each other; a strategy's attention is causal and whole",
     R"(
attn_config.attn_uses_sequence_id attn_config.prefix_lm use_bidirectional_attention
)"},
    {KeyGroup::Class::Approximated,
     "picks the tokens that a query sees; a strategy's attention is whole",
     R"(
index_*
)"},
    {KeyGroup::Class::Approximated,
     "chooses the kernels of the attention, which kernels.attention does here",
     R"(
attn_config.attn_impl
)"},
    {KeyGroup::Class::Approximated, "gives one matrix more its biases, which are left out",
     R"(
attention_out_bias lm_head_bias
)"},
    {KeyGroup::Class::Approximated, "leaves layers out at random; a strategy runs all",
     R"(
layerdrop
)"},
    {KeyGroup::Class::Approximated, "asks for recomputation, which recompute.granularity does here",
     R"(
gradient_checkpointing
)"},
    {KeyGroup::Class::Approximated, "is of layers for multi-token prediction, which are left out",
     R"(
mtp_transformer_layers num_mtp_modules use_mtp
)"},
    {KeyGroup::Class::Approximated,
     "names the layers with experts; those of the interval are taken",
     R"(
moe_layers
)"},
    {KeyGroup::Class::Approximated, "makes it more than a decoder, which it is taken as",
     R"(
add_cross_attention cross_attention_hidden_size is_decoder is_encoder_decoder
tie_encoder_decoder
)"},
    {KeyGroup::Class::Kept, "belongs to state-space layers, of which this model has none",
     R"(
mamba_chunk_size mamba_conv_bias mamba_d_conv mamba_d_head mamba_d_state mamba_expand
mamba_n_groups mamba_n_heads mamba_proj_bias
)"},
    {KeyGroup::Class::Taken, "says again what another key says",
     R"(
experts_per_token max_position_embeddings max_seq_len n_ctx n_positions seq_length
)"},
    {KeyGroup::Class::Taken, "is a key of another model_type",
     R"(
add_bias_linear add_qkv_bias attention_bias attn_config.attn_type attn_config.kv_n_heads
attn_config.qk_ln bias decoder_sparse_step enable_bias expansion_ratio
ffn_config.ffn_hidden_size ffn_config.moe_num_experts ffn_config.moe_top_k
interleave_moe_layer_step intermediate_size intermediate_size_mlp mlp_bias mlp_only_layers moe_layer_end_index
moe_layer_freq moe_layer_interval multi_query multi_query_attention new_decoder_architecture
no_bias parallel_attn qk_layernorm qkv_bias rmsnorm shared_expert_intermediate_size
shared_intermediate_size use_bias use_parallel_residual use_qk_norm use_qkv_bias
)"},
});

} // namespace

std::span<const KeyGroup> huggingFaceGroups() { return kHuggingFaceLeft; }

} // namespace strategy
