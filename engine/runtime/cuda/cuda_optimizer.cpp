// The end of a step, and what is asked of all elements together.

#include "engine/runtime/cuda/cuda_kernels.h"
#include "engine/runtime/cuda/kernel_views.h"
#include "engine/runtime/cuda/kernels/optimizer.h"

#include <vector>

namespace training {

namespace {

gpu::AdamNumbers numbersOf(const AdamStep& step)
{
    return {step.learningRate, step.beta1,       step.beta2,      step.epsilon,
            step.weightDecay,  step.correction1, step.correction2};
}

std::vector<gpu::UpdateViews> open(std::span<const Update> updates)
{
    std::vector<gpu::UpdateViews> views;
    views.reserve(updates.size());
    for (const Update& update : updates)
        views.push_back({open(update.weights), open(update.gradients), open(update.m),
                         open(update.v), open(update.rounded), update.decays});
    return views;
}

} // namespace

void CudaKernels::adamw(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients,
                        Matrix m, Matrix v)
{
    const Update update{weights, gradients, m, v};
    adamwEach(step, scale, {&update, 1});
}

void CudaKernels::descend(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients)
{
    const Update update{weights, gradients};
    descendEach(step, scale, {&update, 1});
}

void CudaKernels::addSquares(Slot sum, Matrix x)
{
    const Squares squares{sum, x};
    addSquaresEach({&squares, 1});
}

void CudaKernels::adamwEach(const AdamStep& step, Slot scale, std::span<const Update> updates)
{
    gpu::adamw(m_stream, numbersOf(step), open(scale), open(updates));
    queued("update weights");
}

void CudaKernels::descendEach(const AdamStep& step, Slot scale, std::span<const Update> updates)
{
    gpu::descend(m_stream, numbersOf(step), open(scale), open(updates));
    queued("update weights");
}

void CudaKernels::addSquaresEach(std::span<const Squares> all)
{
    std::vector<gpu::SquaresView> views;
    views.reserve(all.size());
    for (const auto& [sum, x] : all)
        views.push_back({open(sum), open(x)});
    gpu::addSquares(m_stream, views, m_scratch.take(gpu::squaresScratch(views)));
    queued("sum squares");
}

void CudaKernels::fillEach(std::span<const Matrix> all, float value)
{
    std::vector<gpu::View> views;
    views.reserve(all.size());
    for (const Matrix& each : all)
        views.push_back(open(each));
    gpu::fill(m_stream, std::span<const gpu::View>(views), value);
    queued("fill");
}

void CudaKernels::sumSlots(Slot total, Slots slots)
{
    gpu::sumSlots(m_stream, open(total), open(Slot{slots.data}), slots.count);
    queued("sum numbers of a step");
}

void CudaKernels::clip(Slot scale, Slots totals, double limit)
{
    gpu::clip(m_stream, open(scale), open(totals[0]), limit);
    queued("find the norm of the gradients");
}

void CudaKernels::compareBits(IndexMatrix differs, DeviceBytes a, DeviceBytes b)
{
    assert(a.size == b.size);
    gpu::compareBits(m_stream, open(differs).data, engine::rawPointer(a.data),
                     engine::rawPointer(b.data), a.size);
    queued("compare");
}

} // namespace training
