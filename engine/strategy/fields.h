// Every plain field of a strategy, once: its key, its member, its range. The
// reader, the writer and the check all walk these, so they cannot disagree.
//
// There is one visitFields() for each section of a file, found by the section's struct in
// strategy.h, where units and the meaning of special values stand. The order of the calls is
// the order in which the fields are written. A key is that of its section alone: "layers", not
// "model.layers".
//
// The ranges are deliberately wide: they refuse what can only be a slip of the finger. What is
// sensible depends on several fields at once and is left to check(). The largest sizes together
// still multiply to more than 64 bits hold (saturating_product.h).
//
// A visitor has
//   integer(key, int S::*, Range)
//   boolean(key, bool S::*)
//   choice(key, Choice S::*)                         an enum of choices.h
//   text(key, std::string S::*)
//   integers(key, std::vector<int> S::*, Range)      one range for every entry
//   decimal(key, double S::*, DecimalRange)
//   optionalInteger(key, accessor, Range)            accessor: S& -> std::optional<int>&
// The fields that are none of these (costs, cluster.device, schedule.order) are handled where
// strategies are read and written.

#pragma once

#include "engine/strategy/choices.h"
#include "engine/strategy/strategy.h"

#include <limits>
#include <type_traits>

namespace strategy {

// Both ends belong to a range, of whole numbers and of decimals alike.
struct Range {
    long long low = 0;
    long long high = 0;
};

struct DecimalRange {
    double low = 0;
    double high = 0;
};

// The largest sizes that a strategy may have; most ranges below are made of them.
inline constexpr int kMaxLayers = 100'000;
inline constexpr int kMaxWidth = 1 << 24;              // hidden sizes and the like
inline constexpr int kMaxGroup = 1 << 16;              // devices of one kind of parallelism
inline constexpr int kMaxDevices = 1 << 24;            // of the whole cluster
inline constexpr int kMaxSamples = 1 << 30;            // of a step; the limit of steps, too
inline constexpr std::size_t kMaxListEntries = 65'536; // of any list of a strategy
inline constexpr std::size_t kMaxTextBytes = 1'024;    // of a name
inline constexpr plan::Nanoseconds kMaxCost{1'000'000'000'000'000}; // 10^12 us, of one op part
inline constexpr Range kBytesRange{0, 1LL << 50};                   // of one transfer
inline constexpr DecimalRange kBandwidthRange{0.000001, 1e9};       // in gigabytes per second
inline constexpr DecimalRange kBucketRange{0, 1e12};                // in numbers
inline constexpr DecimalRange kFactorRange{0.001, 1000};            // multiplies a rank's times
inline constexpr DecimalRange kOverlapRange{0, 1};   // share of a fused pair's shorter op
inline constexpr DecimalRange kSpeedRange{0, 1e9};   // 0: the default of the device
inline constexpr DecimalRange kLatencyRange{0, 1e9}; // in microseconds; 0: likewise

// model. Where 0 is in the range it means none, or the default that Model describes. Sizes that
// must divide each other, as heads and kv_heads, are checked elsewhere.
template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Model>)
{
    v.integer("layers", &Model::layers, Range{1, kMaxLayers});
    v.integer("hidden", &Model::hidden, Range{1, kMaxWidth});
    v.integer("heads", &Model::heads, Range{1, kMaxGroup});
    v.integer("kv_heads", &Model::kvHeads, Range{0, kMaxGroup});
    v.integer("ffn_hidden", &Model::ffnHidden, Range{0, kMaxWidth});
    v.integer("vocab", &Model::vocab, Range{1, 1 << 26});
    v.integer("sequence", &Model::sequence, Range{1, 1 << 27});
    v.boolean("gated_mlp", &Model::gatedMlp);
    v.boolean("tied_embeddings", &Model::tiedEmbeddings);
    v.choice("norm", &Model::norm);
    v.choice("positions", &Model::positions);
    v.boolean("biases", &Model::biases);
    v.integer("experts", &Model::experts, Range{0, kMaxGroup});
    v.integer("experts_per_token", &Model::expertsPerToken, Range{0, kMaxGroup});
    v.integer("expert_ffn_hidden", &Model::expertFfnHidden, Range{0, kMaxWidth});
    v.integer("shared_experts", &Model::sharedExperts, Range{0, kMaxGroup});
    v.integer("dense_layers", &Model::denseLayers, Range{0, kMaxLayers});
    v.integer("expert_every", &Model::expertEvery, Range{1, kMaxLayers});
    v.integer("nodes_per_token", &Model::nodesPerToken, Range{0, kMaxGroup});
    v.integer("head_dim", &Model::headDim, Range{0, kMaxWidth});
    v.integer("embedding_dim", &Model::embeddingDim, Range{0, kMaxWidth});
    v.boolean("qkv_biases", &Model::qkvBiases);
    v.boolean("qk_norm", &Model::qkNorm);
    v.integer("kv_lora_rank", &Model::kvLoraRank, Range{0, kMaxWidth});
    v.integer("q_lora_rank", &Model::qLoraRank, Range{0, kMaxWidth});
    v.integer("nope_head_dim", &Model::nopeHeadDim, Range{0, kMaxWidth});
    v.integer("rope_head_dim", &Model::ropeHeadDim, Range{0, kMaxWidth});
    v.integer("v_head_dim", &Model::vHeadDim, Range{0, kMaxWidth});
    v.integer("mtp_layers", &Model::mtpLayers, Range{0, kMaxLayers});
    v.integer("max_positions", &Model::maxPositions, Range{0, 1 << 27});
    v.boolean("causal", &Model::causal);
    v.boolean("dropout", &Model::dropout);
}

// parallel. The sizes multiply to the devices of the cluster, which check() makes sure of.
template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Parallel>)
{
    // Sizes are numbers of ranks; 0 leaves chunks, data, expert_tensor and shard to what follows
    // from the others.
    v.integer("tensor", &Parallel::tensor, Range{1, kMaxGroup});
    v.integer("pipeline", &Parallel::pipeline, Range{1, plan::kMaxRanks});
    v.integer("chunks", &Parallel::chunks, Range{0, kMaxLayers});
    v.integer("context", &Parallel::context, Range{1, kMaxGroup});
    v.integer("expert", &Parallel::expert, Range{1, kMaxGroup});
    v.integer("data", &Parallel::data, Range{0, kMaxDevices});
    v.boolean("sequence", &Parallel::sequence);
    v.integer("zero", &Parallel::zero, Range{0, 3});
    v.choice("offload", &Parallel::offload);
    v.integers("layers_per_stage", &Parallel::layersPerStage, Range{0, kMaxLayers});
    v.integers("layers_per_rank", &Parallel::layersPerRank, Range{0, kMaxLayers});
    v.integer("expert_tensor", &Parallel::expertTensor, Range{0, kMaxGroup});
    v.integer("shard", &Parallel::shard, Range{0, kMaxDevices});
    v.choice("context_method", &Parallel::contextMethod);
    v.boolean("context_balance", &Parallel::contextBalance);
    v.decimal("expert_skew", &Parallel::expertSkew, DecimalRange{1, 1e5});
    v.boolean("reshard", &Parallel::reshard);
    v.choice("order", &Parallel::order);
    v.decimal("reduce_bucket", &Parallel::reduceBucket, kBucketRange);
    v.decimal("gather_bucket", &Parallel::gatherBucket, kBucketRange);
}

