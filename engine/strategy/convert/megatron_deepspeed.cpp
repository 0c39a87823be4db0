#include "engine/strategy/convert/megatron_deepspeed.h"

#include "engine/strategy/convert/deepspeed_buckets.h"
#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/file.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>
#include <filesystem>

namespace strategy {
namespace {

constexpr std::string_view kConfig = "deepspeed_config";

// The key of Megatron-LM, and another name for it.
struct OtherName {
    std::string_view key;
    std::string_view other;
};

constexpr OtherName kOtherNames[]
    = {{"tensor_model_parallel_size", "model_parallel_size"},
       {"context_parallel_size", "ds_sequence_parallel_size"},
       {"expert_model_parallel_size", "moe_expert_parallel_size"},
       {"moe_router_topk", "topk"},
       {"num_query_groups", "num_key_value_heads"},
       {"micro_batch_size", "batch_size"},
       {"recompute_granularity", "activations_checkpoint_granularity"},
       {"recompute_method", "activations_checkpoint_method"},
       {"recompute_num_layers", "activations_checkpoint_num_layers"},
       {"recompute_num_layers", "checkpoint_num_layers"},
       {"lr_decay_iters", "lr_decay_steps"},
       {"nnodes", "actor_num_nodes"}, // slime's, whose other devices generate
       {"nproc_per_node", "actor_num_gpus_per_node"}};

// Of DeepSpeed's configuration, and what Megatron-DeepSpeed's command line calls it.
constexpr OtherName kConfigNames[]
    = {{"zero_stage", "zero_optimization.stage"},
       {"ds_offload_optimizer", "zero_optimization.offload_optimizer.device"},
       {"ds_offload_param", "zero_optimization.offload_param.device"},
       {"ds_cpu_offload", "zero_optimization.cpu_offload"},
       {kReduceBucketKey, kReduceBucketKey},
       {gatherBucketKey(1), gatherBucketKey(1)},
       {gatherBucketKey(3), gatherBucketKey(3)},
       {"micro_batch_size", "train_micro_batch_size_per_gpu"},
       {"global_batch_size", "train_batch_size"},
       {"bf16", "bf16.enabled"},
       {"fp16", "fp16.enabled"}};

std::string lastPart(std::string_view path)
{
    return std::string(path.substr(std::min(path.size(), path.rfind('/') + 1)));
}

// The text of the file beside the script; empty where there is none in its folder.
std::string textBeside(const std::string& folder, const std::string& name)
{
    std::error_code error;
    const auto root = std::filesystem::canonical(folder, error);
    if (error || folder.empty() || name.empty() || name.size() > 200)
        return {};
    const auto file = std::filesystem::canonical(root / name, error);
    if (error || !std::filesystem::is_regular_file(file, error))
        return {};
    if (std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first != root.end())
        return {};
    const auto text = readTextFileAt(file.string(), kMaxConfigurationBytes);
    return text ? *text : std::string{};
}

} // namespace

bool isMegatronDeepSpeed(const Importing& importing)
{
    for (const char* key :
         {"deepspeed", "deepspeed_config", "zero_stage", "ds_sequence_parallel_size",
          "no_pipeline_parallel", "moe_expert_parallel_size", "deepspeed_activation_checkpointing",
          "deepspeed_mpi", "cpu_optimizer"})
        if (importing.has(key))
            return true;
    return false;
}

void takeOtherNames(Importing& importing)
{
    for (const OtherName& name : kOtherNames)
        if (!importing.has(name.key) && importing.has(name.other))
            importing.standIn(name.key, name.other);
}

void takeEncoder(Importing& importing)
{
    constexpr std::string_view kLayers = "encoder_num_layers";
    if (importing.has("num_layers") || !importing.has(kLayers))
        return;
    importing.standIn("num_layers", kLayers);
    if (!importing.has("seq_length"))
        importing.standIn("seq_length", "encoder_seq_length");
    importing.keep(kLayers);
    importing.remark(Remark::Kind::Approximated, kLayers,
                     "is taken as the model's layers, and a decoder beside them is left out");
}

void addDeepSpeedConfig(Importing& importing, const ShellScript& script, const std::string& folder)
{
    const auto name = importing.text(kConfig);
    importing.keep(kConfig);
    if (!name)
        return;
    const auto written = script.files.find(*name);
    const std::string text
        = written != script.files.end() ? written->second.text : textBeside(folder, *name);
    if (text.empty())
        return importing.remark(Remark::Kind::Unresolved, kConfig,
                                "names " + shown(*name)
                                    + ", which is not in the folder of the script; what it says of "
                                      "ZeRO and offload is not known");
    const Settings settings = readSettings(text);
    if (!settings.problems.empty())
        return importing.remark(Remark::Kind::Unresolved, kConfig,
                                "names a file that is not read: "
                                    + toText(shown(lastPart(*name)), settings.problems.front()));
    for (const OtherName& one : kConfigNames)
        for (Setting setting : settings.entries) {
            if (setting.key != one.other || setting.value.text == "auto"
                || setting.value.text.find('$') != std::string::npos)
                continue;
            setting.name = lastPart(*name) + ": " + setting.key;
            setting.key = one.key;
            // Of the script, since only its lines are told.
            importing.addBeside(std::move(setting), kConfig);
        }
}

void importDeepSpeedSharding(Importing& importing)
{
    if (!isMegatronDeepSpeed(importing))
        return;
    Parallel& parallel = importing.strategy.parallel;
    const bool given = importing.into("parallel.zero", "zero_stage");
    if (!given && !importing.has("zero_stage")) {
        parallel.zero = 1;
        importing.remark(Remark::Kind::Assumed, "zero_stage",
                         "is not in the file; Megatron-DeepSpeed's default is 1");
    }
    importBuckets(importing);
    if (isSet(importing, "no_pipeline_parallel")) {
        importing.keep("no_pipeline_parallel");
        if (parallel.pipeline > 1)
            importing.problem("no_pipeline_parallel",
                              "and a pipeline of " + std::to_string(parallel.pipeline)
                                  + " ranks are both given; keep one");
    }
    if (given && parallel.zero > 1 && parallel.pipeline > 1)
        importing.problem("zero_stage",
                          "is " + std::to_string(parallel.zero) + ", and a pipeline of "
                              + std::to_string(parallel.pipeline)
                              + " ranks takes at most 1 in DeepSpeed");
    const auto onHost = [&](std::string_view key) {
        const std::string device = importing.text(key).value_or("none");
        return device == "cpu" || device == "nvme";
    };
    const bool states = onHost("ds_offload_optimizer");
    const bool old = isSet(importing, "ds_cpu_offload");
    if (isAnySet(importing, {"cpu_optimizer", "cpu_torch_adam"}) || states || old)
        parallel.offload = Offload::Optimizer;
    const bool weights = onHost("ds_offload_param");
    if (onHost("remote_device") || weights)
        parallel.offload = Offload::All;
    importing.keep("remote_device");
}

void importDeepSpeedExperts(Importing& importing)
{
    Model& model = *importing.strategy.model;
    if (!isMegatronDeepSpeed(importing) || model.experts < 1)
        return;
    if (!importing.has("moe_router_topk")) {
        model.expertsPerToken = 1;
        importing.remark(Remark::Kind::Assumed, "topk",
                         "is not in the file; Megatron-DeepSpeed's default is 1");
    }
    if (!isSet(importing, "enable_expert_tensor_parallelism")
        && !importing.has("expert_tensor_parallel_size"))
        importing.strategy.parallel.expertTensor = 1;
    if (importing.has("moe_layer_freq"))
        return; // which says it, as Megatron-LM does
    const bool given = importing.has("expert_interval");
    const int every = importing.whole("expert_interval", {1, kMaxLayers}).value_or(given ? 1 : 2);
    // It counts layers from one: the last of each interval has experts.
    model.expertEvery = every;
    model.denseLayers = every - 1;
    importing.standsFor("model.expert_every", "expert_interval");
    importing.standsFor("model.dense_layers", "expert_interval");
    if (!given)
        importing.remark(Remark::Kind::Assumed, "expert_interval",
                         "is not in the file; Megatron-DeepSpeed's default is 2");
}

} // namespace strategy
