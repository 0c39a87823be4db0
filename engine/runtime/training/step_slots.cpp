#include "engine/runtime/training/step_slots.h"

#include <cassert>
#include <cmath>

namespace training {

namespace {

constexpr std::size_t kSquares = 3; // behind the totals and the scale

} // namespace

StepSlots::StepSlots(Memory& memory, std::size_t buckets)
    : m_memory(memory)
    , m_buckets(buckets)
{
}

void StepSlots::beginStep(std::size_t losses)
{
    const auto count = static_cast<std::int64_t>(kSquares + m_buckets + losses);
    m_microbatches.clear();
    m_values.clear();
    if (m_slots.view.count != count)
        m_slots = m_memory.slots(count, Use::Buffers);
    else
        m_memory.store().fill({m_slots.view.data, m_slots.view.values().bytes()}, std::byte{0});
}

Slot StepSlots::nextLoss(int microbatch)
{
    const std::size_t index = kSquares + m_buckets + m_microbatches.size();
    assert(static_cast<std::int64_t>(index) < m_slots.view.count);
    // Slots are given in the order of the ops; which microbatch each belongs to is remembered for
    // the sentence about one that is not a number.
    m_microbatches.push_back(microbatch);
    return m_slots.view[index];
}

Slot StepSlots::squares(std::size_t bucket) const
{
    assert(bucket < m_buckets);
    return m_slots.view[kSquares + bucket];
}

void StepSlots::sum(Kernels& kernels, bool withoutLosses)
{
    const Slots totals = this->totals();
    kernels.sumSlots(totals[0], m_slots.view.part(kSquares, m_buckets));
    if (!withoutLosses)
        kernels.sumSlots(totals[1], m_slots.view.part(kSquares + m_buckets, m_microbatches.size()));
}

void StepSlots::download()
{
    m_values.resize(static_cast<std::size_t>(m_slots.view.count));
    engine::downloadValues(m_memory.store(), std::span(m_values), m_slots.view.values());
}

std::optional<int> StepSlots::firstNotFinite() const
{
    for (std::size_t i = 0; i < m_microbatches.size(); ++i)
        if (!std::isfinite(m_values[kSquares + m_buckets + i]))
            return m_microbatches[i];
    return std::nullopt;
}

} // namespace training
