// The second half of a mixture-of-experts layer: y = x + sum over the chosen experts of weight
// * expert(norm(x)) + shared(norm(x)). The weights are the softmax of the chosen logits (Jiang
// et al. 2024, section 2.1). Experts stand on the expert-parallel ranks, and each is cut over
// the tensor ranks like a dense layer; the router is the same on all.

#pragma once

#include "engine/runtime/training/feed_forward.h"
#include "engine/runtime/training/norm_layer.h"
#include "engine/runtime/training/routing.h"

#include <optional>
#include <vector>

namespace training {

struct ExpertsSaved {
    NormSaved norm;
    Routing routing;
    Held weights; // F32 [rows, perToken]
    Held inputs;  // by expert
    Held hidden;
    Held active;
    Held outputs; // F32, packed: this tensor rank's part of what the experts gave
    Held sharedHidden;
    Held sharedActive;

    // From the input gradient, for the weight gradient.
    Held dOut;
    Held dOutputs; // by expert
    Held dHidden;
    Held dSharedHidden;
    Held dLogits; // F32 [rows, experts]
    Held dNormed;
};

class ExpertsBlock {
public:
    NormLayer norm;
    Linear router;                    // [experts, hidden], no bias
    std::vector<FeedForward> experts; // this rank's
    std::optional<FeedForward> shared;

    // Precondition: saved.norm is that of x.
    void forward(Machinery& machinery, ExpertsSaved& saved, const Matrix& y, const Matrix& x) const;
    // d: the gradient of y, turned into that of x.
    void inputGrad(Machinery& machinery, ExpertsSaved& saved, Held& d, const Matrix& x) const;
    void weightGrad(Machinery& machinery, ExpertsSaved& saved, const Matrix& x) const;

    // Drops what restore() can make again from x and the hidden rows.
    static void forget(ExpertsSaved& saved);
    void restore(Machinery& machinery, ExpertsSaved& saved, const Matrix& x) const;

private:
    void chooseExperts(Machinery& machinery, ExpertsSaved& saved, const Matrix& rows) const;
    void runExperts(Machinery& machinery, ExpertsSaved& saved, const Matrix& rows) const;
    void activateAll(Machinery& machinery, const Matrix& active, const Matrix& hidden) const;
    void addShared(Machinery& machinery, ExpertsSaved& saved, const Matrix& sum,
                   const Matrix& rows) const;
    void weightsGrad(Machinery& machinery, ExpertsSaved& saved, const Matrix& dPacked) const;
    Held expertsGrad(Machinery& machinery, ExpertsSaved& saved) const;
    // multiplyEach() of what factors(expert, of) says, for each expert of this rank that has rows;
    // of(held) are the expert's rows of what is held by expert.
    template <class F>
    void multiplyExperts(Machinery& machinery, const ExpertsSaved& saved, Flip flipA, Flip flipB,
                         Into into, const F& factors) const;
};

} // namespace training
