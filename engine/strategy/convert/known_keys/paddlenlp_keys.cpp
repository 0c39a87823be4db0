// What PaddleNLP's trainer is told beside parallelism, batch and optimizer.

#include "engine/strategy/convert/known_keys/framework_keys.h"

#include <array>

namespace strategy {
namespace {

constexpr std::array kPaddleNlpLeft = std::to_array<KeyGroup>({
    {KeyGroup::Class::Kept, "is about files, reports and checkpoints",
     R"(
aistudio_repo_id aistudio_repo_license aistudio_repo_private aistudio_token continue_training
disable_tqdm from_aistudio ignore_data_skip load_sharded_model log_on_each_node logging_dir
logging_first_step logging_steps logging_strategy output_dir overwrite_output_dir report_to
resume_from_checkpoint run_name save_on_each_node save_sharded_model save_steps save_strategy
save_to_aistudio save_total_limit skip_memory_metrics skip_profile_timer unified_checkpoint
unified_checkpoint_config
)"},
    {KeyGroup::Class::Kept, "is about evaluation and what is done beside training",
     R"(
autotuner_benchmark benchmark bf16_full_eval do_eval do_export do_predict do_train
eval_accumulation_steps eval_steps eval_with_do_generation evaluation_strategy fp16_full_eval
greater_is_better label_names load_best_model_at_end max_evaluate_steps metric_for_best_model
minimum_eval_times past_index per_device_eval_batch_size prediction_loss_only
save_generation_output
)"},
    {KeyGroup::Class::Kept, "is about the data and how it is read",
     R"(
chat_template dataloader_drop_last dataloader_num_workers dataset_name_or_path lazy
lazy_data_processing local_rank num_train_epochs remove_unused_columns task_name
task_name_or_path tokenizer_name_or_path
)"},
    {KeyGroup::Class::Kept, "moves the learning rate or the loss, at no cost",
     R"(
lr_end num_cycles power scale_loss
)"},
    {KeyGroup::Class::Approximated,
     "says how long samples are and how they are packed; max_seq_length is taken",
     R"(
greedy_zero_padding intokens max_length pad_to_max_length pad_to_multiple_of src_length
zero_padding
)"},
    {KeyGroup::Class::Approximated, "trains a part of the weights only; all are taken as trained",
     R"(
lora lora_path lora_plus_scale lora_rank num_prefix_tokens pissa prefix_path prefix_tuning reft
rslora use_quick_lora vera vera_rank weight_blocksize weight_double_quant
weight_double_quant_block_size weight_quantize_algo
)"},
    {KeyGroup::Class::Approximated,
     "adds noise to the embedding, or drops numbers; whether masks are kept model.dropout says "
     "here",
     R"(
attention_probs_dropout_prob hidden_dropout_prob neftune neftune_noise_alpha
)"},
    {KeyGroup::Class::Approximated, "chooses kernels, which kernels says here",
     R"(
amp_custom_black_list amp_custom_white_list flash_mask flatten_param_grads fuse_attention_ffn
fuse_attention_qkv use_fast_layer_norm
)"},
    {KeyGroup::Class::Approximated,
     "is another optimizer or device; Adam on a strategy's cluster is taken",
     R"(
device no_cuda optim
)"},
    {KeyGroup::Class::Approximated,
     "says how the pipeline and the sharded ranks communicate; as usual is taken",
     R"(
pipeline_parallel_config sharding_parallel_config tensor_parallel_output
)"},
    {KeyGroup::Class::Approximated,
     "is the older name of sharding_parallel_degree, which is taken instead",
     R"(
sharding_degree
)"},
    {KeyGroup::Class::Taken, "is of the model, which the file gives in part only",
     R"(
hidden_size intermediate_size max_seq_length moe_intermediate_size num_attention_heads
num_experts num_experts_per_tok num_hidden_layers num_key_value_heads tie_word_embeddings
vocab_size
)"},
    {KeyGroup::Class::Taken, "names a model whose sizes the file has",
     R"(
model_name_or_path
)"},
});

} // namespace

std::span<const KeyGroup> paddleNlpGroups() { return kPaddleNlpLeft; }

} // namespace strategy
