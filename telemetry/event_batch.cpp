#include "telemetry/event_batch.h"

namespace telemetry {

void EventBatch::add(const Event& event)
{
    if (const auto* mark = std::get_if<StepMark>(&event)) {
        finishRecords();
        append(m_marks, *mark);
        return;
    }
    // What follows a mark must stand in a later frame than the mark.
    m_outbox.add(m_marks);
    if (const auto* span = std::get_if<SpanRecord>(&event))
        append(m_spans, *span);
    else if (const auto* sample = std::get_if<MemorySample>(&event))
        append(m_samples, *sample);
    else if (const auto* step = std::get_if<TrainingStep>(&event))
        append(m_steps, *step);
    else if (const auto* check = std::get_if<CheckRecord>(&event))
        append(m_checks, *check);
    else if (const auto* schedule = std::get_if<ScheduleRecord>(&event))
        append(m_schedules, *schedule);
    else if (const auto* device = std::get_if<DeviceSample>(&event))
        append(m_device, *device);
    else if (const auto* kernel = std::get_if<KernelRecord>(&event))
        append(m_kernels, *kernel);
    else if (const auto* count = std::get_if<KernelCount>(&event))
        append(m_kernelCounts, *count);
    else
        append(m_clocks, std::get<ClockRecord>(event));
}

void EventBatch::add(const StepSummary& summary)
{
    m_outbox.add(m_marks);
    append(m_summaries, summary);
}

void EventBatch::finish()
{
    m_outbox.add(m_marks);
    finishRecords();
}

template <class Record>
void EventBatch::append(FrameBuilder& builder, const Record& record)
{
    if (builder.append(record))
        return;
    m_outbox.add(builder); // full
    builder.append(record);
}

void EventBatch::finishRecords()
{
    m_outbox.add(m_spans);
    m_outbox.add(m_samples);
    m_outbox.add(m_clocks);
    m_outbox.add(m_steps);
    m_outbox.add(m_checks);
    m_outbox.add(m_schedules);
    m_outbox.add(m_device);
    m_outbox.add(m_kernels);
    m_outbox.add(m_kernelCounts);
    m_outbox.add(m_summaries);
}

} // namespace telemetry
