// A recording of a run that trains, made up from a predicted timeline: loss, memory, exchanges
// inside the ops, and second runs of ops in the bubbles.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "telemetry/control.h"
#include "telemetry/event_log.h"
#include "telemetry/text.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace gui::test {

struct TrainingOptions {
    int steps = 40;
    int skipped = -1;  // its loss is no number
    int slowRank = -1; // its ops take twice as long from `slowSince` on
    int slowSince = 0;
    int slowUntil = 1 << 30;
    bool slowedByHand = false; // and the rank says so
    int differentStep = -1;    // the first second run of rank 1 there gives other bits
    int silentRank = -1;       // says nothing of its memory
    int swapStep = -1;         // from there on, it follows `swapTo`
    std::string swapTo{};      // of the same shape and placement
    int kernels = 0;           // that compute in each op, of ranks that look at them; 0: none does
    int lostKernels = 0;       // records of kernels that rank 1 had no room for, in step 0
    bool gpus = false;         // the ranks compute on GPUs, whose counters are sampled; a slow
                               // rank's is held at its power limit
};

class TrainingRecording {
public:
    TrainingRecording(const std::string& path, std::string schedule, const plan::Schedule& of,
                      TrainingOptions options)
        : m_log(telemetry::LogWriter::create(path, kRun))
        , m_name(std::move(schedule))
        , m_schedule(of)
        , m_options(std::move(options))
        , m_sequence(std::size_t(of.shape.ranks), 0)
    {
    }

    bool write()
    {
        if (!m_log)
            return false;
        for (std::uint32_t rank = 0; rank < m_sequence.size(); ++rank)
            hello(rank);
        for (int step = 0; step < m_options.steps; ++step) {
            plan::Costs costs{{{kUnit, kUnit, kUnit}}, {}};
            costs.rankFactors.assign(m_sequence.size(), 1.0);
            if (m_options.slowedByHand && step == m_options.slowSince)
                saySlowed(step, 2);
            if (m_options.slowedByHand && step == m_options.slowUntil)
                saySlowed(step, 1);
            if (m_options.slowRank >= 0 && step >= m_options.slowSince
                && step < m_options.slowUntil)
                costs.rankFactors[std::size_t(m_options.slowRank)] = 2;
            const bool swapped = m_options.swapStep >= 0 && step >= m_options.swapStep;
            if (step == m_options.swapStep)
                swap(step);
            const auto timeline = plan::simulate(
                swapped ? *plan::makeSchedule(m_options.swapTo, m_schedule.shape) : m_schedule,
                costs);
            training(step);
            for (std::uint32_t rank = 0; rank < m_sequence.size(); ++rank)
                rankStep(rank, step, *timeline);
            m_zero += timeline->makespan.count() + kTail + 1000;
        }
        for (std::uint32_t rank = 0; rank < m_sequence.size(); ++rank)
            m_log->append(
                telemetry::encodeOne(telemetry::FrameKind::Bye, address(rank), telemetry::Bye{}));
        m_log->flush();
        return m_log->problem().empty();
    }

private:
    static constexpr std::uint64_t kRun = 43;
    static constexpr std::chrono::milliseconds kUnit{5};
    static constexpr std::uint64_t kGpuBytes = 85'520'809'984;
    static constexpr std::int64_t kPeriod = 20'000'000; // ns, of the counters of a device
    static constexpr std::int64_t kTail = 4'000'000;    // ns: the reduction, then the optimizer

    telemetry::FrameAddress address(std::uint32_t rank)
    {
        return {.run = kRun, .sequence = m_sequence[rank]++, .rank = rank};
    }

    template <class Record>
    void send(std::uint32_t rank, telemetry::FrameKind kind, const std::vector<Record>& records)
    {
        telemetry::FrameBuilder frame(kind);
        for (const Record& record : records)
            frame.append(record);
        if (!records.empty())
            m_log->append(frame.finish(address(rank)));
    }

