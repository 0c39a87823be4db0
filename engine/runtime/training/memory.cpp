#include "engine/runtime/training/memory.h"

#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

namespace training {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kLooseness = 2; // a kept block is at most so many times what is needed

// Sizes that differ little become the same: a new block wastes at most an eighth of itself.
std::size_t capacityFor(std::size_t bytes)
{
    std::size_t step = kAlignment;
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
    other.reset();
    return *this;
}

void Block::reset()
{
    if (m_memory != nullptr)
        m_memory->giveBack(*this);
    m_memory = nullptr;
    m_data = nullptr;
    m_bytes = m_capacity = 0;
}

Memory::~Memory()
{
    while (!m_kept.empty())
        release(m_kept.begin());
}

Block Memory::take(std::size_t bytes, Use use)
{
    Block block;
    block.m_bytes = bytes;
    block.m_use = use;
    block.m_capacity = capacityFor(bytes > 0 ? bytes : 1);
    const auto kept = m_kept.lower_bound(block.m_capacity);
    if (kept != m_kept.end() && kept->first <= kLooseness * block.m_capacity) {
        block.m_capacity = kept->first;
        block.m_data = kept->second.data;
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

std::byte* Memory::allocate(std::size_t capacity)
{
    constexpr std::align_val_t kAligned{kAlignment};
    void* data = ::operator new(capacity, kAligned, std::nothrow);
    if (data == nullptr) {
        while (!m_kept.empty())
            release(m_kept.begin());
        data = ::operator new(capacity, kAligned, std::nothrow);
    }
    if (data == nullptr)
        throw Failure({"this rank holds " + std::to_string(m_reserved >> 20) + " MiB and needs "
                       + std::to_string(capacity >> 20)
                       + " MiB more, which this machine does not have; use smaller microbatches, "
                         "recomputation, or more ranks to share the model"});
    return static_cast<std::byte*>(data);
}

Held Memory::matrix(std::int64_t rows, std::int64_t columns, Type type, Use use)
{
    Held held;
    held.view = training::matrix(nullptr, rows, columns, type);
    held.block = take(held.view.bytes(), use);
    held.view.data = held.block.data();
    return held;
}

void Memory::giveBack(Block& block)
{
    m_current[static_cast<std::size_t>(block.m_use)] -= block.m_bytes;
    m_inUse -= block.m_capacity;
    m_kept.emplace(block.m_capacity, Kept{block.m_data, ++m_givenBack});
    releaseBeyondBound();
}

void Memory::release(KeptBlocks::iterator kept)
{
    ::operator delete (kept->second.data, std::align_val_t{kAlignment});
    m_reserved -= kept->first;
    m_kept.erase(kept);
}

void Memory::releaseBeyondBound()
{
    const auto older = [](const auto& a, const auto& b) { return a.second.since < b.second.since; };
    while (m_reserved - m_inUse > m_mostInUse)
        release(std::min_element(m_kept.begin(), m_kept.end(), older));
}

} // namespace training
