#include "engine/plan/cost/layer_time.h"

#include "engine/plan/cost/eager_traffic.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plan {
namespace {

// That a layer's forward queues beside what it is made of: copies between layouts, casts and
// biases; its backward queues twice as many, for them and for the hooks of its weights.
constexpr double kLayoutKernels = 6;
// Each way, of a layer's router.
constexpr double kRoutingKernels = 8;

// Bytes the loss moves for each number of its last product. Plain, in fp32: converted (6), the
// maximum (4) taken off (8), exponentials (8), their sum (4), divided (8); backward read,
// changed and converted back. Stages timed in arXiv 2411.05288 spend 41 and 17.
struct LossTraffic {
    double forward;
    double backward;
    double kernels; // of the forward
};
constexpr LossTraffic kLossTraffic[] = {{38, 16, 7}, {12, 8, 2}, {4, 4, 1}}; // by Loss

} // namespace

LayerTimes::LayerTimes(const Job& job)
    : m_job(job)
    , m_grid(job.cut, job.machine.network)
    , m_kernels(job.machine, job.recipe)
    , m_collectives(job.machine)
    , m_tensor(m_grid.tensor())
    , m_rows(1.0 * job.micro * job.model.sequence / job.cut.context)
    , m_shard(job.cut.sequence ? m_rows / job.cut.tensor : m_rows)
    , m_bytes(job.recipe.activation)
    , m_beside(1 - job.machine.efficiency.tensorHidden)
    , m_shown(job.overlapped.tensor ? 1 - job.machine.efficiency.tensorHidden : 1)
{
}

void LayerTimes::addTraffic(LayerTime& time, double forwardBytes, double backwardBytes,
                            double eager) const
{
    const double more = m_job.fused ? 1 : eager;
    time.forward.busy += m_kernels.traffic(more * forwardBytes);
    time.inputGrad.busy += m_kernels.traffic(more * backwardBytes);
    time.forward.launches += more;
    time.inputGrad.launches += more;
}

// What products in fp8 take is brought into it first, for both ways that it is read along: read in
// 16 bits, written twice in 8. A scale of its own for each row or block is looked for before that,
// so it is read once more; and along rows each of the two ways has scales of its own.
void LayerTimes::addQuantising(LayerTime& time, const Product& forward) const
{
    if (m_job.recipe.compute != Compute::Fp8 || !forward.inFp8)
        return;
    constexpr double kBytes[] = {4, 8, 6}; // by Scaling, of one number
    const double each = kBytes[static_cast<std::size_t>(m_job.recipe.scaling)];
    const double taken = each * forward.count * forward.m * forward.k;
    const double gradient = each * forward.count * forward.m * forward.n;
    time.forward.busy += m_kernels.traffic(taken);
    time.inputGrad.busy += m_kernels.traffic(gradient);
    time.forward.launches += 1;
    time.inputGrad.launches += 1;
}

void LayerTimes::addNorm(LayerTime& time, double width) const
{
    const double before = time.forward.busy;
    addTraffic(time, 2 * m_bytes * m_shard * width, 3 * m_bytes * m_shard * width,
               m_job.model.rmsNorm ? kEagerNorm : 1);
    time.light += time.forward.busy - before;
}

// The function behind the first product of a feed-forward block, of that many numbers it gives.
void LayerTimes::addActivation(LayerTime& time, double numbers) const
{
    const double before = time.forward.busy;
    const bool gated = m_job.model.gated;
    addTraffic(time, (gated ? 3 : 2) * m_bytes * numbers, (gated ? 5 : 3) * m_bytes * numbers,
               gated ? kEagerGate : 1);
    time.light += time.forward.busy - before;
}

// Output (m x n) = input (m x k) by weights (k x n). The gradient of the weights is added to
// what earlier microbatches have found: read and written.
void LayerTimes::addProduct(LayerTime& time, const Product& forward) const
{
    const double busy = m_kernels.product(forward);
    // Gradient of the input: (m x n) by (n x k). Of the weights: (k x m) by (m x n).
    Product input = forward;
    Product weights = forward;
    std::swap(input.n, input.k);
    weights.m = forward.k;
    weights.k = forward.m;
    weights.outputBytes = m_job.fusedAccumulation ? 2.0 * m_job.recipe.summed : m_bytes;
    time.forward.busy += busy;
    time.products += busy;
    time.inputGrad.busy += m_kernels.product(input);
    time.weightGrad.busy += m_kernels.product(weights);
    time.forward.launches += 1;
    time.inputGrad.launches += 1;
    time.weightGrad.launches += 1;
    if (!m_job.fusedAccumulation) {
        const double numbers = forward.count * forward.k * forward.n;
        time.weightGrad.busy += m_kernels.traffic(numbers * (m_bytes + 2.0 * m_job.recipe.summed));
        time.weightGrad.launches += 1;
    }
    addQuantising(time, forward);
}

