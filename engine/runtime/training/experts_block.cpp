#include "engine/runtime/training/experts_block.h"

#include "engine/runtime/training/tensor_cut.h"

#include <utility>

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

template <class F>
void ExpertsBlock::multiplyExperts(Machinery& machinery, const ExpertsSaved& saved, Flip flipA,
                                   Flip flipB, Into into, const F& factors) const
{
    const std::vector<std::int64_t>& begins = saved.routing.ofExpert;
    std::vector<Factors> all;
    for (std::size_t i = 0; i < experts.size(); ++i)
        if (begins[i + 1] > begins[i])
            all.push_back(factors(experts[i], [&](const Held& held) {
                return held.view.rowRange(begins[i], begins[i + 1] - begins[i]);
            }));
    machinery.kernels.multiplyEach(all, flipA, flipB, into);
    machinery.progress();
}

void ExpertsBlock::forward(Machinery& machinery, ExpertsSaved& saved, const Matrix& y,
                           const Matrix& x) const
{
    const Dims& dims = machinery.dims;
    const Rows rows = enter(machinery, saved.norm.normed.view);
    chooseExperts(machinery, saved, rows.view);
    runExperts(machinery, saved, rows.view);

    // In F32: a token's experts add up here, and BF16 would round after each.
    const Held sum = machinery.scratch(rows.view.rows, dims.hidden, Type::F32);
    machinery.kernels.fill(sum.view, 0);
    machinery.kernels.addToRows(sum.view, saved.outputs.view, saved.routing.rows.view, 0,
                                packedWeights(machinery, saved).view);
    addShared(machinery, saved, sum.view, rows.view);
    leaveOnto(machinery, y, x, {},
              [&](const Matrix& target, const Parameter&, const Matrix& residual) {
                  if (residual.empty())
                      machinery.kernels.copy(target, sum.view);
                  else
                      machinery.kernels.addResidual(target, residual, sum.view, {});
              });
}

void ExpertsBlock::chooseExperts(Machinery& machinery, ExpertsSaved& saved,
                                 const Matrix& rows) const
{
    const Dims& dims = machinery.dims;
    const Held logits = machinery.scratch(rows.rows, dims.experts, Type::F32);
    router.forward(machinery, logits.view, rows);
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
    multiplyExperts(
        machinery, saved, Flip::No, Flip::Yes, Into::Replace,
        [&](const FeedForward& expert, const auto& of) {
            return Factors{of(saved.hidden), of(saved.inputs), expert.up.weight.weight()};
        });
    activateAll(machinery, saved.active.view, saved.hidden.view);
    multiplyExperts(machinery, saved, Flip::No, Flip::Yes, Into::Replace,
                    [&](const FeedForward& expert, const auto& of) {
                        return Factors{of(outputs), of(saved.active), expert.down.weight.weight()};
                    });
    saved.outputs = machinery.activation(routing.packedRows(), dims.hidden, Type::F32);
    sendBack(machinery, routing, saved.outputs.view, outputs.view);
}

// The activation knows no weights, so one call does for the rows of all experts.
void ExpertsBlock::activateAll(Machinery& machinery, const Matrix& active,
                               const Matrix& hidden) const
{
    if (!experts.empty())
        experts.front().activate(machinery, active, hidden);
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
    shared->down.forward(machinery, sum, saved.sharedActive.view, sum);
}

void ExpertsBlock::inputGrad(Machinery& machinery, ExpertsSaved& saved, Held& d,
                             const Matrix& x) const
{
    const Dims& dims = machinery.dims;
    Kernels& kernels = machinery.kernels;
    const Routing& routing = saved.routing;
    saved.dOut = std::move(d);
    const Rows dRows = enter(machinery, saved.dOut.view);
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
    saved.dNormed = machinery.activation(x.rows, x.columns, x.type);
    leave(machinery, saved.dNormed.view,
          [&](const Matrix& target) { kernels.copy(target, sum.view); });
    router.inputGrad(machinery, saved.dNormed.view, ownShare(machinery, saved.dLogits.view, x.rows),
                     Into::Add);
    d = norm.inputGrad(machinery, saved.dOut.view, saved.dNormed.view, x, saved.norm);
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
    {
        const Held dActive = machinery.scratch(hidden.rows, saved.active.view.columns, hidden.type);
        multiplyExperts(
            machinery, saved, Flip::No, Flip::No, Into::Replace,
            [&](const FeedForward& expert, const auto& of) {
                return Factors{of(dActive), of(saved.dOutputs), expert.down.weight.weight()};
            });
        if (!experts.empty())
            experts.front().activationGrad(machinery, saved.dHidden.view, dActive.view, hidden);
    }
    saved.hidden.reset();
    const Held dInputs = machinery.scratch(routing.expertRows(), dims.hidden, Type::F32);
    multiplyExperts(machinery, saved, Flip::No, Flip::No, Into::Replace,
                    [&](const FeedForward& expert, const auto& of) {
                        return Factors{of(dInputs), of(saved.dHidden), expert.up.weight.weight()};
                    });
    Held packed = machinery.scratch(routing.packedRows(), dims.hidden, Type::F32);
    sendBack(machinery, routing, packed.view, dInputs.view);
    return packed;
}

void ExpertsBlock::weightGrad(Machinery& machinery, ExpertsSaved& saved, const Matrix& x) const
{
    multiplyExperts(
        machinery, saved, Flip::Yes, Flip::No, Into::Add,
        [&](const FeedForward& expert, const auto& of) {
            return Factors{expert.down.weight.gradient(), of(saved.dOutputs), of(saved.active)};
        });
    multiplyExperts(
        machinery, saved, Flip::Yes, Flip::No, Into::Add,
        [&](const FeedForward& expert, const auto& of) {
            return Factors{expert.up.weight.gradient(), of(saved.dHidden), of(saved.inputs)};
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
    const auto makeRoom = [&](const Held& hidden) {
        const Matrix& from = hidden.view;
        return machinery.activation(from.rows, from.columns / (machinery.dims.gated ? 2 : 1),
                                    from.type);
    };
    saved.active = makeRoom(saved.hidden);
    activateAll(machinery, saved.active.view, saved.hidden.view);
    if (shared) {
        saved.sharedActive = makeRoom(saved.sharedHidden);
        shared->activate(machinery, saved.sharedActive.view, saved.sharedHidden.view);
    }
}

} // namespace training
