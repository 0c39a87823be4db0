// Calls that a device may answer in one pass, for one that does not.

#include "engine/runtime/training/kernels.h"

namespace training {

namespace {

AdamStep stepOf(const AdamStep& step, const Update& update)
{
    AdamStep own = step;
    own.weightDecay = update.decays ? step.weightDecay : 0;
    return own;
}

void round(Kernels& kernels, const Update& update)
{
    if (!update.rounded.empty())
        kernels.copy(update.rounded, update.weights);
}

} // namespace

void Kernels::multiplyEach(std::span<const Factors> all, Flip flipA, Flip flipB, Into into)
{
    for (const auto& [c, a, b] : all)
        multiply(c, a, flipA, b, flipB, into);
}

void Kernels::linear(Matrix y, Matrix x, Matrix weight, Matrix bias, Matrix residual)
{
    const bool adds = !residual.empty();
    if (adds && residual.data != y.data)
        copy(y, residual);
    multiply(y, x, Flip::No, weight, Flip::Yes, adds ? Into::Add : Into::Replace);
    if (!bias.empty())
        addBias(y, bias);
}

void Kernels::linearGelu(Matrix active, Matrix hidden, Matrix x, Matrix weight, Matrix bias)
{
    linear(hidden, x, weight, bias, {});
    gelu(active, hidden);
}

void Kernels::linearGeluGrad(Matrix dHidden, Matrix dy, Matrix weight, Matrix hidden)
{
    multiply(dHidden, dy, Flip::No, weight, Flip::No, Into::Replace);
    // In place, which the kernel allows and which saves a matrix of the width of the layer.
    geluGrad(dHidden, dHidden, hidden);
}

void Kernels::linearWeightGrad(Matrix dWeight, Matrix dBias, Matrix dy, Matrix x)
{
    multiply(dWeight, dy, Flip::Yes, x, Flip::No, Into::Add);
    if (!dBias.empty())
        addColumnSums(dBias, dy);
}

void Kernels::normResidualGrad(NormKind kind, Matrix dx, Matrix residual, Matrix dy, Matrix x,
                               Matrix mean, Matrix rstd, Matrix gain)
{
    if (residual.empty())
        fill(dx, 0);
    else
        copy(dx, residual);
    normInputGrad(kind, dx, dy, x, mean, rstd, gain);
}

void Kernels::addResidual(Matrix y, Matrix residual, Matrix x, Matrix bias)
{
    copy(y, residual);
    add(y, x);
    if (!bias.empty())
        addBias(y, bias);
}

void Kernels::addResidualNorm(NormKind kind, Matrix normed, Matrix mean, Matrix rstd, Matrix y,
                              Matrix residual, Matrix x, Matrix bias, Matrix gain, Matrix normBias)
{
    addResidual(y, residual, x, bias);
    norm(kind, normed, mean, rstd, y, gain, normBias);
}

void Kernels::rotateInto(Matrix y, Matrix x, std::int64_t turned, IndexMatrix positions, int size,
                         float base, bool back)
{
    // Before it is rounded, not after.
    rotate(x.columnRange(0, turned), positions, size, base, back);
    copy(y, x);
}

void Kernels::adamwEach(const AdamStep& step, Slot scale, std::span<const Update> updates)
{
    for (const Update& update : updates) {
        adamw(stepOf(step, update), scale, update.weights, update.gradients, update.m, update.v);
        round(*this, update);
    }
}

void Kernels::descendEach(const AdamStep& step, Slot scale, std::span<const Update> updates)
{
    for (const Update& update : updates) {
        descend(stepOf(step, update), scale, update.weights, update.gradients);
        round(*this, update);
    }
}

void Kernels::addSquaresEach(std::span<const Squares> all)
{
    for (const auto& [sum, x] : all)
        addSquares(sum, x);
}

void Kernels::fillEach(std::span<const Matrix> all, float value)
{
    for (const Matrix& each : all)
        fill(each, value);
}

} // namespace training
