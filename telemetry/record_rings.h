// What a rank has recorded and its sender has not taken yet: a ring for each size of record, so
// that none of them makes the slots of another as large as itself. The rank's own thread pushes,
// the sender's takes; see ring.h.

#pragma once

#include "telemetry/event_batch.h"
#include "telemetry/ring.h"

#include <cstddef>
#include <cstdint>

namespace telemetry {

// A log line on its way.
struct LogEvent {
    std::int64_t timeNs = 0;
    LogLevel level = LogLevel::Info;
    std::uint16_t textBytes = 0;
    char text[kMaxLogTextBytes];
};

struct RecordRings {
    static constexpr std::size_t kInfos = 4; // a rank tells its device once, or after a change
    static constexpr std::size_t kKernelNames = 256; // a program has fewer kernels of its own
    static constexpr std::size_t kSummaries = 256;   // one a step

    RecordRings(std::size_t eventCapacity, std::size_t logCapacity)
        : events(eventCapacity)
        , logs(logCapacity)
        , infos(kInfos)
        , kernelNames(kKernelNames)
        , summaries(kSummaries)
    {
    }

    Ring<Event> events;
    Ring<LogEvent> logs;
    Ring<DeviceInfo> infos;
    Ring<KernelName> kernelNames;
    Ring<StepSummary> summaries;

    // Any thread: of all rings, as Ring has them.
    std::uint64_t dropped() const
    {
        return events.dropped() + logs.dropped() + infos.dropped() + kernelNames.dropped()
            + summaries.dropped();
    }
    std::uint64_t pushed() const
    {
        return events.pushed() + logs.pushed() + infos.pushed() + kernelNames.pushed()
            + summaries.pushed();
    }

    // The sender's thread.
    bool empty()
    {
        return events.front() == nullptr && logs.front() == nullptr && infos.front() == nullptr
            && kernelNames.front() == nullptr && summaries.front() == nullptr;
    }

    // The sender's thread: up to `batchRecords` events, and what else waits, as frames. What was
    // pushed before a step mark is never in a later frame than the mark, log lines aside.
    void moveTo(Outbox& outbox, std::size_t batchRecords);

private:
    void takeSummaries(EventBatch& batch);
};

} // namespace telemetry
