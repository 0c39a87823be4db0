// The bytes a rank sends, the event log keeps and a viewer reads; see telemetry/WIRE.md.
//
// Structs here are the format: little-endian, every field at a multiple of its
// own size, no padding, never reordered. Reserved fields are written as 0 and
// ignored by readers. A change that old readers cannot skip bumps kWireVersion.
// Nothing here includes the plan, Qt or ZeroMQ, so a recording outlives all three.
//
// Times are nanoseconds of the rank's CLOCK_MONOTONIC; ClockRecord says how that
// clock relates to the session clock. All values are checked by the decoder
// (codec.h); valid() is the same check for one record.

#pragma once

#include "telemetry/detail_records.h"
#include "telemetry/device_records.h"
#include "telemetry/flow_records.h"
#include "telemetry/kernel_records.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace telemetry {

static_assert(std::endian::native == std::endian::little, "the wire is little-endian");

inline constexpr std::uint32_t kWireMagic = 0x31425542; // "BUB1" in a hex dump
inline constexpr std::uint16_t kWireVersion = 1;

// Limits that a receiver enforces before it trusts anything else in a frame, so that no sender can
// make it reserve memory or overflow when it adds two times.
inline constexpr std::size_t kMaxFrameBytes = 64 * 1024; // header included
inline constexpr std::uint32_t kMaxRanks = 1u << 20;
inline constexpr std::size_t kMaxLogTextBytes = 1024;
inline constexpr std::int64_t kMaxTimeNs = std::int64_t{1} << 61; // exclusive, both signs

// Values reach disk: never change or reuse one.
enum class FrameKind : std::uint16_t {
    Hello = 1,          // one Hello: first frame of a rank, sequence 0
    Spans = 2,          // `count` SpanRecords
    MemorySamples = 3,  // `count` MemorySamples
    StepMarks = 4,      // `count` StepMarks
    LogLines = 5,       // `count` LogLineHeaders, each followed by its text
    Clocks = 6,         // `count` ClockRecords
    Bye = 7,            // one Bye: last frame of a rank
    TrainingSteps = 8,  // `count` TrainingSteps, of world rank 0
    Checks = 9,         // `count` CheckRecords
    Schedules = 10,     // `count` ScheduleRecords, of world rank 0
    RunEnd = 11,        // one RunEnd, of the supervisor: last frame of a log, outside the sequence
    DeviceSamples = 12, // `count` DeviceSamples, of a rank whose device has counters
    DeviceInfos = 13,   // `count` DeviceInfos, likewise
    Kernels = 14,       // `count` KernelRecords, of a rank that looks at its kernels
    KernelNames = 15,   // `count` KernelNames, likewise
    KernelCounts = 16,  // `count` KernelCounts, likewise
    StepSummaries = 17, // `count` StepSummaries
    // Control: between live processes only, never logged, outside the sequence.
    Heartbeat = 32,  // rank to collector
    Credit = 33,     // collector to rank, viewer to collector
    Subscribe = 34,  // viewer to collector
    Served = 35,     // collector to viewer; log frames may follow in the same message
    Bundle = 36,     // aggregator and collector; the ranks' frames follow in the same message
    DetailWish = 37, // viewer to collector
};

// Stands before the payload of every frame. `origin` and `hop` are an aggregator's, which sets them
// in the frames that it makes itself; those of the ranks pass it byte for byte, with 0 in both.
struct FrameHeader {
    std::uint32_t magic = kWireMagic;
    std::uint16_t version = kWireVersion;
    FrameKind kind = FrameKind::Hello;
    std::uint64_t run = 0;      // random per run
    std::uint64_t sequence = 0; // per rank and epoch, from 0, no holes: a hole is lost data
    std::uint32_t rank = 0;
    std::uint32_t epoch = 0; // 0; one more each time the rank's process is started again
    std::uint32_t count = 0; // records that follow
    std::uint32_t payloadBytes = 0;
    std::uint32_t crc = 0;    // CRC-32C of header (with crc = 0) and payload
    std::uint32_t origin = 0; // number of the aggregator that made it; 0 where hop is 0
    std::uint8_t hop = 0;     // aggregators between it and the ranks, its maker included, [0, 8]
    DetailLevel detail = DetailLevel::Op; // of a rank's frame, its own; of a Credit, what is asked
    std::uint16_t flags = 0;
    std::uint32_t reserved = 0;
};

