// The second half of a dense transformer layer: y = x + mlp(norm(x)), cut over the tensor
// ranks by columns and rows.

#pragma once

#include "engine/runtime/training/feed_forward.h"
#include "engine/runtime/training/norm_layer.h"

namespace training {

struct MlpSaved {
    NormSaved norm;
    Held hidden; // before the activation
    Held active; // after it

    // From the input gradient, for the weight gradient.
    Held dOut;
    Held dHidden;
    Held dNormed;
};

class MlpBlock {
public:
    NormLayer norm;
    FeedForward layers;
    Parameter outBias{}; // added once, after the sum over the tensor ranks

    // Precondition: saved.norm is that of x.
    void forward(Machinery& machinery, MlpSaved& saved, const Matrix& y, const Matrix& x) const;
    // d: the gradient of y, turned into that of x.
    void inputGrad(Machinery& machinery, MlpSaved& saved, Held& d, const Matrix& x) const;
    void weightGrad(Machinery& machinery, MlpSaved& saved, const Matrix& x) const;

    // Drops what restore() can make again from x and hidden.
    static void forget(MlpSaved& saved);
    void restore(Machinery& machinery, MlpSaved& saved, const Matrix& x) const;
};

} // namespace training
