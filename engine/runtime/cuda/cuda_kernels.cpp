#include "engine/runtime/cuda/cuda_kernels.h"

#include "engine/runtime/cuda/kernel_views.h"
#include "engine/runtime/cuda/kernels/attention.h"
#include "engine/runtime/cuda/kernels/column_sums.h"
#include "engine/runtime/cuda/kernels/elementwise.h"
#include "engine/runtime/cuda/kernels/experts.h"
#include "engine/runtime/cuda/kernels/loss.h"
#include "engine/runtime/cuda/kernels/norms.h"
#include "engine/runtime/cuda/kernels/rows.h"
#include "engine/runtime/cuda/kernels/sorting.h"
#include "engine/runtime/training/failure.h"

#include <fmt/format.h>

namespace training {

namespace {

// Vectors that a kernel passes over as one run of numbers.
gpu::View openColumn(const Matrix& column)
{
    assert(column.type == Type::F32
           && (column.empty() || (column.columns == 1 && column.contiguous())));
    return open(column);
}

gpu::AttentionShape shapeOf(const Heads& heads, bool causal)
{
    if (heads.size > gpu::kMostHeadColumns)
        throw Failure({fmt::format("attention on GPUs takes heads of at most {} columns, and these "
                                   "have {}; use more heads",
                                   gpu::kMostHeadColumns, heads.size)});
    return {heads.batch, heads.heads, heads.kvHeads, heads.size, causal};
}

bool centred(NormKind kind) { return kind == NormKind::LayerNorm; }

} // namespace

CudaKernels::CudaKernels(gpu::CudaLanes& lanes, engine::Store& store)
    : m_lanes(lanes)
    , m_stream(lanes.stream(engine::kComputeLane))
    , m_scratch(store)
    , m_gemm(m_stream, store)
{
}

void CudaKernels::queued(const char* what)
{
    gpu::check(cudaPeekAtLastError(), what);
    if (auto near = m_lanes.stayNear(); !near)
        throw Failure(near.error());
}

void CudaKernels::addBias(Matrix y, Matrix bias)
{
    gpu::addBias(m_stream, open(y), open(bias));
    queued("add a bias");
}

void CudaKernels::addColumnSums(Matrix sums, Matrix x)
{
    gpu::addColumnSums(m_stream, open(sums), open(x),
                       m_scratch.take(gpu::columnSumsScratch(x.rows, x.columns)));
    queued("sum columns");
}

void CudaKernels::add(Matrix y, Matrix x)
{
    gpu::add(m_stream, open(y), open(x));
    queued("add");
}

void CudaKernels::copy(Matrix y, Matrix x)
{
    gpu::copy(m_stream, open(y), open(x));
    queued("copy");
}

void CudaKernels::fill(Matrix y, float value)
{
    gpu::fill(m_stream, open(y), value);
    queued("fill");
}

void CudaKernels::norm(NormKind kind, Matrix y, Matrix mean, Matrix rstd, Matrix x, Matrix gain,
                       Matrix bias)
{
    gpu::norm(m_stream, centred(kind), kNormEpsilon, open(y), openColumn(mean), openColumn(rstd),
              open(x), open(gain), open(bias));
    queued("take a norm");
}

void CudaKernels::normInputGrad(NormKind kind, Matrix dx, Matrix dy, Matrix x, Matrix mean,
                                Matrix rstd, Matrix gain)
{
    normResidualGrad(kind, dx, dx, dy, x, mean, rstd, gain);
}

void CudaKernels::normResidualGrad(NormKind kind, Matrix dx, Matrix residual, Matrix dy, Matrix x,
                                   Matrix mean, Matrix rstd, Matrix gain)
{
    gpu::normInputGrad(m_stream, centred(kind), open(dx), open(residual), open(dy), open(x),
                       openColumn(mean), openColumn(rstd), open(gain));
    queued("take the gradient of a norm");
}

void CudaKernels::addResidual(Matrix y, Matrix residual, Matrix x, Matrix bias)
{
    gpu::addResidual(m_stream, open(y), open(residual), open(x), open(bias));
    queued("add a residual");
}

void CudaKernels::addResidualNorm(NormKind kind, Matrix normed, Matrix mean, Matrix rstd, Matrix y,
                                  Matrix residual, Matrix x, Matrix bias, Matrix gain,
                                  Matrix normBias)
{
    gpu::addResidualNorm(m_stream, centred(kind), kNormEpsilon,
                         {open(normed), openColumn(mean), openColumn(rstd), open(y), open(residual),
                          open(x), open(bias), open(gain), open(normBias)});
    queued("add a residual and take a norm");
}

void CudaKernels::normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x,
                                 Matrix mean, Matrix rstd)
{
    gpu::normWeightGrad(m_stream, centred(kind), open(dGain), open(dBias), open(dy), open(x),
                        openColumn(mean), openColumn(rstd),
                        m_scratch.take(gpu::columnSumsScratch(x.rows, x.columns)));
    queued("take the gradient of a norm's weights");
}

void CudaKernels::gelu(Matrix y, Matrix x)
{
    gpu::gelu(m_stream, open(y), open(x));
    queued("compute GELU");
}

void CudaKernels::geluGrad(Matrix dx, Matrix dy, Matrix x)
{
    gpu::geluGrad(m_stream, open(dx), open(dy), open(x));
    queued("compute the gradient of GELU");
}

void CudaKernels::swiglu(Matrix y, Matrix gate, Matrix up)
{
    gpu::swiglu(m_stream, open(y), open(gate), open(up));
    queued("compute SwiGLU");
}

void CudaKernels::swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up)
{
    gpu::swigluGrad(m_stream, open(dGate), open(dUp), open(dy), open(gate), open(up));
    queued("compute the gradient of SwiGLU");
}

