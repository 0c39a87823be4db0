// The arithmetic of training on one device. On a processor it is done by runtime/cpu, on a GPU by
// a folder of its own beside that; the layers, the optimizer and the checkpoints are written over
// this and know no device.
//
// Queue. A call queues its work in the Compute lane (see Lanes) and may return before it is done;
// calls are done in the order they were made. A processor does the work within the call. Nothing
// here returns a number to the host: what the host needs is written to slots and to index
// matrices and read later through the Store.
//
// Shapes. Rows are tokens unless said otherwise: row t * batch + b is the token at place t of
// sample b. A vector over the rows ("one column") is a matrix of one column, contiguous; an index
// vector an IndexMatrix of one column.
//
// Types. Matrices are F32 or BF16, and those of one call may be of different types where none is
// said; sums are taken in F32, those in slots in double precision.
//
// Ownership. Memory is the caller's and stays alive until the work is done: Memory sees to that
// for blocks that are given back earlier.
//
// Aliasing. Matrices of one call do not overlap unless said. "+=" adds to what is there; what is
// written without it need not have been set before.
//
// Determinism. The same input gives the same bits, whatever else the device does: no sum depends
// on which thread comes first.
//
// Preconditions. Shapes fit as said at each call and indices are within their ranges; both are
// asserted, not checked. Errors of the device or of a library are thrown as Failure, by the call
// or by a later one.

#pragma once

#include "engine/runtime/training/matrix.h"

#include <cstdint>
#include <span>

namespace training {

enum class NormKind : std::uint8_t { LayerNorm, RmsNorm };
enum class Flip : std::uint8_t { No, Yes };      // whether a product takes a factor transposed
enum class Into : std::uint8_t { Replace, Add }; // what happens to what the result holds

inline constexpr float kNormEpsilon = 1e-5F;

// How the columns of queries, keys and values are cut into heads, and the rows into samples.
struct Heads {
    int batch = 1;
    int heads = 1;   // of the queries
    int kvHeads = 1; // divides heads; query head h uses key head h / (heads / kvHeads)
    int size = 1;    // columns of one head
};

// The numbers of one update, the same for all weights but weightDecay.
struct AdamStep {
    float learningRate = 0;
    float beta1 = 0;
    float beta2 = 0;
    float epsilon = 0;
    float weightDecay = 0;
    float correction1 = 1; // 1 - beta1^t
    float correction2 = 1; // 1 - beta2^t
};

// A product, as multiply() takes it.
struct Factors {
    Matrix c, a, b;
};

// Weights that are updated as one, with what belongs to each: matrices of one shape.
struct Update {
    Matrix weights;   // F32
    Matrix gradients; // F32
    Matrix m{};       // any type; none where the rule has no moments
    Matrix v{};
    Matrix rounded{}; // becomes a copy of the weights in its own type; or none
    bool decays = true;
};

// A matrix, and the sum to which its squares are added.
struct Squares {
    Slot sum;
    Matrix x;
};

// Used by one thread.
class Kernels {
public:
    virtual ~Kernels() = default;

    // ---- products ----

    // c = op(a) op(b), or c += op(a) op(b); op() transposes where it is flipped. Of factors of two
    // types, the F32 one may be rounded to BF16 first.
    virtual void multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into) = 0;
    // The same of each of a list: products of experts, to each of which another number of rows
    // came, and will come the next time. A device may do them at once, and may compute alike what
    // differs by a few rows of `a` alone. No result is in the list twice. The list itself may be
    // gone when the call returns.
    virtual void multiplyEach(std::span<const Factors> all, Flip flipA, Flip flipB, Into into);

    // ---- products with what happens to their result ----
    //
    // A device may do both in one pass over memory; else one is done after the other by the calls
    // above and below, and the result is theirs bit for bit. weight: [outputs, inputs], as in
    // checkpoints of other frameworks; bias: one row, or none, {}.

    // y = x weight^T + bias + residual. residual: of y's shape; or y itself, to which the rest is
    // then added; or none.
    virtual void linear(Matrix y, Matrix x, Matrix weight, Matrix bias, Matrix residual);
    // hidden = x weight^T + bias; active = gelu(hidden).
    virtual void linearGelu(Matrix active, Matrix hidden, Matrix x, Matrix weight, Matrix bias);
    // dHidden = the gradient of hidden, where dy is that of y = gelu(hidden) weight^T.
    virtual void linearGeluGrad(Matrix dHidden, Matrix dy, Matrix weight, Matrix hidden);
    // dWeight += dy^T x; dBias += the sum of dy's rows. Both F32; dBias may be none.
    virtual void linearWeightGrad(Matrix dWeight, Matrix dBias, Matrix dy, Matrix x);

    // ---- row by row ----

