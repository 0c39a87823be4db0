// Parts of one work taken by several threads, each taking the next part when it is done with the
// last, so that parts of very different length still keep all of them busy.

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>

namespace strategy {

// Hands out each index below `count` once, to whoever asks first. Any thread may call next().
class PartQueue {
public:
    explicit PartQueue(std::size_t count)
        : m_count(count)
    {
    }

    // Indices rise from 0; nothing when all are given out, however often it is asked.
    std::optional<std::size_t> next()
    {
        const std::size_t part = m_next.fetch_add(1);
        return part < m_count ? std::optional(part) : std::nullopt;
    }

private:
    std::size_t m_count;
    std::atomic<std::size_t> m_next = 0;
};

// Runs `work` on so many threads, no more than there are parts; the caller's is one of them, and
// the only one where the system gives no more. Each call takes parts of the queue until it is
// empty, or returns early to give up.
//
// Returns when all are done. `work` throws nothing but std::bad_alloc, which is passed on once the
// other threads have taken the parts that remain.
void runParts(std::size_t parts, int threads, const std::function<void(PartQueue&)>& work);

} // namespace strategy
