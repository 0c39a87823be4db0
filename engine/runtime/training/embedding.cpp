#include "engine/runtime/training/embedding.h"

#include "engine/runtime/training/tensor_cut.h"

namespace training {

namespace {

// Of the rows this rank has between the cut parts.
std::span<const int> ownPlaces(const Machinery& machinery, std::span<const int> places)
{
    const auto share = static_cast<std::size_t>(machinery.dims.shardRows());
    const std::size_t first = machinery.dims.sequenceParallel
        ? share * static_cast<std::size_t>(machinery.tensor.rank())
        : 0;
    return places.subspan(first, share);
}

} // namespace

void Embedding::forward(Machinery& machinery, const EmbeddingSaved& saved, const Matrix& x,
                        std::span<const int> places) const
{
    leave(machinery, x, Into::Replace, [&](const Matrix& target, Into) {
        machinery.kernels.gatherRows(target, tokens.weight(), saved.tokens, machinery.firstToken());
    });
    if (!positions)
        return;
    const Held rows = machinery.scratch(x.rows, x.columns, x.type);
    machinery.kernels.gatherRows(rows.view, positions.weight(), ownPlaces(machinery, places), 0);
    machinery.kernels.add(x, rows.view);
}

void Embedding::weightGrad(Machinery& machinery, const EmbeddingSaved& saved,
                           std::span<const int> places) const
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
