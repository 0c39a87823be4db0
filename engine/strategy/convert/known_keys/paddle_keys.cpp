// What Paddle's DistributedStrategy says beside hybrid_configs.

#include "engine/strategy/convert/known_keys/framework_keys.h"

#include <array>

namespace strategy {
namespace {

constexpr std::array kPaddleLeft = std::to_array<KeyGroup>({
    {KeyGroup::Class::Kept, "keeps small numbers from vanishing, at no cost that counts",
     R"(
amp_configs.decr_every_n_nan_or_inf amp_configs.decr_ratio amp_configs.incr_every_n_steps
amp_configs.incr_ratio amp_configs.init_loss_scaling amp_configs.use_dynamic_loss_scaling
hybrid_configs.pp_configs.delay_scale_loss pp_configs.delay_scale_loss
)"},
    {KeyGroup::Class::Kept, "watches the run, or starts its random numbers",
     R"(
hybrid_configs.pp_configs.enable_timer hybrid_configs.pp_configs.profiling
pp_configs.enable_timer pp_configs.profiling tensor_parallel_configs.tensor_init_seed
)"},
    {KeyGroup::Class::Approximated, "says which operations stay in fp32; the usual ones do",
     R"(
amp_configs.custom_black_list amp_configs.custom_black_varnames amp_configs.custom_white_list
)"},
    {KeyGroup::Class::Approximated,
     "trains without waiting, or reduces more seldom or less; a step of every replica is taken",
     R"(
a_sync adaptive_localsgd auto dgc elastic gradient_merge gradient_merge_configs.avg
gradient_merge_configs.k_steps localsgd localsgd_configs.begin_step localsgd_configs.k_steps
)"},
    {KeyGroup::Class::Approximated, "is another optimizer; Adam is taken",
     R"(
lamb lars
)"},
    {KeyGroup::Class::Approximated,
     "chooses how gradients are packed and reduced; the usual way is taken",
     R"(
fuse_all_reduce_ops fuse_grad_size_in_MB fuse_grad_size_in_TFLOPS
hierarchical_allreduce_inter_nranks hybrid_configs.pp_configs.sync_moment
hybrid_configs.pp_configs.sync_param hybrid_configs.sharding_configs.tensor_fusion nccl_comm_num
pp_configs.sync_moment pp_configs.sync_param sharding_configs.tensor_fusion sync_nccl_allreduce
use_hierarchical_allreduce
)"},
    {KeyGroup::Class::Approximated,
     "chooses kernels and their room; a transformer has none of these",
     R"(
conv_workspace_size_limit cudnn_batchnorm_spatial_persistent cudnn_exhaustive_search
sync_batch_norm
)"},
    {KeyGroup::Class::Approximated,
     "says how the pipeline sends and what it keeps; as usual is taken",
     R"(
hybrid_configs.pp_configs.clear_every_step_cache
hybrid_configs.pp_configs.forward_backward_overlap_scheduler
pipeline_configs.enable_partial_send_recv pipeline_configs.p2p_cache_shape
pp_configs.clear_every_step_cache pp_configs.forward_backward_overlap_scheduler
)"},
    {KeyGroup::Class::Approximated,
     "names the tensors that are kept; every layer is taken as recomputed",
     R"(
recompute_configs.checkpoints
)"},
    {KeyGroup::Class::Taken,
     "says again what the degrees and pipeline_configs say, or needs a sharding_degree",
     R"(
hybrid_configs.sharding_configs.accumulate_steps hybrid_configs.sharding_configs.stage pipeline
pp_configs.dp_comm_overlap pp_configs.sharding_comm_overlap pp_configs.use_dualpipev
sharding_configs.accumulate_steps sharding_configs.comm_overlap sharding_configs.stage
)"},
});

} // namespace

std::span<const KeyGroup> paddleGroups() { return kPaddleLeft; }

} // namespace strategy
