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
