#include "engine/runtime/training/embedding.h"

#include "engine/runtime/training/tensor_cut.h"

namespace training {

namespace {

// Of the rows this rank has between the cut parts.
IndexMatrix ownPlaces(const Machinery& machinery, const IndexMatrix& places)
{
    const std::int64_t share = machinery.dims.shardRows();
    return places.rowRange(machinery.dims.sequenceParallel ? share * machinery.tensor.rank() : 0,
                           share);
}

} // namespace

void Embedding::forward(Machinery& machinery, const EmbeddingSaved& saved, const Matrix& x,
                        const IndexMatrix& places) const
{
    leave(machinery, x, [&](const Matrix& target) {
        machinery.kernels.gatherRows(target, tokens.weight(), saved.tokens, machinery.firstToken());
    });
    if (!positions)
        return;
    const Held rows = machinery.scratch(x.rows, x.columns, x.type);
    machinery.kernels.gatherRows(rows.view, positions.weight(), ownPlaces(machinery, places), 0);
    machinery.kernels.add(x, rows.view);
}

void Embedding::weightGrad(Machinery& machinery, const EmbeddingSaved& saved,
                           const IndexMatrix& places) const
{
    {
        const Rows rows = enter(machinery, saved.dOut.view);
        machinery.kernels.addToRows(tokens.gradient(), rows.view, saved.tokens,
                                    machinery.firstToken(), {});
    }
    if (positions)
        machinery.kernels.addToRows(positions.gradient(), saved.dOut.view,
                                    ownPlaces(machinery, places), 0, {});
}

} // namespace training
