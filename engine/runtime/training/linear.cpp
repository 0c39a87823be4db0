#include "engine/runtime/training/linear.h"

namespace training {

namespace {

void progressTransfers(const Machinery& machinery)
{
    if (machinery.progressTransfers)
        machinery.progressTransfers();
}

} // namespace

void Linear::forward(Machinery& machinery, const Matrix& y, const Matrix& x, Into into) const
{
    // Weights lie as [outputs, inputs], as in checkpoints of other frameworks; the product turns
    // them.
    machinery.kernels.multiply(y, x, Flip::No, weight.weight(), Flip::Yes, into);
    if (bias)
        machinery.kernels.addBias(y, bias.weight());
    progressTransfers(machinery);
}

void Linear::inputGrad(Machinery& machinery, const Matrix& dx, const Matrix& dy, Into into) const
{
    machinery.kernels.multiply(dx, dy, Flip::No, weight.weight(), Flip::No, into);
    progressTransfers(machinery);
}

void Linear::weightGrad(Machinery& machinery, const Matrix& dy, const Matrix& x) const
{
    machinery.kernels.multiply(weight.gradient(), dy, Flip::Yes, x, Flip::No, Into::Add);
    if (bias)
        machinery.kernels.addColumnSums(bias.gradient(), dy);
    progressTransfers(machinery);
}

} // namespace training
