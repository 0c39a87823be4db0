// The arithmetic of training on the processor's cores. Products by oneDNN, everything else by
// loops compiled for AVX-512, AVX2 and any x86-64; the widest that the processor has is
// taken. Bits may differ between instruction sets and, for products, between numbers of
// threads; never between two runs of one program on one machine.

#pragma once

#include "engine/runtime/cpu/float_rows.h"
#include "engine/runtime/training/kernels.h"

#include <string>

namespace training {

// Used by one thread at a time; several objects may work at the same time. What each function
// computes, and of which shapes, stands in training/kernels.h; here is only what the processor
// adds. Everything is done when a call returns. Memory must be the host's.
class CpuKernels final : public Kernels {
public:
    // Takes `threads` of OpenMP's for its loops and products; they are started by the first call
    // that is worth more than one.
    explicit CpuKernels(int threads = 1); // >= 1

    // BF16 is multiplied as F32 and rounded once, when the product is whole: through copies of 16
    // MiB at most together, for which large products are split. Throws Failure where the library
    // refuses.
    void multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into) override;

    // Element by element, in pieces of a row that stay in the first cache. Sums over rows go column
    // by column, so that they do not depend on the number of threads.
    void addBias(Matrix y, Matrix bias) override;
    void addColumnSums(Matrix sums, Matrix x) override;
    void add(Matrix y, Matrix x) override;
    // Between types it rounds; within one it moves bits.
    void copy(Matrix y, Matrix x) override;
    void fill(Matrix y, float value) override;

    // A row at a time: mean and variance in F32 over two passes, of which the second sums squares
    // of differences (FloatRows::spread()), not of values.
    void norm(NormKind kind, Matrix y, Matrix mean, Matrix rstd, Matrix x, Matrix gain,
              Matrix bias) override;
    void normInputGrad(NormKind kind, Matrix dx, Matrix dy, Matrix x, Matrix mean, Matrix rstd,
                       Matrix gain) override;
    void normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x, Matrix mean,
                        Matrix rstd) override;

    // Angles of rotate() are computed in double: a position in the hundred thousands times a
    // frequency has few digits left in a float.
    void gelu(Matrix y, Matrix x) override;
    void geluGrad(Matrix dx, Matrix dy, Matrix x) override;
    void swiglu(Matrix y, Matrix gate, Matrix up) override;
    void swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up) override;
    void rotate(Matrix x, IndexMatrix places, int size, float base, bool back) override;

    // Blocks of 128 queries by 256 keys, whose scores are never in memory whole (Dao et al. 2022);
    // a task is all query heads of one key head of one sample.
    void attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                bool causal) override;
    void headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads) override;
    void attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q, Matrix k,
                    Matrix v, Matrix logSum, const Heads& heads, bool causal, Into into) override;

    // Rows that repeat are added up in their order, whatever the number of threads.
    void gatherRows(Matrix y, Matrix table, IndexMatrix rows, int first) override;
    void scatterRows(Matrix table, Matrix x, IndexMatrix rows) override;
    void addToRows(Matrix table, Matrix x, IndexMatrix rows, int first, Matrix scale) override;
    void rowDots(Matrix dots, Matrix a, Matrix b) override;
    void scaleRows(Matrix x, Matrix factors) override;

    // The loss is summed in double over the tokens; logits become exponentials in place, and those
    // gradients.
    void rowMaxima(Matrix maxima, Matrix logits, std::int64_t valid) override;
    void exponentials(Matrix logits, Matrix sums, Matrix chosen, Matrix maxima, IndexMatrix targets,
                      int first, std::int64_t valid) override;
    void sumLosses(Slot loss, Matrix sums, Matrix chosen) override;
    // logits hold exponentials by then.
    void lossGrad(Matrix gradient, Matrix logits, Matrix maxima, Matrix sums, IndexMatrix targets,
                  int first, std::int64_t valid, float scale) override;

    // Of experts with equal logits the one with the lower number is chosen, so that all ranks
    // choose alike. Counting and packing go row after row, by one thread.
    void topExperts(IndexMatrix chosen, Matrix weights, Matrix logits) override;
    void topExpertsGrad(Matrix dLogits, Matrix dWeights, IndexMatrix chosen,
                        Matrix weights) override;
    void countExperts(IndexMatrix counts, IndexMatrix chosen) override;
    void packByExpert(IndexMatrix packed, IndexMatrix rows, IndexMatrix chosen,
                      IndexMatrix counts) override;
    void orderArrivals(IndexMatrix arrival, IndexMatrix departure, IndexMatrix counts) override;

    // Squares are summed in double, one sum per piece of 4096 elements, and those in order.
    void adamw(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients, Matrix m,
               Matrix v) override;
    void descend(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients) override;
    void sumSlots(Slot total, Slots slots) override;
    void clip(Slot scale, Slots totals, double limit) override;
    void addSquares(Slot sum, Matrix x) override;
    // Byte by byte, so that two not-a-numbers of the same bits are the same.
    void compareBits(IndexMatrix differs, DeviceBytes a, DeviceBytes b) override;

private:
    // OpenMP's, of one call at a time.
    int m_threads;
    // The loops for this processor, which live as long as the program.
    const FloatRows& m_rows;
};

// Processor, instruction set of the loops, library of the products, threads: for the log.
std::string cpuDescription(int threads);

} // namespace training
