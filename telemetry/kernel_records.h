// What a rank sends of the kernels within its ops, where it was started to look at them (--deep):
// the finest part of the wire. Read it through wire.h, which says what holds for all records.

#pragma once

#include <cstdint>
#include <type_traits>

namespace telemetry {

// What queued a kernel: an op, as a SpanRecord's kind has it; the two parts of a step's tail; or
// nothing of these, as a reduction that goes on beside the ops or a message to another rank. Values
// reach disk: never change or reuse one.
enum class QueuedBy : std::uint8_t {
    Forward = 0,
    Backward = 1,
    InputGrad = 2,
    WeightGrad = 3,
    Reduction = 4, // of the gradients, after the last op
    Optimizer = 5,
    Beside = 6,
};

// What kind of work it is, and so the row that it is drawn in. Values reach disk, likewise.
enum class KernelLane : std::uint8_t { Compute = 0, Communication = 1, Copy = 2 };

// One kernel, copy or fill of a rank's device, on the rank's clock. Kernels of several streams may
// overlap. Those of a step come before its End mark, or before that of one of the next two.
struct KernelRecord {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;       // >= startNs
    std::uint64_t bytes = 0;      // copied or filled; 0 of a kernel; < 2^62
    std::uint32_t name = 0;       // number of a KernelName of the same rank and epoch
    std::int32_t step = 0;        // >= 0
    std::int32_t stage = -1;      // >= 0; -1: not queued by an op
    std::int32_t microbatch = -1; // likewise
    std::uint32_t stream = 0;     // the device's number of it
    QueuedBy by = QueuedBy::Beside;
    KernelLane lane = KernelLane::Compute;
    std::uint16_t flags = 0; // kFlagRerun
};

// The name of all kernels that have its number. Sent once, before or soon after the first of them.
struct KernelName {
    std::uint32_t number = 0;
    std::uint32_t reserved = 0;
    char name[248] = {}; // not empty; cut where it is longer
};

// Once a step of a rank that looks at its kernels: how many of them it has, and how many are
// missing.
struct KernelCount {
    std::int64_t timeNs = 0;
    std::uint64_t kernels = 0; // KernelRecords since the count before, sent or dropped by the rank
    std::uint64_t dropped = 0; // besides: records the tracing had no room for since then
    std::int32_t step = 0;     // >= 0, that is at its end
    std::uint32_t reserved = 0;
};

static_assert(sizeof(KernelRecord) == 48 && sizeof(KernelName) == 256 && sizeof(KernelCount) == 32);
static_assert(std::has_unique_object_representations_v<KernelRecord>);
static_assert(std::has_unique_object_representations_v<KernelName>);
static_assert(std::has_unique_object_representations_v<KernelCount>);

} // namespace telemetry