// The bits of `flags`, each with the records that may carry it. A reader ignores bits that it does
// not know.
inline constexpr std::uint16_t kFlagEmulated = 1;     // Hello, SpanRecord, MemorySample
inline constexpr std::uint16_t kFlagRerun = 2;        // SpanRecord, KernelRecord: of a second run
inline constexpr std::uint16_t kGroupShift = 4;       // SpanRecord: bits 4 to 7, of a Collective
inline constexpr std::uint16_t kFlagTakesTurns = 256; // Hello: times are of a virtual clock

// Who the rank is and what the run looks like. The first frame of every epoch, with sequence 0, and
// what a viewer needs before it can make sense of any other frame of the rank.
struct Hello {
    std::uint32_t ranks = 1;         // processes of the run, [1, kMaxRanks]
    std::uint32_t pipelineRanks = 1; // [1, ranks]
    std::uint32_t chunks = 1;        // [1, 65536]
    std::uint32_t microbatches = 1;  // [1, 2^24]
    std::uint32_t pid = 0;
    std::uint32_t worldEpoch = 0; // how many times the ranks were started anew together
    DetailLevel detail = DetailLevel::Op;
    std::uint8_t directions = 0;     // of the microbatches, [0, 2]; 0, as in older recordings: 1
    std::uint16_t flags = 0;         // kFlagEmulated, kFlagTakesTurns
    std::uint32_t timeScaleBits = 0; // of a float, see timeScaleOf()
    std::int64_t clockNs = 0;        // the rank clock and the wall clock (since 1970 UTC),
    std::int64_t unixNs = 0;         // read together
    char schedule[32] = {};          // texts: UTF-8, NUL-terminated; set with copyText()
    char device[32] = {};            // "emulated", "cpu", "cuda:0"
    char host[64] = {};
    char bootId[40] = {}; // of the kernel; equal ids share one CLOCK_MONOTONIC
};

// How many seconds of the predicted run one second of an emulated run stands for, [1e-6, 1e6]. 0
// where the sender says none: the run is not emulated, or its recording is older than the field and
// was paced by given or unit costs. The record has it as bits because a float has no unique
// representation, which the check for padding below asks for.
constexpr float timeScaleOf(const Hello& hello)
{
    return std::bit_cast<float>(hello.timeScaleBits);
}

// What a rank was doing during a span. Forward to WeightGrad and Recompute are work on one
// microbatch in one stage; Backward is both gradients in one, InputGrad and WeightGrad are its two
// halves. Values reach disk: never change or reuse one.
enum class SpanKind : std::uint8_t {
    Forward = 0,
    Backward = 1,
    InputGrad = 2,
    WeightGrad = 3,
    Send = 4,
    Receive = 5,
    Collective = 6,
    Optimizer = 7,
    Recompute = 8,
};

// Which ranks take part in a collective: those along one dimension of the parallelism, or
// those that hold the same weights. Unsaid in older recordings and emulated runs.
enum class CollectiveGroup : std::uint8_t {
    Unsaid = 0,
    Tensor = 1,
    Context = 2,
    Expert = 3,
    Data = 4,
    Copies = 5, // of a stage, or of tied embeddings
};

// The group as bits of SpanRecord::flags, to be or-ed with the other flags.
constexpr std::uint16_t groupFlags(CollectiveGroup group)
{
    return static_cast<std::uint16_t>(static_cast<unsigned>(group) << kGroupShift);
}

// The group in SpanRecord::flags. Unsaid for a value that this program does not know, so that a
// recording of a newer program stays readable.
constexpr CollectiveGroup groupOf(std::uint16_t flags)
{
    const unsigned group = (unsigned{flags} >> kGroupShift) & 15u;
    return group <= static_cast<unsigned>(CollectiveGroup::Copies)
        ? static_cast<CollectiveGroup>(group)
        : CollectiveGroup::Unsaid;
}

// What of a rank a span occupied: its processor or its links. Spans of the two may overlap.
enum class Lane : std::uint8_t { Compute = 0, Communication = 1 };

// One piece of work of a rank, from its start to its end on the rank's clock. After the last op of
// a step stand a Collective, the reduction of the gradients, and an Optimizer, both without stage
// and microbatch.
struct SpanRecord {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;       // >= startNs
    std::int64_t latenessNs = 0;  // wall end minus virtual deadline; 0 when not emulated
    std::uint64_t bytes = 0;      // moved by a transfer or collective; 0 otherwise
    std::int32_t step = 0;        // >= 0
    std::int32_t stage = -1;      // >= 0, -1: none
    std::int32_t microbatch = -1; // >= 0, -1: none
    SpanKind kind = SpanKind::Forward;
    Lane lane = Lane::Compute;
    std::uint16_t flags = 0; // kFlagEmulated, kFlagRerun, groupFlags()
};

