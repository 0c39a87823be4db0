// The kernels of the late device (see late_device.h): those of the processor, queued in the compute
// lane and run on the memory behind the addresses when the queue gets there.

#pragma once

#include "engine/runtime/cpu/cpu_kernels.h"
#include "tests/runtime/training/late_queues.h"

#include <utility>

namespace training {

// Both arguments of the constructor must outlive this.
class LateKernels final : public Kernels {
public:
    LateKernels(LateQueues& queues, const GuardedMemory& memory)
        : m_queues(queues)
        , m_memory(memory)
    {
    }

    void multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into) override
    {
        later(&Kernels::multiply, c, a, flipA, b, flipB, into);
    }
    void addBias(Matrix y, Matrix bias) override { later(&Kernels::addBias, y, bias); }
    void addColumnSums(Matrix sums, Matrix x) override { later(&Kernels::addColumnSums, sums, x); }
    void add(Matrix y, Matrix x) override { later(&Kernels::add, y, x); }
    void copy(Matrix y, Matrix x) override { later(&Kernels::copy, y, x); }
    void fill(Matrix y, float value) override { later(&Kernels::fill, y, value); }
    void norm(NormKind kind, Matrix y, Matrix mean, Matrix rstd, Matrix x, Matrix gain,
              Matrix bias) override
    {
        later(&Kernels::norm, kind, y, mean, rstd, x, gain, bias);
    }
    void normInputGrad(NormKind kind, Matrix dx, Matrix dy, Matrix x, Matrix mean, Matrix rstd,
                       Matrix gain) override
    {
        later(&Kernels::normInputGrad, kind, dx, dy, x, mean, rstd, gain);
    }
    void normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x, Matrix mean,
                        Matrix rstd) override
    {
        later(&Kernels::normWeightGrad, kind, dGain, dBias, dy, x, mean, rstd);
    }
    void gelu(Matrix y, Matrix x) override { later(&Kernels::gelu, y, x); }
    void geluGrad(Matrix dx, Matrix dy, Matrix x) override { later(&Kernels::geluGrad, dx, dy, x); }
    void swiglu(Matrix y, Matrix gate, Matrix up) override { later(&Kernels::swiglu, y, gate, up); }
    void swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up) override
    {
        later(&Kernels::swigluGrad, dGate, dUp, dy, gate, up);
    }
    void rotate(Matrix x, IndexMatrix positions, int size, float base, bool back) override
    {
        later(&Kernels::rotate, x, positions, size, base, back);
    }
    void attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                bool causal) override
    {
        later(&Kernels::attend, out, logSum, q, k, v, heads, causal);
    }
    void headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads) override
    {
        later(&Kernels::headDots, delta, dOut, out, heads);
    }
    void attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q, Matrix k,
                    Matrix v, Matrix logSum, const Heads& heads, bool causal, Into into) override
    {
        later(&Kernels::attendGrad, dq, dk, dv, dOut, delta, q, k, v, logSum, heads, causal, into);
    }
    void gatherRows(Matrix y, Matrix table, IndexMatrix rows, int first) override
    {
        later(&Kernels::gatherRows, y, table, rows, first);
    }
    void scatterRows(Matrix table, Matrix x, IndexMatrix rows) override
    {
        later(&Kernels::scatterRows, table, x, rows);
    }
    void addToRows(Matrix table, Matrix x, IndexMatrix rows, int first, Matrix scale) override
    {
        later(&Kernels::addToRows, table, x, rows, first, scale);
    }
    void rowDots(Matrix dots, Matrix a, Matrix b) override { later(&Kernels::rowDots, dots, a, b); }
    void scaleRows(Matrix x, Matrix factors) override { later(&Kernels::scaleRows, x, factors); }
    void rowMaxima(Matrix maxima, Matrix logits, std::int64_t valid) override
    {
        later(&Kernels::rowMaxima, maxima, logits, valid);
    }
    void exponentials(Matrix logits, Matrix sums, Matrix chosen, Matrix maxima, IndexMatrix targets,
                      int first, std::int64_t valid) override
    {
        later(&Kernels::exponentials, logits, sums, chosen, maxima, targets, first, valid);
    }
    void sumLosses(Slot loss, Matrix sums, Matrix chosen) override
    {
        later(&Kernels::sumLosses, loss, sums, chosen);
    }
    void lossGrad(Matrix gradient, Matrix logits, Matrix maxima, Matrix sums, IndexMatrix targets,
                  int first, std::int64_t valid, float scale) override
    {
        later(&Kernels::lossGrad, gradient, logits, maxima, sums, targets, first, valid, scale);
    }
    void topExperts(IndexMatrix chosen, Matrix weights, Matrix logits) override
    {
        later(&Kernels::topExperts, chosen, weights, logits);
    }
    void topExpertsGrad(Matrix dLogits, Matrix dWeights, IndexMatrix chosen,
                        Matrix weights) override
    {
        later(&Kernels::topExpertsGrad, dLogits, dWeights, chosen, weights);
    }
    void countExperts(IndexMatrix counts, IndexMatrix chosen) override
    {
        later(&Kernels::countExperts, counts, chosen);
    }
    void packByExpert(IndexMatrix packed, IndexMatrix rows, IndexMatrix chosen,
                      IndexMatrix counts) override
    {
        later(&Kernels::packByExpert, packed, rows, chosen, counts);
    }
    void orderArrivals(IndexMatrix arrival, IndexMatrix departure, IndexMatrix counts) override
    {
        later(&Kernels::orderArrivals, arrival, departure, counts);
    }
    void adamw(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients, Matrix m,
               Matrix v) override
    {
        later(&Kernels::adamw, step, scale, weights, gradients, m, v);
    }
    void descend(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients) override
    {
        later(&Kernels::descend, step, scale, weights, gradients);
    }
    void sumSlots(Slot total, Slots slots) override { later(&Kernels::sumSlots, total, slots); }
    void clip(Slot scale, Slots totals, double limit) override
    {
        later(&Kernels::clip, scale, totals, limit);
    }
    void addSquares(Slot sum, Matrix x) override { later(&Kernels::addSquares, sum, x); }
    void compareBits(IndexMatrix differs, DeviceBytes a, DeviceBytes b) override
    {
        later(&Kernels::compareBits, differs, a, b);
    }

private:
    template <class... Parameters, class... Arguments>
    void later(void (Kernels::*kernel)(Parameters...), const Arguments&... arguments)
    {
        m_queues.queue(engine::kComputeLane, [this, kernel, arguments...] {
            (static_cast<Kernels&>(m_cpu).*kernel)(real(arguments)...);
        });
    }

    template <class Argument>
    Argument real(const Argument& argument) const
    {
        if constexpr (requires { m_memory.real(argument); })
            return m_memory.real(argument);
        else
            return argument;
    }

    LateQueues& m_queues;
    const GuardedMemory& m_memory;
    CpuKernels m_cpu;
};

} // namespace training
