// The sizes of a model in training: the whole model's, and one rank's part of them.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/runtime/training/kernels.h"
#include "engine/strategy/strategy.h"

namespace training {

struct Dims {
    // Of the model.
    int layers = 1;
    int hidden = 1;
    int heads = 1;
    int kvHeads = 1; // divides heads
    int ffn = 1;
    int vocab = 1;
    int sequence = 1; // tokens of a sample
    bool gated = false;
    bool tied = true;
    bool biases = true;
    bool rotary = false;
    NormKind norm = NormKind::LayerNorm;
    int experts = 0; // 0: dense
    int expertsPerToken = 0;
    int expertFfn = 0;
    int sharedFfn = 0; // of all shared experts together
    int denseLayers = 0;

    // How it is cut and run.
    int tensor = 1;
    int context = 1;
    int expert = 1;
    bool sequenceParallel = false; // only where tensor > 1
    int batch = 1;                 // samples of a microbatch
    Type type = Type::F32;         // of weights and activations in the multiplications

    int headSize() const { return hidden / heads; }
    int localHeads() const { return heads / tensor; }
    // With fewer key-value heads than tensor ranks, neighbours hold the same one.
    int kvSlots() const { return kvHeads < tensor ? kvHeads : tensor; }
    int localKvHeads() const { return kvHeads / kvSlots(); }
    int qkvColumns() const { return (localHeads() + 2 * localKvHeads()) * headSize(); }
    int paddedVocab() const { return (vocab + tensor - 1) / tensor * tensor; }
    int localVocab() const { return paddedVocab() / tensor; }
    bool hasExperts(int layer) const { return experts > 0 && layer >= denseLayers; }

    // Tokens of a microbatch on this rank: all that its context rank sees; and those between
    // the parts that are cut over tensor ranks, fewer under sequence parallelism.
    int rows() const { return sequence / context * batch; }
    int shardRows() const { return sequenceParallel ? rows() / tensor : rows(); }
    Heads attention() const { return {batch, localHeads(), localKvHeads(), headSize()}; }
};

// Fails, naming the field, where a strategy asks for what training cannot do: no model, a
// precision that is none of the device's, numbers that do not divide.
plan::Result<Dims> dimsOf(const strategy::Strategy& strategy);

} // namespace training