// What memory is held for. The run itself counts the first five; ProcessRss is the resident set of
// the whole process, as the kernel counts it.
enum class MemoryCategory : std::uint8_t {
    Weights = 0,
    Gradients = 1,
    Optimizer = 2,
    Activations = 3,
    Buffers = 4,
    ProcessRss = 5,
};

// How much of one category a rank holds at a moment. `peakBytes`: the most of the category at one
// time since the step began, what was held then included; of ProcessRss since the process began. A
// category that neither changed nor rose in between has no sample in the step.
struct MemorySample {
    std::int64_t timeNs = 0;
    std::uint64_t currentBytes = 0; // < 2^62
    std::uint64_t peakBytes = 0;    // < 2^62; see above
    std::int32_t step = 0;          // >= 0
    MemoryCategory category = MemoryCategory::Weights;
    std::uint8_t reserved = 0;
    std::uint16_t flags = 0; // kFlagEmulated
};

// Values reach disk: never change or reuse one.
enum class StepPhase : std::uint8_t { Begin = 0, End = 1 };

// Where a step of the optimizer begins or ends on a rank. All that the rank recorded before it, log
// lines aside, stands before it in the frames too: behind an End mark a step is complete.
struct StepMark {
    std::int64_t timeNs = 0; // Begin: the common zero of the step, on this rank's clock
    double loss = std::numeric_limits<double>::quiet_NaN(); // NaN: none
    std::uint64_t dropped = 0; // records this rank has dropped since its Hello
    std::int32_t step = 0;     // >= 0
    std::uint32_t spans = 0;   // End: spans of the step that were asked for, dropped ones too
    StepPhase phase = StepPhase::Begin;
    std::uint8_t detail = 0; // of the step: detailMark(); 0, as in older recordings: not said, ops
    std::uint8_t reserved[6] = {};
};

// What one step of training came to, over the whole world. World rank 0 sends it before the step's
// End mark.
struct TrainingStep {
    std::int64_t timeNs = 0;
    double loss = std::numeric_limits<double>::quiet_NaN();         // NaN: none, or no number
    double gradientNorm = std::numeric_limits<double>::quiet_NaN(); // before clipping; NaN likewise
    double learningRate = 0;                                        // finite
    std::uint64_t tokens = 0; // of the step, all replicas together; < 2^62
    std::int32_t step = 0;    // >= 0
    std::uint8_t skipped = 0; // 1: the update was left out, because the gradient was no number
    std::uint8_t reserved[3] = {};
};

// Ops that were run twice and compared bit by bit. Once a step a summary, with stage and
// microbatch -1; and one record for each op that differed (compared and different 1).
struct CheckRecord {
    std::int64_t timeNs = 0;
    std::uint32_t compared = 0;
    std::uint32_t different = 0;  // <= compared
    std::int32_t step = 0;        // >= 0
    std::int32_t stage = -1;      // >= 0, -1: the summary
    std::int32_t microbatch = -1; // >= 0, -1: the summary
    SpanKind kind = SpanKind::Forward;
    std::uint8_t reserved[3] = {};
};

// Sent where a run goes over to another order of its ops; before its first step it has the one of
// Hello. Shape and placement stay.
struct ScheduleRecord {
    std::int64_t timeNs = 0;
    std::int32_t step = 0; // >= 0: from this step on
    std::uint32_t reserved = 0;
    char name[32] = {}; // as Hello::schedule; not empty
};

// Values reach disk: never change or reuse one.
enum class LogLevel : std::uint8_t { Debug = 0, Info = 1, Warning = 2, Error = 3 };

// Stands before the text of a log line, which has `textBytes` bytes and no terminator. Lines follow
// each other without padding, so a header may lie at any byte.
struct LogLineHeader {
    std::int64_t timeNs = 0;
    std::uint16_t textBytes = 0; // [0, kMaxLogTextBytes]; UTF-8 without control characters
    LogLevel level = LogLevel::Info;
    std::uint8_t reserved = 0;
    std::uint32_t reserved2 = 0;
};

