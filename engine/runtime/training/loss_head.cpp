#include "engine/runtime/training/loss_head.h"

#include "engine/runtime/training/tensor_cut.h"

#include <algorithm>
#include <cmath>

namespace training {

namespace {

Matrix columnOf(std::vector<float>& values)
{
    return matrix(values.data(), 1, static_cast<std::int64_t>(values.size()), Type::F32);
}

} // namespace

double LossHead::forward(Machinery& machinery, HeadSaved& saved) const
{
    const Dims& dims = machinery.dims;
    Kernels& kernels = machinery.kernels;
    norm.forward(machinery, saved.norm, saved.x.view);
    {
        const Rows rows = enter(machinery, saved.norm.normed.view);
        saved.logits = machinery.activation(rows.view.rows, dims.localVocab(), Type::F32);
        logits.forward(machinery, saved.logits.view, rows.view, Into::Replace);
    }
    const std::size_t rows = saved.targets.size();
    const int first = machinery.firstToken();
    const std::int64_t valid = std::clamp(dims.vocab - first, 0, dims.localVocab());
    std::vector<float> maxima(rows);
    kernels.rowMaxima(maxima, saved.logits.view, valid);
    machinery.tensor.maximum(maxima);
    // The sums, then what is chosen: exchanged as one.
    std::vector<float> sumsAndChosen(2 * rows);
    const std::span<float> sums = std::span(sumsAndChosen).first(rows);
    const std::span<float> chosen = std::span(sumsAndChosen).last(rows);
    kernels.exponentials(saved.logits.view, sums, chosen, maxima, saved.targets, first, valid);
    machinery.tensor.sum(columnOf(sumsAndChosen));
    double loss = 0;
    for (std::size_t row = 0; row < rows; ++row)
        loss += std::log(static_cast<double>(sums[row])) - static_cast<double>(chosen[row]);
    saved.sums.assign(sums.begin(), sums.end());
    return loss;
}

void LossHead::inputGrad(Machinery& machinery, HeadSaved& saved, const Matrix& d, float scale) const
{
    Kernels& kernels = machinery.kernels;
    kernels.lossGrad(saved.logits.view, saved.sums, saved.targets, machinery.firstToken(), scale);
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
