#include "engine/runtime/training/linear.h"

namespace training {

void Linear::forward(Machinery& machinery, const Matrix& y, const Matrix& x,
                     const Matrix& residual) const
{
    forward(machinery, y, x, bias, residual);
}

void Linear::forward(Machinery& machinery, const Matrix& y, const Matrix& x,
                     const Parameter& outBias, const Matrix& residual) const
{
    machinery.kernels.linear(y, x, weight.weight(), outBias ? outBias.weight() : Matrix{},
                             residual);
    machinery.progress();
}

void Linear::forwardGelu(Machinery& machinery, const Matrix& active, const Matrix& hidden,
                         const Matrix& x) const
{
    machinery.kernels.linearGelu(active, hidden, x, weight.weight(),
                                 bias ? bias.weight() : Matrix{});
    machinery.progress();
}

void Linear::inputGrad(Machinery& machinery, const Matrix& dx, const Matrix& dy, Into into) const
{
    machinery.kernels.multiply(dx, dy, Flip::No, weight.weight(), Flip::No, into);
    machinery.progress();
}

void Linear::inputGeluGrad(Machinery& machinery, const Matrix& dHidden, const Matrix& dy,
                           const Matrix& hidden) const
{
    machinery.kernels.linearGeluGrad(dHidden, dy, weight.weight(), hidden);
    machinery.progress();
}

void Linear::weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x) const
{
    weightGrad(machinery, dy, x, bias);
}

void Linear::weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x,
                        const Parameter& outBias) const
{
    machinery.kernels.linearWeightGrad(weight.gradient(), outBias ? outBias.gradient() : Matrix{},
                                       dy, x);
    machinery.progress();
}

} // namespace training
