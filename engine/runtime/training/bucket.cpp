#include "engine/runtime/training/bucket.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace training {

Matrix Parameter::weight() const { return bucket->weight(*this); }
Matrix Parameter::gradient() const { return bucket->gradient(*this); }

Bucket::Bucket(std::string name, std::vector<ParameterSpec> specs, const BucketOptions& options,
               Group data, Group copies, Memory& memory, Kernels& kernels)
    : m_name(std::move(name))
    , m_specs(std::move(specs))
    , m_options(options)
    , m_data(data)
    , m_copies(copies)
    , m_memory(memory)
    , m_kernels(kernels)
{
    for (const ParameterSpec& spec : m_specs) {
        m_offsets.push_back(m_size);
        m_size += spec.size();
    }
    const std::int64_t ranks = m_data.size();
    // Padded, so that all shares are equal and one collective moves them; the padding has weights
    // and gradients of 0 and stays so.
    m_size = (m_size + ranks - 1) / ranks * ranks;
    const std::int64_t share = cut() ? m_size / ranks : m_size;
    const auto row = [&](std::int64_t elements, Type type, Use use) {
        Held held = m_memory.matrix(1, elements, type, use);
        m_kernels.fill(held.view, 0);
        return held;
    };
    const bool wholeWeights = !(cut() && m_options.zero == 3);
    if (wholeWeights)
        m_weights = row(m_size, m_options.type, Use::Weights);
    // A master copy in F32, where what is multiplied with is rounded or not always there: small
    // updates would vanish in BF16 (Micikevicius et al. 2018, section 3.1). Beside weights in BF16
    // it is a state of the optimizer, as an estimate has it.
    if (!wholeWeights || m_options.type != Type::F32)
        m_master
            = row(share, Type::F32, m_options.type == Type::F32 ? Use::Weights : Use::Optimizer);
    if (!(cut() && m_options.zero >= 2))
        m_whole = row(m_size, Type::F32, Use::Gradients);
    if (cut())
        m_own = row(share, Type::F32, Use::Gradients);
    if (m_options.rule != Rule::Sgd) {
        const Type type = m_options.rule == Rule::AdamBf16 ? Type::BF16 : Type::F32;
        m_first = row(share, type, Use::Optimizer);
        m_second = row(share, type, Use::Optimizer);
    }
}

// A stretch of a row of the bucket as the matrix that a parameter is.
Matrix Bucket::shaped(const Matrix& row, const Parameter& parameter) const
{
    const auto first = static_cast<std::size_t>(parameter.index);
    std::int64_t rows = 0;
    std::int64_t size = 0;
    for (std::size_t i = first; i < first + static_cast<std::size_t>(parameter.count); ++i) {
        rows = std::max(rows, m_specs[i].rows);
        size += m_specs[i].size();
    }
    const std::int64_t columns = rows == 1 ? size : m_specs[first].columns;
    return matrix(row.columnRange(m_offsets[first], size).data, size / columns, columns, row.type);
}

Matrix Bucket::part(Matrix whole) const
{
    const std::int64_t share = m_size / m_data.size();
    return whole.columnRange(share * m_data.rank(), share);
}

// ---- during the ops ----

void Bucket::needWeights()
{
    if (m_needed++ > 0 || m_weights.block)
        return;
    m_weights = m_memory.matrix(1, m_size, m_options.type, Use::Buffers);
    // This rank's share is written where the gather expects it: in its place among the others.
    m_kernels.copy(part(m_weights.view), m_master.view);
    m_data.gather(part(m_weights.view), m_weights.view);
}

void Bucket::doneWithWeights()
{
    assert(m_needed > 0);
    if (--m_needed == 0 && cut() && m_options.zero == 3)
        m_weights.reset();
}

Matrix Bucket::weight(const Parameter& parameter) const
{
    assert(m_weights.block);
    return shaped(m_weights.view, parameter);
}

void Bucket::openGradients()
{
    if (m_open++ > 0 || m_whole.block)
        return;
    m_whole = m_memory.matrix(1, m_size, Type::F32, Use::Buffers);
    m_kernels.fill(m_whole.view, 0);
}

void Bucket::closeGradients()
{
    assert(m_open > 0);
    if (--m_open > 0 || !cut() || m_options.zero < 2)
        return;
    const Held sum = m_memory.matrix(1, m_own.view.columns, Type::F32, Use::Buffers);
    m_data.scatterSum(m_whole.view, sum.view);
    // Each op adds to what earlier ones have summed, since whole gradients live only during one.
    m_kernels.add(m_own.view, sum.view);
    m_whole.reset();
}

Matrix Bucket::gradient(const Parameter& parameter) const
{
    assert(m_whole.block);
    return shaped(m_whole.view, parameter);
}

// ---- at the end of a step ----

