#include "engine/plan/cost/layer_memory.h"

#include <algorithm>

namespace plan {

LayerMemories::LayerMemories(const Job& job)
    : m_job(job)
    , m_rows(1.0 * job.micro * job.model.sequence / job.cut.context)
    , m_shard(job.cut.sequence ? m_rows / job.cut.tensor : m_rows)
    , m_bytes(job.recipe.activation)
{
}

// Queries, keys, values, and the input of the last product: what the heads at hand have.
double LayerMemories::attention() const
{
    const Transformer& model = m_job.model;
    const double heads = 1.0 * model.heads / m_job.cut.tensor;
    if (model.isLatent()) {
        const LatentAttention& latent = model.latent;
        const double narrow = 2.0 * (latent.queryRank + latent.kvRank) + latent.ropeDim;
        const double wide = heads * (2 * model.queryDim() + 2 * model.valueDim());
        return m_bytes * m_rows * (narrow + wide);
    }
    const double kvHeads = std::max(1.0, 1.0 * model.kvHeads / m_job.cut.tensor);
    return m_bytes * m_rows * model.headDim * (2 * heads + 2 * kvHeads);
}

// Scores behind the softmax, and with dropout a mask of one byte and what it leaves; or, in a
// fused kernel, one sum of exponentials a row in fp32.
double LayerMemories::core() const
{
    const Transformer& model = m_job.model;
    const double rows = m_rows * model.heads / m_job.cut.tensor;
    if (m_job.flash)
        return 4 * rows;
    return rows * model.sequence * (m_bytes + (model.dropout ? m_bytes + 1 : 0));
}

// What the activation function takes and what it gives; a gated one takes two.
double LayerMemories::block(double rows, double inner) const
{
    const double numbers = m_job.model.gated ? (m_job.fused ? 3 : 4) : 2;
    return m_bytes * rows * inner * numbers;
}

double LayerMemories::experts() const
{
    const Transformer& model = m_job.model;
    const Cut& cut = m_job.cut;
    const double sent = m_rows / cut.tensor * model.experts.perToken;
    const double each = cut.skew() * sent * cut.expertTensor; // of the fullest rank
    // What is sent, what comes, what the experts give and what comes back.
    return m_bytes * model.hidden * (2 * sent + 2 * each)
        + block(each, 1.0 * model.experts.ffn / cut.expertTensor);
}

// The inputs of the two norms; queries, keys and values, or the latents they are made of; what
// the attention gives; what the experts take; and what the activation functions take.
double LayerMemories::light(bool withExperts) const
{
    const Transformer& model = m_job.model;
    const double taken = m_job.recipe.compute == Compute::Fp8 ? 1 : m_bytes; // by a product
    const double heads = 1.0 * model.heads / m_job.cut.tensor;
    const LatentAttention& latent = model.latent;
    const double attended = model.isLatent() ? m_bytes * m_rows
            * (1.0 * latent.queryRank + latent.kvRank + latent.ropeDim + heads * model.valueDim())
                                             : attention();
    const double width = model.gated ? 2 : 1;
    const double sent = m_job.cut.skew() * m_rows / m_job.cut.tensor * model.experts.perToken;
    const double inner = withExperts ? sent * (model.hidden + width * model.experts.ffn)
            + m_rows * width * model.experts.shared * model.experts.ffn / m_job.cut.tensor
                                     : m_rows * width * model.ffn / m_job.cut.tensor;
    const double masks = model.dropout ? 2 * m_shard * model.hidden : 0;
    return 2 * m_bytes * m_shard * model.hidden + masks + attended + core() + taken * inner;
}

LayerMemory LayerMemories::layer(bool withExperts) const
{
    const Transformer& model = m_job.model;
    const double whole = m_shard * model.hidden;
    LayerMemory memory;
    memory.input = m_bytes * whole;
    memory.core = core();
    double inner = 0;
    if (!withExperts)
        inner = block(m_rows, 1.0 * model.ffn / m_job.cut.tensor);
    else
        inner = experts()
            + block(m_rows, 1.0 * model.experts.shared * model.experts.ffn / m_job.cut.tensor);
    // Before and behind each of the two norms.
    const double norms = 4 * m_bytes * whole;
    const double masks = model.dropout ? 2 * whole : 0;
    memory.kept = norms + masks + attention() + memory.core + inner;
    memory.forWeights = memory.kept - memory.core - masks;
    memory.running = inner + m_bytes * whole;
    // The input, what the attention takes and gives, and every second product's result.
    memory.ops = memory.input + memory.core + 0.75 * attention() + 0.5 * (inner + memory.input);
    memory.light = light(withExperts);
    return memory;
}

LayerMemory LayerMemories::embedding() const
{
    LayerMemory memory;
    if (m_job.model.dropout)
        memory.kept = m_shard * m_job.model.hidden;
    memory.forWeights = m_bytes * m_shard * m_job.model.embedding; // of the product behind it
    memory.kept += memory.forWeights;
    return memory;
}

// The norm's input, its output, and the logits in fp32 (section 4.3 of arXiv 2205.05198).
// While a plain loss is computed, beside those in fp32: as the product gave them (2), as
// exponentials and softmax (8), their gradient (4) and as the product takes it (2).
LayerMemory LayerMemories::loss() const
{
    const Transformer& model = m_job.model;
    const double logits = m_rows * model.vocab / m_job.cut.tensor;
    LayerMemory memory;
    memory.kept = m_bytes * m_shard * (2.0 * model.hidden + model.embedding) + 4 * logits;
    memory.forWeights = memory.kept;
    constexpr double kRunning[] = {16, 8, 2}; // by Loss
    memory.running = kRunning[static_cast<std::size_t>(m_job.loss)] * logits;
    return memory;
}

} // namespace plan