void CudaKernels::rotate(Matrix x, IndexMatrix positions, int size, float base, bool back)
{
    rotateInto(x, x, x.columns, positions, size, base, back);
}

void CudaKernels::rotateInto(Matrix y, Matrix x, std::int64_t turned, IndexMatrix positions,
                             int size, float base, bool back)
{
    gpu::rotate(m_stream, open(y), open(x), turned, open(positions), size, base, back);
    queued("turn positions");
}

void CudaKernels::attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v,
                         const Heads& heads, bool causal)
{
    gpu::attend(m_stream, shapeOf(heads, causal),
                {open(out), open(logSum), open(q), open(k), open(v)});
    queued("compute attention");
}

void CudaKernels::headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads)
{
    gpu::dots(m_stream, open(delta), open(dOut), open(out), heads.size);
    queued("take products of heads");
}

void CudaKernels::attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q,
                             Matrix k, Matrix v, Matrix logSum, const Heads& heads, bool causal,
                             Into into)
{
    gpu::attendGrad(m_stream, shapeOf(heads, causal),
                    {open(dq), open(dk), open(dv), open(dOut), open(delta), open(q), open(k),
                     open(v), open(logSum), into == Into::Add});
    queued("compute the gradient of attention");
}

void CudaKernels::gatherRows(Matrix y, Matrix table, IndexMatrix rows, int first)
{
    gpu::gatherRows(m_stream, open(y), open(table), open(rows), first);
    queued("gather rows");
}

void CudaKernels::scatterRows(Matrix table, Matrix x, IndexMatrix rows)
{
    gpu::scatterRows(m_stream, open(table), open(x), open(rows));
    queued("scatter rows");
}

void CudaKernels::addToRows(Matrix table, Matrix x, IndexMatrix rows, int first, Matrix scale)
{
    const std::size_t orderBytes = static_cast<std::size_t>(rows.size()) * sizeof(std::int32_t);
    auto* const order
        = static_cast<std::byte*>(m_scratch.take(orderBytes + gpu::sortScratch(rows.size())));
    auto* const places = reinterpret_cast<std::int32_t*>(order);
    gpu::sortedOrder(m_stream, places,
                     {open(rows).data, rows.size(), first, static_cast<std::int32_t>(table.rows)},
                     order + orderBytes);
    gpu::addToRows(m_stream, open(table), open(x), open(rows), first, openColumn(scale), places);
    queued("add to rows");
}

void CudaKernels::rowDots(Matrix dots, Matrix a, Matrix b)
{
    gpu::dots(m_stream, openColumn(dots), open(a), open(b), static_cast<int>(a.columns));
    queued("take products of rows");
}

void CudaKernels::scaleRows(Matrix x, Matrix factors)
{
    gpu::scaleRows(m_stream, open(x), openColumn(factors));
    queued("scale rows");
}

void CudaKernels::rowMaxima(Matrix maxima, Matrix logits, std::int64_t valid)
{
    gpu::rowMaxima(m_stream, openColumn(maxima), open(logits), valid);
    queued("find the largest logits");
}

void CudaKernels::exponentials(Matrix logits, Matrix sums, Matrix chosen, Matrix maxima,
                               IndexMatrix targets, int first, std::int64_t valid)
{
    gpu::exponentials(m_stream, open(logits), openColumn(sums), openColumn(chosen),
                      openColumn(maxima), open(targets), first, valid);
    queued("compute probabilities");
}

void CudaKernels::sumLosses(Slot loss, Matrix sums, Matrix chosen)
{
    gpu::sumLosses(m_stream, open(loss), openColumn(sums), openColumn(chosen));
    queued("sum losses");
}

void CudaKernels::lossGrad(Matrix gradient, Matrix logits, Matrix maxima, Matrix sums,
                           IndexMatrix targets, int first, std::int64_t valid, float scale)
{
    gpu::lossGrad(m_stream, open(gradient), open(logits), openColumn(maxima), openColumn(sums),
                  open(targets), first, valid, scale);
    queued("take the gradient of the loss");
}

void CudaKernels::topExperts(IndexMatrix chosen, Matrix weights, Matrix logits)
{
    gpu::topExperts(m_stream, open(chosen), open(weights), open(logits));
    queued("choose experts");
}

void CudaKernels::topExpertsGrad(Matrix dLogits, Matrix dWeights, IndexMatrix chosen,
                                 Matrix weights)
{
    gpu::topExpertsGrad(m_stream, open(dLogits), open(dWeights), open(chosen), open(weights));
    queued("take the gradient of the choice of experts");
}

void CudaKernels::countExperts(IndexMatrix counts, IndexMatrix chosen)
{
    gpu::countExperts(m_stream, open(counts), open(chosen));
    queued("count the tokens of experts");
}

void CudaKernels::packByExpert(IndexMatrix packed, IndexMatrix rows, IndexMatrix chosen,
                               IndexMatrix counts)
{
    gpu::sortedOrder(
        m_stream, open(packed).data,
        {open(chosen).data, chosen.size(), 0, static_cast<std::int32_t>(counts.columns)},
        m_scratch.take(gpu::sortScratch(chosen.size())));
    gpu::rowsOfPairs(m_stream, open(rows), open(packed), chosen.columns);
    queued("order tokens by expert");
}

void CudaKernels::orderArrivals(IndexMatrix arrival, IndexMatrix departure, IndexMatrix counts)
{
    gpu::orderArrivals(m_stream, open(arrival), open(departure), open(counts),
                       m_scratch.take(gpu::arrivalsScratch(open(counts))));
    queued("order arrivals");
}

} // namespace training
