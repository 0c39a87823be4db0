// Recordings with right checksums that say what no run would: valid records, each for itself.

#pragma once

#include "telemetry/event_log.h"
#include "telemetry/text.h"

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace measured::test {

class HostileLog {
public:
    // Adds a frame of `records`, which are valid and fit one frame.
    template <class Record>
    void add(telemetry::FrameKind kind, std::uint32_t rank, const std::vector<Record>& records)
    {
        telemetry::FrameBuilder frame(kind);
        for (const Record& record : records)
            frame.append(record);
        m_frames.push_back(frame.finish({.run = 42, .sequence = m_sequence[rank]++, .rank = rank}));
    }

    void hello(std::uint32_t pipelineRanks, std::uint32_t chunks, std::uint32_t microbatches,
               std::uint32_t replicas = 1, bool emulated = true, std::uint8_t directions = 0)
    {
        telemetry::Hello hello;
        hello.ranks = pipelineRanks * replicas;
        hello.pipelineRanks = pipelineRanks;
        hello.chunks = chunks;
        hello.microbatches = microbatches;
        hello.directions = directions;
        hello.flags = emulated ? telemetry::kFlagEmulated : 0;
        telemetry::copyText(hello.schedule, directions == 2 ? "dualpipev" : "1f1b");
        telemetry::copyText(hello.device, emulated ? "emulated" : "cpu");
        add(telemetry::FrameKind::Hello, 0, std::vector{hello});
    }

    void mark(std::uint32_t rank, std::int32_t step, std::int64_t timeNs,
              telemetry::StepPhase phase, std::uint32_t spans = 0)
    {
        add(telemetry::FrameKind::StepMarks, rank,
            std::vector{telemetry::StepMark{
                .timeNs = timeNs, .step = step, .spans = spans, .phase = phase}});
    }

    const std::vector<telemetry::Bytes>& frames() const { return m_frames; }
    std::uint64_t bytes() const
    {
        std::uint64_t bytes = 0;
        for (const telemetry::Bytes& frame : m_frames)
            bytes += frame.size();
        return bytes;
    }

    bool write(const std::string& path) const
    {
        auto writer = telemetry::LogWriter::create(path, 42);
        if (!writer)
            return false;
        for (const telemetry::Bytes& frame : m_frames)
            writer->append(frame);
        writer->flush();
        return writer->problem().empty();
    }

private:
    std::vector<telemetry::Bytes> m_frames;
    std::map<std::uint32_t, std::uint64_t> m_sequence;
};

// Records whose fields are valid and anything: small numbers, and the ends of their ranges.
class AnyRecords {
public:
    explicit AnyRecords(std::uint64_t seed)
        : m_random(seed)
    {
    }

    HostileLog log(int frames)
    {
        HostileLog log;
        const auto ranks = std::uint32_t(below(6) == 0 ? 1 << below(21) : 1 + below(6));
        const auto microbatches = std::uint32_t(below(8) == 0 ? 1 << below(23) : 1 + below(8));
        const auto directions = std::uint8_t(below(4) == 0 ? 2 : 1);
        const std::uint32_t replicas = ranks < 64 ? std::uint32_t(1 + below(3)) : 1;
        log.hello(ranks, directions == 2 ? 2 : std::uint32_t(1 + below(2)), microbatches, replicas,
                  below(2) == 0, directions);
        for (int i = 0; i < frames; ++i)
            addFrame(log, std::uint32_t(below(std::min<std::uint64_t>(ranks * replicas, 16))));
        return log;
    }

private:
    std::uint64_t below(std::uint64_t end) { return m_random() % end; }

    std::int64_t time()
    {
        constexpr std::int64_t kMost = telemetry::kMaxTimeNs - 1;
        const auto near = std::int64_t(below(2'000'000));
        switch (below(12)) {
        case 0:
            return kMost;
        case 1:
            return -kMost;
        case 2:
            return std::int64_t(below(std::uint64_t(kMost)));
        case 3:
            return std::int64_t(86'400) * 1'000'000'000 - 1'000'000 + near;
        case 4:
            return -near;
        default:
            return near;
        }
    }
    std::int32_t step()
    {
        return below(30) == 0 ? INT32_MAX - std::int32_t(below(3)) : std::int32_t(below(12));
    }
    std::int32_t small(std::int32_t most)
    {
        return below(40) == 0 ? INT32_MAX : std::int32_t(below(std::uint64_t(most) + 2)) - 1;
    }

    telemetry::SpanRecord span()
    {
        telemetry::SpanRecord span;
        span.startNs = time();
        span.endNs = below(3) == 0 ? time() : span.startNs + std::int64_t(below(3'000));
        if (span.endNs < span.startNs || span.endNs >= telemetry::kMaxTimeNs)
            span.endNs = span.startNs;
        span.latenessNs = time();
        span.bytes = m_random() >> (2 + below(60));
        span.step = step();
        span.stage = small(6);
        span.microbatch = small(8);
        span.kind = telemetry::SpanKind(below(9));
        span.lane = telemetry::Lane(below(2));
        span.flags = std::uint16_t(m_random());
        return span;
    }

    template <class Make>
    auto many(Make make)
    {
        std::vector<decltype(make())> records;
        for (std::uint64_t left = 1 + below(12); left > 0; --left)
            records.push_back(make());
        return records;
    }

    void addFrame(HostileLog& log, std::uint32_t rank)
    {
        using namespace telemetry;
        switch (below(9)) {
        case 0:
            return log.add(FrameKind::MemorySamples, rank, many([&] {
                               return MemorySample{.timeNs = time(),
                                                   .currentBytes = m_random() >> 2,
                                                   .peakBytes = m_random() >> 2,
                                                   .step = step(),
                                                   .category = MemoryCategory(below(6))};
                           }));
        case 1:
            return log.add(FrameKind::TrainingSteps, rank, many([&] {
                               return TrainingStep{.timeNs = time(),
                                                   .loss = below(3) == 0 ? 1e308 : 2.5,
                                                   .gradientNorm = -1e308,
                                                   .tokens = m_random() >> 2,
                                                   .step = step(),
                                                   .skipped = std::uint8_t(below(2))};
                           }));
        case 2:
            return log.add(FrameKind::Checks, rank, many([&] {
                               const auto compared = std::uint32_t(m_random());
                               return CheckRecord{.timeNs = time(),
                                                  .compared = compared,
                                                  .different = compared / 2,
                                                  .step = step(),
                                                  .stage = small(6),
                                                  .microbatch = small(8),
                                                  .kind = SpanKind(below(9))};
                           }));
        case 3:
            return log.add(FrameKind::Schedules, rank, many([&] {
                               ScheduleRecord record{.timeNs = time(), .step = step()};
                               telemetry::copyText(record.name, below(2) == 0 ? "gpipe" : "zb-h1");
                               return record;
                           }));
        case 4:
            return log.add(FrameKind::Clocks, rank, many([&] {
                               return ClockRecord{.timeNs = time(),
                                                  .offsetNs = time(),
                                                  .errorNs = std::int64_t(below(1'000)),
                                                  .driftPpb = std::int32_t(m_random())};
                           }));
        case 5:
        case 6:
            return log.add(FrameKind::StepMarks, rank, many([&] {
                               return StepMark{.timeNs = time(),
                                               .loss = 1e308,
                                               .dropped = m_random() >> below(64),
                                               .step = step(),
                                               .spans
                                               = std::uint32_t(m_random() >> (32 + below(32))),
                                               .phase = StepPhase(below(2))};
                           }));
        default:
            return log.add(FrameKind::Spans, rank, many([&] { return span(); }));
        }
    }

    std::mt19937_64 m_random;
};

} // namespace measured::test
