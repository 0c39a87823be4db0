#include "engine/runtime/buffer_pool.h"

namespace engine {

void ReturnToPool::operator()(std::vector<std::byte>* memory) const { pool->giveBack(memory); }

BufferPool::BufferPool(std::size_t bytes, std::size_t limit)
    : m_bytes(bytes)
    , m_limit(limit)
{
}

std::optional<Buffer> BufferPool::take()
{
    const std::lock_guard lock(m_mutex);
    // Nothing is allocated while a used buffer lies here, so this bounds what was ever allocated,
    // too.
    if (m_inUse == m_limit) {
        ++m_refused;
        return std::nullopt;
    }
    std::unique_ptr<std::vector<std::byte>> memory;
    if (m_free.empty()) {
        memory = std::make_unique<std::vector<std::byte>>(m_bytes);
    } else {
        memory = std::move(m_free.back());
        m_free.pop_back();
    }
    ++m_inUse;
    // The last returned is the first taken again: its pages are the likeliest to be in a cache.
    return Buffer(memory.release(), ReturnToPool{this});
}

std::size_t BufferPool::inUse() const
{
    const std::lock_guard lock(m_mutex);
    return m_inUse;
}

std::size_t BufferPool::refused() const
{
    const std::lock_guard lock(m_mutex);
    return m_refused;
}

void BufferPool::giveBack(std::vector<std::byte>* memory)
{
    std::unique_ptr<std::vector<std::byte>> owned(memory);
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(owned));
    --m_inUse;
}

} // namespace engine
