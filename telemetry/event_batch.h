// Turns the records of a rank into frames: spans, samples and the like of a step share frames of
// their kind, and all of them stand before the step mark that follows them. A reader that sees the
// End mark of a step therefore has all of it but log lines, which are sent on their own; within a
// step the kinds may change places.
//
// Not thread-safe: the sender's thread owns it. Memory: at most one frame of each kind.

#pragma once

#include "telemetry/codec.h"
#include "telemetry/outbox.h"

#include <variant>

namespace telemetry {

// What goes through a rank's ring; as small as the largest of them allows, since every slot of the
// ring has the size of the largest. Log lines have a ring of their own, being far larger.
using Event = std::variant<SpanRecord, MemorySample, StepMark, ClockRecord, TrainingStep,
                           CheckRecord, ScheduleRecord, DeviceSample, KernelRecord, KernelCount>;
static_assert(sizeof(Event) == 56);

// Sorts events into one open frame for each kind of record.
class EventBatch {
public:
    // Frames go to `outbox`, which must outlive this.
    explicit EventBatch(Outbox& outbox)
        : m_outbox(outbox)
    {
    }

    // Appends to the frame of its kind, which goes to the outbox once it is full. A step mark ends
    // the frames of all other kinds first. What no frame takes, as it is not valid(), is left out.
    void add(const Event& event);

    // A step's summary comes by another way than its events, and before its End mark.
    void add(const StepSummary& summary);

    // Hands on what is begun, full or not. What is added afterwards begins new frames.
    void finish();

private:
    template <class Record>
    void append(FrameBuilder& builder, const Record& record);
    void finishRecords(); // hands on all kinds but the step marks

    Outbox& m_outbox;
    FrameBuilder m_spans{FrameKind::Spans};
    FrameBuilder m_samples{FrameKind::MemorySamples};
    FrameBuilder m_clocks{FrameKind::Clocks};
    FrameBuilder m_steps{FrameKind::TrainingSteps};
    FrameBuilder m_checks{FrameKind::Checks};
    FrameBuilder m_schedules{FrameKind::Schedules};
    FrameBuilder m_device{FrameKind::DeviceSamples};
    FrameBuilder m_kernels{FrameKind::Kernels};
    FrameBuilder m_kernelCounts{FrameKind::KernelCounts};
    FrameBuilder m_summaries{FrameKind::StepSummaries};
    FrameBuilder m_marks{FrameKind::StepMarks};
};

} // namespace telemetry
