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

    // y: [rows, out], x: [rows, in].
    void forward(Machinery& machinery, const Matrix& y, const Matrix& x, Into into) const;
    // dx: [rows, in].
    void inputGrad(Machinery& machinery, const Matrix& dx, const Matrix& dy, Into into) const;
    // The gradients of weight and bias.
    void weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x) const;
};

} // namespace training
