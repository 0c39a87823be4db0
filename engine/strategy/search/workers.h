// Parts of one work taken by several threads. Internal to this folder.

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>

namespace strategy {

// Hands out each index below `count` once, to whoever asks first.
class PartQueue {
public:
    explicit PartQueue(std::size_t count)
        : m_count(count)
    {
    }

    std::optional<std::size_t> next()
    {
        const std::size_t part = m_next.fetch_add(1);
        return part < m_count ? std::optional(part) : std::nullopt;
    }

private:
    std::size_t m_count;
    std::atomic<std::size_t> m_next = 0;
};

// Runs `work` on so many threads, no more than there are parts; the caller's is one of them.
// Returns when all are done. `work` throws nothing but std::bad_alloc, which is passed on.
void runParts(std::size_t parts, int threads, const std::function<void(PartQueue&)>& work);

} // namespace strategy
