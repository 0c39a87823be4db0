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

// What all processes together had in use of a rank's device, as it was sampled.
struct DeviceMemory {
    struct Edge {
        Nanoseconds time{}; // from the zero of the step
        std::uint64_t used = 0;

        bool operator==(const Edge&) const = default;
    };
    // In rising order of time; each holds until the next. None: only `total` is known.
    std::vector<Edge> edges{};
    std::uint64_t total = 0; // that the device has; 0: not known

    // Empty before the first edge.
    std::optional<std::uint64_t> at(Nanoseconds time) const;
    std::uint64_t largest() const; // of any edge
};

// Immutable but for withDevice(); any thread.
class MemoryLane {
public:
    MemoryLane() = default;

    // `edges` in rising order of time; of several at one time the last counts. `peaks`: the most
    // of each kind at any moment of the step, between the edges, too.
    MemoryLane(const std::vector<MemoryEdge>& edges, const MemoryBytes& peaks);

    // Of the device that the rank has; a lane without a rank's own data may have it, too.
    MemoryLane withDevice(DeviceMemory device) &&;
    const DeviceMemory& device() const { return m_device; }
    std::uint64_t largestInUse() const { return m_largestInUse; } // of the device, at any edge

    bool isEmpty() const { return m_levels.empty(); } // no data of the rank itself
    const MemoryBytes& peaks() const { return m_peaks; }
    std::uint64_t largestTotal() const { return m_largestTotal; } // of any edge
    Nanoseconds largestAt() const { return m_largestAt; } // the first such edge; 0 of an empty lane

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
    Nanoseconds m_largestAt{};
    DeviceMemory m_device;
    std::uint64_t m_largestInUse = 0;
};

// Whether devices say how much of their memory is in use: the ranks' own part of it, and all that
// is held besides.
bool devicesCount(const std::vector<MemoryLane>& lanes);

// How high the lanes of a track are: one scale for all ranks, so that they compare.
struct MemoryScale {
    std::uint64_t full = 1;   // bytes, > 0
    bool showsLimits = false; // of the devices: the lanes reach up to the largest
};

// Lanes reach to what was held at most, or to what their devices have where a fair part of that is
// in use: of a device that is nearly empty the lanes would show nothing. What is predicted, where
// that is given, has its place likewise.
MemoryScale scaleOf(const std::vector<MemoryLane>& lanes,
                    const std::vector<std::uint64_t>* predicted = nullptr);

} // namespace gui