template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Batch>)
{
    // Both are samples: of a microbatch on one replica, and of a step over all of them.
    v.integer("micro", &Batch::micro, Range{1, 1 << 20});
    v.integer("global", &Batch::global, Range{0, kMaxSamples});
}

// schedule. The options have no default of their own: an absent one leaves it to the schedule.
template <class Visitor>
void visitFields(Visitor& v, std::type_identity<ScheduleChoice>)
{
    // `file` and `order` only mean something beside the name "custom"; the path is made absolute by
    // the reader.
    v.text("name", &ScheduleChoice::name);
    v.optionalInteger(
        "group", [](auto& schedule) -> auto& { return schedule.options.group; },
        Range{1, kMaxSamples});
    v.optionalInteger(
        "max_in_flight", [](auto& schedule) -> auto& { return schedule.options.maxInFlight; },
        Range{1, kMaxSamples});
    v.text("file", &ScheduleChoice::file);
}

template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Recompute>)
{
    // Layers count those of a group (uniform) or of a stage (block); 0 means all of them.
    v.choice("granularity", &Recompute::granularity);
    v.choice("method", &Recompute::method);
    v.integer("layers", &Recompute::layers, Range{0, kMaxLayers});
    v.boolean("light", &Recompute::light);
}

template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Overlap>)
{
    // Whether a kind of communication runs beside computing: the data ranks' reductions and
    // gathers, the tensor ranks' collectives, the experts' exchange.
    v.boolean("gradients", &Overlap::gradients);
    v.boolean("parameters", &Overlap::parameters);
    v.boolean("tensor", &Overlap::tensor);
    v.boolean("experts", &Overlap::experts);
    v.boolean("transfers", &Overlap::transfers);
}

template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Kernels>)
{
    // Words only: what they cost is the cost model's to say.
    v.choice("attention", &Kernels::attention);
    v.choice("fusion", &Kernels::fusion);
    v.choice("loss", &Kernels::loss);
    v.choice("outputs", &Kernels::outputs);
    v.choice("accumulation", &Kernels::accumulation);
    v.choice("framework", &Kernels::framework);
    v.choice("launch", &Kernels::launch);
    v.choice("dispatch", &Kernels::dispatch);
}

