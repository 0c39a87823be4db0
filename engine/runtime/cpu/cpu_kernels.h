// The arithmetic of training on the processor's cores. Products by oneDNN, everything else by
// loops compiled for AVX-512, AVX2 and any x86-64; the widest that the processor has is
// taken. Bits may differ between instruction sets and, for products, between numbers of
// threads; never between two runs of one program on one machine.

#pragma once

#include "engine/runtime/cpu/float_rows.h"
#include "engine/runtime/training/kernels.h"

#include <string>

namespace training {

// Used by one thread at a time; several objects may work at the same time.
class CpuKernels final : public Kernels {
public:
    explicit CpuKernels(int threads = 1); // >= 1

    void multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into) override;

    void addBias(Matrix y, Matrix bias) override;
    void addColumnSums(Matrix sums, Matrix x) override;
    void add(Matrix y, Matrix x) override;
    void copy(Matrix y, Matrix x) override;
    void fill(Matrix y, float value) override;

    void norm(NormKind kind, Matrix y, Matrix mean, Matrix rstd, Matrix x, Matrix gain,
              Matrix bias) override;
    void normInputGrad(NormKind kind, Matrix dx, Matrix dy, Matrix x, Matrix mean, Matrix rstd,
                       Matrix gain) override;
    void normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x, Matrix mean,
                        Matrix rstd) override;

    void gelu(Matrix y, Matrix x) override;
    void geluGrad(Matrix dx, Matrix dy, Matrix x) override;
    void swiglu(Matrix y, Matrix gate, Matrix up) override;
    void swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up) override;
    void rotate(Matrix x, IndexMatrix places, int size, float base, bool back) override;

    void attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                bool causal) override;
    void headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads) override;
    void attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q, Matrix k,
                    Matrix v, Matrix logSum, const Heads& heads, bool causal) override;

    void gatherRows(Matrix y, Matrix table, IndexMatrix rows, int first) override;
    void scatterRows(Matrix table, Matrix x, IndexMatrix rows) override;
    void addToRows(Matrix table, Matrix x, IndexMatrix rows, int first, Matrix scale) override;
    void rowDots(Matrix dots, Matrix a, Matrix b) override;
    void scaleRows(Matrix x, Matrix factors) override;

    void rowMaxima(Matrix maxima, Matrix logits, std::int64_t valid) override;
    void exponentials(Matrix logits, Matrix sums, Matrix chosen, Matrix maxima, IndexMatrix targets,
                      int first, std::int64_t valid) override;
    void sumLosses(Slot loss, Matrix sums, Matrix chosen) override;
    void lossGrad(Matrix logits, Matrix sums, IndexMatrix targets, int first, float scale) override;

    void topExperts(IndexMatrix chosen, Matrix weights, Matrix logits) override;
    void topExpertsGrad(Matrix dLogits, Matrix dWeights, IndexMatrix chosen,
                        Matrix weights) override;
    void countExperts(IndexMatrix counts, IndexMatrix chosen) override;
    void packByExpert(IndexMatrix packed, IndexMatrix rows, IndexMatrix chosen,
                      IndexMatrix counts) override;
    void orderArrivals(IndexMatrix arrival, IndexMatrix departure, IndexMatrix counts) override;

    void adamw(const AdamStep& step, Matrix weights, Matrix gradients, Matrix m, Matrix v) override;
    void descend(const AdamStep& step, Matrix weights, Matrix gradients) override;
    void addSquares(Slot sum, Matrix x) override;
    void compareBits(IndexMatrix differs, DeviceBytes a, DeviceBytes b) override;

private:
    int m_threads;
    const FloatRows& m_rows;
};

// Processor, instruction set of the loops, library of the products, threads: for the log.
std::string cpuDescription(int threads);

} // namespace training
