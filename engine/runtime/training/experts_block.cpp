#include "engine/runtime/training/experts_block.h"

#include "engine/runtime/training/tensor_cut.h"

namespace training {

namespace {

// The share of `rows` that this rank has where tokens are shared among the tensor ranks.
Matrix ownShare(const Machinery& machinery, const Matrix& rows, std::int64_t share)
{
    return machinery.dims.sequenceParallel ? rows.rowRange(machinery.tensor.rank() * share, share)
                                           : rows;
}

// For each of the packed rows the weight of its expert for it, one column.
Held packedWeights(const Machinery& machinery, const ExpertsSaved& saved)
{
    Held packed = machinery.scratch(saved.routing.packedRows(), 1, Type::F32);
    machinery.kernels.gatherRows(packed.view, asColumn(saved.weights.view),
                                 saved.routing.packed.view, 0);
    return packed;
}

} // namespace

// Calls `work(expert, first row, rows)` for each expert of this rank that has rows.
template <class Work>
void ExpertsBlock::forEachExpert(const ExpertsSaved& saved, const Work& work) const
{
    const std::vector<std::int64_t>& begins = saved.routing.ofExpert;
    for (std::size_t i = 0; i < experts.size(); ++i)
        if (begins[i + 1] > begins[i])
            work(experts[i], begins[i], begins[i + 1] - begins[i]);
}

void ExpertsBlock::forward(Machinery& machinery, ExpertsSaved& saved, const Matrix& y,
                           const Matrix& x) const
{
    const Dims& dims = machinery.dims;
    norm.forward(machinery, saved.norm, x);
    const Rows rows = enter(machinery, saved.norm.normed.view);
    chooseExperts(machinery, saved, rows.view);
    runExperts(machinery, saved, rows.view);

    // In F32: a token's experts add up here, and BF16 would round after each.
    const Held sum = machinery.scratch(rows.view.rows, dims.hidden, Type::F32);
    machinery.kernels.fill(sum.view, 0);
    machinery.kernels.addToRows(sum.view, saved.outputs.view, saved.routing.rows.view, 0,
                                packedWeights(machinery, saved).view);
    addShared(machinery, saved, sum.view, rows.view);
    machinery.kernels.copy(y, x);
    leave(machinery, y, Into::Add, [&](const Matrix& target, Into into) {
        if (into == Into::Add)
            machinery.kernels.add(target, sum.view);
        else
            machinery.kernels.copy(target, sum.view);
    });
}

void ExpertsBlock::chooseExperts(Machinery& machinery, ExpertsSaved& saved,
                                 const Matrix& rows) const
{
    const Dims& dims = machinery.dims;
    const Held logits = machinery.scratch(rows.rows, dims.experts, Type::F32);
    router.forward(machinery, logits.view, rows, Into::Replace);
    saved.weights = machinery.activation(rows.rows, dims.expertsPerToken, Type::F32);
    HeldIndices chosen
        = machinery.memory.indices(rows.rows, dims.expertsPerToken, Use::Activations);
    machinery.kernels.topExperts(chosen.view, saved.weights.view, logits.view);
    saved.routing = route(machinery, std::move(chosen));
}

void ExpertsBlock::runExperts(Machinery& machinery, ExpertsSaved& saved, const Matrix& rows) const
{
    const Dims& dims = machinery.dims;
    const Routing& routing = saved.routing;
    const std::int64_t width = dims.expertFfn / dims.tensor;
    {
        const Held packed = machinery.scratch(routing.packedRows(), dims.hidden, dims.type);
        machinery.kernels.gatherRows(packed.view, rows, routing.rows.view, 0);
        saved.inputs = machinery.activation(routing.expertRows(), dims.hidden, dims.type);
        sendToExperts(machinery, routing, saved.inputs.view, packed.view);
    }
    saved.hidden = machinery.activation(routing.expertRows(),
                                        FeedForward::hiddenColumns(dims, width), dims.type);
    saved.active = machinery.activation(routing.expertRows(), width, dims.type);
    const Held outputs = machinery.scratch(routing.expertRows(), dims.hidden, Type::F32);
    forEachExpert(saved, [&](const FeedForward& expert, std::int64_t first, std::int64_t count) {
        const auto of = [&](const Held& held) { return held.view.rowRange(first, count); };
        expert.forward(machinery, of(saved.hidden), of(saved.active), of(saved.inputs));
        expert.down.forward(machinery, of(outputs), of(saved.active), Into::Replace);
    });
    saved.outputs = machinery.activation(routing.packedRows(), dims.hidden, Type::F32);
    sendBack(machinery, routing, saved.outputs.view, outputs.view);
}

void ExpertsBlock::addShared(Machinery& machinery, ExpertsSaved& saved, const Matrix& sum,
                             const Matrix& rows) const
{
    if (!shared)
        return;
    const Dims& dims = machinery.dims;
    const std::int64_t width = dims.sharedFfn / dims.tensor;
    saved.sharedHidden
        = machinery.activation(rows.rows, FeedForward::hiddenColumns(dims, width), dims.type);
    saved.sharedActive = machinery.activation(rows.rows, width, dims.type);
    shared->forward(machinery, saved.sharedHidden.view, saved.sharedActive.view, rows);
    shared->down.forward(machinery, sum, saved.sharedActive.view, Into::Add);
}

void ExpertsBlock::inputGrad(Machinery& machinery, ExpertsSaved& saved, const Matrix& d,
                             const Matrix& x) const
{
    const Dims& dims = machinery.dims;
    Kernels& kernels = machinery.kernels;
    const Routing& routing = saved.routing;
    saved.dOut = machinery.activation(d.rows, d.columns, d.type);
    kernels.copy(saved.dOut.view, d);
    const Rows dRows = enter(machinery, d);
    {
        const Held dPacked = machinery.scratch(routing.packedRows(), dims.hidden, dims.type);
        kernels.gatherRows(dPacked.view, dRows.view, routing.rows.view, 0);
        weightsGrad(machinery, saved, dPacked.view);
        kernels.scaleRows(dPacked.view, packedWeights(machinery, saved).view);
        saved.dOutputs = machinery.activation(routing.expertRows(), dims.hidden, dims.type);
        sendToExperts(machinery, routing, saved.dOutputs.view, dPacked.view);
    }
    const Held sum = machinery.scratch(dRows.view.rows, dims.hidden, Type::F32);
    kernels.fill(sum.view, 0);
    {
        const Held dInputs = expertsGrad(machinery, saved);
        kernels.addToRows(sum.view, dInputs.view, routing.rows.view, 0, {});
    }
    if (shared) {
        const Matrix& hidden = saved.sharedHidden.view;
        saved.dSharedHidden = machinery.activation(hidden.rows, hidden.columns, hidden.type);
        shared->hiddenGrad(machinery, saved.dSharedHidden.view, dRows.view, hidden);
        shared->up.inputGrad(machinery, sum.view, saved.dSharedHidden.view, Into::Add);
        saved.sharedHidden.reset();
    }
    saved.dNormed = machinery.activation(d.rows, d.columns, d.type);
    leave(machinery, saved.dNormed.view, Into::Replace,
          [&](const Matrix& target, Into) { kernels.copy(target, sum.view); });
    router.inputGrad(machinery, saved.dNormed.view, ownShare(machinery, saved.dLogits.view, d.rows),
                     Into::Add);
    norm.inputGrad(machinery, d, saved.dNormed.view, x, saved.norm);
}

// Of the router's weights: how much each chosen expert's output is wanted.
void ExpertsBlock::weightsGrad(Machinery& machinery, ExpertsSaved& saved,
                               const Matrix& dPacked) const
{
    const Dims& dims = machinery.dims;
    const Held dots = machinery.scratch(saved.routing.packedRows(), 1, Type::F32);
    machinery.kernels.rowDots(dots.view, dPacked, saved.outputs.view);
    const Matrix& weights = saved.weights.view;
    const Held dWeights = machinery.scratch(weights.rows, weights.columns, Type::F32);
    machinery.kernels.scatterRows(asColumn(dWeights.view), dots.view, saved.routing.packed.view);
    // Each tensor rank has multiplied with its part of the experts, so each has a part of the dot
    // product.
    machinery.tensor.sum(dWeights.view);
    saved.dLogits = machinery.activation(weights.rows, dims.experts, Type::F32);
    machinery.kernels.topExpertsGrad(saved.dLogits.view, dWeights.view, saved.routing.chosen.view,
                                     weights);
    saved.outputs.reset();
}

// The gradient of what was sent to the experts, packed.
Held ExpertsBlock::expertsGrad(Machinery& machinery, ExpertsSaved& saved) const
{
    const Dims& dims = machinery.dims;
    const Routing& routing = saved.routing;
    const Matrix& hidden = saved.hidden.view;
    saved.dHidden = machinery.activation(hidden.rows, hidden.columns, hidden.type);
    const Held dInputs = machinery.scratch(routing.expertRows(), dims.hidden, Type::F32);
    forEachExpert(saved, [&](const FeedForward& expert, std::int64_t first, std::int64_t count) {
        const auto of = [&](const Held& held) { return held.view.rowRange(first, count); };
        expert.hiddenGrad(machinery, of(saved.dHidden), of(saved.dOutputs), of(saved.hidden));
        expert.up.inputGrad(machinery, of(dInputs), of(saved.dHidden), Into::Replace);
    });
    saved.hidden.reset();
    Held packed = machinery.scratch(routing.packedRows(), dims.hidden, Type::F32);
    sendBack(machinery, routing, packed.view, dInputs.view);
    return packed;
}

void ExpertsBlock::weightGrad(Machinery& machinery, ExpertsSaved& saved, const Matrix& x) const
{
    forEachExpert(saved, [&](const FeedForward& expert, std::int64_t first, std::int64_t count) {
        const auto of = [&](const Held& held) { return held.view.rowRange(first, count); };
        expert.weightGrad(machinery, of(saved.dOutputs), of(saved.active), of(saved.dHidden),
                          of(saved.inputs));
    });
    const Rows rows = enter(machinery, saved.norm.normed.view);
    if (shared) {
        const Rows dRows = enter(machinery, saved.dOut.view);
        shared->weightGrad(machinery, dRows.view, saved.sharedActive.view, saved.dSharedHidden.view,
                           rows.view);
    }
    router.weightGrad(machinery, saved.dLogits.view, rows.view);
    norm.weightGrad(machinery, saved.dNormed.view, x, saved.norm);
}

void ExpertsBlock::forget(ExpertsSaved& saved)
{
    saved.norm.normed.reset();
    saved.active.reset();
    saved.sharedActive.reset();
}

void ExpertsBlock::restore(Machinery& machinery, ExpertsSaved& saved, const Matrix& x) const
{
    norm.forward(machinery, saved.norm, x);
    const auto activate = [&](const FeedForward& layers, Held& active, const Held& hidden) {
        const Matrix& from = hidden.view;
        active = machinery.activation(
            from.rows, machinery.dims.gated ? from.columns / 2 : from.columns, from.type);
        layers.activate(machinery, active.view, from);
    };
    // The activation knows no weights, so one call does for the rows of all experts.
    if (!experts.empty())
        activate(experts.front(), saved.active, saved.hidden); // the same for all rows
    if (shared)
        activate(*shared, saved.sharedActive, saved.sharedHidden);
}

} // namespace training