template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Precision>)
{
    // Types are checked together: not every optimizer goes with every type of the weights.
    v.choice("compute", &Precision::compute);
    v.choice("gradients", &Precision::gradients);
    v.choice("optimizer", &Precision::optimizer);
    v.choice("weights", &Precision::weights);
    v.choice("scaling", &Precision::scaling);
}

template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Training>)
{
    // Rates, shares and factors have no unit.
    v.text("data", &Training::data);
    v.integer("seed", &Training::seed, Range{0, std::numeric_limits<int>::max()});
    v.decimal("learning_rate", &Training::learningRate, DecimalRange{0, 100});
    v.decimal("min_learning_rate", &Training::minLearningRate, DecimalRange{0, 100});
    v.integer("warmup_steps", &Training::warmupSteps, Range{0, kMaxSamples});
    v.choice("decay", &Training::decay);
    v.integer("decay_steps", &Training::decaySteps, Range{0, kMaxSamples});
    v.decimal("weight_decay", &Training::weightDecay, DecimalRange{0, 100});
    v.decimal("beta1", &Training::beta1, DecimalRange{0, 0.999999});
    v.decimal("beta2", &Training::beta2, DecimalRange{0, 0.999999});
    v.decimal("epsilon", &Training::epsilon, DecimalRange{1e-15, 1});
    v.decimal("clip", &Training::clip, DecimalRange{0, 1e9});
    v.choice("on_not_a_number", &Training::onNotANumber);
    v.integer("checkpoint_every", &Training::checkpointEvery, Range{0, kMaxSamples});
    v.boolean("check_reruns", &Training::checkReruns);
}

// cluster, but for its device: that is a name, or the section of a DeviceSpec. Speeds are in
// gigabytes (10^9 bytes) per second, in spite of what "gbps" often stands for.
template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Cluster>)
{
    v.integer("devices", &Cluster::devices, Range{0, kMaxDevices});
    v.integer("devices_per_node", &Cluster::devicesPerNode, Range{1, kMaxGroup});
    v.integer("devices_per_domain", &Cluster::devicesPerDomain, Range{0, kMaxDevices});
    v.decimal("node_gbps", &Cluster::nodeGbps, kSpeedRange);
    v.decimal("network_gbps", &Cluster::networkGbps, kSpeedRange);
    v.decimal("node_latency_us", &Cluster::nodeLatencyUs, kLatencyRange);
    v.decimal("network_latency_us", &Cluster::networkLatencyUs, kLatencyRange);
    v.integer("nodes_per_switch", &Cluster::nodesPerSwitch, Range{0, kMaxDevices});
    v.decimal("oversubscription", &Cluster::oversubscription, DecimalRange{0.01, 1e6});
    v.text("profile", &Cluster::profile);
}

// cluster.device, where it is described instead of named. Speeds as above, 10^12 FLOP per second,
// and memory in units of 2^30 bytes.
template <class Visitor>
void visitFields(Visitor& v, std::type_identity<DeviceSpec>)
{
    v.decimal("memory_gib", &DeviceSpec::memoryGib, DecimalRange{0.001, 1e6});
    v.decimal("bf16_tflops", &DeviceSpec::bf16Tflops, DecimalRange{0.001, 1e9});
    v.decimal("bandwidth_gbps", &DeviceSpec::bandwidthGbps, DecimalRange{0.001, 1e9});
    v.decimal("fp8_tflops", &DeviceSpec::fp8Tflops, kSpeedRange);
    v.decimal("fp32_tflops", &DeviceSpec::fp32Tflops, kSpeedRange);
    v.integer("domain", &DeviceSpec::domain, Range{0, kMaxDevices});
    v.integer("generation", &DeviceSpec::generation, Range{0, 100});
    v.integer("units", &DeviceSpec::units, Range{0, 1 << 20});
    v.boolean("on_host", &DeviceSpec::onHost);
    v.decimal("framework_gib", &DeviceSpec::frameworkGib, DecimalRange{0, 1e6});
    v.decimal("node_gbps", &DeviceSpec::nodeGbps, DecimalRange{0.001, 1e9});
    v.decimal("network_gbps", &DeviceSpec::networkGbps, DecimalRange{0.001, 1e9});
    v.decimal("host_gbps", &DeviceSpec::hostGbps, DecimalRange{0.001, 1e9});
    v.decimal("host_memory_gbps", &DeviceSpec::hostMemoryGbps, DecimalRange{0.001, 1e9});
}

} // namespace strategy
