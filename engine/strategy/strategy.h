// The user's document: a model, how it is cut over devices, and how it is run.
// A plain value; files are read and written elsewhere (yaml.h), and every field
// has the default that a file may leave out.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace strategy {

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
    std::string norm = "layernorm";    // layernorm | rmsnorm
    std::string positions = "learned"; // learned | rotary
    bool biases = true;                // of the linear layers
    int experts = 0; // 0: dense
    int expertsPerToken = 0;
    int expertFfnHidden = 0;
    int sharedExperts = 0;
    int denseLayers = 0; // leading layers without experts

    bool operator==(const Model&) const = default;
};

struct Parallel {
    int tensor = 1;
    int pipeline = 1; // ranks of the pipeline
    int chunks = 0;   // model chunks per rank; 0: the schedule's own
    int context = 1;
    int expert = 1;
    int data = 0; // 0: devices / (tensor * pipeline * context), or 1 without a cluster size
    bool sequence = false;
    int zero = 0;                    // 0, 1, 2, 3
    std::string offload = "none";    // none | optimizer | all
    std::vector<int> layersPerStage; // in stage order; empty: even
    std::vector<int> layersPerRank;  // at most one of the two is given

    bool operator==(const Parallel&) const = default;
};

struct Batch {
    int micro = 1;  // samples per microbatch
    int global = 0; // samples per step over all replicas; 0: micro * data * pipeline

    bool operator==(const Batch&) const = default;
};

struct ScheduleChoice {
    std::string name = "1f1b";
    plan::ScheduleOptions options;
    // CSV of a custom schedule. In a strategy file relative to its folder; absolute in one
    // that was read from a file.
    std::string file;

    bool operator==(const ScheduleChoice&) const = default;
};

struct Recompute {
    std::string granularity = "none"; // none | selective | full
    std::string method = "uniform";   // of full: uniform | block
    int layers = 0;                   // of full: 0 means all

    bool operator==(const Recompute&) const = default;
};

struct Precision {
    std::string compute = "bf16";
    std::string gradients = "fp32";
    std::string optimizer = "adam-fp32";

    bool operator==(const Precision&) const = default;
};

// How a run on a real device trains. A prediction does not depend on it.
struct Training {
    // Text whose bytes are the tokens; empty: the built-in task. Like ScheduleChoice::file,
    // relative to the strategy's folder in a file, absolute in a strategy read from one.
    std::string data;
    int seed = 1;                    // of the weights and of the order of the data
    double learningRate = 3e-4;      // the largest
    double minLearningRate = 0;      // where the decay ends
    int warmupSteps = 0;             // in which the rate rises from 0
    std::string decay = "constant";  // constant | linear | cosine
    int decaySteps = 0;              // after the warm-up; 0: those of the run
    double weightDecay = 0.1;        // of matrices; norms and biases have none
    double beta1 = 0.9;
    double beta2 = 0.95;
    double epsilon = 1e-8;
    double clip = 1;                 // largest norm of all gradients; 0: no limit
    std::string onNotANumber = "stop"; // stop | skip the step
    int checkpointEvery = 0;         // steps; 0: only when asked
    bool checkReruns = false;        // repeat ops in the bubbles and compare the results

    bool operator==(const Training&) const = default;
};

// A device described in the file instead of named from resources/hardware.
struct DeviceSpec {
    double memoryGib = 80;
    double bf16Tflops = 989;
    double bandwidthGbps = 3350; // of its memory, in gigabytes per second

    bool operator==(const DeviceSpec&) const = default;
};

struct Cluster {
    int devices = 0; // 0: what the parallel sizes multiply to
    int devicesPerNode = 8;
    std::string device = "h100"; // a name of resources/hardware; any name with a spec
    std::optional<DeviceSpec> spec;

    bool operator==(const Cluster&) const = default;
};

struct Strategy {
    std::string name;
    std::optional<Model> model;
    Parallel parallel;
    Batch batch;
    ScheduleChoice schedule;
    Recompute recompute;
    Precision precision;
    Training training;
    Cluster cluster;
    std::optional<plan::Costs> costs; // in the file in microseconds; replaces the cost model

    bool operator==(const Strategy&) const = default;
};

// Replicas of the pipeline: `parallel.data`, or what the cluster leaves for it. >= 1.
int dataParallel(const Strategy& strategy);

// global / (micro * data). >= 1 for a strategy that check() accepts.
int microbatches(const Strategy& strategy);

// With the schedule's own chunks where none are given, and its directions. Of a custom
// schedule that is what the fields say; its file may say more (scheduleOf()).
plan::Shape shapeOf(const Strategy& strategy);

// Of that shape, whatever the numbers: positions along the model.
long long stagesOf(const Strategy& strategy);

// The costs given, or the unit costs where none are.
plan::Costs costsOf(const Strategy& strategy);

// Bytes one microbatch's activation has between two stages, on one device:
// micro * sequence * hidden * bytes of an element / (context * tensor), the last only
// with sequence parallelism. Without a model: 64 KiB.
std::size_t activationBytes(const Strategy& strategy);

// The schedule of the strategy, or why there is none. Reads the file of a custom one.
plan::Result<plan::Schedule> scheduleOf(const Strategy& strategy,
                                        const plan::StopAsked& stop = {});

} // namespace strategy
