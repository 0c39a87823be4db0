#include "engine/runtime/training/norm_layer.h"

namespace training {

void NormLayer::forward(Machinery& machinery, NormSaved& saved, const Matrix& x) const
{
    // Kept where a dropped result is made again: they come out the same.
    if (!saved.mean.block) {
        saved.mean = machinery.activation(x.rows, 1, Type::F32);
        saved.rstd = machinery.activation(x.rows, 1, Type::F32);
    }
    saved.normed = machinery.activation(x.rows, x.columns, x.type);
    machinery.kernels.norm(machinery.dims.norm, saved.normed.view, saved.mean.view, saved.rstd.view,
                           x, gain.weight(), bias ? bias.weight() : Matrix{});
}

void NormLayer::inputGrad(Machinery& machinery, const Matrix& dx, const Matrix& dy, const Matrix& x,
                          const NormSaved& saved) const
{
    machinery.kernels.normInputGrad(machinery.dims.norm, dx, dy, x, saved.mean.view,
                                    saved.rstd.view, gain.weight());
}

void NormLayer::weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x,
                           const NormSaved& saved) const
{
    machinery.kernels.normWeightGrad(machinery.dims.norm, gain.gradient(),
                                     bias ? bias.gradient() : Matrix{}, dy, x, saved.mean.view,
                                     saved.rstd.view);
}

} // namespace training
