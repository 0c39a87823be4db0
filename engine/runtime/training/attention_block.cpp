#include "engine/runtime/training/attention_block.h"

#include "engine/runtime/training/ring_attention.h"
#include "engine/runtime/training/tensor_cut.h"

namespace training {

void AttentionBlock::forward(Machinery& machinery, AttentionSaved& saved, const Matrix& y,
                             const Matrix& x, const IndexMatrix& places) const
{
    const Dims& dims = machinery.dims;
    norm.forward(machinery, saved.norm, x);
    {
        const Rows rows = enter(machinery, saved.norm.normed.view);
        saved.qkv = machinery.activation(rows.view.rows, dims.qkvColumns(), dims.type);
        qkv.forward(machinery, saved.qkv.view, rows.view, Into::Replace);
    }
    // In place: the backward needs queries and keys as they were multiplied, that is turned.
    turn(machinery, saved.qkv.view, places, false);
    attend(machinery, saved);
    machinery.kernels.copy(y, x);
    leave(machinery, y, Into::Add, [&](const Matrix& target, Into into) {
        projection.forward(machinery, target, saved.out.view, into);
    });
    if (outBias)
        // After the sum: within it, each tensor rank would add the bias once.
        machinery.kernels.addBias(y, outBias.weight());
}

void AttentionBlock::attend(Machinery& machinery, AttentionSaved& saved) const
{
    const Dims& dims = machinery.dims;
    const std::int64_t rows = saved.qkv.view.rows;
    const std::int64_t columns = std::int64_t{dims.localHeads()} * dims.headSize();
    saved.logSum = machinery.activation(rows, dims.localHeads(), Type::F32);
    saved.out = machinery.activation(rows, columns, dims.type);
    if (dims.type == Type::F32)
        return ringAttention(machinery, saved.out.view, saved.logSum.view, saved.qkv.view);
    // The ring adds block after block to it: in BF16 each addition would round.
    const Held out = machinery.scratch(rows, columns, Type::F32);
    ringAttention(machinery, out.view, saved.logSum.view, saved.qkv.view);
    machinery.kernels.copy(saved.out.view, out.view);
}

// Queries and keys stand side by side, head by head.
void AttentionBlock::turn(Machinery& machinery, const Matrix& qkvRows, const IndexMatrix& places,
                          bool back) const
{
    const Dims& dims = machinery.dims;
    if (!dims.rotary)
        return;
    const std::int64_t columns
        = std::int64_t{dims.localHeads() + dims.localKvHeads()} * dims.headSize();
    machinery.kernels.rotate(qkvRows.columnRange(0, columns), places, dims.headSize(), rotaryBase,
                             back);
}

void AttentionBlock::inputGrad(Machinery& machinery, AttentionSaved& saved, const Matrix& d,
                               const Matrix& x, const IndexMatrix& places) const
{
    const Dims& dims = machinery.dims;
    Kernels& kernels = machinery.kernels;
    saved.dOut = machinery.activation(d.rows, d.columns, d.type);
    kernels.copy(saved.dOut.view, d);

    Held dQkv = machinery.activation(saved.qkv.view.rows, saved.qkv.view.columns, Type::F32);
    {
        const Rows dRows = enter(machinery, d);
        const Held dAttention
            = machinery.scratch(saved.out.view.rows, saved.out.view.columns, dims.type);
        projection.inputGrad(machinery, dAttention.view, dRows.view, Into::Replace);
        ringAttentionGrad(machinery, dQkv.view, dAttention.view, saved.qkv.view, saved.out.view,
                          saved.logSum.view);
    }
    turn(machinery, dQkv.view, places, true);
    if (dims.type == Type::F32) {
        saved.dQkv = std::move(dQkv);
    } else {
        saved.dQkv = machinery.activation(dQkv.view.rows, dQkv.view.columns, dims.type);
        kernels.copy(saved.dQkv.view, dQkv.view);
    }
    // Not needed for the weight gradient, which may come much later where it is deferred.
    saved.qkv.reset();
    saved.logSum.reset();
    saved.dNormed = machinery.activation(d.rows, d.columns, d.type);
    leave(machinery, saved.dNormed.view, Into::Replace, [&](const Matrix& target, Into into) {
        qkv.inputGrad(machinery, target, saved.dQkv.view, into);
    });
    norm.inputGrad(machinery, d, saved.dNormed.view, x, saved.norm);
}

void AttentionBlock::weightGrad(Machinery& machinery, AttentionSaved& saved, const Matrix& x) const
{
    {
        const Rows dRows = enter(machinery, saved.dOut.view);
        projection.weightGrad(machinery, dRows.view, saved.out.view);
    }
    if (outBias)
        machinery.kernels.addColumnSums(outBias.gradient(), saved.dOut.view);
    {
        const Rows rows = enter(machinery, saved.norm.normed.view);
        qkv.weightGrad(machinery, saved.dQkv.view, rows.view);
    }
    norm.weightGrad(machinery, saved.dNormed.view, x, saved.norm);
}

void AttentionBlock::forget(AttentionSaved& saved)
{
    saved.norm.normed.reset();
    saved.out.reset();
    saved.logSum.reset();
}

void AttentionBlock::restore(Machinery& machinery, AttentionSaved& saved, const Matrix& x) const
{
    norm.forward(machinery, saved.norm, x);
    attend(machinery, saved);
}

} // namespace training
