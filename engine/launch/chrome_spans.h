// A recording as a Chrome trace, record by record: JSON that Perfetto opens.
//
// A rank has one thread for its ops and one for its transfers, or more where transfers
// overlap, because slices of one thread must not. Flow arrows lead from each send to its
// receive and from each forward to the backward of its stage; a counter track a rank holds
// the activations in flight: (stage, microbatch) pairs. A rank whose device counts has a track for
// each of its counters. One that looked at its kernels has rows of them between its ops and its
// transfers: one for each stream that computes, then those that communicate, then those that copy.
// A kernel names the op that queued it.

#pragma once

#include "engine/measured/kernel_names.h"
#include "engine/measured/run_info.h"
#include "engine/plan/schedule.h"
#include "engine/strategy/trace_writer.h"
#include "telemetry/codec.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace launch {

// What has to be known of the whole recording before its first slice can be written.
// Reads the recording a first time: which rank computes what, how the clocks of the ranks differ,
// and when the earliest span starts. Memory: a few words for each stage and rank, not for each
// span.
class SpanSurvey {
public:
    // One frame of the recording; frames come in the order of the file. A rank's clock offset is
    // the last one that it has told.
    void add(const telemetry::Frame& frame);

    // A rank's time on the clock of rank 0, in nanoseconds; as it is where the rank told no offset.
    std::int64_t onSharedClock(std::uint32_t rank, std::int64_t timeNs) const;
    std::int64_t origin() const { return m_origin.value_or(0); } // start of the earliest span
    const std::optional<measured::RunInfo>& run() const { return m_run; } // none: not known
    // Whether that rank, or any rank, was seen to compute that microbatch's stage: of a
    // stage that stands on two ranks, the copy the microbatch's direction takes.
    bool holds(std::uint32_t rank, std::int64_t stage, std::int32_t microbatch) const;
    bool held(std::int64_t stage, std::int32_t microbatch) const;
    const measured::KernelNames& kernelNames() const { return m_kernelNames; }
    // Kernels that the ranks could not record, as they say.
    std::uint64_t kernelsDropped() const { return m_kernelsDropped; }

private:
    std::int64_t copyOf(std::int64_t stage, std::int32_t microbatch) const;

    std::optional<std::int64_t> m_origin;
    std::optional<measured::RunInfo> m_run;
    std::map<std::uint32_t, std::int64_t> m_offsets; // [rank]: rank 0's clock minus its own
    plan::Placement m_mirrored;                      // of two directions; else empty
    std::map<std::int64_t, std::set<std::uint32_t>> m_ranksOfCopy;
    measured::KernelNames m_kernelNames;
    std::uint64_t m_kernelsDropped = 0;
};

// Writes piece by piece, so that the whole trace is never in memory. A rank's arrows wait only for
// their other end, and at most 2^20 transfers do.
class ChromeSpans {
public:
    // `survey` has seen the whole recording and outlives this. `name`: what the trace calls the
    // run.
    ChromeSpans(const SpanSurvey& survey, std::string name);

    // Pieces of the text, in this order: begin(), span(), sample() and kernel() of every record,
    // end().
    std::string begin();
    std::string span(std::uint32_t number, const telemetry::SpanRecord& record);
    // What is not known, and what was sampled before the first span, is left out.
    std::string sample(std::uint32_t number, const telemetry::DeviceSample& record);
    // `epoch`: of the record's frame. What ended before the first span is left out.
    std::string kernel(std::uint32_t number, std::uint32_t epoch,
                       const telemetry::KernelRecord& record);
    std::string end();

private:
    using Key = std::uint64_t; // of a (stage, microbatch, direction, step, replica)

    struct Point { // of an arrow; times are ns from the origin
        std::uint64_t thread = 0;
        std::int64_t start = 0;
        std::int64_t end = 0;
        bool sends = false;
    };
    struct Rank {
        std::optional<std::int32_t> step; // whose ops the fields below are of
        std::int64_t inFlight = 0;

        std::set<Key> seen;               // forward transfers of the step
        std::map<Key, Point> forwards;    // whose backward has not come
        std::vector<std::int64_t> busyTo; // [lane]

        // The device's streams, each in the order in which it was first seen with that kind of
        // work; and where the last kernel there ends.
        struct Stream {
            std::uint32_t number = 0;
            std::int64_t busyTo = 0;
        };
        std::array<std::vector<Stream>, 3> streams; // [telemetry::KernelLane]
    };
    struct KernelRow {
        std::uint64_t thread = 0;
        std::int64_t* busyTo = nullptr;
    };

    void slice(const Point& point, const telemetry::SpanRecord& record);
    std::uint64_t laneOf(std::uint32_t number, Rank& rank, std::int64_t& start, std::int64_t end,
                         bool computes);
    KernelRow kernelRow(std::uint32_t number, const telemetry::KernelRecord& record);
    std::uint64_t ranks() const; // of the run; 2^20 where that is not known
    void addCompute(std::uint32_t number, Rank& rank, const telemetry::SpanRecord& record,
                    const Point& point);
    void addTransfer(std::uint32_t number, Rank& rank, const telemetry::SpanRecord& record,
                     Point point);
    std::optional<Key> keyOf(std::uint32_t rank, const telemetry::SpanRecord& record,
                             int direction) const;
    void arrow(std::string_view name, Key key, const Point& from, const Point& to);

    strategy::TraceWriter m_out;
    const SpanSurvey& m_survey;
    std::string m_name;
    std::map<std::uint32_t, Rank> m_ranks;
    std::unordered_map<Key, Point> m_open; // sends and receives without their other end
};

} // namespace launch
