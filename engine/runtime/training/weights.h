// Which parameters a rank holds of each part of the model, where they lie in the tensors of a
// checkpoint, and what they start with. Names are those Hugging Face gives the tensors of a
// Llama.

#pragma once

#include "engine/runtime/training/dims.h"
#include "engine/runtime/training/parameter.h"

#include <vector>

namespace training {

// Where a rank stands among those that share a layer.
struct LayerPlace {
    int tensor = 0;
    int expert = 0;
};

inline constexpr int kNone = -1; // no such parameter

// Indices of a list of specs; neighbours stand for what is multiplied with as one.
struct NormIndex {
    int gain = kNone;
    int bias = kNone;
};
struct FeedForwardIndex {
    int up = kNone; // with the gate before it, where there is one: one parameter
    int upBias = kNone;
    int down = kNone;
};
struct LayerIndex {
    NormIndex attentionNorm;
    int qkv = kNone;     // 2 neighbours: queries; keys and values
    int qkvBias = kNone; // 2 neighbours
    int projection = kNone;
    int projectionBias = kNone;
    NormIndex mlpNorm;
    FeedForwardIndex mlp; // dense
    int mlpBias = kNone;  // of down
    int router = kNone;
    FeedForwardIndex shared; // experts
};
struct HeadIndex {
    NormIndex norm;
    int logits = kNone; // where the embedding is not tied
};

// Each adds its parameters to `specs`.
void addTokenTable(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place);
void addPositions(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place);
LayerIndex addLayer(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place,
                    int layer);
// Of the experts on this rank, in their order.
std::vector<FeedForwardIndex> addExperts(std::vector<ParameterSpec>& specs, const Dims& dims,
                                         const LayerPlace& place, int layer);
HeadIndex addHead(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place);

// The value an element of a tensor starts with: from a normal distribution (the sum of four
// uniform numbers, so none beyond 3.46 deviations) of that seed, name and place alone, so
// that every layout starts alike.
float initialValue(const ParameterSpec& spec, int seed, std::uint64_t tensor,
                   std::uint64_t element);
// The number of a tensor of that name.
std::uint64_t tensorNumber(const std::string& name);

} // namespace training
