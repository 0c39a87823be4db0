// Keys that only the documents of Megatron's family have: NeMo 1's (NVIDIA/NeMo at 000763d,
// megatron_gpt_config.yaml, and what later releases added), Megatron-Bridge's groups, and the roles
// of MindSpeed-RL beside the one that trains.

#include "engine/strategy/convert/known_keys/megatron_keys.h"

#include <array>

namespace strategy {
namespace {

constexpr std::string_view kAboutFiles
    = "says where data, checkpoints and logs lie, or how they are read "
      "and written; changes neither time nor memory of a step";
constexpr std::string_view kAboutRun
    = "is about how the run is started, watched, restarted and ended, "
      "not about the work of a step";
constexpr std::string_view kAboutUpdate
    = "is about how the weights and the learning rate change, not about the work of a step";

constexpr KeyGroup kNemoGroupsOfKeys[] = {
    {KeyGroup::Class::Approximated,
     "changes how transfers are made or what they run beside; taken as overlap and the cluster say",
     R"(
grad_allreduce_chunk_size_mb model.optim.bucket_cap_mb model.optim.contiguous_grad_bucket
model.optim.contiguous_param_buffer model.optim.grad_sync_dtype nccl_communicator_config_path
)"},
    {KeyGroup::Class::Approximated,
     "changes the type of some numbers; those that precision says are taken for all",
     R"(
model.optim.grad_sync_dtype model.optim.param_sync_dtype native_amp_growth_interval reduce_amax
fp8_hybrid
)"},
    {KeyGroup::Class::Approximated,
     "changes how many tokens a microbatch or a step holds; taken as micro_batch_size full "
     "sequences",
     R"(
model.data.reset_position_ids model.data.reset_attention_mask rampup_batch_size
)"},
    {KeyGroup::Class::Approximated,
     "makes kernels or the host slower for the sake of equal results or of measurements; not "
     "counted",
     R"(
model.nsys_profile.* gc_interval trainer.benchmark trainer.detect_anomaly
)"},
    {KeyGroup::Class::Kept, kAboutFiles,
     R"(
restore_from_path resume_from_checkpoint exp_manager.* tokenizer model.tokenizer.*
model.data.data_prefix model.data.index_mapping_dir model.data.data_impl model.data.splits_string
model.data.skip_warmup model.data.num_workers model.data.dataloader_type model.data.eod_mask_loss
model.data.shuffle_documents model.data.validation_drop_last model.data.no_seqlen_plus_one_input_tokens
model.data.pad_samples_to_global_batch_size model.data.exchange_indices_distributed
model.data.mock_dataset model.data.add_fim model.data.legacy_dataset dist_ckpt_format
dist_ckpt_load_on_device dist_ckpt_parallel_save
)"},
    {KeyGroup::Class::Kept, kAboutRun,
     R"(
name mcore_gpt trainer.accelerator trainer.logger trainer.enable_checkpointing
trainer.replace_sampler_ddp trainer.use_distributed_sampler trainer.max_epochs trainer.max_steps
trainer.max_time trainer.log_every_n_steps trainer.val_check_interval trainer.limit_val_batches
trainer.limit_test_batches trainer.num_sanity_val_steps trainer.strategy trainer.enable_progress_bar
trainer.enable_model_summary pre_process post_process apex_transformer_log_level target
use_cpu_initialization transformer_block_type_default
)"},
    {KeyGroup::Class::Kept, kAboutUpdate,
     R"(
model.optim.* hysteresis rotary_percentage normalize_attention_scores headscale
)"},
};

constexpr KeyGroup kBridgeGroupsOfKeys[] = {
    {KeyGroup::Class::Kept, kAboutFiles,
     R"(
checkpoint.* dataset.* tokenizer.* logger.* data.*
)"},
    {KeyGroup::Class::Kept, kAboutRun,
     R"(
rng.* dist.* ft.* straggler.* rerun_state_machine.* inprocess_restart.* nvrx_straggler.*
profiling.* validation.*
)"},
};

constexpr KeyGroup kOtherRoles[] = {
    {KeyGroup::Class::Kept, "belongs to another role than the one that trains",
     R"(
ref_config.* reward_config.* critic_config.* generate_config.* rl_config.* agentic_rl_config.*
msprobe_config.* profiler_config.*
)"},
};

} // namespace

const KnownKeys& megatronKeys()
{
    static const std::array kTables{megatronTaken(), megatronChanges(), megatronKept()};
    static const KnownKeys kKeys(kTables);
    return kKeys;
}

const KnownKeys& nemoKeys()
{
    static const std::array kTables{std::span<const KeyGroup>(kNemoGroupsOfKeys), megatronTaken(),
                                    megatronChanges(), megatronKept()};
    static const KnownKeys kKeys(kTables);
    return kKeys;
}

const KnownKeys& bridgeKeys()
{
    static const std::array kTables{megatronTaken(), megatronChanges(), megatronKept(),
                                    std::span<const KeyGroup>(kBridgeGroupsOfKeys)};
    static const KnownKeys kKeys(kTables);
    return kKeys;
}

const KnownKeys& mindSpeedRlKeys()
{
    static const std::array kTables{megatronTaken(), megatronChanges(), megatronKept(),
                                    std::span<const KeyGroup>(kOtherRoles)};
    static const KnownKeys kKeys(kTables);
    return kKeys;
}

} // namespace strategy
