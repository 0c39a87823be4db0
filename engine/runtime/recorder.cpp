#include "engine/runtime/recorder.h"

#include "engine/runtime/device_records.h"
#include "engine/runtime/kernel_records.h"
#include "engine/runtime/process_memory.h"
#include "engine/runtime/rank_hello.h"
#include "telemetry/text.h"

#include <algorithm>
#include <span>
#include <utility>

namespace engine {

namespace {

telemetry::SpanKind spanKind(plan::OpKind kind)
{
    switch (kind) {
    case plan::OpKind::Forward:
        return telemetry::SpanKind::Forward;
    case plan::OpKind::Backward:
        return telemetry::SpanKind::Backward;
    case plan::OpKind::InputGrad:
        return telemetry::SpanKind::InputGrad;
    case plan::OpKind::WeightGrad:
        return telemetry::SpanKind::WeightGrad;
    }
    return telemetry::SpanKind::Forward;
}

telemetry::SpanKind spanKind(const plan::Instruction& instruction)
{
    switch (instruction.kind) {
    case plan::Instruction::Kind::Send:
        return telemetry::SpanKind::Send;
    case plan::Instruction::Kind::Receive:
        return telemetry::SpanKind::Receive;
    case plan::Instruction::Kind::Compute:
        break;
    }
    return spanKind(instruction.op.kind);
}

std::uint16_t groupFlags(GroupKind group)
{
    return static_cast<std::uint16_t>(static_cast<unsigned>(group) << telemetry::kGroupShift);
}

} // namespace

plan::Result<Recorder> Recorder::open(const RecorderOptions& options)
{
    telemetry::SenderOptions sending;
    sending.endpoint = options.endpoint;
    sending.otherEndpoints = options.otherEndpoints;
    sending.curve = options.curve;
    sending.run = options.run;
    sending.rank = static_cast<std::uint32_t>(options.rank);
    sending.hello = helloOf(options);
    sending.lostAfter = options.lostAfter;
    auto sender = telemetry::Sender::open(std::move(sending));
    if (!sender)
        return plan::Error{sender.error().message};
    return Recorder(std::move(*sender), options.emulated);
}

Recorder Recorder::silent() { return {nullptr, false}; }

Recorder::Recorder(std::unique_ptr<telemetry::Sender> sender, bool emulated)
    : m_sender(std::move(sender))
    , m_emulated(emulated)
{
}

void Recorder::clock(const RankClock& clock)
{
    if (!m_sender)
        return;
    telemetry::ClockRecord record;
    record.timeNs = clock.toRankZero.at.count();
    record.offsetNs = clock.toRankZero.offset.count();
    record.errorNs = clock.toRankZero.error.count();
    record.driftPpb = clock.driftPpb;
    record.sameBoot = clock.sameBoot ? 1 : 0;
    m_sender->clock(record);
}

void Recorder::beginStep(int step, Nanoseconds zero)
{
    m_step = step;
    m_zero = zero;
    m_spans = 0;
    m_tally.begin(step, zero.count());
    m_compared = m_different = 0;
    // A step's peak begins with what is held from the step before, which nobody may tell again.
    m_peaks = m_held;
    m_loss = std::numeric_limits<double>::quiet_NaN();
    if (!m_sender)
        return;
    m_level = m_sender->detail();
    telemetry::StepMark mark;
    mark.timeNs = zero.count();
    mark.step = step;
    mark.phase = telemetry::StepPhase::Begin;
    mark.detail = telemetry::detailMark(m_level);
    m_sender->stepMark(mark);
}

void Recorder::completion(const Completion& completion)
{
    telemetry::SpanRecord record;
    record.latenessNs = completion.lateness.count();
    record.bytes = completion.bytes;
    record.stage = completion.instruction.op.stage;
    record.microbatch = completion.instruction.op.microbatch;
    record.kind = spanKind(completion.instruction);
    record.lane
        = completion.isOfCompute() ? telemetry::Lane::Compute : telemetry::Lane::Communication;
    span(record, completion.start, completion.end);
    for (const Part& inner : completion.parts)
        part(completion, inner);
}

void Recorder::part(const Completion& completion, const Part& part)
{
    telemetry::SpanRecord record;
    record.bytes = part.bytes;
    record.stage = completion.instruction.op.stage;
    record.microbatch = completion.instruction.op.microbatch;
    record.kind = telemetry::SpanKind::Recompute;
    if (part.kind == Part::Kind::Collective) {
        record.kind = telemetry::SpanKind::Collective;
        record.lane = telemetry::Lane::Communication;
        record.flags = groupFlags(part.group);
    }
    span(record, part.start - m_zero, part.end - m_zero);
}

void Recorder::reduction(int stage, Nanoseconds start, Nanoseconds end, std::size_t bytes)
{
    telemetry::SpanRecord record;
    record.bytes = bytes;
    record.stage = stage;
    record.kind = telemetry::SpanKind::Collective;
    record.lane = telemetry::Lane::Communication;
    // Flags carry the group because a span has no field of its own for it; see WIRE.md.
    record.flags = groupFlags(GroupKind::Data);
    span(record, start - m_zero, end - m_zero);
}

void Recorder::rerun(const plan::Op& op, Nanoseconds start, Nanoseconds end, bool same)
{
    telemetry::SpanRecord record;
    record.stage = op.stage;
    record.microbatch = op.microbatch;
    record.kind = spanKind(op.kind);
    record.flags = telemetry::kFlagRerun;
    span(record, start - m_zero, end - m_zero);
    ++m_compared;
    if (same)
        return;
    ++m_different;
    if (!m_sender)
        return;
    telemetry::CheckRecord check;
    check.timeNs = end.count();
    check.compared = check.different = 1;
    check.step = m_step;
    check.stage = op.stage;
    check.microbatch = op.microbatch;
    check.kind = record.kind;
    m_sender->check(check);
}

void Recorder::numbers(const Numbers& numbers, bool whole)
{
    m_loss = numbers.loss;
    if (!m_sender || !whole)
        return;
    telemetry::TrainingStep record;
    record.timeNs = m_zero.count();
    record.loss = numbers.loss;
    record.gradientNorm = numbers.gradientNorm;
    record.learningRate = numbers.learningRate;
    record.tokens = numbers.tokens;
    record.step = m_step;
    record.skipped = numbers.updated ? 0 : 1;
    m_sender->trainingStep(record);
}

void Recorder::schedule(int step, std::string_view name)
{
    if (!m_sender)
        return;
    telemetry::ScheduleRecord record;
    record.timeNs = telemetry::rankClockNs();
    record.step = step;
    telemetry::copyText(record.name, name);
    m_sender->schedule(record);
}

void Recorder::tail(const StepTail& tail)
{
    const plan::Tail& ran = tail.ran;
    tailPart(telemetry::SpanKind::Collective, ran.begin, ran.optimizerBegin, tail.lateness);
    tailPart(telemetry::SpanKind::Optimizer, ran.optimizerBegin, ran.end, tail.lateness);
}

void Recorder::tailPart(telemetry::SpanKind kind, Nanoseconds start, Nanoseconds end,
                        Nanoseconds lateness)
{
    // A tail part that did not happen is no span, or every run without an optimizer would show one
    // of no length.
    if (start == end)
        return;
    telemetry::SpanRecord record;
    record.latenessNs = lateness.count();
    record.kind = kind;
    if (kind == telemetry::SpanKind::Collective) {
        record.lane = telemetry::Lane::Communication;
        record.flags = groupFlags(GroupKind::Data);
    }
    span(record, start, end);
}

void Recorder::span(telemetry::SpanRecord record, Nanoseconds start, Nanoseconds end)
{
    if (!m_sender)
        return;
    record.startNs = (m_zero + start).count();
    record.endNs = (m_zero + end).count();
    record.step = m_step;
    if (m_emulated)
        record.flags |= telemetry::kFlagEmulated;
    m_tally.add(record);
    if (!sends(telemetry::DetailLevel::Op))
        return;
    ++m_spans;
    m_sender->span(record);
}

// Each category where it has changed, or where the most of it has.
void Recorder::memory(Nanoseconds at, const MemoryHeld& memory)
{
    const std::array<std::pair<telemetry::MemoryCategory, std::size_t>, 5> held{
        {{telemetry::MemoryCategory::Weights, memory.weights},
         {telemetry::MemoryCategory::Gradients, memory.gradients},
         {telemetry::MemoryCategory::Optimizer, memory.optimizer},
         {telemetry::MemoryCategory::Activations, memory.activations},
         {telemetry::MemoryCategory::Buffers, memory.buffers}}};
    m_tally.held(memory.weights + memory.gradients + memory.optimizer + memory.activations
                 + memory.buffers);
    for (std::size_t i = 0; i < held.size(); ++i) {
        const auto [category, bytes] = held[i];
        const std::size_t peak = std::max({m_peaks[i], bytes, memory.peaks[i]});
        // Samples cost room in the ring that spans need, and most ops change one category or none.
        if (m_held[i] == bytes && m_peaks[i] == peak)
            continue;
        m_held[i] = bytes;
        m_peaks[i] = peak;
        m_untold[i] = !sends(telemetry::DetailLevel::Op);
        m_emulatedMemory = memory.emulated;
        if (m_untold[i])
            continue;
        sample(category, (m_zero + at).count(), bytes, m_peaks[i], memory.emulated);
    }
}

void Recorder::tellMemory(std::int64_t timeNs)
{
    constexpr std::array kCategories{
        telemetry::MemoryCategory::Weights, telemetry::MemoryCategory::Gradients,
        telemetry::MemoryCategory::Optimizer, telemetry::MemoryCategory::Activations,
        telemetry::MemoryCategory::Buffers};
    for (std::size_t i = 0; i < kCategories.size(); ++i)
        if (std::exchange(m_untold[i], false))
            sample(kCategories[i], timeNs, m_held[i], m_peaks[i], m_emulatedMemory);
}

void Recorder::endStep(Nanoseconds at)
{
    if (!m_sender)
        return;
    const std::int64_t timeNs = (m_zero + at).count();
    tellMemory(timeNs);
    if (const auto process = processMemory())
        sample(telemetry::MemoryCategory::ProcessRss, timeNs, process->residentBytes,
               process->peakResidentBytes, false);
    if (m_compared > 0) {
        telemetry::CheckRecord check;
        check.timeNs = timeNs;
        check.compared = m_compared;
        check.different = m_different;
        check.step = m_step;
        check.stage = check.microbatch = -1;
        m_sender->check(check);
    }
    m_sender->stepSummary(m_tally.finish(timeNs));
    telemetry::StepMark mark;
    mark.timeNs = timeNs;
    mark.detail = telemetry::detailMark(m_level);
    mark.loss = m_loss;
    mark.step = m_step;
    // Counted even where records were dropped, and not where they were not asked for: a reader that
    // finds fewer knows that some are missing.
    mark.spans = m_spans;
    mark.phase = telemetry::StepPhase::End;
    m_sender->stepMark(mark);
}

void Recorder::sample(telemetry::MemoryCategory category, std::int64_t timeNs,
                      std::uint64_t current, std::uint64_t peak, bool emulated)
{
    if (!m_sender)
        return;
    telemetry::MemorySample record;
    record.timeNs = timeNs;
    record.currentBytes = current;
    record.peakBytes = peak;
    record.step = m_step;
    record.category = category;
    record.flags = emulated ? telemetry::kFlagEmulated : std::uint16_t{0};
    m_sender->memory(record);
}

void Recorder::log(telemetry::LogLevel level, const std::string& text)
{
    if (m_sender)
        m_sender->log(level, text);
}

void Recorder::device(const DeviceDescription& description)
{
    if (m_sender)
        m_sender->device(recordOf(description));
}

void Recorder::device(const DeviceNews& news)
{
    for (const std::string& fault : news.faults)
        log(telemetry::LogLevel::Error, fault);
    if (news.dropped > 0 && !std::exchange(m_toldDropped, true))
        log(telemetry::LogLevel::Warning,
            "some counters of the device are missing: a step took so long that "
                + std::to_string(news.dropped) + " readings had to be left out");
    if (!m_sender)
        return;
    auto readings = std::span(news.readings);
    if (!sends(telemetry::DetailLevel::Op) && !readings.empty())
        readings = readings.last(1);
    for (const DeviceReading& reading : readings)
        m_sender->device(recordOf(reading));
}

void Recorder::kernels(Nanoseconds at, const KernelNews& news)
{
    if (!m_sender)
        return;
    std::uint32_t number = news.firstName;
    for (const std::string& name : news.names)
        m_sender->kernelName(kernelName(number++, name));
    // Names are told once, and may be wanted later.
    if (!sends(telemetry::DetailLevel::Kernel))
        return;
    for (const KernelActivity& kernel : news.kernels)
        m_sender->kernel(recordOf(kernel));
    telemetry::KernelCount count;
    count.timeNs = (m_zero + at).count();
    count.kernels = news.kernels.size();
    count.dropped = news.dropped;
    count.step = m_step;
    m_sender->kernelCount(count);
}

void Recorder::close(telemetry::ByeReason reason, const std::string& text,
                     std::chrono::milliseconds deadline)
{
    if (m_sender)
        m_sender->close(deadline, reason, text);
}

} // namespace engine
