#include "engine/runtime/cuda/cupti_buffers.h"

#include <utility>

namespace gpu::cupti {

Buffers& Buffers::own()
{
    static auto* const buffers = new Buffers; // never ends
    return *buffers;
}

std::uint8_t* Buffers::take()
{
    const std::lock_guard lock(m_mutex);
    if (m_free.empty()) {
        if (m_all.size() == kMost)
            return nullptr;
        // Of eight bytes each, as the records must be aligned.
        m_all.push_back(std::make_unique<std::uint64_t[]>(kBytes / sizeof(std::uint64_t)));
        return reinterpret_cast<std::uint8_t*>(m_all.back().get());
    }
    std::uint8_t* const buffer = m_free.back();
    m_free.pop_back();
    return buffer;
}

void Buffers::putFull(std::uint8_t* buffer, std::size_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_full.push_back({buffer, bytes});
}

std::vector<Buffers::Full> Buffers::takeFull()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_full, {});
}

void Buffers::putFree(std::uint8_t* buffer)
{
    const std::lock_guard lock(m_mutex);
    m_free.push_back(buffer);
}

} // namespace gpu::cupti
