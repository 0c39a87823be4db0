// The user's document: a model, how it is cut over devices, and how it is run.
// A plain value; files are read and written elsewhere (yaml.h), and every field
// has the default that a file may leave out.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"
#include "engine/strategy/choices.h"
#include "engine/strategy/order_rows.h"
#include "engine/strategy/profile.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// A transformer. Sizes are numbers of things (layers, heads, tokens, columns); 0 stands for the
// default that the comment names, so that a file may leave it out.
struct Model {
    int layers = 1;
    int hidden = 1024;
    int heads = 16;
    int kvHeads = 0;   // 0: as many as heads
    int ffnHidden = 0; // 0: 4 * hidden
    int vocab = 50304;
    int sequence = 2048; // tokens per sample
    bool gatedMlp = false;
    bool tiedEmbeddings = true;
    Norm norm = Norm::LayerNorm;
    Positions positions = Positions::Learned;
    bool biases = true; // of the linear layers
    int experts = 0;    // 0: dense
    int expertsPerToken = 0;
    int expertFfnHidden = 0;
    int sharedExperts = 0;
    int denseLayers = 0;    // leading layers without experts
    int nodesPerToken = 0;  // that a token's experts lie in at most; 0: no limit
    int expertEvery = 1;    // of the layers behind those, one in so many has experts
    int headDim = 0;        // width of one head; 0: hidden / heads
    int embeddingDim = 0;   // width of the embedding, which a product makes `hidden`; 0: as hidden
    bool qkvBiases = false; // of the query, key and value projections, where `biases` is not set
    bool qkNorm = false;    // queries and keys are normalised head by head
    // Multi-head latent attention (arXiv 2405.04434, section 2.1), where kvLoraRank > 0. A head's
    // query and key have nopeHeadDim + ropeHeadDim numbers, its value vHeadDim.
    int kvLoraRank = 0;
    int qLoraRank = 0; // 0: queries are not compressed
    int nopeHeadDim = 0;
    int ropeHeadDim = 0;
    int vHeadDim = 0;
    int mtpLayers = 0;    // multi-token prediction layers behind the model's own
    int maxPositions = 0; // of learned positions; 0: as many as `sequence`
    bool causal = true;   // a token attends to those before it only
    bool dropout = false; // its masks are kept for the backward

    bool operator==(const Model&) const = default;
};

// How the model is cut over devices: the size of each kind of parallelism. Expert ranks are not
// further devices; they divide those of tensor, context and data anew. The product of tensor,
// pipeline, context and data is the number of devices.
struct Parallel {
    int tensor = 1;   // ranks that share every layer
    int pipeline = 1; // ranks of the pipeline
    int chunks = 0;   // model chunks per rank; 0: the schedule's own
    int context = 1;  // ranks that share a sequence
    int expert = 1;   // ranks that the experts of a layer are dealt to
    int data = 0;     // 0: devices / (tensor * pipeline * context), or 1 without a cluster size
    // Sequence parallelism (Korthikanti et al. 2022, section 4.2.2).
    bool sequence = false; // tensor ranks share the activations between products, too
    // What of the training state each data rank holds a share of (Rajbhandari et al. 2020, section
    // 5): nothing, optimizer states, gradients too, weights too.
    int zero = 0; // ZeRO stage: 0, 1, 2, 3
    Offload offload = Offload::None;
    std::vector<int> layersPerStage; // in stage order; empty: even
    std::vector<int> layersPerRank;  // at most one of the two is given
    int expertTensor = 0;            // ranks that share one expert's matrices; 0: as `tensor`
    int shard = 0; // data ranks that ZeRO divides states over; 0: all (hybrid sharding)
    ContextMethod contextMethod = ContextMethod::Ring;
    bool contextBalance = true; // of a ring: ranks get parts of a sequence that take as long
    double expertSkew = 1;      // tokens of the fullest expert rank over their mean
    bool reshard = true;        // of ZeRO-3: gathered weights are let go behind each forward
    RankOrder order = RankOrder::TensorDataPipeline;
    // Numbers that data ranks reduce and gather at a time, in buffers of their own, where the
    // framework has such: DeepSpeed. 0: as many as it takes where it is told nothing.
    double reduceBucket = 0;
    double gatherBucket = 0; // with ZeRO; of ZeRO-3 those that it fetches ahead

