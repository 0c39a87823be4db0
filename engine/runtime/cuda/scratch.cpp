#include "engine/runtime/cuda/scratch.h"

#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"

#include <algorithm>

#include <fmt/format.h>

namespace gpu {

namespace {

constexpr std::size_t kLeast = std::size_t{1} << 20;

} // namespace

Scratch::~Scratch()
{
    if (m_memory)
        m_store.release(m_memory, m_bytes);
}

void* Scratch::take(std::size_t bytes)
{
    if (bytes <= m_bytes && m_memory)
        return engine::rawPointer(m_memory);
    // Twice as much as was ever asked for: what it had until now is free for others only once the
    // device is done with it.
    const std::size_t grown = std::max({bytes, 2 * m_bytes, kLeast});
    if (m_memory)
        m_store.release(m_memory, m_bytes);
    m_bytes = grown;
    m_memory = m_store.take(m_bytes);
    if (!m_memory)
        throw training::Failure(
            {fmt::format("the GPU has no {} MiB left for its kernels to work in{}", m_bytes >> 20,
                         m_store.whatIsLeft())});
    return engine::rawPointer(m_memory);
}

} // namespace gpu
