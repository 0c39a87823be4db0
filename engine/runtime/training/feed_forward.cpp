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
    if (!machinery.dims.gated)
        return up.forwardGelu(machinery, active, hidden, x);
    up.forward(machinery, hidden, x);
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
    if (!machinery.dims.gated)
        return down.inputGeluGrad(machinery, dHidden, dOut, hidden);
    const Held dActive = machinery.scratch(hidden.rows, hidden.columns / 2, dHidden.type);
    down.inputGrad(machinery, dActive.view, dOut, Into::Replace);
    activationGrad(machinery, dHidden, dActive.view, hidden);
}

void FeedForward::activationGrad(Machinery& machinery, const Matrix& dHidden, const Matrix& dActive,
                                 const Matrix& hidden) const
{
    if (machinery.dims.gated)
        machinery.kernels.swigluGrad(gateOf(dHidden), upOf(dHidden), dActive, gateOf(hidden),
                                     upOf(hidden));
    else
        machinery.kernels.geluGrad(dHidden, dActive, hidden);
}

void FeedForward::weightGrad(Machinery& machinery, const Matrix& dOut, const Matrix& active,
                             const Matrix& dHidden, const Matrix& x, const Parameter& outBias) const
{
    down.weightGrad(machinery, dOut, active, outBias);
    up.weightGrad(machinery, dHidden, x);
}

} // namespace training
