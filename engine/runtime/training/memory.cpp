#include "engine/runtime/training/memory.h"

#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <string>
#include <utility>

namespace training {

namespace {

using engine::Lane;
using engine::Mark;

constexpr std::size_t kLooseness = 2; // a kept block is at most so many times what is needed

// Sizes that differ little become the same: a new block wastes at most an eighth of itself.
std::size_t capacityFor(std::size_t bytes)
{
    // Steps of a sixteenth to an eighth of the size, so that microbatches of slightly different
    // shapes find each other's blocks.
    std::size_t step = engine::Store::kAlignment;
    while (step * 16 <= bytes)
        step *= 2;
    return (bytes + step - 1) / step * step;
}

} // namespace

Block::Block(Block&& other) noexcept { *this = std::move(other); }

Block& Block::operator=(Block&& other) noexcept
{
    std::swap(m_memory, other.m_memory);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_capacity, other.m_capacity);
    std::swap(m_use, other.m_use);
    std::swap(m_marks, other.m_marks);
    other.reset();
    return *this;
}

void Block::reset()
{
    if (m_memory != nullptr)
        m_memory->giveBack(*this);
    m_memory = nullptr;
    m_data = {};
    m_bytes = m_capacity = 0;
    m_marks = {};
}

Memory::Memory(engine::Store& store, engine::Lanes& lanes)
    : m_store(store)
    , m_lanes(lanes)
{
}

Memory::~Memory()
{
    // The device may have the memory, only in pieces that are kept here: all of them go back before
    // it is asked once more.
    while (!m_kept.empty())
        release(m_kept.begin());
}

Block Memory::take(std::size_t bytes, Use use, Lane lane)
{
    Block block;
    block.m_bytes = bytes;
    block.m_use = use;
    block.m_capacity = capacityFor(bytes > 0 ? bytes : 1);
    const auto kept = m_kept.lower_bound(block.m_capacity);
    if (kept != m_kept.end() && kept->first <= kLooseness * block.m_capacity) {
        block.m_capacity = kept->first;
        block.m_data = kept->second.data;
        orderAfter(kept->second.marks, lane);
        m_kept.erase(kept);
    } else {
        block.m_data = allocate(block.m_capacity);
        m_reserved += block.m_capacity;
    }
    block.m_memory = this;
    m_inUse += block.m_capacity;
    m_mostInUse = std::max(m_mostInUse, m_inUse);
    releaseBeyondBound();
    const auto index = static_cast<std::size_t>(use);
    m_current[index] += bytes;
    m_peak[index] = std::max(m_peak[index], m_current[index]);
    return block;
}

// What is queued in `lane` from now on begins when nobody uses a kept block with these marks any
// more. The work of the Compute lane has no mark of its own: whatever it may be is queued by now.
void Memory::orderAfter(const LaneMarks& marks, Lane lane)
{
    for (std::size_t other = 0; other < marks.size(); ++other)
        if (other != static_cast<std::size_t>(lane) && marks[other] != Mark{})
            m_lanes.wait(lane, marks[other]);
    if (lane != Lane::Compute)
        m_lanes.wait(lane, m_lanes.mark(Lane::Compute));
}

engine::DeviceAddress Memory::allocate(std::size_t capacity)
{
    engine::DeviceAddress data = m_store.take(capacity);
    if (!data) {
        while (!m_kept.empty())
            release(m_kept.begin());
        data = m_store.take(capacity);
    }
    if (!data)
        throw Failure({"this rank holds " + std::to_string(m_reserved >> 20) + " MiB and needs "
                       + std::to_string(capacity >> 20)
                       + " MiB more, which this machine does not have; use smaller microbatches, "
                         "recomputation, or more ranks to share the model"});
    return data;
}

Held Memory::matrix(std::int64_t rows, std::int64_t columns, Type type, Use use, Lane lane)
{
    Held held;
    held.view = training::matrix({}, rows, columns, type);
    held.block = take(held.view.bytes(), use, lane);
    held.view.data = held.block.data();
    return held;
}

HeldIndices Memory::indices(std::int64_t rows, std::int64_t columns, Use use)
{
    HeldIndices held;
    held.view = {{}, rows, columns};
    held.block = take(held.view.bytes(), use);
    held.view.data = held.block.data();
    return held;
}

HeldSlots Memory::slots(std::int64_t count, Use use)
{
    HeldSlots held;
    held.block = take(static_cast<std::size_t>(count) * sizeof(double), use);
    held.view = {held.block.data(), count};
    // A slot that no op writes in a step, as of a stage without a loss, must count as 0.
    m_store.fill({held.block.data(), held.block.bytes()}, std::byte{0});
    return held;
}

HeldIndices Memory::uploaded(std::span<const std::int32_t> values, Use use)
{
    HeldIndices held = indices(static_cast<std::int64_t>(values.size()), 1, use);
    engine::uploadValues(m_store, held.view.values(), values);
    return held;
}

void Memory::giveBack(Block& block)
{
    m_current[static_cast<std::size_t>(block.m_use)] -= block.m_bytes;
    m_inUse -= block.m_capacity;
    m_kept.emplace(block.m_capacity, Kept{block.m_data, ++m_givenBack, block.m_marks});
    releaseBeyondBound();
}

void Memory::release(KeptBlocks::iterator kept)
{
    m_store.release(kept->second.data, kept->first);
    m_reserved -= kept->first;
    m_kept.erase(kept);
}

void Memory::releaseBeyondBound()
{
    const auto older = [](const auto& a, const auto& b) { return a.second.since < b.second.since; };
    // As much may be kept as was ever in use at once: a step that repeats itself finds all its
    // blocks.
    while (m_reserved - m_inUse > m_mostInUse)
        release(std::min_element(m_kept.begin(), m_kept.end(), older));
}

} // namespace training
