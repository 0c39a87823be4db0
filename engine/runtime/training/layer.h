// One transformer layer: attention, then a dense or a mixture-of-experts MLP.

#pragma once

#include "engine/runtime/training/attention_block.h"
#include "engine/runtime/training/bucket.h"
#include "engine/runtime/training/experts_block.h"
#include "engine/runtime/training/mlp_block.h"

#include <variant>
#include <vector>

namespace training {

// Of one microbatch.
struct LayerSaved {
    // Rows as between the parts that are cut: [shardRows, hidden].
    Held x;      // what came in; under full recomputation all there is until the backward
    Held middle; // between the halves
    AttentionSaved attention;
    std::variant<MlpSaved, ExpertsSaved> mlp;
};

class Layer {
public:
    AttentionBlock attention;
    std::variant<MlpBlock, ExpertsBlock> mlp;
    std::vector<Bucket*> buckets; // that hold its weights

    // y = layer(saved.x).
    void forward(Machinery& machinery, LayerSaved& saved, const Matrix& y,
                 const IndexMatrix& places) const;
    // d: the gradient of y, turned into that of x.
    void inputGrad(Machinery& machinery, LayerSaved& saved, Held& d,
                   const IndexMatrix& places) const;
    void weightGrad(Machinery& machinery, LayerSaved& saved) const;

    // Selective recomputation: drops norms, activations and attention, and makes them again.
    void forget(LayerSaved& saved) const;
    void restore(Machinery& machinery, LayerSaved& saved) const;
};

} // namespace training
