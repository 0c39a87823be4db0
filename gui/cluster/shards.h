// What a device holds of the model, piece by piece: how tensor and expert ranks cut each matrix,
// and how ZeRO divides weights, gradients and optimizer states over data ranks.
//
// The sizes are those of the memory model that the estimate is made with (plan::stepMemory()): the
// pieces of a pipeline rank add up to its weights, gradients and optimizer states. Bytes are of one
// device; all devices of a pipeline rank hold as much.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/cost/step_memory.h"
#include "engine/plan/layers.h"
#include "engine/plan/schedule.h"

#include <array>
#include <vector>

namespace gui {

enum class ShardKind {
    Embedding,
    Positions,
    AttentionIn, // queries, keys and values
    AttentionOut,
    MlpUp,   // with the gate
    MlpDown, // shared experts are a block of this kind, too
    Norms,   // with all else that every tensor rank has: router, biases, latents
    Experts,
    Prediction, // what a multi-token prediction layer has beside its layer
    FinalNorm,
    Head,
};

// How its ranks divide a matrix of (inputs × outputs).
enum class ShardCut { Whole, Columns, Rows, Experts };

struct ShardPiece {
    ShardKind kind = ShardKind::Norms;
    ShardCut cut = ShardCut::Whole;
    int ways = 1;       // ranks that divide it; 1 where it is whole
    double numbers = 0; // that a device has of one of them, before ZeRO
    int count = 1;      // of them in the stage

    double all() const { return numbers * count; }
    bool operator==(const ShardPiece&) const = default;
};

struct StageShards {
    int stage = 0;
    long long firstLayer = 0;
    int layers = 0;                 // of the model; its multi-token prediction layers aside
    int mtpLayers = 0;              //
    std::vector<ShardPiece> pieces; // in the order of the forward
    // What one microbatch leaves until its backward, recomputation considered: between the
    // products, which sequence parallelism divides, and within them, which tensor ranks always
    // divide.
    double between = 0;
    double within = 0;
};

// One kind of state of all the weights that a device has a part in.
struct StateShards {
    double bytes = 0;    // that the device holds
    double whole = 0;    // if ZeRO did not divide them
    int ways = 1;        // data ranks that divide them; 1: each has all
    bool onHost = false; // kept in the host's memory instead

    bool operator==(const StateShards&) const = default;
};

enum class ShardState { Weights, Gradients, Optimizer };

struct RankShards {
    std::vector<StageShards> stages;   // that the pipeline rank holds, rising
    std::array<StateShards, 3> states; // by ShardState
    plan::RankMemory memory;           // the estimate's

    const StageShards* stageOf(long long layer) const; // null: it holds none with that layer
};

// The pieces of one layer, in the order of the forward; its experts, where it has them, last.
std::vector<ShardPiece> piecesOfLayer(const plan::Job& job, bool withExperts);

// What the shards are of; all three outlive the call only.
struct ShardedJob {
    const plan::Job& job;
    const plan::Schedule& schedule;
    const plan::LayerSplit& split;
};

// `memory`: of that pipeline rank, by plan::stepMemory() for the same job.
//
// Precondition: the split has the schedule's stages, the rank is one of it.
RankShards shardsOf(const ShardedJob& sharded, const plan::RankMemory& memory, int pipelineRank);

} // namespace gui
