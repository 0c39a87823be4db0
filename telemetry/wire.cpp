#include "telemetry/wire.h"

#include "telemetry/text.h"

#include <cmath>
#include <limits>

namespace telemetry {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 62;
constexpr std::uint32_t kMaxChunks = 65536;
constexpr std::uint32_t kMaxMicrobatches = 1u << 24;
constexpr std::uint8_t kMaxDirections = 2;
constexpr std::uint32_t kMaxWindow = 4096;
constexpr std::uint32_t kMaxBatchMs = 1000;
constexpr float kLeastTimeScale = 1e-6F;
constexpr float kMostTimeScale = 1e6F;
constexpr std::uint8_t kMaxPercent = 100;
constexpr std::int32_t kMaxSignal = 128;
constexpr std::int32_t kMaxExitCode = 255;

// Bounds on both sides, so that sums and differences of any two times of a recording stay within 64
// bits.
bool inTime(std::int64_t ns) { return ns > -kMaxTimeNs && ns < kMaxTimeNs; }

template <class Enum>
bool upTo(Enum value, Enum last)
{
    // An enumerator from the wire may be any number; compared as unsigned, none is below the first.
    return static_cast<unsigned>(value) <= static_cast<unsigned>(last);
}

// Up to `most`, or not known.
template <class Integer>
bool upToOrUnknown(Integer value, Integer most)
{
    return value <= most || value == std::numeric_limits<Integer>::max();
}

// NUL-terminated inside the field and clean up to there.
template <std::size_t N>
bool cleanField(const char (&field)[N])
{
    const auto text = textOf(field);
    // Texts go to a terminal and a window as they are, so whatever could act there is refused on
    // arrival.
    return text.size() < N && isCleanText(text);
}

} // namespace

bool valid(const Hello& hello)
{
    return hello.ranks >= 1 && hello.ranks <= kMaxRanks && hello.pipelineRanks >= 1
        && hello.pipelineRanks <= hello.ranks && hello.chunks >= 1 && hello.chunks <= kMaxChunks
        && hello.microbatches >= 1 && hello.microbatches <= kMaxMicrobatches
        && upTo(hello.detail, DetailLevel::Kernel) && hello.directions <= kMaxDirections
        && inTime(hello.clockNs)
        && inTime(hello.unixNs)
        // 0 means that the sender says none, which older ranks do.
        && (hello.timeScaleBits == 0
            || (timeScaleOf(hello) >= kLeastTimeScale && timeScaleOf(hello) <= kMostTimeScale))
        && cleanField(hello.schedule) && cleanField(hello.device) && cleanField(hello.host)
        && cleanField(hello.bootId);
}

bool valid(const SpanRecord& span)
{
    return inTime(span.startNs) && inTime(span.endNs) && span.startNs <= span.endNs
        && inTime(span.latenessNs) && span.bytes < kMaxBytes && span.step >= 0 && span.stage >= -1
        && span.microbatch >= -1 && upTo(span.kind, SpanKind::Recompute)
        && upTo(span.lane, Lane::Communication);
}

bool valid(const MemorySample& sample)
{
    return inTime(sample.timeNs) && sample.currentBytes < kMaxBytes && sample.peakBytes < kMaxBytes
        && sample.step >= 0 && upTo(sample.category, MemoryCategory::ProcessRss);
}

bool valid(const StepMark& mark)
{
    return inTime(mark.timeNs) && mark.step >= 0 && upTo(mark.phase, StepPhase::End)
        && mark.detail <= detailMark(DetailLevel::Kernel);
}

bool valid(const TrainingStep& step)
{
    return inTime(step.timeNs) && std::isfinite(step.learningRate) && step.tokens < kMaxBytes
        && step.step >= 0 && step.skipped <= 1;
}

bool valid(const CheckRecord& check)
{
    return inTime(check.timeNs) && check.different <= check.compared && check.step >= 0
        && check.stage >= -1 && check.microbatch >= -1 && upTo(check.kind, SpanKind::Recompute);
}

bool valid(const ScheduleRecord& schedule)
{
    return inTime(schedule.timeNs) && schedule.step >= 0 && schedule.name[0] != '\0'
        && cleanField(schedule.name);
}