    bool operator==(const Parallel&) const = default;
};

// Samples are sequences of Model::sequence tokens.
struct Batch {
    int micro = 1;  // samples per microbatch
    int global = 0; // samples per step over all replicas; 0: micro * data * pipeline

    bool operator==(const Batch&) const = default;
};

// The name of a schedule that stands in the strategy, or in a file, instead of plan::catalog().
inline constexpr std::string_view kCustomSchedule = "custom";

// In what order the ranks of the pipeline run their ops.
struct ScheduleChoice {
    std::string name = "1f1b"; // of plan::catalog(), or kCustomSchedule
    plan::ScheduleOptions options;
    // CSV of a custom schedule. In a strategy file relative to its folder; absolute in one
    // that was read from a file.
    std::string file;
    // The order itself of a custom schedule; at most one of the two is given.
    OrderRows order{};

    bool operator==(const ScheduleChoice&) const = default;
};

// What of a forward the backward computes again instead of finding it in memory. Activations that
// are made again take no memory between the two passes, but are computed twice (Chen et al. 2016;
// Korthikanti et al. 2022).
struct Recompute {
    Recomputing granularity = Recomputing::None;
    RecomputeMethod method = RecomputeMethod::Uniform; // of full
    int layers = 0;                                    // of full: 0 means all
    // Of none: norms, activation functions and the up-projections of latent attention are computed
    // again, and under fp8 what products take is kept in 8 bits (arXiv 2412.19437, sections 3.2.3
    // and 3.3.3).
    bool light = false;

    bool operator==(const Recompute&) const = default;
};

// Which communication runs beside the multiplications instead of between them. These change what a
// prediction says of time, never what is computed.
struct Overlap {
    bool gradients = true;  // their reduction, beside the last backwards
    bool parameters = true; // their gathering (ZeRO-1 to -3), beside forwards
    bool tensor = false;    // the collectives inside a layer, cut into pieces
    bool experts = false;   // the all-to-all of experts
    bool transfers = true;  // messages of the pipeline; else their senders wait

    bool operator==(const Overlap&) const = default;
};

// How the software computes what the model says. The defaults are those of current frameworks;
// choices.h says what each value means.
struct Kernels {
    Attention attention = Attention::Flash;
    Fusion fusion = Fusion::Fused;
    Loss loss = Loss::Plain;
    SentOutputs outputs = SentOutputs::Freed;
    Accumulation accumulation = Accumulation::Fused;
    Framework framework = Framework::Megatron;
    Launch launch = Launch::Eager;
    Dispatch dispatch = Dispatch::Direct;

    bool operator==(const Kernels&) const = default;
};

// The types of numbers; what each value means is said in choices.h. `weights` is what they are kept
// in; whether the optimizer has a copy in fp32 of its own follows from it.
struct Precision {
    Compute compute = Compute::Bf16;
    GradientType gradients = GradientType::Fp32;
    Optimizer optimizer = Optimizer::AdamFp32;
    WeightType weights = WeightType::Compute;
    Scaling scaling = Scaling::Tensor; // of fp8

    bool operator==(const Precision&) const = default;
};

// How a run on a real device trains. A prediction does not depend on it. Rates are per step and
// without a unit; the optimizer is AdamW (Loshchilov and Hutter 2019) or plain descent, as
// `precision` says.
struct Training {
    // Text whose bytes are the tokens; empty: the built-in task. Like ScheduleChoice::file,
    // relative to the strategy's folder in a file, absolute in a strategy read from one.
    std::string data;
    int seed = 1;               // of the weights and of the order of the data
    double learningRate = 3e-4; // the largest
    double minLearningRate = 0; // where the decay ends
    int warmupSteps = 0;        // in which the rate rises from 0
    Decay decay = Decay::Constant;
    int decaySteps = 0;       // after the warm-up; 0: those of the run
    double weightDecay = 0.1; // of matrices; norms and biases have none
    double beta1 = 0.9;
    double beta2 = 0.95;
    double epsilon = 1e-8;
    double clip = 1; // largest norm of all gradients; 0: no limit
    OnNotANumber onNotANumber = OnNotANumber::Stop;
    int checkpointEvery = 0;  // steps; 0: only when asked
    bool checkReruns = false; // repeat ops in the bubbles and compare the results

