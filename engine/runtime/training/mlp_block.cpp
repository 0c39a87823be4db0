#include "engine/runtime/training/mlp_block.h"

#include "engine/runtime/training/tensor_cut.h"

#include <utility>

namespace training {

void MlpBlock::forward(Machinery& machinery, MlpSaved& saved, const Matrix& y,
                       const Matrix& x) const
{
    const Dims& dims = machinery.dims;
    const std::int64_t width = dims.ffn / dims.tensor;
    {
        const Rows rows = enter(machinery, saved.norm.normed.view);
        saved.hidden = machinery.activation(rows.view.rows, FeedForward::hiddenColumns(dims, width),
                                            dims.type);
        saved.active = machinery.activation(rows.view.rows, width, dims.type);
        layers.forward(machinery, saved.hidden.view, saved.active.view, rows.view);
    }
    leaveOnto(machinery, y, x, outBias,
              [&](const Matrix& target, const Parameter& bias, const Matrix& residual) {
                  layers.down.forward(machinery, target, saved.active.view, bias, residual);
              });
}

void MlpBlock::inputGrad(Machinery& machinery, MlpSaved& saved, Held& d, const Matrix& x) const
{
    saved.dOut = std::move(d);
    const Matrix& hidden = saved.hidden.view;
    saved.dHidden = machinery.activation(hidden.rows, hidden.columns, hidden.type);
    {
        const Rows dRows = enter(machinery, saved.dOut.view);
        layers.hiddenGrad(machinery, saved.dHidden.view, dRows.view, hidden);
    }
    // dHidden has taken its place for all that follows.
    saved.hidden.reset();
    saved.dNormed = machinery.activation(x.rows, x.columns, x.type);
    leave(machinery, saved.dNormed.view, [&](const Matrix& target) {
        layers.up.inputGrad(machinery, target, saved.dHidden.view, Into::Replace);
    });
    d = norm.inputGrad(machinery, saved.dOut.view, saved.dNormed.view, x, saved.norm);
}

void MlpBlock::weightGrad(Machinery& machinery, MlpSaved& saved, const Matrix& x) const
{
    const Rows dRows = enter(machinery, saved.dOut.view);
    const Rows rows = enter(machinery, saved.norm.normed.view);
    // Where the rows are those of all tensor ranks, each sums its own for the bias.
    const bool own = machinery.dims.sequenceParallel;
    layers.weightGrad(machinery, dRows.view, saved.active.view, saved.dHidden.view, rows.view,
                      own ? Parameter{} : outBias);
    if (own && outBias)
        machinery.kernels.addColumnSums(outBias.gradient(), saved.dOut.view);
    norm.weightGrad(machinery, saved.dNormed.view, x, saved.norm);
}

void MlpBlock::forget(MlpSaved& saved)
{
    saved.norm.normed.reset();
    saved.active.reset();
}

void MlpBlock::restore(Machinery& machinery, MlpSaved& saved, const Matrix& x) const
{
    norm.forward(machinery, saved.norm, x);
    const Matrix& hidden = saved.hidden.view;
    saved.active = machinery.activation(
        hidden.rows, machinery.dims.gated ? hidden.columns / 2 : hidden.columns, hidden.type);
    layers.activate(machinery, saved.active.view, hidden);
}

} // namespace training
