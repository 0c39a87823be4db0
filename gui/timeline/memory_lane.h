// What one rank's memory held over a step, by kind, prepared so that a picture of any range costs
// as much as its pixels, however many samples there are.

#pragma once

#include "gui/timeline/time_axis.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gui {

// In the order in which they are stacked, the lowest first.
enum class MemoryKind : std::uint8_t { Weights, Gradients, Optimizer, Activations, Buffers };

inline constexpr std::size_t kMemoryKinds = 5;

using MemoryBytes = std::array<std::uint64_t, kMemoryKinds>; // by MemoryKind

// Of all kinds together, in bytes.
std::uint64_t totalOf(const MemoryBytes& bytes);

// Held from `time` on, until the next edge. Times count from the zero of the step.
struct MemoryEdge {
    Nanoseconds time{};
    MemoryBytes held{};

    bool operator==(const MemoryEdge&) const = default;
};

// Immutable; any thread.
class MemoryLane {
public:
    MemoryLane() = default;

    // `edges` in rising order of time; of several at one time the last counts. `peaks`: the most
    // of each kind at any moment of the step, between the edges, too.
    MemoryLane(const std::vector<MemoryEdge>& edges, const MemoryBytes& peaks);

    bool isEmpty() const { return m_levels.empty(); } // no data
    const MemoryBytes& peaks() const { return m_peaks; }
    std::uint64_t largestTotal() const { return m_largestTotal; } // of any edge

    // Null before the first edge.
    const MemoryBytes* at(Nanoseconds time) const;

    // For each pixel column of the axis what was held when the column's total was largest, so
    // that no peak vanishes; null where nothing is known, before 0 and from `end` on. Where there
    // are more edges than columns, a peak may stand up to two columns wide.
    void columns(const TimeAxis& axis, Nanoseconds end,
                 std::vector<const MemoryBytes*>& columns) const;

private:
    // 2^level edges that follow each other: the time of the first, and what the one with the
    // largest total held. Copied, so that a picture reads memory in order.
    struct Group {
        Nanoseconds time{};
        std::uint64_t total = 0;
        MemoryBytes held{};
    };

    std::vector<std::vector<Group>> m_levels; // [level]; the edges themselves are level 0
    MemoryBytes m_peaks{};
    std::uint64_t m_largestTotal = 0;
};

} // namespace gui
