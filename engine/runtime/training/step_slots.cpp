#include "engine/runtime/training/step_slots.h"

#include <cassert>
#include <cmath>

namespace training {

StepSlots::StepSlots(Memory& memory, std::size_t buckets)
    : m_memory(memory)
    , m_buckets(buckets)
{
}

void StepSlots::beginStep(std::size_t losses)
{
    const auto count = static_cast<std::int64_t>(m_buckets + losses);
    m_microbatches.clear();
    m_values.clear();
    if (m_slots.view.count != count)
        m_slots = m_memory.slots(count, Use::Buffers);
    else
        m_memory.store().fill({m_slots.view.data, m_slots.view.values().bytes()}, std::byte{0});
}

Slot StepSlots::nextLoss(int microbatch)
{
    const std::size_t index = m_buckets + m_microbatches.size();
    assert(static_cast<std::int64_t>(index) < m_slots.view.count);
    // Slots are given in the order of the ops; which microbatch each belongs to is remembered for
    // the sentence about one that is not a number.
    m_microbatches.push_back(microbatch);
    return m_slots.view[index];
}

Slot StepSlots::squares(std::size_t bucket) const
{
    assert(bucket < m_buckets);
    return m_slots.view[bucket];
}

void StepSlots::download()
{
    m_values.resize(static_cast<std::size_t>(m_slots.view.count));
    engine::downloadValues(m_memory.store(), std::span(m_values), m_slots.view.values());
}

double StepSlots::loss() const
{
    double sum = 0;
    for (std::size_t i = 0; i < m_microbatches.size(); ++i)
        sum += m_values[m_buckets + i];
    return sum;
}

std::optional<int> StepSlots::firstNotFinite() const
{
    for (std::size_t i = 0; i < m_microbatches.size(); ++i)
        if (!std::isfinite(m_values[m_buckets + i]))
            return m_microbatches[i];
    return std::nullopt;
}

double StepSlots::squares() const
{
    double sum = 0;
    for (std::size_t i = 0; i < m_buckets; ++i)
        sum += m_values[i];
    return sum;
}

} // namespace training