bool valid(const DeviceSample& sample)
{
    // Powers, clocks and temperatures take any value: a device may say what nobody has thought of.
    return inTime(sample.timeNs) && upToOrUnknown(sample.memoryUsedBytes, kMaxBytes - 1)
        && upToOrUnknown(sample.memoryTotalBytes, kMaxBytes - 1)
        && upToOrUnknown(sample.gpuPercent, kMaxPercent)
        && upToOrUnknown(sample.memoryPercent, kMaxPercent);
}

bool valid(const DeviceInfo& info)
{
    return upToOrUnknown(info.memoryTotalBytes, kMaxBytes - 1)
        && upToOrUnknown(info.mig, std::uint8_t{1}) && info.sharingRanks <= kMaxRanks
        && info.overHost <= 1 && cleanField(info.name) && cleanField(info.driver)
        && cleanField(info.pciBusId);
}

bool valid(const KernelRecord& kernel)
{
    return inTime(kernel.startNs) && inTime(kernel.endNs) && kernel.startNs <= kernel.endNs
        && kernel.bytes < kMaxBytes && kernel.step >= 0 && kernel.stage >= -1
        && kernel.microbatch >= -1 && upTo(kernel.by, QueuedBy::Beside)
        && upTo(kernel.lane, KernelLane::Copy);
}

bool valid(const KernelName& name) { return name.name[0] != '\0' && cleanField(name.name); }

bool valid(const KernelCount& count)
{
    return inTime(count.timeNs) && count.kernels < kMaxBytes && count.dropped < kMaxBytes
        && count.step >= 0;
}

bool valid(const StepSummary& summary)
{
    const auto sum = [](std::int64_t ns) { return ns >= 0 && inTime(ns); };
    // Sums first: only then may they be added.
    return inTime(summary.beginNs) && inTime(summary.endNs) && inTime(summary.firstOpNs)
        && inTime(summary.lastOpNs) && inTime(summary.tailNs) && inTime(summary.optimizerNs)
        && inTime(summary.tailEndNs) && sum(summary.forwardNs) && sum(summary.backwardNs)
        && sum(summary.inputGradNs) && sum(summary.weightGradNs) && sum(summary.recomputeNs)
        && sum(summary.collectiveNs) && sum(summary.transferNs) && sum(summary.reductionNs)
        && sum(summary.rerunNs) && inTime(opsNs(summary)) && summary.beginNs <= summary.endNs
        && summary.firstOpNs <= summary.lastOpNs && summary.tailNs <= summary.optimizerNs
        && summary.optimizerNs <= summary.tailEndNs && summary.peakBytes < kMaxBytes
        && summary.ops <= summary.spans && summary.step >= 0;
}

bool valid(const DetailWish& wish)
{
    return wish.count >= 1 && wish.count <= kMaxRanks && wish.stride >= 1
        && wish.stride <= kMaxRanks && lastOf(wish) < kMaxRanks && wish.forMs <= kMaxWishMs
        && upTo(wish.level, DetailLevel::Kernel);
}

bool valid(const LogLineHeader& line)
{
    return inTime(line.timeNs) && line.textBytes <= kMaxLogTextBytes
        && upTo(line.level, LogLevel::Error);
}

bool valid(const ClockRecord& clock)
{
    return inTime(clock.timeNs) && inTime(clock.offsetNs) && clock.errorNs >= 0
        && inTime(clock.errorNs) && clock.sameBoot <= 1;
}

bool valid(const Bye& bye) { return upTo(bye.reason, ByeReason::Failed) && cleanField(bye.text); }

bool valid(const RunEnd& end)
{
    return inTime(end.unixNs) && end.rank >= -1 && end.signal >= 0 && end.signal <= kMaxSignal
        && end.exitCode >= -1 && end.exitCode <= kMaxExitCode && end.step >= -1
        && upTo(end.outcome, RunOutcome::Failed) && cleanField(end.op) && cleanField(end.host)
        && cleanField(end.text);
}

bool valid(const Heartbeat& heartbeat)
{
    return heartbeat.number >= 1 && heartbeat.dropped <= heartbeat.produced;
}

bool valid(const Credit& credit)
{
    return credit.window <= kMaxWindow && credit.batchMs <= kMaxBatchMs;
}

bool valid(const Subscribe& subscribe)
{
    return subscribe.window <= kMaxWindow && upTo(subscribe.from, SubscribeFrom::Offset);
}

bool valid(const Served& served) { return served.offset <= served.logBytes && served.ended <= 1; }

bool valid(const Bundle& bundle)
{
    return bundle.frames <= kMaxBundleFrames && bundle.bytes <= kMaxBundleBytes;
}

} // namespace telemetry
