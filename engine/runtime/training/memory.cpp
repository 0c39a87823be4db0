#include "engine/runtime/training/memory.h"

#include <algorithm>
#include <new>
#include <utility>

namespace training {

namespace {

constexpr std::size_t kAlignment = 64;

// Blocks of one size class fit one another: a block wastes at most an eighth of itself.
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
    for (const auto& [capacity, data] : m_kept)
        ::operator delete(data, std::align_val_t{kAlignment});
}

Block Memory::take(std::size_t bytes, Use use)
{
    Block block;
    block.m_bytes = bytes;
    block.m_use = use;
    block.m_capacity = capacityFor(bytes > 0 ? bytes : 1);
    if (const auto kept = m_kept.find(block.m_capacity); kept != m_kept.end()) {
        block.m_data = kept->second;
        m_kept.erase(kept);
    } else {
        block.m_data = static_cast<std::byte*>(
            ::operator new(block.m_capacity, std::align_val_t{kAlignment}));
        m_reserved += block.m_capacity;
    }
    block.m_memory = this;
    const auto index = static_cast<std::size_t>(use);
    m_current[index] += bytes;
    m_peak[index] = std::max(m_peak[index], m_current[index]);
    return block;
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
    m_kept.emplace(block.m_capacity, block.m_data);
}

} // namespace training
