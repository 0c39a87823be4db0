#include "engine/runtime/training/tensor_cut.h"

namespace training {

Rows enter(Machinery& machinery, const Matrix& shard)
{
    if (!machinery.dims.sequenceParallel)
        return {{}, shard};
    Rows rows;
    rows.own = machinery.scratch(shard.rows * machinery.tensor.size(), shard.columns, shard.type);
    rows.view = rows.own.view;
    machinery.tensor.gather(shard, rows.view);
    return rows;
}

namespace {

// Calls deliver(sum) with the sum over the tensor ranks of what `product` writes, in F32.
void sumOverRanks(Machinery& machinery, const Matrix& y, const CutProduct& product,
                  const std::function<void(const Matrix& sum)>& deliver)
{
    const bool share = machinery.dims.sequenceParallel;
    const std::int64_t rows = share ? y.rows * machinery.tensor.size() : y.rows;
    // Partial sums in F32 whatever the model computes in: the order of the members decides the
    // bits, and BF16 would round after each.
    const Held partial = machinery.scratch(rows, y.columns, Type::F32);
    product(partial.view);
    if (!share) {
        machinery.tensor.sum(partial.view);
        return deliver(partial.view);
    }
    const Held own = machinery.scratch(y.rows, y.columns, Type::F32);
    machinery.tensor.scatterSum(partial.view, own.view);
    deliver(own.view);
}

} // namespace

void leave(Machinery& machinery, const Matrix& y, const CutProduct& product)
{
    if (machinery.tensor.alone())
        return product(y);
    sumOverRanks(machinery, y, product, [&](const Matrix& sum) { machinery.kernels.copy(y, sum); });
}

void leaveOnto(Machinery& machinery, const Matrix& y, const Matrix& residual,
               const Parameter& outBias, const ResidualProduct& product,
               const std::optional<NextNorm>& next)
{
    if (machinery.tensor.alone()) {
        product(y, outBias, residual);
        if (next)
            next->layer.forward(machinery, next->saved, y);
        return;
    }
    // After the sum: within it, each tensor rank would add them once.
    const Matrix bias = outBias ? outBias.weight() : Matrix{};
    sumOverRanks(
        machinery, y, [&](const Matrix& target) { product(target, {}, {}); },
        [&](const Matrix& sum) {
            if (next)
                next->layer.forwardOnto(machinery, next->saved, y, residual, sum, bias);
            else
                machinery.kernels.addResidual(y, residual, sum, bias);
        });
}

} // namespace training
