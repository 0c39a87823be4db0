// Everything that the cost of a step depends on, except the order of its ops.
//
// The cost model knows nothing of strategies and their files: strategy/cost_job.h makes a Job of a
// strategy, with every default filled in and every word turned into bytes or a switch.

#pragma once

#include "engine/plan/cost/machine.h"
#include "engine/plan/cost/transformer.h"

#include <cstdint>

namespace plan {

// How context ranks, which divide a sequence, exchange what attention needs: keys and values go
// around (arXiv 2310.01889), or each rank gets all tokens of some heads (arXiv 2309.14509).
enum class ContextMethod : std::uint8_t { Ring, AllToAll };
// Which ranks have neighbouring device numbers, the innermost first; context ranks follow tensor
// ranks, but precede them in the last one (rank_grid.h).
enum class RankOrder : std::uint8_t { TensorDataPipeline, TensorPipelineData, PipelineDataTensor };

// How a model is cut over devices: the size of each kind of parallelism, >= 1 unless stated.
struct Cut {
    int tensor = 1;
    int context = 1;
    int expert = 1;       // divides tensor * context * data / expertTensor
    int expertTensor = 1; // ranks that share one expert's matrices
    int data = 1;
    int pipeline = 1;
    int shard = 0;         // data ranks that ZeRO divides states over; 0: all
    int zero = 0;          // ZeRO stage, 0 to 3
    bool reshard = true;   // of ZeRO-3: what was gathered is let go behind each forward
    bool sequence = false; // sequence parallelism: tensor ranks share what lies between products
    bool offloadOptimizer = false;
    bool offloadWeights = false; // and gradients
    ContextMethod contextMethod = ContextMethod::Ring;
    bool contextBalanced = true; // in a ring, each rank has as many pairs of tokens to attend to
    double expertSkew = 1; // tokens of the fullest expert rank, as a multiple of their mean; >= 1
    RankOrder order = RankOrder::TensorDataPipeline;

    // Of expertSkew, what can be: one rank of `expert` has at most all tokens.
    double skew() const { return expertSkew < expert ? expertSkew : expert; }
    // Expert ranks are among these: they divide the same devices anew.
    int devices() const { return tensor * context * data * pipeline; }
    // Ranks that hold the same weights, those of experts aside.
    int copies() const { return data * context; }
    // Ranks that ZeRO divides the states of weights over.
    int shards() const { return (shard > 0 ? shard : data) * context; }

    bool operator==(const Cut&) const = default;
};

// How much of a layer's forward is repeated in the backward instead of being kept.
// Selective: the attention without its matrices (arXiv 2205.05198). Ops: all but the
// attention in one kernel and every second product.
enum class Recomputing : std::uint8_t { None, Selective, Ops, Full };
// How the loss is computed: by one kernel per operation, each writing what the next one reads; by a
// few fused kernels; by a single kernel, in place.
enum class Loss : std::uint8_t { Plain, Compiled, Fused };
// The type that products are computed in. Fp8 stands for products alone; the rest is bf16.
enum class Compute : std::uint8_t { Bf16, Fp16, Fp32, Fp8 };
// What shares one scale in fp8: a whole tensor, known from earlier steps (arXiv 2209.05433, section
// 3); one row of it, found anew each time; or a block of 128 numbers (arXiv 2412.19437, section
// 3.3.2).
enum class Scaling : std::uint8_t { Tensor, Row, Block };
// How kernels come to the device: queued one by one by the framework, by compiled code, or all of
// a layer at once as a recorded graph.
enum class Launch : std::uint8_t { Eager, Compiled, Graph };
// How tokens come to their experts: one message for each of them, or one to each node that has
// some, which is passed on within it (arXiv 2412.19437, section 3.2.2).
enum class Dispatch : std::uint8_t { Direct, TwoLevel };

// Bytes of one number, by what it is for.
struct Recipe {
    Compute compute = Compute::Bf16;
    Scaling scaling = Scaling::Tensor; // of fp8
    int weight = 2;                    // as it is kept
    int moved = 2;                     // as it is gathered and multiplied
    int gradient = 4;                  // as it is reduced over ranks
    int summed = 4;                    // as it is summed up over microbatches
    int optimizer = 12;                // states of one weight, with the optimizer's own copy
    int activation = 2;                // between products and between stages

    bool operator==(const Recipe&) const = default;
};

// Communication that overlaps with the products instead of standing between them.
struct Overlapped {
    bool gradients = true;  // their reduction over data ranks
    bool parameters = true; // their gathering under ZeRO
    bool tensor = false;    // collectives of tensor ranks within a layer
    bool experts = false;   // the all-to-all of tokens
    bool transfers = true;  // messages of the pipeline; else a sender waits until one has arrived

    bool operator==(const Overlapped&) const = default;
};

// Flat buffers in which software sums gradients or gathers weights, beside those themselves.
struct Buckets {
    double reduceBytes = 0; // of the one for gradients, whatever the model
    double gatherBytes = 0; // with ZeRO: of the one for weights, likewise
    double perWeight = 0;   // bytes for each weight a device holds, where it has others to sum with

    bool operator==(const Buckets&) const = default;
};

// A plain value; one job has one step's costs, whatever the schedule.
struct Job {
    Transformer model;
    Cut cut;
    Recipe recipe;
    Overlapped overlapped;
    Machine machine;
    int micro = 1;        // samples per microbatch
    int microbatches = 1; // per replica and step
    Recomputing recomputing = Recomputing::None;
    bool recomputeUniform = true; // of Full: blocks of recomputeLayers; else the first of a stage
    int recomputeLayers = 0;      // of Full: 0: every layer on its own
    // Of None: norms, activation functions and latent attention's up-projections again; in fp8 what
    // products take is kept in 8 bits.
    bool light = false;
    // Attention in one kernel that writes no scores, and the generation of devices it was written
    // for (Device::generation); 0: the device's own.
    bool flash = true;
    int flashGeneration = 0;
    // The gradient of a weight is added to what earlier microbatches found by the product itself,
    // instead of by a pass of its own.
    bool fusedAccumulation = true;
    bool fused = true; // what stands between the products, in few kernels
    Loss loss = Loss::Plain;
    Launch launch = Launch::Eager;
    Dispatch dispatch = Dispatch::Direct;
    Buckets buckets;
    bool keepsOutputs = false; // what a stage has sent on stays until its backward
    // Of a message that all tensor ranks have, each sends a part, and they gather the whole behind
    // it (arXiv 2104.04473, section 4.1); else each sends all of it.
    bool scattersMessages = true;

    bool operator==(const Job&) const = default;
};

} // namespace plan
