#include "engine/runtime/training/norm_layer.h"

namespace training {

void NormLayer::makeRoom(Machinery& machinery, NormSaved& saved, const Matrix& x)
{
    // Kept where a dropped result is made again: they come out the same.
    if (!saved.mean.block) {
        saved.mean = machinery.activation(x.rows, 1, Type::F32);
        saved.rstd = machinery.activation(x.rows, 1, Type::F32);
    }
    saved.normed = machinery.activation(x.rows, x.columns, x.type);
}

void NormLayer::forward(Machinery& machinery, NormSaved& saved, const Matrix& x) const
{
    makeRoom(machinery, saved, x);
    machinery.kernels.norm(machinery.dims.norm, saved.normed.view, saved.mean.view, saved.rstd.view,
                           x, gain.weight(), bias ? bias.weight() : Matrix{});
}

void NormLayer::forwardOnto(Machinery& machinery, NormSaved& saved, const Matrix& y,
                            const Matrix& residual, const Matrix& x, const Matrix& outBias) const
{
    makeRoom(machinery, saved, y);
    machinery.kernels.addResidualNorm(machinery.dims.norm, saved.normed.view, saved.mean.view,
                                      saved.rstd.view, y, residual, x, outBias, gain.weight(),
                                      bias ? bias.weight() : Matrix{});
}

Held NormLayer::inputGrad(Machinery& machinery, const Matrix& residual, const Matrix& dy,
                          const Matrix& x, const NormSaved& saved) const
{
    Held dx = machinery.activation(x.rows, x.columns, x.type);
    machinery.kernels.normResidualGrad(machinery.dims.norm, dx.view, residual, dy, x,
                                       saved.mean.view, saved.rstd.view, gain.weight());
    return dx;
}

void NormLayer::weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x,
                           const NormSaved& saved) const
{
    machinery.kernels.normWeightGrad(machinery.dims.norm, gain.gradient(),
                                     bias ? bias.gradient() : Matrix{}, dy, x, saved.mean.view,
                                     saved.rstd.view);
}

} // namespace training