    bool operator==(const Training&) const = default;
};

// A device described in the file instead of named from resources/hardware. The defaults are an
// H100's (SXM, 80 GB).
struct DeviceSpec {
    double memoryGib = 80;
    double bf16Tflops = 989;      // dense
    double bandwidthGbps = 3350;  // of its memory, in gigabytes per second
    double fp8Tflops = 0;         // 0: as many as in bf16
    double fp32Tflops = 0;        // 0: half of those of bf16
    int domain = 0;               // devices that its fast links reach; 0: those of its node
    int generation = 0;           // of its matrix units; 0: not known
    int units = 0;                // that each work on one tile of a product; 0: not known
    bool onHost = false;          // it is the host: nothing is queued for it
    double frameworkGib = 2;      // of its memory, for the driver and its libraries
    double nodeGbps = 450;        // to its node, in gigabytes per second and direction
    double networkGbps = 50;      // out of its node, likewise
    double hostGbps = 64;         // to its host's memory, likewise
    double hostMemoryGbps = 76.8; // of that memory, its share of one device: gigabytes per second

    bool operator==(const DeviceSpec&) const = default;
};

// What the strategy runs on: devices of one kind, in nodes of equal size. Speeds are what the
// hardware can reach; the shares of them that software does reach are a profile's.
struct Cluster {
    int devices = 0; // 0: what the parallel sizes multiply to
    int devicesPerNode = 8;
    int devicesPerDomain = 0;    // of fast links, over several nodes; 0: the device's own
    std::string device = "h100"; // a name of resources/hardware; any name with a spec
    std::optional<DeviceSpec> spec;
    // 0 in the next four: what the device comes with.
    double nodeGbps = 0;    // of one device, per direction, in gigabytes per second
    double networkGbps = 0; // likewise, out of the node
    double nodeLatencyUs = 0;
    double networkLatencyUs = 0;
    int nodesPerSwitch = 0;      // 0: one switch for all
    double oversubscription = 1; // between switches: network bandwidth divided by that
    std::string profile;         // of measured efficiencies; empty: the device's own
    // Efficiencies from a file of their own, instead of those of a name. Never in a strategy's
    // file, and not written into one.
    std::optional<Profile> fitted{};

    bool operator==(const Cluster&) const = default;
};

// The whole document, a section a member. Nothing in it is checked but by check().
struct Strategy {
    std::string name;           // for people; may be empty
    std::optional<Model> model; // without one: a schedule that can be run, not estimated
    Parallel parallel;
    Batch batch;
    ScheduleChoice schedule;
    Recompute recompute;
    Precision precision;
    Overlap overlap;
    Kernels kernels;
    Training training;
    Cluster cluster;
    std::optional<plan::Costs> costs; // in the file in microseconds; replaces the cost model
    // The run they were fitted to; empty: they are given. Whoever changes them by hand empties it.
    std::string costsFittedTo;

    bool operator==(const Strategy&) const = default;
};

// Replicas of the pipeline: `parallel.data`, or what the cluster leaves for it. >= 1. Rounded down
// where the devices do not divide, which check() tells.
int dataParallel(const Strategy& strategy);

// tensor * pipeline * context * data, what a run of it takes. >= 1; of unchecked fields at most
// INT_MAX, which stands for all that is more.
int deviceCount(const Strategy& strategy);

// global / (micro * data). >= 1 for a strategy that check() accepts.
int microbatches(const Strategy& strategy);

// With the schedule's own chunks where none are given, and its directions. Of a custom schedule
// that is what the fields say; its file may say more (customSchedule()). What does not fit together
// is not told here but by check().
plan::Shape shapeOf(const Strategy& strategy);

// Of that shape, whatever the numbers: positions along the model. In 64 bits, as a strategy that
// was not checked may have any numbers.
long long stagesOf(const Strategy& strategy);

// The costs given, or the unit costs where none are. In time per op of a stage, as the file states
// them; what the cost model would say is not among them.
plan::Costs costsOf(const Strategy& strategy);

// Bytes one microbatch's activation has between two stages, on one device, which is what a rank
// that trains sends: micro * sequence * hidden * bytes of an element / (context * tensor), the last
// only with sequence parallelism. Without a model: 64 KiB.
std::size_t activationBytes(const Strategy& strategy);

} // namespace strategy