    void hello(std::uint32_t rank)
    {
        telemetry::Hello hello;
        hello.ranks = hello.pipelineRanks = std::uint32_t(m_sequence.size());
        hello.chunks = std::uint32_t(m_schedule.shape.chunks);
        hello.microbatches = std::uint32_t(m_schedule.shape.microbatches);
        hello.directions = std::uint8_t(m_schedule.shape.directions);
        std::strncpy(hello.schedule, m_name.c_str(), sizeof hello.schedule - 1);
        const std::string device = m_options.gpus ? "cuda:" + std::to_string(rank) : "cpu";
        std::strncpy(hello.device, device.c_str(), sizeof hello.device - 1);
        m_log->append(telemetry::encodeOne(telemetry::FrameKind::Hello, address(rank), hello));
        if (!m_options.gpus)
            return;
        telemetry::DeviceInfo info{.memoryTotalBytes = kGpuBytes,
                                   .driverCuda = 13000,
                                   .runtimeCuda = 13000,
                                   .nccl = 22809,
                                   .cublas = 130100,
                                   .sharingRanks = 1,
                                   .capabilityMajor = 9,
                                   .mig = 0};
        telemetry::copyText(info.name, "NVIDIA H100 80GB HBM3");
        telemetry::copyText(info.driver, "580.65.06");
        send<telemetry::DeviceInfo>(rank, telemetry::FrameKind::DeviceInfos, {info});
    }

    // What is used of the device is more than the rank holds: its context and what the allocator
    // keeps.
    void devices(std::uint32_t rank, int step, std::int64_t length,
                 const std::vector<telemetry::MemorySample>& held)
    {
        const bool slow = int(rank) == m_options.slowRank && step >= m_options.slowSince
            && step < m_options.slowUntil;
        std::vector<telemetry::DeviceSample> samples;
        for (std::int64_t at = 0; at < length; at += kPeriod) {
            double activations = 0;
            for (const telemetry::MemorySample& sample : held)
                if (sample.category == telemetry::MemoryCategory::Activations
                    && sample.timeNs <= m_zero + at)
                    activations = double(sample.currentBytes);
            const double wave = std::sin(double(step * 7 + rank) + double(at) * 1e-8);
            telemetry::DeviceSample sample{
                .timeNs = m_zero + at,
                .memoryUsedBytes = std::uint64_t(activations) + kGpuBytes * 40 / 100,
                .memoryTotalBytes = kGpuBytes,
                .powerMilliwatts = std::uint32_t((slow ? 690 : 560) * 1000 + 9000 * wave),
                .powerLimitMilliwatts = 700'000,
                .eccUncorrected = 0,
                .throttle
                = std::uint16_t(slow ? telemetry::Throttle::PowerCap : telemetry::Throttle{}),
                .smMegahertz = std::uint16_t((slow ? 1300 : 1950) + 15 * wave),
                .memoryMegahertz = 2619,
                .gpuPercent = std::uint8_t(88 + 6 * wave - 3.0 * rank),
                .memoryPercent = std::uint8_t(45 + 5 * wave),
                .celsius = std::uint8_t(58 + 2 * rank + (slow ? 14 : 0) + 1.5 * wave)};
            samples.push_back(sample);
        }
        send(rank, telemetry::FrameKind::DeviceSamples, samples);
    }

    void names(std::uint32_t rank)
    {
        std::uint32_t number = 0;
        std::vector<telemetry::KernelName> names;
        for (const char* text :
             {"nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_NNT", "gpu::attentionHalf<64, true>",
              "gpu::layerNorm<__nv_bfloat16>", "gpu::gelu<__nv_bfloat16>",
              "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
              "copy to the device", "gpu::adamW<float>"}) {
            telemetry::KernelName& name = names.emplace_back();
            name.number = number++;
            telemetry::copyText(name.name, text);
        }
        send(rank, telemetry::FrameKind::KernelNames, names);
    }

