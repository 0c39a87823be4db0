// y = x W^T + b, and its gradients, each a product of its own: the input gradient is what
// the stage before waits for, the weight gradient can be taken later.

#pragma once

#include "engine/runtime/training/machinery.h"
#include "engine/runtime/training/parameter.h"

namespace training {

// weight: [out, in]; bias: one row of out, or none.
struct Linear {
    Parameter weight{};
    Parameter bias{};

    // y: [rows, out], x: [rows, in]. residual: added to it; see Kernels::linear().
    void forward(Machinery& machinery, const Matrix& y, const Matrix& x,
                 const Matrix& residual = {}) const;
    // With the bias that follows a sum over the tensor ranks, where there is one rank.
    void forward(Machinery& machinery, const Matrix& y, const Matrix& x, const Parameter& outBias,
                 const Matrix& residual) const;
    // hidden = y; active = gelu(hidden).
    void forwardGelu(Machinery& machinery, const Matrix& active, const Matrix& hidden,
                     const Matrix& x) const;
    // dx: [rows, in].
    void inputGrad(Machinery& machinery, const Matrix& dx, const Matrix& dy, Into into) const;
    // dHidden: the gradient of hidden, where x was gelu(hidden).
    void inputGeluGrad(Machinery& machinery, const Matrix& dHidden, const Matrix& dy,
                       const Matrix& hidden) const;
    // The gradients of weight and bias.
    void weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x) const;
    void weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x,
                    const Parameter& outBias) const;
};

} // namespace training
