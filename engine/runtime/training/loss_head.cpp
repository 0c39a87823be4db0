#include "engine/runtime/training/loss_head.h"

#include "engine/runtime/training/tensor_cut.h"

#include <algorithm>
#include <utility>

namespace training {

namespace {

// Of this rank's columns those that are tokens; the rest is padding.
std::int64_t validLogits(const Machinery& machinery)
{
    const Dims& dims = machinery.dims;
    return std::clamp(dims.vocab - machinery.firstToken(), 0, dims.localVocab());
}

} // namespace

void LossHead::forward(Machinery& machinery, HeadSaved& saved, Slot loss) const
{
    const Dims& dims = machinery.dims;
    Kernels& kernels = machinery.kernels;
    norm.forward(machinery, saved.norm, saved.x.view);
    {
        const Rows rows = enter(machinery, saved.norm.normed.view);
        saved.logits = machinery.activation(rows.view.rows, dims.localVocab(), Type::F32);
        logits.forward(machinery, saved.logits.view, rows.view);
    }
    const std::int64_t rows = saved.targets.rows;
    const int first = machinery.firstToken();
    const std::int64_t valid = validLogits(machinery);
    saved.maxima = machinery.activation(rows, 1, Type::F32);
    const Matrix& maxima = saved.maxima.view;
    kernels.rowMaxima(maxima, saved.logits.view, valid);
    // One maximum for the whole vocabulary: exponentials of different ranks must have the same
    // factor taken out before they are added.
    machinery.tensor.maximum(maxima);
    // The sums, then what is chosen: exchanged as one.
    Held sumsAndChosen = machinery.activation(2 * rows, 1, Type::F32);
    const Matrix sums = sumsAndChosen.view.rowRange(0, rows);
    const Matrix chosen = sumsAndChosen.view.rowRange(rows, rows);
    kernels.exponentials(saved.logits.view, sums, chosen, maxima, saved.targets, first, valid);
    machinery.tensor.sum(sumsAndChosen.view);
    kernels.sumLosses(loss, sums, chosen);
    saved.sums = {std::move(sumsAndChosen.block), sums};
}

Held LossHead::inputGrad(Machinery& machinery, HeadSaved& saved, float scale) const
{
    Kernels& kernels = machinery.kernels;
    // In place: nothing else is as large.
    const bool half = machinery.dims.type == Type::BF16 && kernels.writesHalf();
    const Matrix gradient = half ? halfWithin(saved.logits.view) : saved.logits.view;
    kernels.lossGrad(gradient, saved.logits.view, saved.maxima.view, saved.sums.view, saved.targets,
                     machinery.firstToken(), validLogits(machinery), scale);
    saved.logits.view = gradient;
    const Matrix& x = saved.x.view;
    saved.dNormed = machinery.activation(x.rows, x.columns, x.type);
    leave(machinery, saved.dNormed.view, [&](const Matrix& target) {
        logits.inputGrad(machinery, target, gradient, Into::Replace);
    });
    return norm.inputGrad(machinery, {}, saved.dNormed.view, x, saved.norm);
}

void LossHead::weightGrad(Machinery& machinery, HeadSaved& saved) const
{
    const Rows rows = enter(machinery, saved.norm.normed.view);
    logits.weightGrad(machinery, saved.logits.view, rows.view);
    norm.weightGrad(machinery, saved.dNormed.view, saved.x.view, saved.norm);
}

} // namespace training
