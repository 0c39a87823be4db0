#include "engine/runtime/training/mlp_block.h"

#include "engine/runtime/training/tensor_cut.h"

namespace training {

void MlpBlock::forward(Machinery& machinery, MlpSaved& saved, const Matrix& y,
                       const Matrix& x) const
{
    const Dims& dims = machinery.dims;
    const std::int64_t width = dims.ffn / dims.tensor;
    norm.forward(machinery, saved.norm, x);
    {
        const Rows rows = enter(machinery, saved.norm.normed.view);
        saved.hidden = machinery.activation(rows.view.rows, FeedForward::hiddenColumns(dims, width),
                                            dims.type);
        saved.active = machinery.activation(rows.view.rows, width, dims.type);
        layers.forward(machinery, saved.hidden.view, saved.active.view, rows.view);
    }
    // The residual first, and the block's result onto it: one matrix less than keeping both.
    machinery.kernels.copy(y, x);
    leave(machinery, y, Into::Add, [&](const Matrix& target, Into into) {
        layers.down.forward(machinery, target, saved.active.view, into);
    });
    if (outBias)
        machinery.kernels.addBias(y, outBias.weight());
}

void MlpBlock::inputGrad(Machinery& machinery, MlpSaved& saved, const Matrix& d,
                         const Matrix& x) const
{
    saved.dOut = machinery.activation(d.rows, d.columns, d.type);
    machinery.kernels.copy(saved.dOut.view, d);
    const Matrix& hidden = saved.hidden.view;
    saved.dHidden = machinery.activation(hidden.rows, hidden.columns, hidden.type);
    {
        const Rows dRows = enter(machinery, d);
        layers.hiddenGrad(machinery, saved.dHidden.view, dRows.view, hidden);
    }
    // dHidden has taken its place for all that follows.
    saved.hidden.reset();
    saved.dNormed = machinery.activation(d.rows, d.columns, d.type);
    leave(machinery, saved.dNormed.view, Into::Replace, [&](const Matrix& target, Into into) {
        layers.up.inputGrad(machinery, target, saved.dHidden.view, into);
    });
    norm.inputGrad(machinery, d, saved.dNormed.view, x, saved.norm);
}

void MlpBlock::weightGrad(Machinery& machinery, MlpSaved& saved, const Matrix& x) const
{
    const Rows dRows = enter(machinery, saved.dOut.view);
    const Rows rows = enter(machinery, saved.norm.normed.view);
    layers.weightGrad(machinery, dRows.view, saved.active.view, saved.dHidden.view, rows.view);
    if (outBias)
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