void Bucket::startReduction()
{
    if (m_data.alone() || (cut() && m_options.zero >= 2))
        return;
    m_reduction
        = cut() ? m_data.startScatterSum(m_whole.view, m_own.view) : m_data.startSum(m_whole.view);
}

void Bucket::testReduction()
{
    if (m_reduction && !m_reductionEnd)
        m_reductionEnd = m_data.test(*m_reduction);
}

std::optional<Bucket::Reduced> Bucket::finishReduction()
{
    if (!m_reduction)
        return std::nullopt;
    Reduced reduced{m_reduction->start, {}, m_reduction->bytes};
    const Mark waited = m_data.finish(*m_reduction);
    if (!m_reductionEnd)
        m_reductionEnd = m_reduction->work->end();
    reduced.end = m_reductionEnd.value_or(waited);
    m_reduction.reset();
    m_reductionEnd.reset();
    return reduced;
}

Matrix Bucket::gradients() const { return cut() ? m_own.view : m_whole.view; }

void Bucket::sumOverCopies() { m_copies.sum(gradients()); }

template <class F>
void Bucket::forEachParameter(std::int64_t first, std::int64_t count, const F& f) const
{
    for (std::size_t i = 0; i < m_specs.size(); ++i) {
        const std::int64_t from = std::max(m_offsets[i], first);
        const std::int64_t to = std::min(m_offsets[i] + m_specs[i].size(), first + count);
        if (from < to)
            f(m_specs[i], from - first, to - from);
    }
}

void Bucket::sumOverTensor(Group& tensor)
{
    if (tensor.alone())
        return;
    const Matrix held = gradients();
    const std::int64_t first = cut() ? held.columns * m_data.rank() : 0;
    forEachParameter(
        first, held.columns, [&](const ParameterSpec& spec, std::int64_t from, std::int64_t count) {
            if (spec.slots == 0)
                return;
            const Matrix mine = held.columnRange(from, count);
            const Held all = m_memory.matrix(spec.slots, count, Type::F32, Use::Buffers);
            m_kernels.fill(all.view, 0);
            m_kernels.copy(all.view.rowRange(spec.slot, 1), mine);
            // Each slot has values of the ranks that hold the same elements, and zeros of the
            // others; so one sum serves groups of any size within the tensor ranks.
            tensor.sum(all.view);
            m_kernels.copy(mine, all.view.rowRange(spec.slot, 1));
        });
}

void Bucket::addSquares(std::vector<Squares>& all, Slot sum) const
{
    // A weight that lies on several pipeline ranks is one weight: its gradient counts once.
    if (m_copies.rank() != 0)
        return;
    // Every data rank counts its share, also of what all of them hold.
    const Matrix counted = cut() ? m_own.view : part(m_whole.view);
    forEachParameter(counted.columns * m_data.rank(), counted.columns,
                     [&](const ParameterSpec& spec, std::int64_t from, std::int64_t count) {
                         if (spec.primary)
                             all.push_back({sum, counted.columnRange(from, count)});
                     });
}

Matrix Bucket::rounded() const
{
    if (!m_master.block || (cut() && m_options.zero == 3)) // gathered at the next use
        return {};
    return cut() ? part(m_weights.view) : m_weights.view;
}

void Bucket::addUpdates(std::vector<Update>& all) const
{
    const Matrix gradient = gradients();
    const Stretch weights = stretch(State::Weights);
    const Matrix copies = rounded();
    forEachParameter(weights.first, weights.values.columns,
                     [&](const ParameterSpec& spec, std::int64_t from, std::int64_t count) {
                         const auto range = [&](const Matrix& row) {
                             return row.empty() ? row : row.columnRange(from, count);
                         };
                         // Vectors (biases, gains of norms) do not decay, whatever the strategy
                         // says of the rest.
                         all.push_back({range(weights.values), range(gradient), range(m_first.view),
                                        range(m_second.view), range(copies), spec.decays});
                     });
}

void Bucket::gatherWeights()
{
    if (cut() && m_options.zero != 3)
        m_data.gather(part(m_weights.view), m_weights.view);
}

void Bucket::addGradients(std::vector<Matrix>& all) const
{
    for (const Held* held : {&m_whole, &m_own})
        if (held->block)
            all.push_back(held->view);
}

// ---- checkpoints ----

Bucket::Stretch Bucket::stretch(State state) const
{
    const std::int64_t first = cut() ? m_size / m_data.size() * m_data.rank() : 0;
    if (state == State::FirstMoment)
        return {first, m_first.view};
    if (state == State::SecondMoment)
        return {first, m_second.view};
    if (m_master.block)
        return {first, m_master.view};
    return {first, cut() ? part(m_weights.view) : m_weights.view};
}

bool Bucket::isPrimary() const { return m_copies.rank() == 0 && (cut() || m_data.rank() == 0); }

void Bucket::weightsChanged()
{
    if (const Matrix copies = rounded(); !copies.empty())
        m_kernels.copy(copies, m_master.view);
    gatherWeights();
}

} // namespace training
