// The bytes of a fuzzer as the frames of a recording: records of every kind, mostly likely ones.

#pragma once

#include "telemetry/codec.h"

#include <cstring>
#include <map>

namespace fuzz {

using namespace telemetry;

// Numbers from the input; 0 once it is used up.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size)
        : m_data(data)
        , m_size(size)
    {
    }
    bool empty() const { return m_size == 0; }

    template <class Integer>
    Integer next()
    {
        Integer value = 0;
        const std::size_t bytes = std::min(sizeof value, m_size);
        std::memcpy(&value, m_data, bytes);
        m_data += bytes;
        m_size -= bytes;
        return value;
    }
    std::uint64_t below(std::uint64_t end) { return next<std::uint16_t>() % end; }

    // Mostly near 0, sometimes anywhere that a record may say.
    std::int64_t time()
    {
        if (next<std::uint8_t>() % 8 != 0)
            return next<std::uint16_t>();
        return next<std::int64_t>() % kMaxTimeNs;
    }
    std::int32_t place() // of a stage, a microbatch
    {
        const auto value = next<std::int8_t>();
        return value < -1 ? (value == -128 ? INT32_MAX : -1) : value;
    }
    std::int32_t step()
    {
        const auto value = next<std::uint8_t>();
        return value >= 250 ? INT32_MAX - (255 - value) : value % 16;
    }

private:
    const std::uint8_t* m_data;
    std::size_t m_size;
};

inline Hello helloOf(Input& in)
{
    Hello hello;
    hello.pipelineRanks = 1 + std::uint32_t(in.below(in.next<std::uint8_t>() == 0 ? kMaxRanks : 5));
    hello.ranks = hello.pipelineRanks * (1 + std::uint32_t(in.below(3)));
    hello.ranks = std::min(hello.ranks, kMaxRanks);
    hello.chunks = 1 + std::uint32_t(in.below(3));
    hello.microbatches = 1 + std::uint32_t(in.below(9));
    hello.directions = std::uint8_t(in.below(3));
    hello.flags = in.next<std::uint8_t>() % 2;
    std::strcpy(hello.schedule, hello.directions == 2 ? "dualpipev" : "1f1b");
    std::strcpy(hello.device, "cpu");
    return hello;
}

inline SpanRecord spanOf(Input& in)
{
    SpanRecord span;
    span.startNs = in.time();
    span.endNs = std::max(span.startNs, in.time());
    span.latenessNs = in.time();
    span.bytes = in.next<std::uint64_t>() >> 2;
    span.step = in.step();
    span.stage = in.place();
    span.microbatch = in.place();
    span.kind = SpanKind(in.below(9));
    span.lane = Lane(in.below(2));
    span.flags = in.next<std::uint16_t>();
    return span;
}

inline StepMark markOf(Input& in)
{
    return {.timeNs = in.time(),
            .loss = double(in.next<std::int64_t>()),
            .dropped = in.next<std::uint32_t>(),
            .step = in.step(),
            .spans = in.next<std::uint8_t>(),
            .phase = StepPhase(in.below(2)),
            .detail = std::uint8_t(in.below(4))};
}

inline StepSummary summaryOf(Input& in)
{
    StepSummary summary;
    summary.beginNs = in.time();
    summary.endNs = std::max(summary.beginNs, in.time());
    summary.firstOpNs = in.time();
    summary.lastOpNs = std::max(summary.firstOpNs, in.time());
    summary.tailNs = in.time();
    summary.optimizerNs = std::max(summary.tailNs, in.time());
    summary.tailEndNs = std::max(summary.optimizerNs, in.time());
    summary.forwardNs = in.time();
    summary.backwardNs = in.time();
    summary.collectiveNs = in.time();
    summary.peakBytes = in.next<std::uint64_t>() >> 2;
    summary.ops = in.next<std::uint8_t>();
    summary.spans = summary.ops + in.next<std::uint8_t>();
    summary.step = in.step();
    return summary;
}

inline constexpr char kNameLetters[] = "<>(),: aKernel2";

inline KernelRecord kernelOf(Input& in)
{
    KernelRecord kernel;
    kernel.startNs = in.time();
    kernel.endNs = std::max(kernel.startNs, in.time());
    kernel.bytes = in.next<std::uint64_t>() >> 2;
    kernel.name = std::uint32_t(in.below(5));
    kernel.step = in.step();
    kernel.stage = in.place();
    kernel.microbatch = in.place();
    kernel.stream = std::uint32_t(in.below(20));
    kernel.by = QueuedBy(in.below(7));
    kernel.lane = KernelLane(in.below(3));
    kernel.flags = in.next<std::uint8_t>();
    return kernel;
}

inline MemorySample sampleOf(Input& in)
{
    return {.timeNs = in.time(),
            .currentBytes = in.next<std::uint64_t>() >> 2,
            .peakBytes = in.next<std::uint64_t>() >> 2,
            .step = in.step(),
            .category = MemoryCategory(in.below(6))};
}

