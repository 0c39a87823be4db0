#include "engine/runtime/training/loss_head.h"

#include "engine/runtime/training/tensor_cut.h"

#include <algorithm>
#include <utility>

namespace training {

void LossHead::forward(Machinery& machinery, HeadSaved& saved, Slot loss) const
{
    const Dims& dims = machinery.dims;
    Kernels& kernels = machinery.kernels;
    norm.forward(machinery, saved.norm, saved.x.view);
    {
        const Rows rows = enter(machinery, saved.norm.normed.view);
        saved.logits = machinery.activation(rows.view.rows, dims.localVocab(), Type::F32);
        logits.forward(machinery, saved.logits.view, rows.view, Into::Replace);
    }
    const std::int64_t rows = saved.targets.rows;
    const int first = machinery.firstToken();
    const std::int64_t valid = std::clamp(dims.vocab - first, 0, dims.localVocab());
    const Held maxima = machinery.scratch(rows, 1, Type::F32);
    kernels.rowMaxima(maxima.view, saved.logits.view, valid);
    // One maximum for the whole vocabulary: exponentials of different ranks must have the same
    // factor taken out before they are added.
    machinery.tensor.maximum(maxima.view);
    // The sums, then what is chosen: exchanged as one.
    Held sumsAndChosen = machinery.activation(2 * rows, 1, Type::F32);
    const Matrix sums = sumsAndChosen.view.rowRange(0, rows);
    const Matrix chosen = sumsAndChosen.view.rowRange(rows, rows);
    kernels.exponentials(saved.logits.view, sums, chosen, maxima.view, saved.targets, first, valid);
    machinery.tensor.sum(sumsAndChosen.view);
    kernels.sumLosses(loss, sums, chosen);
    saved.sums = {std::move(sumsAndChosen.block), sums};
}

void LossHead::inputGrad(Machinery& machinery, HeadSaved& saved, const Matrix& d, float scale) const
{
    Kernels& kernels = machinery.kernels;
    kernels.lossGrad(saved.logits.view, saved.sums.view, saved.targets, machinery.firstToken(),
                     scale);
    saved.dNormed = machinery.activation(d.rows, d.columns, d.type);
    leave(machinery, saved.dNormed.view, Into::Replace, [&](const Matrix& target, Into into) {
        logits.inputGrad(machinery, target, saved.logits.view, into);
    });
    kernels.fill(d, 0);
    norm.inputGrad(machinery, d, saved.dNormed.view, saved.x.view, saved.norm);
}

void LossHead::weightGrad(Machinery& machinery, HeadSaved& saved) const
{
    const Rows rows = enter(machinery, saved.norm.normed.view);
    logits.weightGrad(machinery, saved.logits.view, rows.view);
    norm.weightGrad(machinery, saved.dNormed.view, saved.x.view, saved.norm);
}

} // namespace training
