// The arithmetic of training on one device. On a CPU (runtime/cpu) and on a GPU
// (runtime/cuda); everything else of training is written over this.
//
// Rows are tokens unless said otherwise: row t * batch + b is the token at place t of
// sample b. Matrices are F32 or BF16; all sums are taken in F32. Where no type is said, the
// matrices of a call may be of different types. Every kernel is deterministic: the same
// input gives the same bits. "+=" adds to what is there.
//
// Preconditions of all: shapes fit, and matrices do not overlap unless said.

#pragma once

#include "engine/runtime/training/matrix.h"

#include <cstdint>
#include <span>

namespace training {

enum class NormKind : std::uint8_t { LayerNorm, RmsNorm };
enum class Flip : std::uint8_t { No, Yes };
enum class Into : std::uint8_t { Replace, Add };

inline constexpr float kNormEpsilon = 1e-5F;

struct Heads {
    int batch = 1;
    int heads = 1;   // of the queries
    int kvHeads = 1; // divides heads; query head h uses key head h / (heads / kvHeads)
    int size = 1;    // of one head
};

struct AdamStep {
    float learningRate = 0;
    float beta1 = 0;
    float beta2 = 0;
    float epsilon = 0;
    float weightDecay = 0;
    float correction1 = 1;   // 1 - beta1^t
    float correction2 = 1;   // 1 - beta2^t
    float gradientScale = 1; // from clipping
};

class Kernels {
public:
    virtual ~Kernels() = default;

    // ---- products ----

    // c = op(a) op(b), or c += op(a) op(b); op() transposes where it is flipped.
    virtual void multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into) = 0;

    // ---- row by row ----

    // y[n, c] += bias[c]. `bias` has one row.
    virtual void addBias(Matrix y, Matrix bias) = 0;
    // sums[c] += sum over n of x[n, c]. `sums` has one row, F32.
    virtual void addColumnSums(Matrix sums, Matrix x) = 0;
    virtual void add(Matrix y, Matrix x) = 0;  // y += x
    virtual void copy(Matrix y, Matrix x) = 0; // converts, too
    virtual void fill(Matrix y, float value) = 0;

