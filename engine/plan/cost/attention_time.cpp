// The attention of a layer: its products, the scores or the kernel that does without them, and what
// context ranks exchange.

#include "engine/plan/cost/eager_traffic.h"
#include "engine/plan/cost/layer_time.h"

#include <algorithm>

namespace plan {
namespace {

// A fused kernel computes so many more pairs a second where all of a block count than under a
// causal mask: 641 and 553 TFLOP/s forward, 521 and 431 backward, by cuDNN on an H200
// (tests/gpu/measured/2026-11-26-h200.txt).
constexpr double kFullPairs = 1.18;

// Rows of queries that one unit takes through a fused kernel (arXiv 2307.08691, section 3.2).
constexpr double kQueryTile = 128;

} // namespace

void LayerTimes::addQueries(LayerTime& time) const
{
    const Transformer& model = m_job.model;
    const double t = m_job.cut.tensor;
    // With fewer heads of keys and values than tensor ranks, neighbours hold the same one.
    const double kvHeads = std::max<double>(model.kvHeads, t);
    const double query = 1.0 * model.heads * model.headDim / t;
    const double keyValue = 2 * kvHeads * model.headDim / t;
    addProduct(time, {.m = m_rows, .n = query + keyValue, .k = 1.0 * model.hidden});
    // Positions are put into queries and keys, not into values.
    const double turned = m_rows * (query + keyValue / 2);
    if (model.positions == 0)
        addTraffic(time, 2 * m_bytes * turned, 2 * m_bytes * turned, kEagerRotary);
    if (model.qkNorm)
        addTraffic(time, 2 * m_bytes * turned, 3 * m_bytes * turned, kEagerNorm);
}

void LayerTimes::addLatentQueries(LayerTime& time) const
{
    const Transformer& model = m_job.model;
    const LatentAttention& latent = model.latent;
    const double heads = 1.0 * model.heads / m_job.cut.tensor;
    const auto product
        = [&](double out, double in) { addProduct(time, {.m = m_rows, .n = out, .k = in}); };
    if (latent.queryRank > 0) {
        product(latent.queryRank, model.hidden);
        addNorm(time, latent.queryRank);
        const double before = time.forward.busy;
        product(heads * model.queryDim(), latent.queryRank);
        time.light += time.forward.busy - before;
    } else {
        product(heads * model.queryDim(), model.hidden);
    }
    product(latent.kvRank + latent.ropeDim, model.hidden);
    addNorm(time, latent.kvRank);
    const double before = time.forward.busy;
    product(heads * (latent.nopeDim + latent.valueDim), latent.kvRank);
    // Positions are put in, and keys are put together of two parts.
    const double numbers = m_rows * heads * 2 * model.queryDim();
    addTraffic(time, 2 * m_bytes * numbers, 2 * m_bytes * numbers, kEagerRotary);
    time.light += time.forward.busy - before;
}

// Of all pairs of tokens, the share that the context rank with the most of them computes, as a
// multiple of a rank's even share: under a causal mask half of them are none, and in a ring without
// balance the last rank has its own half and all before it. Full blocks are computed faster.
double LayerTimes::attendedShare() const
{
    const Cut& cut = m_job.cut;
    const double ranks = cut.context;
    if (!m_job.model.causal)
        return 1 / kFullPairs;
    if (cut.context == 1 || cut.contextMethod == ContextMethod::AllToAll)
        return 0.5;
    // With balance a rank has an early and a late piece of the sequence, and all but their own
    // triangles are full blocks.
    if (cut.contextBalanced)
        return 0.5 * (1 / (2 * ranks) + (1 - 1 / (2 * ranks)) / kFullPairs);
    return ((ranks - 1) / kFullPairs + 0.5) / ranks;
}

// Of one tensor rank's heads; a context rank has its share of the pairs of tokens.
LayerTime LayerTimes::flashCore() const
{
    const Transformer& model = m_job.model;
    const double pairs = m_rows * model.sequence * attendedShare();
    const double heads = 1.0 * model.heads / m_job.cut.tensor;
    const double flops = 2 * pairs * heads * (model.queryDim() + model.valueDim());
    LayerTime core;
    // The last tile of a sequence sees every token of it, in the blocks of a ring one after the
    // other, so that few heads leave units idle.
    const double rows = std::min(kQueryTile, 1.0 * model.sequence / m_job.cut.context);
    const double longest
        = 2 * rows * model.sequence * (model.queryDim() + model.valueDim()) / kFullPairs;
    core.forward.busy = m_kernels.flash(flops, false, m_job.flashGeneration, longest);
    // Of five products where the forward has two: it makes the scores again.
    core.inputGrad.busy = m_kernels.flash(2.5 * flops, true, m_job.flashGeneration, 2.5 * longest);
    core.forward.launches = 1;
    core.inputGrad.launches = 3; // it prepares, computes and converts
    return core;
}

LayerTime LayerTimes::unfusedCore() const
{
    const Transformer& model = m_job.model;
    const double count = 1.0 * m_job.micro * model.heads / m_job.cut.tensor;
    const double rows = 1.0 * model.sequence / m_job.cut.context;
    const double columns = model.sequence;
    const double scores = count * rows * columns;
    const auto product = [&](double m, double n, double k) {
        return m_kernels.product({.m = m, .n = n, .k = k, .count = count, .inFp8 = false});
    };
    LayerTime core;
    const double query = model.queryDim();
    const double value = model.valueDim();
    // Scores, and the values weighted by them; backward, the gradient of each operand of both.
    core.forward.busy = product(rows, columns, query) + product(rows, value, columns);
    core.inputGrad.busy = product(rows, columns, value) + product(columns, value, rows)
        + product(rows, query, columns) + product(columns, query, rows);
    core.forward.launches = 2;
    core.inputGrad.launches = 4;
    addTraffic(core, 2 * m_bytes * scores, 3 * m_bytes * scores, kEagerScores);
    if (model.dropout)
        addTraffic(core, (2 * m_bytes + 1) * scores, (2 * m_bytes + 1) * scores, 1);
    return core;
}

// Keys and values go around while the attention to those at hand is computed; or all tokens
// of some heads come together, and go apart again.
void LayerTimes::addContext(LayerTime& core) const
{
    const Transformer& model = m_job.model;
    const Cut& cut = m_job.cut;
    if (cut.context == 1)
        return;
    const Group group = m_grid.context();
    const bool ring = cut.contextMethod == ContextMethod::Ring;
    core.forward.launches *= ring ? cut.context : 1;
    core.inputGrad.launches *= ring ? cut.context : 1;
    core.forward.launches += ring ? cut.context : 2;
    core.inputGrad.launches += ring ? cut.context : 2;
    const double query = 1.0 * model.heads * model.queryDim() / cut.tensor;
    // A rank has one head of keys and values at least, as in addQueries().
    const double kvHeads = std::max(model.kvHeads, cut.tensor);
    const double keyValue = kvHeads * (model.queryDim() + model.valueDim()) / cut.tensor;
    if (cut.contextMethod == ContextMethod::AllToAll) {
        const double bytes = m_bytes * m_rows * (2 * query + keyValue);
        const double time = m_collectives.allToAll(bytes, group);
        core.forward.exposed += time;
        core.inputGrad.exposed += time;
        return;
    }
    // In a ring each rank begins with the keys it has, so that all but one of its steps can hide
    // the way of the next ones. Backward, their gradients go around, too.
    const double bytes = m_bytes * m_rows * keyValue * cut.context;
    const double hiding = (cut.context - 1.0) / cut.context;
    const double time = m_collectives.allGather(bytes, group);
    core.forward.exposed += std::max(0.0, time - hiding * core.forward.busy);
    core.inputGrad.exposed += std::max(0.0, 2 * time - hiding * core.inputGrad.busy);
}

void LayerTimes::addCore(LayerTime& time) const
{
    LayerTime core = m_job.flash ? flashCore() : unfusedCore();
    addContext(core);
    core.core = core.forward;
    time += core;
}

void LayerTimes::addAttention(LayerTime& time) const
{
    const Transformer& model = m_job.model;
    addNorm(time, model.hidden);
    addGather(time, model.hidden);
    if (model.isLatent())
        addLatentQueries(time);
    else
        addQueries(time);
    addCore(time);
    addProduct(time,
               {.m = m_rows,
                .n = 1.0 * model.hidden,
                .k = 1.0 * model.heads * model.valueDim() / m_job.cut.tensor});
    addScatter(time, model.hidden);
    addResidual(time);
}

} // namespace plan
