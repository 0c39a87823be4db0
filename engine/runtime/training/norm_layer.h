// LayerNorm or RMSNorm with its weights.

#pragma once

#include "engine/runtime/training/machinery.h"
#include "engine/runtime/training/parameter.h"

namespace training {

// What a norm remembers of one microbatch.
struct NormSaved {
    Held mean; // F32, one column
    Held rstd;
    Held normed; // the result; may be dropped, and made again from the input
};

struct NormLayer {
    Parameter gain{};
    Parameter bias{}; // of LayerNorm alone

    // Fills `saved`.
    void forward(Machinery& machinery, NormSaved& saved, const Matrix& x) const;
    // The same of y, which becomes residual + x + bias.
    void forwardOnto(Machinery& machinery, NormSaved& saved, const Matrix& y,
                     const Matrix& residual, const Matrix& x, const Matrix& outBias) const;
    // residual + the gradient of x. residual: may be none, {}.
    Held inputGrad(Machinery& machinery, const Matrix& residual, const Matrix& dy, const Matrix& x,
                   const NormSaved& saved) const;
    // Added to the gradients of gain and bias.
    void weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x,
                    const NormSaved& saved) const;

private:
    static void makeRoom(Machinery& machinery, NormSaved& saved, const Matrix& x);
};

// The norm that is taken next of a result, by whoever finishes that.
struct NextNorm {
    const NormLayer& layer;
    NormSaved& saved;
};

} // namespace training