// How the rank's clock relates to the session clock, that of world rank 0:
// session time = rank time + offsetNs + driftPpb * 1e-9 * (rank time - timeNs).
struct ClockRecord {
    std::int64_t timeNs = 0; // when it was measured
    std::int64_t offsetNs = 0;
    std::int64_t errorNs = 0; // >= 0: the true offset lies within +- this
    std::int32_t driftPpb = 0;
    std::uint8_t sameBoot = 0; // 1: same kernel as the session clock, offset is exactly 0
    std::uint8_t reserved[3] = {};
};

// How a rank itself says it ends: it did all its steps, it was told to stop, or it met an error.
enum class ByeReason : std::uint8_t { Finished = 0, Stopped = 1, Failed = 2 };

// The last frame of a rank. It is missing where the process was killed, or where the collector did
// not hear it in time. Counts are of all records but Hello and Bye; produced = sent + dropped.
struct Bye {
    std::uint64_t sent = 0;
    std::uint64_t dropped = 0;
    ByeReason reason = ByeReason::Finished;
    std::uint8_t reserved[7] = {};
    char text[232] = {}; // why, for a person; empty when finished
};

// Values reach disk: never change or reuse one. A run that is over and has no RunEnd has lost its
// supervisor.
enum class RunOutcome : std::uint8_t { Completed = 0, Stopped = 1, Failed = 2 };

// How the run ended, as its supervisor judged it. What is not known or does not apply is -1, a
// signal 0, a text empty.
struct RunEnd {
    std::int64_t unixNs = 0;    // since 1970 UTC
    std::int32_t rank = -1;     // whose end ended the run; >= -1
    std::int32_t signal = 0;    // that ended it, [0, 128]
    std::int32_t exitCode = -1; // [-1, 255]
    std::int32_t step = -1;     // that it was in, >= -1
    RunOutcome outcome = RunOutcome::Completed;
    std::uint8_t reserved[7] = {};
    char op[24] = {};    // that it had ended last there, "2F0"
    char host[64] = {};  // of the rank
    char text[400] = {}; // why, for a person; empty unless failed
};

static_assert(sizeof(FrameHeader) == 56 && sizeof(Hello) == 216 && sizeof(SpanRecord) == 48);
static_assert(sizeof(MemorySample) == 32 && sizeof(StepMark) == 40 && sizeof(LogLineHeader) == 16);
static_assert(sizeof(ClockRecord) == 32 && sizeof(Bye) == 256);
static_assert(sizeof(TrainingStep) == 48 && sizeof(CheckRecord) == 32);
static_assert(sizeof(ScheduleRecord) == 48 && sizeof(RunEnd) == 520);
static_assert(sizeof(DeviceSample) == 48 && sizeof(DeviceInfo) == 168);
static_assert(offsetof(FrameHeader, crc) == 40 && offsetof(SpanRecord, kind) == 44);

// No padding anywhere: every bit of a record is a bit of some field.
template <class... Records>
inline constexpr bool kNoPadding = (std::has_unique_object_representations_v<Records> && ...);
static_assert(kNoPadding<FrameHeader, Hello, SpanRecord, MemorySample, LogLineHeader>);
static_assert(
    kNoPadding<ScheduleRecord, ClockRecord, CheckRecord, DeviceSample, DeviceInfo, Bye, RunEnd>);
static_assert(std::is_trivially_copyable_v<StepMark>);
static_assert(std::is_trivially_copyable_v<TrainingStep>);

// True when every field is within the range given above: times within kMaxTimeNs, enumerators
// known, texts NUL-terminated inside their field and clean. Reserved fields and unknown flags are
// not looked at, so that a later version may use them.
bool valid(const Hello& hello);
bool valid(const SpanRecord& span);
bool valid(const MemorySample& sample);
bool valid(const StepMark& mark);
bool valid(const TrainingStep& step);
bool valid(const CheckRecord& check);
bool valid(const ScheduleRecord& schedule);
bool valid(const DeviceSample& sample); // and the rest of device_records.h
bool valid(const DeviceInfo& info);
bool valid(const KernelRecord& kernel); // and the rest of kernel_records.h
bool valid(const KernelName& name);
bool valid(const KernelCount& count);
bool valid(const StepSummary& summary); // and the rest of detail_records.h
bool valid(const DetailWish& wish);
bool valid(const LogLineHeader& line);
bool valid(const ClockRecord& clock);
bool valid(const Bye& bye);
bool valid(const RunEnd& end);
bool valid(const Heartbeat& heartbeat); // and the rest of flow_records.h
bool valid(const Credit& credit);
bool valid(const Subscribe& subscribe);
bool valid(const Served& served);
bool valid(const Bundle& bundle);

} // namespace telemetry
