#include "engine/runtime/training/attention_block.h"

#include "engine/runtime/training/ring_attention.h"
#include "engine/runtime/training/tensor_cut.h"

#include <utility>

namespace training {

namespace {

// Of queries and keys, which stand side by side, head by head, before the values.
std::int64_t turnedColumns(const Dims& dims)
{
    return std::int64_t{dims.localHeads() + dims.localKvHeads()} * dims.headSize();
}

} // namespace

void AttentionBlock::forward(Machinery& machinery, AttentionSaved& saved, const Matrix& y,
                             const Matrix& x, const IndexMatrix& places, const NextNorm& next) const
{
    const Dims& dims = machinery.dims;
    norm.forward(machinery, saved.norm, x);
    {
        const Rows rows = enter(machinery, saved.norm.normed.view);
        saved.qkv = machinery.activation(rows.view.rows, dims.qkvColumns(), dims.type);
        qkv.forward(machinery, saved.qkv.view, rows.view);
    }
    // In place: the backward needs queries and keys as they were multiplied, that is turned.
    turn(machinery, saved.qkv.view, places, false);
    attend(machinery, saved);
    leaveOnto(
        machinery, y, x, outBias,
        [&](const Matrix& target, const Parameter& bias, const Matrix& residual) {
            projection.forward(machinery, target, saved.out.view, bias, residual);
        },
        next);
}

void AttentionBlock::attend(Machinery& machinery, AttentionSaved& saved) const
{
    const Dims& dims = machinery.dims;
    const std::int64_t rows = saved.qkv.view.rows;
    const std::int64_t columns = std::int64_t{dims.localHeads()} * dims.headSize();
    saved.logSum = machinery.activation(rows, dims.localHeads(), Type::F32);
    saved.out = machinery.activation(rows, columns, dims.type);
    if (dims.type == Type::F32 || ringWritesHalf(machinery))
        return ringAttention(machinery, saved.out.view, saved.logSum.view, saved.qkv.view);
    // The ring adds block after block to it: in BF16 each addition would round.
    const Held out = machinery.scratch(rows, columns, Type::F32);
    ringAttention(machinery, out.view, saved.logSum.view, saved.qkv.view);
    machinery.kernels.copy(saved.out.view, out.view);
}

void AttentionBlock::turn(Machinery& machinery, const Matrix& qkvRows, const IndexMatrix& places,
                          bool back) const
{
    const Dims& dims = machinery.dims;
    if (dims.rotary)
        machinery.kernels.rotate(qkvRows.columnRange(0, turnedColumns(dims)), places,
                                 dims.headSize(), rotaryBase, back);
}

void AttentionBlock::turnInto(Machinery& machinery, const Matrix& to, const Matrix& qkvRows,
                              const IndexMatrix& places, bool back) const
{
    const Dims& dims = machinery.dims;
    if (dims.rotary)
        machinery.kernels.rotateInto(to, qkvRows, turnedColumns(dims), places, dims.headSize(),
                                     rotaryBase, back);
    else
        machinery.kernels.copy(to, qkvRows);
}

void AttentionBlock::inputGrad(Machinery& machinery, AttentionSaved& saved, Held& d,
                               const Matrix& x, const IndexMatrix& places) const
{
    const Dims& dims = machinery.dims;
    saved.dOut = std::move(d);
    const Type type = ringWritesHalf(machinery) ? Type::BF16 : Type::F32;
    Held dQkv = machinery.activation(saved.qkv.view.rows, saved.qkv.view.columns, type);
    {
        const Rows dRows = enter(machinery, saved.dOut.view);
        const Held dAttention
            = machinery.scratch(saved.out.view.rows, saved.out.view.columns, dims.type);
        projection.inputGrad(machinery, dAttention.view, dRows.view, Into::Replace);
        ringAttentionGrad(machinery, dQkv.view, dAttention.view, saved.qkv.view, saved.out.view,
                          saved.logSum.view);
    }
    if (dims.type == type) {
        turn(machinery, dQkv.view, places, true);
        saved.dQkv = std::move(dQkv);
    } else {
        saved.dQkv = machinery.activation(dQkv.view.rows, dQkv.view.columns, dims.type);
        turnInto(machinery, saved.dQkv.view, dQkv.view, places, true);
    }
    // Not needed for the weight gradient, which may come much later where it is deferred.
    saved.qkv.reset();
    saved.logSum.reset();
    saved.dNormed = machinery.activation(x.rows, x.columns, x.type);
    leave(machinery, saved.dNormed.view, [&](const Matrix& target) {
        qkv.inputGrad(machinery, target, saved.dQkv.view, Into::Replace);
    });
    d = norm.inputGrad(machinery, saved.dOut.view, saved.dNormed.view, x, saved.norm);
}

void AttentionBlock::weightGrad(Machinery& machinery, AttentionSaved& saved, const Matrix& x) const
{
    {
        const Rows dRows = enter(machinery, saved.dOut.view);
        // Where the rows are those of all tensor ranks, each sums its own for the bias.
        const bool own = machinery.dims.sequenceParallel;
        projection.weightGrad(machinery, dRows.view, saved.out.view, own ? Parameter{} : outBias);
        if (own && outBias)
            machinery.kernels.addColumnSums(outBias.gradient(), saved.dOut.view);
    }
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
