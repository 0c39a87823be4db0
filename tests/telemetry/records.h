// Records and places for the tests of telemetry.

#pragma once

#include "telemetry/codec.h"
#include "telemetry/text.h"
#include "tests/scratch_directory.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

namespace telemetry::test {

using namespace std::chrono_literals;

// Of connections; the last: ipc, by way of an aggregator.
enum class Way { Ipc, Tcp, Aggregated };

// All bytes of records, the reserved ones and those of numbers alike.
inline bool sameBytes(const auto& a, const auto& b)
{
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): what is on the wire, padding included
    return std::memcmp(&a, &b, sizeof a) == 0;
}

inline SpanRecord spanAt(int index, int step = 0)
{
    return {.startNs = index * 1000,
            .endNs = index * 1000 + 700,
            .latenessNs = -index,
            .bytes = std::uint64_t(index) * 3,
            .step = step,
            .stage = index % 4,
            .microbatch = index % 8,
            .kind = SpanKind(index % 9),
            .lane = Lane(index % 2),
            .flags = kFlagEmulated};
}

inline Hello helloOf(std::uint32_t ranks)
{
    Hello hello{.ranks = ranks, .pipelineRanks = ranks, .microbatches = 8, .pid = 42};
    copyText(hello.schedule, "1f1b");
    copyText(hello.device, "emulated");
    copyText(hello.host, "node-1");
    copyText(hello.bootId, "5e0a3bb4-5a9e-4cda-8c7e-9d1e8f3f2a10");
    return hello;
}

inline DeviceSample deviceSampleAt(int index)
{
    return {.timeNs = index * 100'000'000LL,
            .memoryUsedBytes = std::uint64_t(index) << 30,
            .memoryTotalBytes = std::uint64_t{80} << 30,
            .powerMilliwatts = 350'000,
            .powerLimitMilliwatts = 700'000,
            .eccUncorrected = 0,
            .throttle = std::uint16_t(Throttle::PowerCap),
            .smMegahertz = 1980,
            .memoryMegahertz = 2619,
            .gpuPercent = std::uint8_t(index % 101),
            .memoryPercent = 40,
            .celsius = 61};
}

inline KernelRecord kernelAt(int index)
{
    return {.startNs = index * 1000,
            .endNs = index * 1000 + 600,
            .bytes = std::uint64_t(index % 3) << 20,
            .name = std::uint32_t(index % 5),
            .step = index / 100,
            .stage = index % 4,
            .microbatch = index % 8,
            .stream = 7,
            .by = QueuedBy(index % 7),
            .lane = KernelLane(index % 3),
            .flags = kFlagRerun};
}

inline StepSummary summaryAt(int step)
{
    return {.beginNs = step * 1000,
            .endNs = step * 1000 + 900,
            .firstOpNs = step * 1000 + 10,
            .lastOpNs = step * 1000 + 700,
            .tailNs = step * 1000 + 700,
            .optimizerNs = step * 1000 + 750,
            .tailEndNs = step * 1000 + 800,
            .forwardNs = 100,
            .backwardNs = 200,
            .collectiveNs = 30,
            .transferNs = 20,
            .peakBytes = 1u << 20,
            .ops = 2,
            .spans = 6,
            .step = step,
            .flags = kFlagEmulated};
}

inline KernelName kernelNameOf(int number)
{
    KernelName name{.number = std::uint32_t(number)};
    copyText(name.name, "gpu::softmax<float, " + std::to_string(number) + ">");
    return name;
}

inline DeviceInfo deviceInfo()
{
    DeviceInfo info{.memoryTotalBytes = std::uint64_t{80} << 30,
                    .driverCuda = 13000,
                    .runtimeCuda = 13000,
                    .nccl = 22809,
                    .cublas = 130100,
                    .cudnn = 91900,
                    .sharingRanks = 2,
                    .capabilityMajor = 9,
                    .mig = 0};
    copyText(info.name, "NVIDIA H100 80GB HBM3");
    copyText(info.driver, "580.65.06");
    copyText(info.pciBusId, "00000000:3B:00.0");
    return info;
}

// A frame of `count` spans.
inline Bytes spanFrame(std::uint64_t sequence, int count, std::uint64_t run = 7,
                       std::uint32_t rank = 0)
{
    FrameBuilder builder(FrameKind::Spans);
    for (int i = 0; i < count; ++i)
        builder.append(spanAt(int(sequence) * 100 + i));
    return builder.finish({.run = run, .sequence = sequence, .rank = rank});
}

// For what takes no time worth saying: a limit that only a hanging program reaches.
inline constexpr std::chrono::seconds kPatience{90};

// Asks again and again until `condition` holds; false after the deadline.
inline bool eventually(const auto& condition, std::chrono::seconds deadline = kPatience)
{
    const auto end = std::chrono::steady_clock::now() + deadline;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

} // namespace telemetry::test
