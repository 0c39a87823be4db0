// The multi-layer perceptron of one token: down(activation(up(x))), of a dense layer, of one
// expert or of the shared ones. GELU, or SwiGLU with gate and up side by side in one product.

#pragma once

#include "engine/runtime/training/linear.h"

namespace training {

struct FeedForward {
    Linear up;   // [2 * width or width, hidden]: gate, then up
    Linear down; // [hidden, width], without its bias

    // Columns of hidden for `width` columns of active.
    static std::int64_t hiddenColumns(const Dims& dims, std::int64_t width)
    {
        return dims.gated ? 2 * width : width;
    }

    // hidden = up(x); active = activation(hidden).
    void forward(Machinery& machinery, const Matrix& hidden, const Matrix& active,
                 const Matrix& x) const;
    void activate(Machinery& machinery, const Matrix& active, const Matrix& hidden) const;
    // dHidden, from the gradient of what down() gives.
    void hiddenGrad(Machinery& machinery, const Matrix& dHidden, const Matrix& dOut,
                    const Matrix& hidden) const;
    // dHidden, from the gradient of active.
    void activationGrad(Machinery& machinery, const Matrix& dHidden, const Matrix& dActive,
                        const Matrix& hidden) const;
    // outBias: of the result, where its gradient is the sum of dOut's rows; may be none.
    void weightGrad(Machinery& machinery, const Matrix& dOut, const Matrix& active,
                    const Matrix& dHidden, const Matrix& x, const Parameter& outBias = {}) const;
};

} // namespace training
