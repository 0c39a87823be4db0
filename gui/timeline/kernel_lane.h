// What the devices of a step's ranks did within their ops: kernels, copies and fills, each with
// what queued it. Immutable once handed over; any thread. Times are those of the step, in
// nanoseconds from its beginning.

#pragma once

#include "engine/plan/op.h"
#include "gui/timeline/category.h"
#include "gui/timeline/time_axis.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gui {

// A row of a rank's lane, from above.
enum class KernelKind : std::uint8_t { Compute, Communication, Copy };

inline constexpr std::size_t kKernelKinds = 3;

struct Kernel {
    enum class By : std::uint8_t { Op, Again, Reduction, Optimizer, Beside };

    Nanoseconds start{};
    Nanoseconds end{};       // >= start
    std::uint64_t bytes = 0; // copied or filled; 0 of a kernel
    plan::Op op{};           // of By::Op and By::Again, its second run
    std::uint32_t name = 0;  // index of KernelWork::names
    std::uint32_t stream = 0;
    By by = By::Beside;

    bool operator==(const Kernel&) const = default;
};
static_assert(sizeof(Kernel) == 48);

// How much of an op's time no kernel of any op ran.
struct LaunchGap {
    plan::Op op;
    Nanoseconds time{};

    bool operator==(const LaunchGap&) const = default;
};

struct KernelLane {
    std::array<std::vector<Kernel>, kKernelKinds> rows{}; // by start
    std::vector<LaunchGap> gaps{};                        // of ops that have kernels, by op
    std::uint64_t missing = 0;                            // records that are not in the picture

    bool isEmpty() const;
    const std::vector<Kernel>& row(KernelKind kind) const
    {
        return rows[static_cast<std::size_t>(kind)];
    }
};

struct KernelWork {
    std::vector<KernelLane> lanes{};                 // [rank]
    std::vector<std::string> names{};                // whole ones; a number beyond them has no name
    std::vector<std::string> shortNames{};           // the same, as they fit a box
    std::array<Nanoseconds, kKernelKinds> longest{}; // of any rank

    const std::string& nameOf(const Kernel& kernel) const;
    const std::string& shortNameOf(const Kernel& kernel) const;
    // That run at the time `at`, by start.
    std::vector<const Kernel*> at(std::size_t rank, KernelKind kind, Nanoseconds at) const;
};

// Its colour: that of what queued it, and of whatever exchanges with other ranks that of exchanges.
Category categoryOf(const Kernel& kernel, KernelKind kind);

} // namespace gui
