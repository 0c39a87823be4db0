#include "engine/runtime/training/feed_forward.h"

namespace training {

namespace {

// The halves of what a gated layer computes.
Matrix gateOf(const Matrix& hidden) { return hidden.columnRange(0, hidden.columns / 2); }
Matrix upOf(const Matrix& hidden)
{
    return hidden.columnRange(hidden.columns / 2, hidden.columns / 2);
}

} // namespace

void FeedForward::forward(Machinery& machinery, const Matrix& hidden, const Matrix& active,
                          const Matrix& x) const
{
    up.forward(machinery, hidden, x, Into::Replace);
    activate(machinery, active, hidden);
}

void FeedForward::activate(Machinery& machinery, const Matrix& active, const Matrix& hidden) const
{
    if (machinery.dims.gated)
        machinery.kernels.swiglu(active, gateOf(hidden), upOf(hidden));
    else
        machinery.kernels.gelu(active, hidden);
}

void FeedForward::hiddenGrad(Machinery& machinery, const Matrix& dHidden, const Matrix& dOut,
                             const Matrix& hidden) const
{
    if (!machinery.dims.gated) {
        down.inputGrad(machinery, dHidden, dOut, Into::Replace);
        // In place, which the kernel allows and which saves a matrix of the width of the layer.
        machinery.kernels.geluGrad(dHidden, dHidden, hidden);
        return;
    }
    const Held dActive = machinery.scratch(hidden.rows, hidden.columns / 2, dHidden.type);
    down.inputGrad(machinery, dActive.view, dOut, Into::Replace);
    machinery.kernels.swigluGrad(gateOf(dHidden), upOf(dHidden), dActive.view, gateOf(hidden),
                                 upOf(hidden));
}

void FeedForward::weightGrad(Machinery& machinery, const Matrix& dOut, const Matrix& active,
                             const Matrix& dHidden, const Matrix& x) const
{
    down.weightGrad(machinery, dOut, active);
    up.weightGrad(machinery, dHidden, x);
}

} // namespace training
