#include "engine/runtime/training/memory.h"

#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <string>
#include <utility>

namespace training {

namespace {

using engine::kComputeLane;
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

std::string nameOf(Use use)
{
    constexpr std::array<const char*, kUses> kNames
        = {"weights", "gradients", "optimizer", "activations", "buffers"};
    return kNames[static_cast<std::size_t>(use)];
}

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

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
    while (!m_kept.empty())
        release(m_kept.begin());
}

void Block::usedUntil(Lane lane, Mark mark)
{
    for (auto& [used, until] : m_marks)
        if (used == lane) {
            until = mark;
            return;
        }
    m_marks.emplace_back(lane, mark);
}

Block Memory::take(std::size_t bytes, Use use, Lane lane)
{
    Block block;
    block.m_bytes = bytes;
    block.m_use = use;
    block.m_capacity = capacityFor(bytes > 0 ? bytes : 1);
    const auto kept = findKept(block.m_capacity, lane);
    if (kept != m_kept.end()) {
        block.m_capacity = kept->first;
        block.m_data = kept->second.data;
        orderAfter(kept->second.marks, lane);
        m_kept.erase(kept);
    } else {
        block.m_data = m_store.take(block.m_capacity);
        if (!block.m_data)
            block.m_data = takeFromAll(block.m_capacity, use);
        m_reserved += block.m_capacity;
        m_mostInUse = std::max(m_mostInUse, m_inUse + block.m_capacity + keptInUse());
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

// The smallest that is large enough, and not too large.
Memory::KeptBlocks::iterator Memory::findKept(std::size_t capacity, Lane lane)
{
    for (auto kept = m_kept.lower_bound(capacity);
         kept != m_kept.end() && kept->first <= kLooseness * capacity; ++kept)
        if (!inUse(kept->second, lane))
            return kept;
    return m_kept.end();
}

// By a lane other than that one.
bool Memory::inUse(const Kept& kept, Lane lane)
{
    return std::any_of(kept.marks.begin(), kept.marks.end(), [&](const auto& mark) {
        return mark.first != lane && !m_lanes.passed(mark.second);
    });
}

std::size_t Memory::keptInUse()
{
    std::size_t bytes = 0;
    for (const auto& [capacity, kept] : m_kept)
        if (inUse(kept, kComputeLane))
            bytes += capacity;
    return bytes;
}

// What is queued in `lane` from now on begins when nobody uses a kept block with these marks any
// more. The work of the Compute lane has no mark of its own: whatever it may be is queued by now.
void Memory::orderAfter(const LaneMarks& marks, Lane lane)
{
    for (const auto& [other, until] : marks)
        if (other != lane)
            m_lanes.wait(lane, until);
    if (lane != kComputeLane)
        m_lanes.wait(lane, m_lanes.mark(kComputeLane));
}

// The device may have the memory, only in pieces that are kept here. Some of them may be in use in
// another lane: the Store waits for that, and gives up in time where it waits in vain.
engine::DeviceAddress Memory::takeFromAll(std::size_t capacity, Use use)
{
    while (!m_kept.empty())
        release(m_kept.begin());
    const engine::DeviceAddress data = m_store.take(capacity);
    if (!data)
        throw Failure({whyNone(capacity, use)});
    return data;
}

// Names what was asked for, what is held, and what makes the largest part of it smaller.
std::string Memory::whyNone(std::size_t capacity, Use use) const
{
    std::string held;
    for (std::size_t i = 0; i < kUses; ++i)
        held += (i > 0 ? ", " : "") + nameOf(static_cast<Use>(i)) + " "
            + std::to_string(m_current[i] >> 20);
    const bool ofModel = use < Use::Activations;
    const std::size_t model = m_current[0] + m_current[1] + m_current[2];
    const std::size_t others = current(Use::Activations) + current(Use::Buffers);
    return "no memory is left for " + mebibytes(capacity) + " of " + nameOf(use)
        + ": this rank has " + mebibytes(m_reserved) + " (" + held + "); "
        + (model + (ofModel ? capacity : 0) > others + (ofModel ? 0 : capacity)
               ? "use more tensor or pipeline ranks, or ZeRO (parallel.zero)"
               : "use smaller microbatches, recomputation, or a schedule that keeps fewer")
        + m_store.whatIsLeft();
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
    // As much may be kept as was ever in use at once: a step that repeats itself finds all its
    // blocks.
    while (m_reserved - m_inUse > m_mostInUse) {
        auto oldest = m_kept.end();
        for (auto kept = m_kept.begin(); kept != m_kept.end(); ++kept)
            if ((oldest == m_kept.end() || kept->second.since < oldest->second.since)
                && !inUse(kept->second, kComputeLane))
                oldest = kept;
        if (oldest == m_kept.end())
            return;
        release(oldest);
    }
}

} // namespace training
