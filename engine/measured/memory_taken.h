// What the ranks of a run held in memory at most, in which op that was, and what ops add: frames
// in, numbers of each rank out.
//
// Ranks sample their memory at the end of every op that changed it, with the most that each
// category held meanwhile. What an op held at once is the sum of the categories, each with its most
// where that rose in the op, else with the larger of what was held before and after it: never less
// than there was, and more only where two categories peak within one op at different moments.

#pragma once

#include "engine/plan/op.h"
#include "telemetry/codec.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace measured {

// Weights to Buffers, by telemetry::MemoryCategory; bytes.
inline constexpr std::size_t kMemoryParts = 5;
using MemoryParts = std::array<std::uint64_t, kMemoryParts>;

// Stops at the largest number there is.
std::uint64_t totalOf(const MemoryParts& parts);

// All ops of one kind, of one rank.
struct OpMemory {
    std::uint64_t ops = 0;
    double change = 0; // mean of what one more holds after it than before, bytes; may be < 0
    std::uint64_t largest = 0; // that one held at once beyond what was held before it

    bool operator==(const OpMemory&) const = default;
};

struct MemoryTaken {
    MemoryParts atPeak{};             // when all together were the most
    int step = 0;                     // that was in
    std::optional<plan::Op> op{};     // likewise; none where it is not known
    MemoryParts peaks{};              // of each alone, at any time
    std::array<OpMemory, 4> byKind{}; // by plan::OpKind

    std::uint64_t peak() const { return totalOf(atPeak); }
    bool operator==(const MemoryTaken&) const = default;
};

// Not thread-safe. Memory: the ops and samples of the step that each rank is in.
class MemoryTakings {
public:
    static constexpr std::size_t kMostOpen = std::size_t{1} << 20; // of each, of a rank

    // Takes one frame of any kind, in the order of the log. Of emulated ranks nothing is kept: they
    // count memory and take none.
    void add(const telemetry::Frame& frame);

    // [rank of the world], of those that have said anything.
    std::map<int, MemoryTaken> taken() const;

private:
    struct Rank {
        bool any = false;
        MemoryTaken taken{};
        MemoryParts held{};
        std::array<bool, kMemoryParts> known{};       // of held
        std::array<double, 4> changes{};              // by plan::OpKind: the sum
        std::map<std::int64_t, plan::Op> ops;         // of the step, by their ends
        std::vector<telemetry::MemorySample> samples; // of the step
    };

    static void endStep(Rank& rank, int step);

    std::map<std::uint32_t, Rank> m_ranks;
    bool m_emulated = false;
};

} // namespace measured
