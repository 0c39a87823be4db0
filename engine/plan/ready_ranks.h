// How orders are run rank by rank: a rank goes on until an input is not there, leaves its number
// in the input's slot, and is looked at again when that output is made. Every op is looked at once
// or twice, so running an order is linear in its ops.
//
// The simulator, the search for orders and the check for deadlocks share this; what they do with an
// op is their own. Ranks that are left when none is ready wait for each other for ever.

#pragma once

#include <cstddef>
#include <vector>

namespace plan {

// What a slot of an output holds until it is made: nothing yet, or the rank that waits for it, of
// which there is at most one. A made output holds any value >= 0. `Value` is a signed integer.
template <class Value>
struct Awaited {
    static constexpr Value kByNobody = -1;

    static constexpr Value by(std::size_t rank) { return kFirst - static_cast<Value>(rank); }
    static constexpr bool isMade(Value slot) { return slot >= 0; }
    static constexpr bool hasWaiter(Value slot) { return slot <= kFirst; }
    // Precondition: hasWaiter(slot).
    static constexpr std::size_t waiter(Value slot)
    {
        return static_cast<std::size_t>(kFirst - slot);
    }

private:
    static constexpr Value kFirst = -2;
};

// The ranks that can go on, the one that became ready last first. When each op runs does not depend
// on that order, as a rank's ops and their inputs are fixed; going on with the rank that was just
// woken finds its input in the cache.
class ReadyRanks {
public:
    // All ranks below `ranks`, rank 0 first. What was in it before is dropped; memory is kept.
    void startAll(std::size_t ranks)
    {
        m_ranks.clear();
        for (std::size_t rank = ranks; rank-- > 0;)
            m_ranks.push_back(rank);
    }

    // Precondition: the rank is not in it.
    void add(std::size_t rank) { m_ranks.push_back(rank); }

    // Puts the waiting rank in, if there is one.
    template <class Value>
    void wake(Value slot)
    {
        if (Awaited<Value>::hasWaiter(slot))
            add(Awaited<Value>::waiter(slot));
    }

    // Calls run(rank) for each, and for those that are put in meanwhile, until none is left or it
    // says false.
    template <class Run>
    void drain(const Run& run)
    {
        while (!m_ranks.empty()) {
            const std::size_t rank = m_ranks.back();
            m_ranks.pop_back();
            if (!run(rank))
                return;
        }
    }

private:
    std::vector<std::size_t> m_ranks;
};

} // namespace plan
