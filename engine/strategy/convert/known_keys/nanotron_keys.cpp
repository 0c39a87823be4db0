// What nanotron's YAML says beside model, parallelism and optimizer.

#include "engine/strategy/convert/known_keys/framework_keys.h"

#include <array>

namespace strategy {
namespace {

constexpr std::array kNanotronLeft = std::to_array<KeyGroup>({
    {KeyGroup::Class::Kept, "is about the run's name, its checkpoints and reports",
     R"(
checkpoints.checkpoint_interval checkpoints.checkpoints_path
checkpoints.checkpoints_path_is_shared_file_system checkpoints.load_lr_scheduler
checkpoints.load_optimizer checkpoints.resume_checkpoint_path checkpoints.save_final_state
checkpoints.save_initial_state general.benchmark_csv_path general.consumed_train_samples
general.ignore_sanity_checks general.project general.run general.step
logging.iteration_step_info_interval logging.log_level logging.log_level_replica
metrics_logging.log_detail_interval metrics_logging.log_level profiler.active
profiler.export_chrome_trace profiler.profile_memory profiler.profiler_export_path
profiler.record_shapes profiler.repeat profiler.skip_first profiler.wait profiler.warmup
profiler.with_stack s3_upload.remove_after_upload s3_upload.s5cmd_concurrency
s3_upload.s5cmd_numworkers s3_upload.s5cmd_path s3_upload.upload_s3_path
)"},
    {KeyGroup::Class::Kept, "is about text, and how many steps are taken and checked",
     R"(
data.dataset.dataset_folder data.dataset.dataset_max_tokens data.dataset.dataset_overwrite_cache
data.dataset.dataset_processing_num_proc_per_process data.dataset.dataset_read_path
data.dataset.dataset_weights data.dataset.debug_max_samples data.dataset.hf_dataset_config_name
data.dataset.hf_dataset_or_datasets data.dataset.hf_dataset_splits
data.dataset.pad_samples_to_global_batch_size data.dataset.return_positions
data.dataset.sft_dataloader data.dataset.shuffle_files data.dataset.skip_in_stream
data.dataset.text_column_name data.dataset.token_size_in_bytes data.dataset.tokenizer_name
data.dataset.use_old_brrr_dataloader data.dataset.vocab_size data.num_loading_workers data.seed
model.model_config.bos_token_id model.model_config.eos_token_id model.model_config.pad_token_id
model.model_config.use_cache tokenizer.tokenizer_max_length tokenizer.tokenizer_name_or_path
tokenizer.tokenizer_revision tokens.limit_test_batches tokens.limit_val_batches
tokens.train_steps tokens.val_check_interval
)"},
    {KeyGroup::Class::Kept, "is what the weights start from",
     R"(
model.init_method.path model.init_method.scaling_method model.init_method.std
model.init_method.use_mup model.model_config.initializer_range model.model_config.pretraining_tp
)"},
    {KeyGroup::Class::Kept,
     "is inside a norm, an angle, a loss or an activation that is computed anyway",
     R"(
model.model_config.activation_function model.model_config.attention_softmax_in_fp32
model.model_config.hidden_act model.model_config.layer_norm_epsilon
model.model_config.log_attn_probs model.model_config.moe_config.router_aux_loss_coef
model.model_config.no_rope_layer model.model_config.rms_norm_eps
model.model_config.rope_interleaved model.model_config.rope_scaling
model.model_config.rope_seq_len_interpolation_factor model.model_config.rope_theta
model.model_config.scale_attention_softmax_in_fp32 model.model_config.scale_attn_weights
model.model_config.z_loss_coefficient model.model_config.z_loss_enabled
optimizer.learning_rate_scheduler.lr_warmup_style optimizer.weight_decay_exclude_named_params
)"},
    {KeyGroup::Class::Approximated,
     "changes the length or the data from stage to stage; tokens.sequence_length is taken",
     R"(
data_stages
)"},
    {KeyGroup::Class::Approximated, "chooses kernels, which kernels says here",
     R"(
model.model_config._attn_implementation model.model_config._fused_rms_norm
model.model_config._fused_rotary_emb model.model_config._use_qkv_packed
model.model_config.flex_attention_mask model.model_config.moe_config.token_dispatcher_type
model.model_config.ring_attn_heads_k_stride optimizer.optimizer_factory.torch_adam_is_fused
optimizer.torch_adam_is_fused
)"},
    {KeyGroup::Class::Approximated,
     "limits which tokens see each other; a strategy's attention is whole",
     R"(
model.model_config._use_doc_masking model.model_config.global_attn_layers
model.model_config.sliding_window_size
)"},
    {KeyGroup::Class::Approximated,
     "is of a model like StarCoder2, or names some layers only; one like Llama of equal layers "
     "is taken",
     R"(
model.model_config.attn_pdrop model.model_config.embd_pdrop model.model_config.grouped_query
model.model_config.is_starcoder2_config model.model_config.moe_config.layers
model.model_config.multi_query model.model_config.num_kv_heads model.model_config.resid_pdrop
model.model_config.use_position_embeddings model.model_config.use_rotary_embeddings
)"},
    {KeyGroup::Class::Approximated,
     "sizes the pieces that gradients are reduced in; the usual ones are taken",
     R"(
model.ddp_bucket_cap_mb
)"},
    {KeyGroup::Class::Taken,
     "says nothing beside tokens.sequence_length and the sizes of the model",
     R"(
model.make_vocab_size_divisible_by model.model_config.max_position_embeddings
model.model_config.moe_config.enable_shared_expert
)"},
});

} // namespace

std::span<const KeyGroup> nanotronGroups() { return kNanotronLeft; }

} // namespace strategy
