// Where the time of a run's kernels went, of a run that looked at them (--deep): frames in, totals
// of each rank out.
//
// A launch gap is time within an op in which nothing that an op had queued ran: no kernel, copy or
// fill, in whatever stream. What other work (a message, a reduction beside the ops) does meanwhile
// does not fill it.

#pragma once

#include "engine/measured/kernel_names.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace measured {

using KernelTime = std::chrono::nanoseconds;

// All kernels of one name and lane.
struct KernelTotal {
    std::string name; // whole, as the rank told it
    telemetry::KernelLane lane = telemetry::KernelLane::Compute;
    std::uint64_t count = 0;
    KernelTime time{};
    std::uint64_t bytes = 0; // copied or filled

    bool operator==(const KernelTotal&) const = default;
};

// Of one rank, or of all together. The sums stop at the largest number there is.
struct KernelUse {
    std::uint64_t recorded = 0; // kernels, copies and fills that are in the recording
    std::uint64_t missing = 0;  // that the rank had and that are not in it
    std::uint64_t dropped = 0;  // records for which the device's tracing had no room
    KernelTime computing{};     // that ops, second runs of them and updates took
    // Of the ops whose kernels are all here: how long they took, and what of it was launch gaps.
    KernelTime ops{};
    KernelTime gaps{};
    std::vector<KernelTotal> totals{}; // the longest time first

    // Time of all kernels of that lane.
    KernelTime timeOf(telemetry::KernelLane lane) const;
    void add(const KernelUse& other);

    bool operator==(const KernelUse&) const = default;
};

// From begin to end, in nanoseconds of any one clock.
struct BusyRange {
    std::int64_t begin = 0;
    std::int64_t end = 0; // >= begin
};

// What of each op lies in none of the kernels. Both lists in order of their beginnings.
std::vector<KernelTime> launchGaps(std::span<const BusyRange> ops,
                                   std::span<const BusyRange> kernels);

// Not thread-safe. Memory: a place for each op and kernel of the last steps of each rank, and one
// for each name; a run that does not look at its kernels takes that of the ops of one step.
class KernelUses {
public:
    static constexpr std::size_t kMostOpen = std::size_t{1} << 22;   // kernels a rank; then no gaps
    static constexpr std::size_t kMostTotals = std::size_t{1} << 14; // a rank; more are one

    // Takes one frame of any kind, in the order of the log.
    void add(const telemetry::Frame& frame);
    // No more frames will come: what is known of the last steps is all there is.
    void close();

    // False while no rank has said anything of its kernels.
    bool isEmpty() const;
    // [rank of the world], of those that have, as far as it is known.
    std::map<int, KernelUse> uses() const;

private:
    struct OpenStep {
        std::vector<BusyRange> ops;
        std::vector<BusyRange> kernels;
        bool isCut = false; // there was no room for all of them
    };
    struct Sum {
        telemetry::KernelLane lane = telemetry::KernelLane::Compute;
        std::uint64_t count = 0;
        KernelTime time{};
        std::uint64_t bytes = 0;
    };
    // (epoch, number, lane)
    using NameKey = std::pair<std::uint64_t, telemetry::KernelLane>;
    struct Rank {
        bool isDeep = false;
        std::uint64_t made = 0; // kernels, as the rank says
        KernelUse use{};        // without totals and missing
        std::map<NameKey, Sum> sums;
        std::map<int, OpenStep> steps;
        std::size_t open = 0; // kernels in those
        int finished = -1;    // steps up to this one take no more
    };

    void addKernel(Rank& rank, std::uint32_t epoch, const telemetry::KernelRecord& kernel);
    static void addSpan(Rank& rank, const telemetry::SpanRecord& span);
    static void addMark(Rank& rank, const telemetry::StepMark& mark);
    static void finish(Rank& rank, int upTo);

    KernelNames m_names;
    std::map<std::uint32_t, Rank> m_ranks;
};

} // namespace measured
