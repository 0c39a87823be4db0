// The arithmetic of training on an NVIDIA GPU: products by cuBLASLt, everything else by the kernels
// in kernels/. Everything is queued in one stream, in the order of the calls; nothing waits, but
// for room in the stream (see CudaLanes::stayNear()).

#pragma once

#include "engine/runtime/cuda/cuda_lanes.h"
#include "engine/runtime/cuda/gemm.h"
#include "engine/runtime/cuda/scratch.h"
#include "engine/runtime/training/kernels.h"

#include <cuda_runtime_api.h>

namespace training {

// What each function computes, and of which shapes, stands in training/kernels.h. Used by one
// thread. Sums are taken in an order that depends on shapes alone, never on which thread of the GPU
// comes first: the same input gives the same bits on the same kind of GPU.
class CudaKernels final : public Kernels {
public:
    // In the lane for what is computed. All that is given is of one device, and outlives this.
    CudaKernels(gpu::CudaLanes& lanes, engine::Store& store);

    void multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into) override;
    // One after the other, and none waits for the host to choose an algorithm for its number of
    // rows.
    void multiplyEach(std::span<const Factors> all, Flip flipA, Flip flipB, Into into) override;

    // The library adds biases and residuals, takes GELU and its slope and sums bias gradients while
    // it writes a product; where it does not offer that for a shape, one thing is done after the
    // other.
    void linear(Matrix y, Matrix x, Matrix weight, Matrix bias, Matrix residual) override;
    void linearGelu(Matrix active, Matrix hidden, Matrix x, Matrix weight, Matrix bias) override;
    void linearGeluGrad(Matrix dHidden, Matrix dy, Matrix weight, Matrix hidden) override;
    void linearWeightGrad(Matrix dWeight, Matrix dBias, Matrix dy, Matrix x) override;

    void addBias(Matrix y, Matrix bias) override;
    void addColumnSums(Matrix sums, Matrix x) override;
    void add(Matrix y, Matrix x) override;
    void copy(Matrix y, Matrix x) override;
    void fill(Matrix y, float value) override;

    void norm(NormKind kind, Matrix y, Matrix mean, Matrix rstd, Matrix x, Matrix gain,
              Matrix bias) override;
    void normInputGrad(NormKind kind, Matrix dx, Matrix dy, Matrix x, Matrix mean, Matrix rstd,
                       Matrix gain) override;
    void normResidualGrad(NormKind kind, Matrix dx, Matrix residual, Matrix dy, Matrix x,
                          Matrix mean, Matrix rstd, Matrix gain) override;
    void addResidual(Matrix y, Matrix residual, Matrix x, Matrix bias) override;
    void addResidualNorm(NormKind kind, Matrix normed, Matrix mean, Matrix rstd, Matrix y,
                         Matrix residual, Matrix x, Matrix bias, Matrix gain,
                         Matrix normBias) override;
    void normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x, Matrix mean,
                        Matrix rstd) override;

    void gelu(Matrix y, Matrix x) override;
    void geluGrad(Matrix dx, Matrix dy, Matrix x) override;
    void swiglu(Matrix y, Matrix gate, Matrix up) override;
    void swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up) override;
    void rotate(Matrix x, IndexMatrix positions, int size, float base, bool back) override;
    void rotateInto(Matrix y, Matrix x, std::int64_t turned, IndexMatrix positions, int size,
                    float base, bool back) override;

    bool writesHalf() const override { return true; }
    void attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                bool causal) override;
    void headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads) override;
    void attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q, Matrix k,
                    Matrix v, Matrix logSum, const Heads& heads, bool causal, Into into) override;

    void gatherRows(Matrix y, Matrix table, IndexMatrix rows, int first) override;
    void scatterRows(Matrix table, Matrix x, IndexMatrix rows) override;
    void addToRows(Matrix table, Matrix x, IndexMatrix rows, int first, Matrix scale) override;
    void rowDots(Matrix dots, Matrix a, Matrix b) override;
    void scaleRows(Matrix x, Matrix factors) override;

    void rowMaxima(Matrix maxima, Matrix logits, std::int64_t valid) override;
    void exponentials(Matrix logits, Matrix sums, Matrix chosen, Matrix maxima, IndexMatrix targets,
                      int first, std::int64_t valid) override;
    void sumLosses(Slot loss, Matrix sums, Matrix chosen) override;
    void lossGrad(Matrix gradient, Matrix logits, Matrix maxima, Matrix sums, IndexMatrix targets,
                  int first, std::int64_t valid, float scale) override;

    void topExperts(IndexMatrix chosen, Matrix weights, Matrix logits) override;
    void topExpertsGrad(Matrix dLogits, Matrix dWeights, IndexMatrix chosen,
                        Matrix weights) override;
    void countExperts(IndexMatrix counts, IndexMatrix chosen) override;
    void packByExpert(IndexMatrix packed, IndexMatrix rows, IndexMatrix chosen,
                      IndexMatrix counts) override;
    void orderArrivals(IndexMatrix arrival, IndexMatrix departure, IndexMatrix counts) override;

    void adamw(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients, Matrix m,
               Matrix v) override;
    void descend(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients) override;
    void sumSlots(Slot total, Slots slots) override;
    void clip(Slot scale, Slots totals, double limit) override;
    void addSquares(Slot sum, Matrix x) override;
    // Which stretches of memory a kernel passes over is said with its launch, some sixty at once.
    void adamwEach(const AdamStep& step, Slot scale, std::span<const Update> updates) override;
    void descendEach(const AdamStep& step, Slot scale, std::span<const Update> updates) override;
    void addSquaresEach(std::span<const Squares> all) override;
    void fillEach(std::span<const Matrix> all, float value) override;

    void compareBits(IndexMatrix differs, DeviceBytes a, DeviceBytes b) override;

private:
    void multiply(const Factors& factors, Flip flipA, Flip flipB, Into into, bool rowsVary);

    // Throws Failure unless what was just queued could be. `what` completes "the GPU cannot …".
    void queued(const char* what);

    gpu::CudaLanes& m_lanes;
    const cudaStream_t m_stream;
    gpu::Scratch m_scratch;
    gpu::Gemm m_gemm;
};

} // namespace training
