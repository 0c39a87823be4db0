// Sizes, sharding and recomputation in Megatron's keys.

#include "engine/plan/counted.h"
#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/convert/megatron_deepspeed.h"

#include <algorithm>
#include <numeric>

namespace strategy {
namespace {

// Whether the ranks divide so many devices, and the experts what a rank of the pipeline has of
// them.
bool fitsRanks(const Parallel& parallel, long long devices)
{
    const long long pipeline = std::max(1, parallel.pipeline);
    const long long ranks = static_cast<long long>(std::max(1, parallel.tensor))
        * std::max(1, parallel.context) * pipeline;
    const long long experts
        = static_cast<long long>(std::max(1, parallel.expert)) * std::max(1, parallel.expertTensor);
    return devices % ranks == 0 && devices / pipeline % experts == 0;
}

void importWorld(Importing& importing)
{
    Cluster& cluster = importing.strategy.cluster;
    if (importing.into("cluster.devices", "devices")) { // where one key has them all
        importing.into("cluster.devices_per_node", "nproc_per_node");
        importing.take("nnodes");
        return;
    }
    const Setting* nodes = importing.take("nnodes");
    // torchrun takes "1:4" for elastic runs, whose size only the run has.
    if (nodes != nullptr && nodes->value.text.find(':') != std::string::npos) {
        importing.ignore("nnodes", "is a range of nodes; the devices are left open");
        nodes = nullptr;
    }
    const bool perNode = importing.into("cluster.devices_per_node", "nproc_per_node");
    const auto number
        = nodes == nullptr ? std::nullopt : importing.whole("nnodes", {1, kMaxDevices});
    if (perNode && number) {
        const long long devices = static_cast<long long>(*number) * cluster.devicesPerNode;
        if (!nodes->assumed || fitsRanks(importing.strategy.parallel, devices)) {
            // One more than the most, so that check() refuses it instead of a wrapped number
            // passing.
            cluster.devices = static_cast<int>(std::min<long long>(devices, kMaxDevices + 1));
            importing.standsFor("cluster.devices", "nnodes");
            return;
        }
        importing.remark(Remark::Kind::Assumed, "nnodes",
                         "is " + std::to_string(*number)
                             + " unless whoever runs the script says otherwise, which is too few "
                               "for its ranks; the devices are left open");
    }
    const int data = fewestReplicas(importing.strategy.parallel);
    importing.strategy.parallel.data = data > 1 ? data : 0;
    importing.remark(
        Remark::Kind::Assumed, "nnodes",
        "and the devices of a node are not both in the file; taken as the fewest, with "
            + plan::counted(data, "replica"));
}

void importBatch(Importing& importing)
{
    importing.into("batch.micro", "micro_batch_size");
    if (importing.has("rampup_batch_size")) {
        importing.take("rampup_batch_size");
        importing.keep("rampup_batch_size");
        importing.remark(Remark::Kind::Approximated, "rampup_batch_size",
                         "grows the batch up to global_batch_size, which is taken for all steps");
    }
    // Also where it is there and wrong, which is told: nothing is assumed beside a problem.
    if (importing.into("batch.global", "global_batch_size") || importing.has("global_batch_size"))
        return;
    Strategy& strategy = importing.strategy;
    strategy.batch.global = static_cast<int>(std::min<long long>(
        static_cast<long long>(strategy.batch.micro) * dataParallel(strategy), kMaxSamples + 1LL));
    importing.remark(Remark::Kind::Assumed, "global_batch_size",
                     "is not in the file; one microbatch a replica makes it "
                         + std::to_string(strategy.batch.global));
}

// ZeRO, from the flags that shard optimizer states, gradients and parameters.
void importSharding(Importing& importing, const MegatronDialect& dialect)
{
    Parallel& parallel = importing.strategy.parallel;
    const bool optimizer = isSet(importing, "use_distributed_optimizer");
    const bool fsdp = isAnySet(importing, {"use_megatron_fsdp", "use_custom_fsdp"});
    parallel.zero = optimizer ? 1 : 0;
    const auto strategy = importing.text("data_parallel_sharding_strategy");
    constexpr std::string_view kStrategies[]
        = {"no_shard", "optim", "optim_grads", "optim_grads_params"};
    if (strategy) {
        const auto found = std::find(std::begin(kStrategies), std::end(kStrategies), *strategy);
        if (found == std::end(kStrategies))
            importing.problem("data_parallel_sharding_strategy",
                              "must be one of " + listed(kStrategies) + ", not "
                                  + shown(*strategy));
        else if (fsdp)
            parallel.zero = static_cast<int>(found - std::begin(kStrategies));
        else
            importing.ignore("data_parallel_sharding_strategy",
                             "counts only with use_megatron_fsdp, which is off");
    }
    if (fsdp && !strategy) {
        // The two front ends have different defaults for one key.
        parallel.zero = dialect.commandLine ? 3 : 0;
        importing.remark(Remark::Kind::Assumed, "data_parallel_sharding_strategy",
                         dialect.commandLine
                             ? "is not in the file: optim_grads_params, as the command line now "
                               "has it; it had no_shard before"
                             : "is not in the file: no_shard, as the configuration class has it");
    }
    if (isSet(importing, "use_torch_fsdp2")) {
        parallel.zero = 3;
        parallel.reshard = !isSet(importing, "torch_fsdp2_no_reshard_after_forward");
        importing.keep("use_torch_fsdp2");
        importing.remark(Remark::Kind::Approximated, "use_torch_fsdp2",
                         "is taken as ZeRO-3, whoever carries it out");
    }
    const std::string_view instances = "num_distributed_optimizer_instances";
    if (const auto number = importing.whole(instances, {1, kMaxDevices})) {
        importing.standsFor("parallel.shard", instances);
        const int data = dataParallel(importing.strategy);
        if (data % *number != 0)
            importing.problem(instances,
                              "is " + std::to_string(*number) + ", and the " + std::to_string(data)
                                  + " data ranks are not divisible by it");
        else if (*number > 1)
            // Each instance shards over its own part of the data ranks.
            parallel.shard = data / *number;
    }
}

void importOffload(Importing& importing)
{
    if (isAnySet(importing, {"optimizer_cpu_offload", "swap_optimizer"}))
        importing.strategy.parallel.offload = Offload::Optimizer;
    const auto share = importing.decimal("optimizer_offload_fraction", {0, 1});
    if (!share)
        return;
    importing.keep("optimizer_offload_fraction");
    if (*share < 1)
        importing.remark(Remark::Kind::Approximated, "optimizer_offload_fraction",
                         "is less than 1; the optimizer is taken as offloaded whole");
}

void importRecompute(Importing& importing)
{
    Recompute& recompute = importing.strategy.recompute;
    const std::string_view number = "recompute_num_layers";
    if (isSet(importing, "recompute_activations"))
        recompute.granularity = Recomputing::Selective;
    // Before there were granularities, a method or a switch said that all is computed again.
    const bool old = isSet(importing, "checkpoint_activations");
    if (old
        || (!importing.has("recompute_granularity") && importing.has("recompute_method")
            && importing.has("activations_checkpoint_method")))
        recompute.granularity = Recomputing::Full;
    importing.into("recompute.granularity", "recompute_granularity", kMegatronGranularities);
    if (isSet(importing, "deepspeed_activation_checkpointing")
        && recompute.granularity == Recomputing::None)
        importing.ignore("deepspeed_activation_checkpointing",
                         "counts only with --checkpoint-activations, which is not there");
    else
        importing.keep("deepspeed_activation_checkpointing");
    if (old && !importing.has(number))
        recompute.layers = 1; // in one piece
    // Kept and said, since Megatron ignores them in silence.
    if (recompute.granularity != Recomputing::Full) {
        for (const std::string_view key : {std::string_view("recompute_method"), number})
            if (importing.has(key))
                importing.ignore(key, "counts only with full recomputation");
        return;
    }
    importing.into("recompute.method", "recompute_method", kMegatronMethods);
    importing.into("recompute.layers", number);
}

// The way of every layer, or a list of them, layer by layer.
std::optional<std::string> contextType(Importing& importing)
{
    constexpr std::string_view kKey = "cp_comm_type";
    const Setting* setting = importing.take(kKey);
    if (setting == nullptr || setting->value.kind != Node::Kind::List || setting->items.empty())
        return importing.text(kKey);
    const std::string& first = setting->items.front().text;
    const bool same = std::all_of(setting->items.begin(), setting->items.end(),
                                  [&](const Node& item) { return item.text == first; });
    // A strategy has one way for all layers; a mixed list is then reported as an approximation.
    return same ? first : "different for some layers";
}

void importContext(Importing& importing, const MegatronDialect& dialect)
{
    Parallel& parallel = importing.strategy.parallel;
    if (importing.has("ds_sequence_parallel_size"))
        parallel.contextMethod = ContextMethod::AllToAll;
    const auto algorithm = importing.text("context_parallel_algo");
    const auto type = contextType(importing);
    if (dialect.isMindSpeed && parallel.context > 1 && !algorithm)
        importing.remark(Remark::Kind::Assumed, "context_parallel_algo",
                         "is not in the file; older releases take ulysses_cp_algo, newer ones "
                         "megatron_cp_algo, which is taken");
    if (algorithm == "ulysses_cp_algo" || type == "a2a")
        parallel.contextMethod = ContextMethod::AllToAll;
    if (algorithm && *algorithm != "ulysses_cp_algo" && *algorithm != "megatron_cp_algo") {
        importing.keep("context_parallel_algo");
        importing.remark(Remark::Kind::Approximated, "context_parallel_algo",
                         "is " + shown(*algorithm) + ", taken as a ring");
    }
    if (type && *type != "a2a" && *type != "p2p") {
        importing.keep("cp_comm_type");
        importing.remark(Remark::Kind::Approximated, "cp_comm_type",
                         "is " + shown(*type) + ", taken as a ring");
    }
}

} // namespace

int fewestReplicas(const Parallel& parallel)
{
    const long long ranks = static_cast<long long>(parallel.tensor) * parallel.context;
    if (parallel.expert < 1 || ranks < 1)
        return 1;
    return static_cast<int>(parallel.expert / std::gcd<long long>(parallel.expert, ranks));
}

void importMegatronSizes(Importing& importing, const MegatronDialect& dialect)
{
    constexpr FieldKey kFields[] = {{"parallel.tensor", "tensor_model_parallel_size"},
                                    {"parallel.pipeline", "pipeline_model_parallel_size"},
                                    {"parallel.context", "context_parallel_size"},
                                    {"parallel.expert", "expert_model_parallel_size"},
                                    {"parallel.expert_tensor", "expert_tensor_parallel_size"},
                                    {"parallel.sequence", "sequence_parallel"}};
    importing.into(kFields);
    Parallel& parallel = importing.strategy.parallel;
    if (isSet(importing, "moe_tp_extend_ep") && importing.has("num_experts")) {
        // The tensor ranks hold experts of their own instead of sharing each.
        parallel.expert = static_cast<int>(std::min<long long>(
            static_cast<long long>(parallel.expert) * parallel.tensor, kMaxGroup + 1LL));
        parallel.expertTensor = 1;
    }
    importWorld(importing);
    importContext(importing, dialect);
}

void importMegatronRun(Importing& importing, const MegatronDialect& dialect)
{
    importBatch(importing);
    importSharding(importing, dialect);
    importOffload(importing);
    if (dialect.commandLine)
        importDeepSpeedSharding(importing);
    importMegatronPrecision(importing, dialect);
    importMegatronOverlap(importing, dialect);
    importMegatronKernels(importing, dialect);
    importRecompute(importing);
    if (isSet(importing, "use_tp_pp_dp_mapping"))
        importing.strategy.parallel.order = RankOrder::TensorPipelineData;
}

void importMegatron(Importing& importing, const MegatronDialect& dialect)
{
    if (refuseMegatronOtherLayers(importing))
        return;
    importMegatronSizes(importing, dialect);
    importMegatronModel(importing, dialect);
    // Stages need layers and sizes that make sense.
    if (importing.isSound())
        importMegatronStages(importing, dialect);
    importMegatronRun(importing, dialect);
    importMegatronTraining(importing, dialect);
}

} // namespace strategy