// Before a product that is cut by columns: all tokens are needed. Backward, what the ranks
// have found for the input is summed, while the gradient of the weights is computed.
void LayerTimes::addGather(LayerTime& time, double width) const
{
    const double bytes = m_bytes * m_rows * width;
    if (m_job.cut.sequence) {
        time.forward.exposed += m_shown * m_collectives.allGather(bytes, m_tensor);
        time.inputGrad.exposed += m_beside * m_collectives.reduceScatter(bytes, m_tensor);
        // For the gradient of the weights, beside that of the input: only a shard was kept
        // (arXiv 2205.05198, section 4.2.2).
        time.inputGrad.exposed += m_beside * m_collectives.allGather(bytes, m_tensor);
        time.inputGrad.launches += 1;
    } else {
        time.inputGrad.exposed += m_beside * m_collectives.allReduce(bytes, m_tensor);
    }
    time.forward.launches += m_job.cut.sequence ? 1 : 0;
    time.inputGrad.launches += m_tensor.size > 1 ? 1 : 0;
}

// Behind a product that is cut by rows: the parts are summed.
void LayerTimes::addScatter(LayerTime& time, double width) const
{
    const double bytes = m_bytes * m_rows * width;
    if (m_job.cut.sequence) {
        time.forward.exposed += m_shown * m_collectives.reduceScatter(bytes, m_tensor);
        time.inputGrad.exposed += m_shown * m_collectives.allGather(bytes, m_tensor);
    } else {
        time.forward.exposed += m_shown * m_collectives.allReduce(bytes, m_tensor);
    }
    time.forward.launches += m_tensor.size > 1 ? 1 : 0;
    time.inputGrad.launches += m_job.cut.sequence ? 1 : 0;
}

// Bias, dropout and the sum with what went past the block.
void LayerTimes::addResidual(LayerTime& time) const
{
    const double numbers = m_shard * m_job.model.hidden;
    const double mask = m_job.model.dropout ? 1 : 0;
    addTraffic(time, (3 * m_bytes + mask) * numbers, (2 * m_bytes + mask) * numbers,
               m_job.model.dropout ? kEagerDropout : 1);
}

// Feed-forward of all tokens, cut over tensor ranks.
void LayerTimes::addBlock(LayerTime& time, double inner) const
{
    const Transformer& model = m_job.model;
    const double cut = inner / m_job.cut.tensor;
    const double up = (model.gated ? 2 : 1) * cut;
    addProduct(time, {.m = m_rows, .n = up, .k = 1.0 * model.hidden});
    addActivation(time, m_rows * cut);
    addProduct(time, {.m = m_rows, .n = 1.0 * model.hidden, .k = cut});
}

// Of tokens to the experts of all ranks, or back; `bytes` with a copy for each expert.
double LayerTimes::dispatchTime(double bytes) const
{
    const Experts& experts = m_job.model.experts;
    const Group group = m_grid.expert();
    if (m_job.dispatch == Dispatch::Direct)
        return m_collectives.allToAll(bytes, group);
    // The domains that so many experts, picked at random, lie in.
    const double domains = group.nodes();
    const double picked
        = domains * (1 - std::pow(1 - 1 / domains, static_cast<double>(experts.perToken)));
    const double reached = experts.nodes > 0 ? std::min<double>(picked, experts.nodes) : picked;
    return m_collectives.twoLevelAllToAll(bytes, bytes * reached / experts.perToken, group);
}