    // Of a span of the step: kernels with a gap behind each, an exchange where the op waits for
    // one, and a copy at the beginning.
    void kernelsOf(std::uint32_t rank, const telemetry::SpanRecord& span)
    {
        using telemetry::KernelLane;
        std::vector<telemetry::KernelRecord> made;
        const auto add = [&](double from, double to, std::uint32_t name, KernelLane lane,
                             std::uint32_t stream) -> telemetry::KernelRecord& {
            const auto at = [&](double share) {
                return span.startNs + std::int64_t(share * double(span.endNs - span.startNs));
            };
            telemetry::KernelRecord& kernel = made.emplace_back();
            kernel.startNs = at(from);
            kernel.endNs = at(to);
            kernel.name = name;
            kernel.step = span.step;
            kernel.stage = span.stage;
            kernel.microbatch = span.microbatch;
            kernel.stream = stream;
            kernel.lane = lane;
            kernel.flags = span.flags & telemetry::kFlagRerun;
            kernel.by = span.stage < 0 ? telemetry::QueuedBy::Optimizer
                                       : static_cast<telemetry::QueuedBy>(span.kind);
            return kernel;
        };
        if (span.kind == telemetry::SpanKind::Optimizer) {
            add(0, 0.9, 6, KernelLane::Compute, 7);
        } else {
            add(0.001, 0.02, 5, KernelLane::Copy, 7).bytes = 65536;
            add(0.6, 0.8, 4, KernelLane::Communication, 13);
            // In two stretches, before and after the exchange.
            const int first = m_options.kernels * 3 / 4;
            for (int i = 0; i < m_options.kernels; ++i) {
                const bool late = i >= first;
                const double length = late ? 0.19 / (m_options.kernels - first) : 0.57 / first;
                const double from = late ? 0.8 + (i - first) * length : 0.02 + i * length;
                add(from, from + 0.95 * length, std::uint32_t(i % 4), KernelLane::Compute, 7);
            }
        }
        m_kernels += made.size();
        constexpr std::size_t kOfAFrame = 1000;
        for (std::size_t i = 0; i < made.size(); i += kOfAFrame)
            send(rank, telemetry::FrameKind::Kernels,
                 std::vector(made.begin() + std::ptrdiff_t(i),
                             made.begin() + std::ptrdiff_t(std::min(made.size(), i + kOfAFrame))));
    }

    void kernels(std::uint32_t rank, int step, const std::vector<telemetry::SpanRecord>& spans)
    {
        if (step == 0)
            names(rank);
        m_kernels = 0;
        for (const telemetry::SpanRecord& span : spans)
            if (span.lane == telemetry::Lane::Compute
                && (span.kind <= telemetry::SpanKind::WeightGrad
                    || span.kind == telemetry::SpanKind::Optimizer))
                kernelsOf(rank, span);
        const auto lost = rank == 1 && step == 0 ? std::uint64_t(m_options.lostKernels) : 0;
        send<telemetry::KernelCount>(
            rank, telemetry::FrameKind::KernelCounts,
            {{.timeNs = m_zero, .kernels = m_kernels, .dropped = lost, .step = step}});
    }

    void saySlowed(int step, double factor)
    {
        send<telemetry::LogLine>(
            std::uint32_t(m_options.slowRank), telemetry::FrameKind::LogLines,
            {{.timeNs = m_zero, .text = telemetry::slowedByHandText(step, factor)}});
    }

    void swap(int step)
    {
        telemetry::ScheduleRecord record{.timeNs = m_zero, .step = step};
        telemetry::copyText(record.name, m_options.swapTo);
        send<telemetry::ScheduleRecord>(0, telemetry::FrameKind::Schedules, {record});
    }

