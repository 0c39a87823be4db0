#include "telemetry/record_rings.h"

namespace telemetry {

void RecordRings::moveTo(Outbox& outbox, std::size_t batchRecords)
{
    FrameBuilder devices(FrameKind::DeviceInfos);
    for (; infos.front() != nullptr; infos.pop())
        devices.append(*infos.front());
    outbox.add(devices);
    FrameBuilder names(FrameKind::KernelNames);
    while (kernelNames.front() != nullptr && names.append(*kernelNames.front()))
        kernelNames.pop(); // one that is full leaves them for the next frame
    outbox.add(names);

    EventBatch batch(outbox);
    for (std::size_t i = 0; i < batchRecords; ++i) {
        const Event* event = events.front();
        if (event == nullptr)
            break;
        // That of the step was there before the mark was.
        if (std::holds_alternative<StepMark>(*event))
            takeSummaries(batch);
        batch.add(*event);
        events.pop();
    }
    takeSummaries(batch);
    batch.finish();

    FrameBuilder lines(FrameKind::LogLines);
    while (const LogEvent* line = logs.front()) {
        if (!lines.append(LogLine{line->timeNs, line->level, {line->text, line->textBytes}}))
            break; // full: the next frame
        logs.pop();
    }
    outbox.add(lines);
}

void RecordRings::takeSummaries(EventBatch& batch)
{
    for (; summaries.front() != nullptr; summaries.pop())
        batch.add(*summaries.front());
}

} // namespace telemetry