// Each token goes to some experts, wherever they are, and what they make of it comes back.
double LayerTimes::addExperts(LayerTime& time) const
{
    const Transformer& model = m_job.model;
    const Cut& cut = m_job.cut;
    const Experts& experts = model.experts;
    const double tokens = m_rows / cut.tensor; // tensor ranks have different ones
    const double sent = tokens * experts.perToken;
    addProduct(time, {.m = tokens, .n = 1.0 * experts.count, .k = 1.0 * model.hidden});
    const double bytes = m_bytes * sent * model.hidden;
    double moved = 2 * dispatchTime(bytes);
    const double all = bytes * cut.expertTensor;
    moved += m_collectives.allGather(all, m_grid.expertTensor())
        + m_collectives.reduceScatter(all, m_grid.expertTensor());
    moved *= cut.skew(); // the fullest rank receives for the longest
    const double collectives = (cut.expert > 1 ? 2 : 0) + (cut.expertTensor > 1 ? 2 : 0);
    time.forward.launches += collectives;
    time.inputGrad.launches += collectives;
    addTraffic(time, 4 * bytes, 4 * bytes, 1); // put in the order of the experts, and back
    // Scores, the best of them, counts, and where each token goes and comes from.
    time.forward.launches += kRoutingKernels;
    time.inputGrad.launches += kRoutingKernels;

    const double here = 1.0 * experts.count / cut.expert;
    const double each = cut.skew() * sent * cut.expertTensor / here;
    const double inner = 1.0 * experts.ffn / cut.expertTensor;
    const double up = (model.gated ? 2 : 1) * inner;
    const double hidden = model.hidden;
    addProduct(time, {.m = each, .n = up, .k = hidden, .count = here});
    addActivation(time, each * here * inner);
    addProduct(time, {.m = each, .n = hidden, .k = inner, .count = here});
    return moved;
}

LayerTime LayerTimes::layer(bool withExperts) const
{
    const Transformer& model = m_job.model;
    LayerTime time;
    time.forward.launches = kLayoutKernels;
    time.inputGrad.launches = 2 * kLayoutKernels;
    addAttention(time);
    addNorm(time, model.hidden);
    // Shared experts are one block as wide as all of them, which every token passes.
    if (!withExperts || model.experts.shared > 0) {
        addGather(time, model.hidden);
        addBlock(time, withExperts ? 1.0 * model.experts.shared * model.experts.ffn : model.ffn);
        addScatter(time, model.hidden);
    }
    const double moved = withExperts ? addExperts(time) : 0;
    addResidual(time);
    // Beside the layer's own work, where another microbatch's runs while tokens travel.
    const auto shown = [&](double busy) {
        return m_job.overlapped.experts ? std::max(0.0, moved - busy) : moved;
    };
    time.forward.exposed += shown(time.forward.busy);
    time.inputGrad.exposed += shown(time.inputGrad.busy + time.weightGrad.busy);
    return time;
}

LayerTime LayerTimes::embedding() const
{
    const double numbers = m_rows * m_job.model.embeddingWidth();
    LayerTime time;
    time.forward.busy = m_kernels.traffic(2 * m_bytes * numbers);
    if (m_job.cut.tensor > 1)
        time.forward.exposed = m_job.cut.sequence
            ? m_collectives.reduceScatter(m_bytes * numbers, m_tensor)
            : m_collectives.allReduce(m_bytes * numbers, m_tensor);
    time.weightGrad.busy = m_kernels.traffic((m_bytes + 2.0 * m_job.recipe.summed) * numbers);
    time.forward.launches = time.weightGrad.launches = 1;
    if (m_job.model.embedding > 0)
        addProduct(time,
                   {.m = m_rows,
                    .n = 1.0 * m_job.model.hidden,
                    .k = 1.0 * m_job.model.embedding,
                    .inFp8 = false});
    return time;
}

LayerTime LayerTimes::loss() const
{
    const Transformer& model = m_job.model;
    const double width = 1.0 * model.vocab / m_job.cut.tensor;
    LayerTime time;
    addNorm(time, model.hidden);
    addGather(time, model.hidden);
    if (model.embedding > 0)
        addProduct(
            time,
            {.m = m_rows, .n = 1.0 * model.embedding, .k = 1.0 * model.hidden, .inFp8 = false});
    addProduct(time, {.m = m_rows, .n = width, .k = 1.0 * model.embeddingWidth(), .inFp8 = false});
    const double logits = m_rows * width;
    const LossTraffic& traffic = kLossTraffic[static_cast<std::size_t>(m_job.loss)];
    time.forward.busy += m_kernels.traffic(traffic.forward * logits);
    time.inputGrad.busy += m_kernels.traffic(traffic.backward * logits);
    time.forward.launches += traffic.kernels;
    time.inputGrad.launches += 1;
    return time;
}

LayerTime LayerTimes::mtp() const
{
    const Transformer& model = m_job.model;
    LayerTime time = layer(model.experts.count > 0);
    addNorm(time, 2.0 * model.hidden);
    addProduct(time,
               {.m = m_rows, .n = 1.0 * model.hidden / m_job.cut.tensor, .k = 2.0 * model.hidden});
    time += loss();
    return time;
}

} // namespace plan
