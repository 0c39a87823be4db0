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
    void rotate(Matrix x, std::span<const int> positions, int size, float base, bool back) override;

    void attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                bool causal) override;
    void headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads) override;
    void attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q, Matrix k,
                    Matrix v, Matrix logSum, const Heads& heads, bool causal) override;

    void gatherRows(Matrix y, Matrix table, std::span<const int> rows, int first) override;
    void addToRows(Matrix table, Matrix x, std::span<const int> rows, int first,
                   std::span<const float> scale) override;
    void rowDots(std::span<float> dots, Matrix a, Matrix b) override;
    void scaleRows(Matrix x, std::span<const float> factors) override;

    void rowMaxima(std::span<float> maxima, Matrix logits, std::int64_t valid) override;
    void exponentials(Matrix logits, std::span<float> sums, std::span<float> chosen,
                      std::span<const float> maxima, std::span<const int> targets, int first,
                      std::int64_t valid) override;
    void lossGrad(Matrix logits, std::span<const float> sums, std::span<const int> targets,
                  int first, float scale) override;

    void topExperts(std::span<int> chosen, Matrix weights, Matrix logits) override;
    void topExpertsGrad(Matrix dLogits, Matrix dWeights, std::span<const int> chosen,
                        Matrix weights) override;

    void adamw(const AdamStep& step, Matrix weights, Matrix gradients, Matrix m, Matrix v) override;
    void descend(const AdamStep& step, Matrix weights, Matrix gradients) override;
    double sumOfSquares(Matrix x) override;

private:
    int m_threads;
    const FloatRows& m_rows;
};

// Processor, instruction set of the loops, library of the products, threads: for the log.
std::string cpuDescription(int threads);

} // namespace training
