// A bounded queue between exactly one producer and one consumer thread, without locks.
//
// A full ring refuses the newest item and counts it: the producer is a rank's compute thread, which
// must never wait. An item costs a copy and one release store; each side looks at the other's index
// only when its last sight of it says full, or empty. The indices count up without end and are
// masked at use, so full and empty need no spare slot to be told apart.

#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace telemetry {

// T is copied, and made by its default constructor for every slot.
template <class T>
class Ring {
public:
    // Capacity is rounded up to a power of two, at least 2. All memory is taken here.
    explicit Ring(std::size_t capacity)
        : m_items(std::bit_ceil(capacity < 2 ? std::size_t{2} : capacity))
        , m_mask(m_items.size() - 1)
    {
    }

    // Items that fit, after rounding up.
    std::size_t capacity() const { return m_items.size(); }

    // Producer thread. False: full, the item is counted as dropped.
    bool push(const T& item)
    {
        T* slot = beginPush();
        if (slot == nullptr)
            return false;
        *slot = item;
        endPush();
        return true;
    }

    // Producer thread: the slot to fill in place, then endPush(); null: full and counted.
    T* beginPush()
    {
        // Its own index needs no ordering. The acquire of the other's pairs with the release in
        // pop(): the consumer has done with the slot before it is filled again.
        const std::uint64_t head = m_head.load(std::memory_order_relaxed);
        if (head - m_knownTail == m_items.size()) {
            m_knownTail = m_tail.load(std::memory_order_acquire);
            if (head - m_knownTail == m_items.size()) {
                drop();
                return nullptr;
            }
        }
        return &m_items[head & m_mask];
    }
    // Producer thread: hands the slot of the last beginPush() over. Precondition: it was not null.
    void endPush()
    {
        m_head.store(m_head.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    // Consumer thread: the oldest item, or null. Stays valid until pop().
    const T* front()
    {
        const std::uint64_t tail = m_tail.load(std::memory_order_relaxed);
        if (tail == m_knownHead) {
            m_knownHead = m_head.load(std::memory_order_acquire);
            if (tail == m_knownHead)
                return nullptr;
        }
        return &m_items[tail & m_mask];
    }

    // Consumer thread. Precondition: front() was not null.
    void pop()
    {
        m_tail.store(m_tail.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    // Any thread. Totals since the ring was made, which never fall: items taken in, handed out, and
    // refused as the ring was full. They are exact once the producer has stopped.
    std::uint64_t pushed() const { return m_head.load(std::memory_order_acquire); }
    std::uint64_t popped() const { return m_tail.load(std::memory_order_acquire); }
    std::uint64_t dropped() const { return m_dropped.load(std::memory_order_acquire); }

private:
    // Only the producer writes the counter, so a load and a store suffice: no read-modify-write,
    // which would lock the cache line.
    void drop()
    {
        m_dropped.store(m_dropped.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    std::vector<T> m_items;
    std::size_t m_mask; // size - 1, of a power of two
    // Each side's words on their own cache line, with its last sight of the other's, so that the
    // two threads do not take the line from each other with every item.
    alignas(64) std::atomic<std::uint64_t> m_head{0};
    std::uint64_t m_knownTail = 0;
    std::atomic<std::uint64_t> m_dropped{0};
    alignas(64) std::atomic<std::uint64_t> m_tail{0};
    std::uint64_t m_knownHead = 0;
};

} // namespace telemetry
