// A table by index that is never larger than the list it is made for: a plain array
// where the list fills it, a hash map where a short list names large indices.
//
// Schedules come from files, in which one op may name microbatch 4,000,000. The memory of checking
// such a file is bounded by its length, not by the numbers that it names, and a usual schedule
// still gets the speed of an array.

#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace plan {

// `Value` is small, copyable, and default-constructed to what "nothing here" means.
template <class Value>
class SlotMap {
public:
    // `slots` indices, of which about `used` will be written. An array of at most four times that
    // many, or of a few thousand, is cheaper than hashing.
    SlotMap(std::size_t slots, std::size_t used)
        : m_slots(slots)
        , m_dense(slots <= 4 * used + 4096)
    {
        if (m_dense)
            m_array.resize(slots);
    }

    // Indices are below this.
    std::size_t slots() const { return m_slots; }

    // Precondition of both: slot < slots(). A slot never written holds Value{}.
    Value& operator[](std::size_t slot) { return m_dense ? m_array[slot] : m_map[slot]; }
    Value get(std::size_t slot) const
    {
        if (m_dense)
            return m_array[slot];
        const auto found = m_map.find(slot);
        return found == m_map.end() ? Value{} : found->second;
    }

    // Calls visit(slot, value) for every slot that may hold something, in no order.
    template <class Visit>
    void forEachWritten(Visit&& visit) const
    {
        for (std::size_t slot = 0; slot < m_array.size(); ++slot)
            visit(slot, m_array[slot]);
        for (const auto& [slot, value] : m_map)
            visit(slot, value);
    }

    // How many slots forEachWritten() visits.
    std::size_t written() const { return m_dense ? m_array.size() : m_map.size(); }

private:
    std::size_t m_slots;
    bool m_dense;
    std::vector<Value> m_array;
    std::unordered_map<std::size_t, Value> m_map;
};

} // namespace plan