    // y[n, c] += bias[c]. `bias` has one row.
    virtual void addBias(Matrix y, Matrix bias) = 0;
    // sums[c] += sum over n of x[n, c]. `sums` has one row, F32.
    virtual void addColumnSums(Matrix sums, Matrix x) = 0;
    virtual void add(Matrix y, Matrix x) = 0;  // y += x
    virtual void copy(Matrix y, Matrix x) = 0; // y = x, converted where the types differ
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
    // dx = residual + the gradient of x. residual: of dx's shape; or none, which is 0.
    virtual void normResidualGrad(NormKind kind, Matrix dx, Matrix residual, Matrix dy, Matrix x,
                                  Matrix mean, Matrix rstd, Matrix gain);
    // dGain +=, dBias +=: one row, F32. RMSNorm leaves dBias alone.
    virtual void normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x,
                                Matrix mean, Matrix rstd)
        = 0;

    // y = residual + x + bias. bias: one row, or none.
    virtual void addResidual(Matrix y, Matrix residual, Matrix x, Matrix bias);
    // The same, and normed = norm(y) as norm() takes it.
    virtual void addResidualNorm(NormKind kind, Matrix normed, Matrix mean, Matrix rstd, Matrix y,
                                 Matrix residual, Matrix x, Matrix bias, Matrix gain,
                                 Matrix normBias);

    // GELU, the tanh form (Hendrycks & Gimpel 2016): y = x / 2 (1 + tanh(sqrt(2/pi) (x +
    // 0.044715 x^3))).
    virtual void gelu(Matrix y, Matrix x) = 0;
    // dx = the gradient of x; dx may be dy.
    virtual void geluGrad(Matrix dx, Matrix dy, Matrix x) = 0;
    // SwiGLU (Shazeer 2020, eq. 6): y = gate * sigmoid(gate) * up.
    virtual void swiglu(Matrix y, Matrix gate, Matrix up) = 0;
    virtual void swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up) = 0;

    // Rotary positions (Su et al. 2021, eq. 34), halves form: of each head of `size`
    // columns, (x[i], x[i + size/2]) turns by positions[row] * base^(-2i/size); backwards
    // for `back`. In place. positions: one column, a place in the sequence for each row.
    virtual void rotate(Matrix x, IndexMatrix positions, int size, float base, bool back) = 0;
    // y = x, converted where the types differ, with the first `turned` columns rotated. What `x`
    // holds afterwards is not said. y: of x's shape.
    virtual void rotateInto(Matrix y, Matrix x, std::int64_t turned, IndexMatrix positions,
                            int size, float base, bool back);

    // ---- attention ----

    // Whether what is F32 below "or BF16" may be BF16. It is so for callers that would round it
    // next, and spares them that.
    virtual bool writesHalf() const { return false; }

    // Attention of one block of queries over one block of keys (Dao et al. 2022, Alg. 1),
    // merged into what `out` and `logSum` hold of blocks seen before: logSum = -infinity
    // says none. Scores are q k^T / sqrt(size). With `causal` both blocks are the same
    // range of tokens, and query t sees the keys up to t; without, it sees all.
    // q, out: [queries * batch, heads * size]; k, v: [keys * batch, kvHeads * size];
    // out: F32, not read where logSum says none; or BF16, of which a block that is the only one
    // makes the whole. logSum: F32 [queries * batch, heads], log of the sum of exp(score).
    virtual void attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                        bool causal)
        = 0;

    // delta[row, h] = sum over the head's columns of dOut * out. F32 [rows, heads].
    virtual void headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads) = 0;

    // The block's share of the gradients (Dao et al. 2022, Alg. 4), of the shapes of q, k, v: F32;
    // or BF16, where they are replaced. logSum is that of the whole row, over all blocks.
    virtual void attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q,
                            Matrix k, Matrix v, Matrix logSum, const Heads& heads, bool causal,
                            Into into)
        = 0;

    // ---- rows by number ----
    //
    // rows: one column, a number of a row of `table` for each row of the other matrix.

    // y[i] = table[rows[i] - first], or 0 where that is outside of the table.
    virtual void gatherRows(Matrix y, Matrix table, IndexMatrix rows, int first) = 0;
    // table[rows[i]] = x[i]. No number comes twice.
    virtual void scatterRows(Matrix table, Matrix x, IndexMatrix rows) = 0;
    // table[rows[i] - first] += scale[i] * x[i], rows outside left out. table: F32; scale: F32,
    // one column, or none, which is 1. Numbers may come more than once, and are added in the order
    // of i: on a device of many threads sort, do not add atomically.
    virtual void addToRows(Matrix table, Matrix x, IndexMatrix rows, int first, Matrix scale) = 0;
    // dots[i] = sum over c of a[i, c] * b[i, c]. F32, one column.
    virtual void rowDots(Matrix dots, Matrix a, Matrix b) = 0;
    // x[i] *= factors[i]. factors: F32, one column.
    virtual void scaleRows(Matrix x, Matrix factors) = 0;

    // ---- the loss: softmax cross entropy over a vocabulary that may be cut by columns ----
    //
    // logits: F32 [tokens, columns], the columns from `first` of the vocabulary; targets: one
    // column, tokens of the whole vocabulary. Columns from `valid` on are padding. maxima, sums,
    // chosen: F32, one column.

    // maxima[n] = max over c < valid of logits[n, c]; -infinity where valid is 0.
    virtual void rowMaxima(Matrix maxima, Matrix logits, std::int64_t valid) = 0;
    // chosen[n] = logits[n, target] - maxima[n], or 0 where the target is not here; sums[n] = the
    // sum over c < valid of exp(logits[n, c] - maxima[n]). What stands in `logits` afterwards is
    // for lossGrad() alone.
    virtual void exponentials(Matrix logits, Matrix sums, Matrix chosen, Matrix maxima,
                              IndexMatrix targets, int first, std::int64_t valid)
        = 0;
    // loss = sum over n of log(sums[n]) - chosen[n], in double precision and in a fixed order: in
    // nats, of all tokens together.
    virtual void sumLosses(Slot loss, Matrix sums, Matrix chosen) = 0;
    // gradient[n, c] = scale * (probability of c - [c is the target]), 0 from `valid` on: that of
    // scale * loss. logits: as exponentials() left them, with its maxima and, of the whole
    // vocabulary, its sums. gradient: `logits` itself; or BF16 in its memory (see halfWithin()),
    // where writesHalf().
    virtual void lossGrad(Matrix gradient, Matrix logits, Matrix maxima, Matrix sums,
                          IndexMatrix targets, int first, std::int64_t valid, float scale)
        = 0;

    // ---- experts ----

    // chosen[n, i], weights[n, i]: the `weights.columns` largest logits of each row, largest
    // first (of equal ones the lower number; what is not a number as if it were infinite), and
    // their softmax among themselves (Jiang et al. 2024, Mixtral, section 2.1). logits, weights:
    // F32.
    virtual void topExperts(IndexMatrix chosen, Matrix weights, Matrix logits) = 0;
    // dLogits = the gradient through that: 0 where not chosen. F32.
    virtual void topExpertsGrad(Matrix dLogits, Matrix dWeights, IndexMatrix chosen, Matrix weights)
        = 0;

    // A pair is a row and one of the experts it chose; its number is row * chosen.columns + i.
    //
    // counts[e] = how many pairs chose expert e. `counts` has one row.
    virtual void countExperts(IndexMatrix counts, IndexMatrix chosen) = 0;
    // The pairs ordered by expert, those of one expert by number: packed[i] = the pair's number,
    // rows[i] = its row. `counts` as countExperts() gives it; packed, rows: one column.
    virtual void packByExpert(IndexMatrix packed, IndexMatrix rows, IndexMatrix chosen,
                              IndexMatrix counts)
        = 0;
    // Rows that arrived member by member, and from each expert by expert, ordered by expert, those
    // of one expert by member: arrival[i] = the place at which the i-th of them arrived;
    // departure[arrival[i]] = i. counts: [members, experts]; arrival, departure: one column, as
    // long as the sum of `counts`.
    virtual void orderArrivals(IndexMatrix arrival, IndexMatrix departure, IndexMatrix counts) = 0;

    // ---- optimizer ----

    // What the host does not wait for lies in slots: gradients are multiplied with `scale`, which
    // clip() sets, and where that is not a number nothing is changed.
    //
    // AdamW (Loshchilov & Hutter 2019, Alg. 2). weights, gradients: F32; m, v: any type.
    virtual void adamw(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients, Matrix m,
                       Matrix v)
        = 0;
    // Stochastic gradient descent with decoupled decay: w -= learningRate * (scale * g
    // + weightDecay * w). Both F32.
    virtual void descend(const AdamStep& step, Slot scale, Matrix weights, Matrix gradients) = 0;
    // sum += the sum of x^2, in double precision.
    virtual void addSquares(Slot sum, Matrix x) = 0;

    // The same of each of a list, and fill() of each. There are as many as a rank has parameters,
    // so that a device may do all of them at once: no memory that is written is in the list twice,
    // but for sums, to which is added in the order of the list. What does not decay is updated with
    // a weightDecay of 0. The list itself may be gone when the call returns.
    virtual void adamwEach(const AdamStep& step, Slot scale, std::span<const Update> updates);
    virtual void descendEach(const AdamStep& step, Slot scale, std::span<const Update> updates);
    virtual void addSquaresEach(std::span<const Squares> all);
    virtual void fillEach(std::span<const Matrix> all, float value);

    // total = the sum of `slots`, in their order.
    virtual void sumSlots(Slot total, Slots slots) = 0;
    // scale = what brings gradients, the sum of whose squares is totals[0], to a norm of at most
    // `limit`, never more than 1; 1 where `limit` is 0 (Pascanu et al. 2013, Alg. 1). Not a number
    // where totals[0], or the loss in totals[1], is not finite.
    virtual void clip(Slot scale, Slots totals, double limit) = 0;

    // ---- checks ----

    // differs[0] = 1 where any bit of the two differs, else 0. Precondition: equal sizes.
    virtual void compareBits(IndexMatrix differs, DeviceBytes a, DeviceBytes b) = 0;
};

} // namespace training