    // LayerNorm (Ba et al. 2016, eq. 4): y = (x - mean) * rstd * gain + bias, with rstd =
    // 1 / sqrt(var(x) + epsilon). RMSNorm (Zhang & Sennrich 2019, eq. 4): y = x * rstd *
    // gain, with rstd = 1 / sqrt(mean(x^2) + epsilon).
    // mean, rstd: F32, one column. gain, bias: one row. RMSNorm leaves mean and bias alone.
    virtual void norm(NormKind kind, Matrix y, Matrix mean, Matrix rstd, Matrix x, Matrix gain,
                      Matrix bias)
        = 0;
    // dx += the gradient of x.
    virtual void normInputGrad(NormKind kind, Matrix dx, Matrix dy, Matrix x, Matrix mean,
                               Matrix rstd, Matrix gain)
        = 0;
    // dGain +=, dBias +=: one row, F32.
    virtual void normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x,
                                Matrix mean, Matrix rstd)
        = 0;

    // GELU, the tanh form (Hendrycks & Gimpel 2016): y = x / 2 (1 + tanh(sqrt(2/pi) (x +
    // 0.044715 x^3))).
    virtual void gelu(Matrix y, Matrix x) = 0;
    virtual void geluGrad(Matrix dx, Matrix dy, Matrix x) = 0; // dx = …; dx may be dy
    // SwiGLU (Shazeer 2020, eq. 6): y = gate * sigmoid(gate) * up.
    virtual void swiglu(Matrix y, Matrix gate, Matrix up) = 0;
    virtual void swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up) = 0;

    // Rotary positions (Su et al. 2021, eq. 34), halves form: of each head of `size`
    // columns, (x[i], x[i + size/2]) turns by positions[row] * base^(-2i/size); backwards
    // for `back`. In place. positions: one for each row.
    virtual void rotate(Matrix x, std::span<const int> positions, int size, float base, bool back)
        = 0;

    // ---- attention ----

    // Attention of one block of queries over one block of keys (Dao et al. 2022, Alg. 1),
    // merged into what `out` and `logSum` hold of blocks seen before: logSum = -infinity
    // says none. Scores are q k^T / sqrt(size). With `causal` both blocks are the same
    // range of tokens, and query t sees the keys up to t; without, it sees all.
    // q, out: [queries * batch, heads * size]; k, v: [keys * batch, kvHeads * size];
    // out: F32; logSum: F32 [queries * batch, heads], log of the sum of exp(score).
    virtual void attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                        bool causal)
        = 0;

    // delta[row, h] = sum over the head's columns of dOut * out. F32 [rows, heads].
    virtual void headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads) = 0;

    // The block's share of the gradients (Dao et al. 2022, Alg. 4): dq +=, dk +=, dv +=, all
    // F32, of the shapes of q, k, v. logSum is that of the whole row, over all blocks.
    virtual void attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q,
                            Matrix k, Matrix v, Matrix logSum, const Heads& heads, bool causal)
        = 0;

    // ---- rows by number ----

    // y[i] = table[rows[i] - first], or 0 where that is outside of the table.
    virtual void gatherRows(Matrix y, Matrix table, std::span<const int> rows, int first) = 0;
    // table[rows[i] - first] += scale[i] * x[i], rows outside left out; an empty scale is 1.
    // table: F32. In the order of i.
    virtual void addToRows(Matrix table, Matrix x, std::span<const int> rows, int first,
                           std::span<const float> scale)
        = 0;
    // dots[i] = sum over c of a[i, c] * b[i, c].
    virtual void rowDots(std::span<float> dots, Matrix a, Matrix b) = 0;
    // x[i] *= factors[i]
    virtual void scaleRows(Matrix x, std::span<const float> factors) = 0;

    // ---- the loss: softmax cross entropy over a vocabulary that may be cut by columns ----
    //
    // logits: F32 [tokens, columns], the columns from `first` of the vocabulary; targets:
    // one a token, over the whole vocabulary. Columns from `valid` on are padding.

    // maxima[n] = max over c < valid of logits[n, c].
    virtual void rowMaxima(std::span<float> maxima, Matrix logits, std::int64_t valid) = 0;
    // chosen[n] = logits[n, target] - maxima[n], or 0 where the target is not here; then
    // logits = exp(logits - maxima), 0 from `valid` on; sums[n] = their sum.
    virtual void exponentials(Matrix logits, std::span<float> sums, std::span<float> chosen,
                              std::span<const float> maxima, std::span<const int> targets,
                              int first, std::int64_t valid)
        = 0;
    // logits = scale * (logits / sums[n] - [c is the target]): the gradient of scale * loss.
    virtual void lossGrad(Matrix logits, std::span<const float> sums, std::span<const int> targets,
                          int first, float scale)
        = 0;

    // ---- experts ----

    // chosen[n, i], weights[n, i]: the `weights.columns` largest logits of each row, largest
    // first (of equal ones the lower number), and their softmax among themselves (Jiang et
    // al. 2024, Mixtral, section 2.1). logits, weights: F32.
    virtual void topExperts(std::span<int> chosen, Matrix weights, Matrix logits) = 0;
    // dLogits = the gradient through that: 0 where not chosen.
    virtual void topExpertsGrad(Matrix dLogits, Matrix dWeights, std::span<const int> chosen,
                                Matrix weights)
        = 0;

    // ---- optimizer ----

    // AdamW (Loshchilov & Hutter 2019, Alg. 2). weights, gradients: F32; m, v: any type.
    virtual void adamw(const AdamStep& step, Matrix weights, Matrix gradients, Matrix m, Matrix v)
        = 0;
    // Stochastic gradient descent with decoupled decay: w -= learningRate * (gradientScale * g
    // + weightDecay * w). Both F32.
    virtual void descend(const AdamStep& step, Matrix weights, Matrix gradients) = 0;
    virtual double sumOfSquares(Matrix x) = 0; // in double precision
};

} // namespace training