inline void addRecord(FrameBuilder& frame, Input& in)
{
    switch (frame.kind()) {
    case FrameKind::Spans:
        frame.append(spanOf(in));
        break;
    case FrameKind::StepMarks:
        frame.append(markOf(in));
        break;
    case FrameKind::StepSummaries:
        frame.append(summaryOf(in));
        break;
    case FrameKind::TrainingSteps:
        frame.append(TrainingStep{.timeNs = in.time(),
                                  .loss = double(in.next<std::int64_t>()),
                                  .tokens = in.next<std::uint64_t>() >> 2,
                                  .step = in.step()});
        break;
    case FrameKind::Checks:
        frame.append(CheckRecord{.timeNs = in.time(),
                                 .compared = in.next<std::uint32_t>(),
                                 .step = in.step(),
                                 .stage = in.place(),
                                 .microbatch = in.place(),
                                 .kind = SpanKind(in.below(9))});
        break;
    case FrameKind::Schedules: {
        ScheduleRecord schedule{.timeNs = in.time(), .step = in.step()};
        std::strcpy(schedule.name, in.below(2) == 0 ? "gpipe" : "zb-h1");
        frame.append(schedule);
        break;
    }
    case FrameKind::DeviceSamples:
        frame.append(DeviceSample{.timeNs = in.time(),
                                  .memoryUsedBytes = in.next<std::uint64_t>() >> 2,
                                  .memoryTotalBytes = in.next<std::uint64_t>() >> 2,
                                  .powerMilliwatts = in.next<std::uint32_t>(),
                                  .powerLimitMilliwatts = in.next<std::uint32_t>(),
                                  .eccUncorrected = in.next<std::uint32_t>(),
                                  .throttle = in.next<std::uint16_t>(),
                                  .smMegahertz = in.next<std::uint16_t>(),
                                  .memoryMegahertz = in.next<std::uint16_t>(),
                                  .gpuPercent = std::uint8_t(in.below(101)),
                                  .memoryPercent = kUnknown8,
                                  .celsius = in.next<std::uint8_t>()});
        break;
    case FrameKind::DeviceInfos: {
        DeviceInfo info{.memoryTotalBytes = in.next<std::uint64_t>() >> 2,
                        .driverCuda = in.next<std::uint32_t>(),
                        .sharingRanks = std::uint32_t(in.below(9)),
                        .mig = std::uint8_t(in.below(2))};
        std::strcpy(info.name, "device");
        frame.append(info);
        break;
    }
    case FrameKind::Kernels:
        frame.append(kernelOf(in));
        break;
    case FrameKind::KernelNames: {
        KernelName name{.number = std::uint32_t(in.below(4))};
        const std::uint64_t length = 1 + in.below(sizeof name.name - 1);
        for (std::uint64_t i = 0; i < length; ++i)
            name.name[i] = kNameLetters[in.below(sizeof kNameLetters - 1)];
        frame.append(name);
        break;
    }
    case FrameKind::KernelCounts:
        frame.append(KernelCount{.timeNs = in.time(),
                                 .kernels = in.next<std::uint64_t>(),
                                 .dropped = in.next<std::uint64_t>(),
                                 .step = in.step()});
        break;
    default:
        frame.append(sampleOf(in));
    }
}

inline Bytes framesOf(Input& in)
{
    Bytes all;
    std::map<std::uint32_t, std::uint64_t> sequence;
    const auto add = [&](FrameBuilder& frame, std::uint32_t rank) {
        const Bytes made = frame.finish({.run = 42, .sequence = sequence[rank]++, .rank = rank});
        if (all.size() + made.size() <= kMaxChunkBytes)
            all.insert(all.end(), made.begin(), made.end());
    };
    FrameBuilder hello(FrameKind::Hello);
    hello.append(helloOf(in));
    add(hello, 0);
    constexpr FrameKind kKinds[]
        = {FrameKind::Spans,       FrameKind::Spans,         FrameKind::StepMarks,
           FrameKind::StepMarks,   FrameKind::TrainingSteps, FrameKind::Checks,
           FrameKind::Schedules,   FrameKind::MemorySamples, FrameKind::DeviceSamples,
           FrameKind::DeviceInfos, FrameKind::Kernels,       FrameKind::Kernels,
           FrameKind::KernelNames, FrameKind::KernelCounts,  FrameKind::StepSummaries};
    while (!in.empty()) {
        FrameBuilder frame(kKinds[in.below(std::size(kKinds))]);
        const auto rank = std::uint32_t(in.below(8));
        for (std::uint64_t left = in.below(8); left > 0 && !in.empty(); --left)
            addRecord(frame, in);
        add(frame, rank);
    }
    return all;
}

template <class Header>
inline void put(Bytes& bytes, const Header& header)
{
    const auto added = std::as_bytes(std::span(&header, 1));
    bytes.insert(bytes.end(), added.begin(), added.end());
}

} // namespace fuzz