    void rankStep(std::uint32_t rank, int step, const plan::Timeline& timeline)
    {
        using telemetry::SpanKind;
        using telemetry::SpanRecord;
        send<telemetry::StepMark>(rank, telemetry::FrameKind::StepMarks,
                                  {{.timeNs = m_zero, .step = step}});
        std::vector<SpanRecord> spans;
        std::vector<telemetry::MemorySample> samples;
        const auto span = [&](std::int64_t start, std::int64_t end, SpanKind kind, plan::Op op) {
            SpanRecord record;
            record.startNs = m_zero + start;
            record.endNs = m_zero + end;
            record.step = step;
            record.stage = op.stage;
            record.microbatch = op.microbatch;
            record.kind = kind;
            spans.push_back(record);
        };
        const auto sample = [&](std::int64_t at, telemetry::MemoryCategory category, double mib) {
            const auto bytes = std::uint64_t(mib * 1024 * 1024) * (m_options.gpus ? 32 : 1);
            samples.push_back({.timeNs = m_zero + at,
                               .currentBytes = bytes,
                               .peakBytes = bytes + bytes / 16,
                               .step = step,
                               .category = category});
        };
        if (step == 0) {
            sample(0, telemetry::MemoryCategory::Weights, 220);
            sample(0, telemetry::MemoryCategory::Optimizer, 440);
        }
        double gradients = 0;
        double activations = 0;
        std::int64_t free = 0;
        std::uint32_t compared = 0;
        for (const plan::Span& op : timeline.spans[rank]) {
            const std::int64_t start = op.start.count();
            const std::int64_t end = op.end.count();
            const std::int64_t length = end - start;
            if (start - free >= length && free > 0) { // the last op again, where there is time
                span(free, free + length * 9 / 10, SpanKind::Forward, op.op);
                spans.back().flags = telemetry::kFlagRerun;
                ++compared;
            }
            span(start, end, SpanKind(op.op.kind), op.op);
            span(start + length * 6 / 10, start + length * 8 / 10, SpanKind::Collective, op.op);
            spans.back().lane = telemetry::Lane::Communication;
            spans.back().flags = telemetry::groupFlags(telemetry::CollectiveGroup::Tensor);
            if (op.op.kind != plan::OpKind::Forward)
                span(start, start + length * 4 / 10, SpanKind::Recompute, op.op);
            activations += op.op.kind == plan::OpKind::Forward ? 96 : -96;
            gradients = op.op.kind == plan::OpKind::Forward ? gradients : 220;
            sample(end, telemetry::MemoryCategory::Activations, std::max(0.0, activations));
            sample(end, telemetry::MemoryCategory::Gradients, gradients);
            free = end;
        }
        const std::int64_t done = timeline.makespan.count();
        span(done * 6 / 10, done * 9 / 10, SpanKind::Collective,
             {int(rank), plan::OpKind::Forward, -1}); // beside the ops
        spans.back().lane = telemetry::Lane::Communication;
        spans.back().flags = telemetry::groupFlags(telemetry::CollectiveGroup::Data);
        span(done, done + kTail / 2, SpanKind::Collective, {-1, plan::OpKind::Forward, -1});
        span(done + kTail / 2, done + kTail, SpanKind::Optimizer, {-1, plan::OpKind::Forward, -1});
        sample(done + kTail, telemetry::MemoryCategory::Gradients, 0);
        send(rank, telemetry::FrameKind::Spans, spans);
        if (int(rank) != m_options.silentRank)
            send(rank, telemetry::FrameKind::MemorySamples, samples);
        if (m_options.gpus)
            devices(rank, step, done + kTail, samples);
        if (m_options.kernels > 0)
            kernels(rank, step, spans);
        check(rank, step, compared);
        send<telemetry::StepMark>(rank, telemetry::FrameKind::StepMarks,
                                  {{.timeNs = m_zero + done + kTail,
                                    .step = step,
                                    .spans = std::uint32_t(spans.size()),
                                    .phase = telemetry::StepPhase::End}});
    }

    void check(std::uint32_t rank, int step, std::uint32_t compared)
    {
        const bool differs = step == m_options.differentStep && rank == 1;
        std::vector<telemetry::CheckRecord> checks;
        if (differs)
            checks.push_back(
                {.compared = 1, .different = 1, .step = step, .stage = 2, .microbatch = 0});
        checks.push_back({.compared = std::max(compared, differs ? 1u : 0u),
                          .different = differs ? 1u : 0u,
                          .step = step});
        send(rank, telemetry::FrameKind::Checks, checks);
    }

    void training(int step)
    {
        telemetry::TrainingStep record;
        record.timeNs = m_zero;
        record.step = step;
        record.skipped = step == m_options.skipped ? 1 : 0;
        record.loss = record.skipped != 0
            ? std::numeric_limits<double>::quiet_NaN()
            : 2 + 8 * std::exp(-step / 12.0) + 0.15 * std::sin(step * 1.7);
        record.gradientNorm = 0.5 + 2 * std::exp(-step / 8.0);
        record.learningRate = 3e-4;
        record.tokens = 16384;
        send<telemetry::TrainingStep>(0, telemetry::FrameKind::TrainingSteps, {record});
    }

    telemetry::Result<telemetry::LogWriter> m_log;
    std::string m_name;
    const plan::Schedule& m_schedule;
    TrainingOptions m_options;
    std::vector<std::uint64_t> m_sequence;
    std::int64_t m_zero = 1'000'000'000;
    std::uint64_t m_kernels = 0; // of the rank's step
};

inline bool writeTraining(const std::string& path, const std::string& name,
                          const plan::Schedule& schedule, const TrainingOptions& options = {})
{
    return TrainingRecording(path, name, schedule, options).write();
}

} // namespace gui::test
