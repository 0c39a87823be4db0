// A recording made up from a predicted timeline: what the ranks of a run would have sent.

#pragma once

#include "engine/plan/simulate.h"
#include "telemetry/event_log.h"

#include <bit>
#include <cstring>
#include <optional>
#include <string>

namespace gui::test {

struct RecordingOptions {
    int steps = 3;
    plan::Nanoseconds slower{}; // how much longer the last op of rank 0 takes
    bool cutShort = false;      // one more step begins, and no rank ends it
    bool loseOneSpan = false;   // of rank 0, in the last step
    std::string device = "emulated";
    float timeScale = 0;                    // as an older run, which says none
    std::optional<telemetry::RunEnd> end{}; // what the supervisor says last; none: it is gone
};

inline telemetry::SpanKind wireKind(plan::OpKind kind)
{
    return static_cast<telemetry::SpanKind>(kind); // the same order, frozen on the wire
}

// Writes the log; the time axis of every rank starts at 1 s, each step right after the one before.
inline bool writeRecording(const std::string& path, const std::string& schedule,
                           const plan::Shape& shape, const plan::Timeline& timeline,
                           const RecordingOptions& options = {})
{
    constexpr std::uint64_t kRun = 42;
    auto writer = telemetry::LogWriter::create(path, kRun);
    if (!writer)
        return false;
    const auto ranks = static_cast<std::uint32_t>(timeline.spans.size());
    std::vector<std::uint64_t> sequence(ranks, 0);
    const auto address = [&](std::uint32_t rank) {
        return telemetry::FrameAddress{.run = kRun, .sequence = sequence[rank]++, .rank = rank};
    };
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        telemetry::Hello hello;
        hello.ranks = hello.pipelineRanks = ranks;
        hello.chunks = static_cast<std::uint32_t>(shape.chunks);
        hello.microbatches = static_cast<std::uint32_t>(shape.microbatches);
        hello.flags = options.device == "emulated" ? telemetry::kFlagEmulated : 0;
        hello.timeScaleBits = std::bit_cast<std::uint32_t>(options.timeScale);
        std::strncpy(hello.schedule, schedule.c_str(), sizeof hello.schedule - 1);
        std::strncpy(hello.device, options.device.c_str(), sizeof hello.device - 1);
        writer->append(telemetry::encodeOne(telemetry::FrameKind::Hello, address(rank), hello));
    }
    const std::int64_t length = timeline.makespan.count() + options.slower.count() + 1000;
    for (int step = 0; step < options.steps + (options.cutShort ? 1 : 0); ++step) {
        const std::int64_t zero = 1'000'000'000 + step * length;
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            const auto& spans = timeline.spans[rank];
            telemetry::FrameBuilder marks(telemetry::FrameKind::StepMarks);
            marks.append(telemetry::StepMark{.timeNs = zero, .step = step});
            writer->append(marks.finish(address(rank)));
            telemetry::FrameBuilder frame(telemetry::FrameKind::Spans);
            const bool lose = options.loseOneSpan && rank == 0 && step + 1 == options.steps;
            for (std::size_t i = lose ? 1 : 0; i < spans.size(); ++i) {
                const bool last = rank == 0 && i + 1 == spans.size();
                telemetry::SpanRecord record;
                record.startNs = zero + spans[i].start.count();
                record.endNs = zero + spans[i].end.count() + (last ? options.slower.count() : 0);
                record.latenessNs = 500;
                record.step = step;
                record.stage = spans[i].op.stage;
                record.microbatch = spans[i].op.microbatch;
                record.kind = wireKind(spans[i].op.kind);
                record.flags = telemetry::kFlagEmulated;
                frame.append(record);
            }
            writer->append(frame.finish(address(rank)));
            if (step == options.steps)
                continue;
            telemetry::FrameBuilder end(telemetry::FrameKind::StepMarks);
            end.append(telemetry::StepMark{.timeNs = zero + length,
                                           .step = step,
                                           .spans = static_cast<std::uint32_t>(spans.size()),
                                           .phase = telemetry::StepPhase::End});
            writer->append(end.finish(address(rank)));
        }
    }
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        writer->append(
            telemetry::encodeOne(telemetry::FrameKind::Bye, address(rank), telemetry::Bye{}));
    if (options.end)
        writer->append(
            telemetry::encodeOne(telemetry::FrameKind::RunEnd, {.run = kRun}, *options.end));
    writer->flush();
    return writer->problem().empty();
}

} // namespace gui::test
