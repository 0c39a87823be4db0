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

void leave(Machinery& machinery, const Matrix& y, Into into,
           const std::function<void(const Matrix& target, Into into)>& product)
{
    if (machinery.tensor.alone())
        return product(y, into);
    Kernels& kernels = machinery.kernels;
    const auto deliver = [&](const Matrix& sum) {
        if (into == Into::Add)
            kernels.add(y, sum);
        else
            kernels.copy(y, sum);
    };
    const bool share = machinery.dims.sequenceParallel;
    const std::int64_t rows = share ? y.rows * machinery.tensor.size() : y.rows;
    // Partial sums in F32 whatever the model computes in: the order of the members decides the
    // bits, and BF16 would round after each.
    const Held partial = machinery.scratch(rows, y.columns, Type::F32);
    product(partial.view, Into::Replace);
    if (!share) {
        machinery.tensor.sum(partial.view);
        return deliver(partial.view);
    }
    const Held own = machinery.scratch(y.rows, y.columns, Type::F32);
    machinery.tensor.scatterSum(partial.view, own.view);
    deliver(own.view);
}

} // namespace training
