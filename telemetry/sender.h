// The rank's side of telemetry: takes records from the compute thread and brings
// them to the collector from a thread of its own.
//
// span(), memory(), stepMark(), log() and the like copy into a ring: tens of
// nanoseconds, no lock, no allocation, no system call. A full ring drops the newest
// record and counts it. All of them must be called from one thread (the producer);
// counts() and lost() from any.
//
// Records leave in frames of at most `batchRecords`, at the latest `batchDelay` after
// they were recorded, or as late as the collector says while nobody looks at the run
// and there are few; and only while the collector grants credit. A frame is kept
// until the collector has acknowledged it and sent again if it was lost.

#pragma once

#include "telemetry/curve_keys.h"
#include "telemetry/result.h"
#include "telemetry/wire.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace telemetry {

struct SenderOptions {
    // The node's aggregator's where there is one, else the collector's; see checkEndpoint().
    std::string endpoint{};
    // Where to go on when nothing has been heard there for `moveOnAfter`, in this order and over
    // again: the collector's, behind an aggregator.
    std::vector<std::string> otherEndpoints{};
    std::chrono::milliseconds moveOnAfter{3000};
    std::optional<CurveClient> curve{}; // needed over tcp; see checkKeys()
    std::uint64_t run = 0;              // as the collector was given
    std::uint32_t rank = 0;             // < hello.ranks
    std::uint32_t epoch = 0;            // see FrameHeader::epoch
    Hello hello{}; // clockNs and unixNs are filled in by the sender; see detail()
    std::size_t eventCapacity = std::size_t{1} << 16; // records in the ring, 56 bytes each
    std::size_t logCapacity = 128;                    // log lines in theirs, 1 KiB each
    std::size_t batchRecords = 256;                   // [1, 1024]
    std::chrono::milliseconds batchDelay{40};         // [1 ms, 1 s]
    std::chrono::milliseconds lostAfter{10000}; // a link that breaks takes 5 s to be whole again
};

// In records, of all kinds but Hello and Bye. After close() produced == sent + dropped.
struct SenderCounts {
    std::uint64_t produced = 0;
    std::uint64_t sent = 0;    // acknowledged by the collector
    std::uint64_t dropped = 0; // ring full, not valid(), or not acknowledged before the deadline
    bool operator==(const SenderCounts&) const = default;
};

class Sender {
public:
    // Starts the thread; connecting happens behind. The error is a wrong option.
    static Result<std::unique_ptr<Sender>> open(SenderOptions options);

    ~Sender(); // close() with no time to flush, if it was not called
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    // Producer thread only. False: dropped and counted.
    bool span(const SpanRecord& record);
    bool memory(const MemorySample& record);
    bool stepMark(const StepMark& record); // `dropped` is filled in by the sender
    bool clock(const ClockRecord& record);
    bool trainingStep(const TrainingStep& record); // before the step's End mark
    bool check(const CheckRecord& record);         // likewise
    bool schedule(const ScheduleRecord& record);   // before the Begin mark of its step
    bool device(const DeviceSample& record);
    bool device(const DeviceInfo& record); // a few times in a run at most
    // Kernels come by the thousand, at the end of a step. They never take the last quarter of the
    // ring, which the spans of the next step need.
    bool kernel(const KernelRecord& record);
    bool kernelName(const KernelName& record); // each once
    bool kernelCount(const KernelCount& record);
    bool stepSummary(const StepSummary& record);     // before the step's End mark
    bool log(LogLevel level, std::string_view text); // cleaned, cut to 1 KiB, stamped now

    SenderCounts counts() const;

    // How finely to record now: hello.detail, or what a viewer asks for where that is finer. It is
    // not applied to what is given to the functions above. What was asked for ends by itself where
    // the collector has not been heard for 5 s. Any thread.
    DetailLevel detail() const;

    // True once nothing has been heard from the collector for `lostAfter`. Becomes
    // false again if it answers.
    bool lost() const;

    // Sends what is left, then Bye with the exact counts, within `deadline`; what was
    // not acknowledged by then is counted as dropped. Returns the final counts, the
    // same at every later call. Call from the producer thread.
    SenderCounts close(std::chrono::milliseconds deadline, ByeReason reason = ByeReason::Finished,
                       std::string_view text = {});

private:
    struct State;
    explicit Sender(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

// CLOCK_MONOTONIC now, as every record has it.
std::int64_t rankClockNs();

} // namespace telemetry
