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
    // dx += …
    void inputGrad(Machinery& machinery, const Matrix& dx, const Matrix& dy, const Matrix& x,
                   const NormSaved& saved) const;
    // Added to the gradients of gain and bias.
    void weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x,
                    const NormSaved& saved) const;
};

} // namespace training
