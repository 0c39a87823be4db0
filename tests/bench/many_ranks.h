// Recordings of runs of thousands of ranks: what they would have logged.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "telemetry/event_log.h"
#include "telemetry/text.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct ManyRanks {
    int places = 16;    // of the pipeline, 1F1B
    int replicas = 256; // at each
    int microbatches = 32;
    int steps = 20;
    int ranksPerNode = 8;
    bool allOps = false; // of every replica; else of the first, and summaries of all
    int slow = 773;      // that rank of the world takes a third longer; -1: none does
    std::string device = "emulated";

    int world() const { return places * replicas; }
    std::string strategy() const
    {
        return "bubblescope: 1\nname: many ranks\nparallel: {pipeline: " + std::to_string(places)
            + ", data: " + std::to_string(replicas)
            + "}\nbatch: {micro: 1, global: " + std::to_string(microbatches * replicas)
            + "}\nschedule: {name: 1f1b}\ncluster: {devices: " + std::to_string(world())
            + ", devices_per_node: " + std::to_string(ranksPerNode)
            + "}\ncosts: {forward: 5000, input_grad: 5000, weight_grad: 5000, transfer: 0}\n";
    }
};

// A step of one replica, in which the rank at place `slow` takes a third longer, and every rank up
// to 4 % less or more, as `seed` has it.
inline plan::Timeline replicaStep(const ManyRanks& run, int slow, std::uint32_t seed)
{
    const plan::Shape shape{.ranks = run.places, .microbatches = run.microbatches};
    const plan::Nanoseconds part{5'000'000};
    plan::Costs costs{.stages = {{part, part, part}}};
    for (int place = 0; place < run.places; ++place) {
        seed = seed * 1664525U + 1013904223U;
        costs.rankFactors.push_back((place == slow ? 1.33 : 1.0) + (seed >> 24) / 256.0 * 0.04);
    }
    return *plan::simulate(*plan::makeSchedule("1f1b", shape), costs);
}

class ManyRanksWriter {
public:
    ManyRanksWriter(telemetry::LogWriter& log, const ManyRanks& run)
        : m_log(log)
        , m_run(run)
        , m_sequence(static_cast<std::size_t>(run.world()))
    {
    }

    void write()
    {
        for (int rank = 0; rank < m_run.world(); ++rank)
            hello(rank);
        const std::int64_t length = 2'000'000'000;
        for (int step = 0; step < m_run.steps; ++step)
            for (int replica = 0; replica < m_run.replicas; ++replica) {
                const int slow = m_run.slow >= 0 && m_run.slow % m_run.replicas == replica
                    ? m_run.slow / m_run.replicas
                    : -1;
                const auto done = replicaStep(m_run, slow, std::uint32_t(step * 7919 + replica));
                for (int place = 0; place < m_run.places; ++place)
                    writeStep(place * m_run.replicas + replica, step, 1'000'000'000 + step * length,
                              done, place);
            }
        for (int rank = 0; rank < m_run.world(); ++rank)
            m_log.append(
                telemetry::encodeOne(telemetry::FrameKind::Bye, addressOf(rank), telemetry::Bye{}));
    }

private:
    telemetry::FrameAddress addressOf(int rank)
    {
        return {.run = 42,
                .sequence = m_sequence[static_cast<std::size_t>(rank)]++,
                .rank = static_cast<std::uint32_t>(rank)};
    }

    void hello(int rank)
    {
        telemetry::Hello hello;
        hello.ranks = static_cast<std::uint32_t>(m_run.world());
        hello.pipelineRanks = static_cast<std::uint32_t>(m_run.places);
        hello.microbatches = static_cast<std::uint32_t>(m_run.microbatches);
        hello.flags = m_run.device == "emulated" ? telemetry::kFlagEmulated : 0;
        telemetry::copyText(hello.schedule, "1f1b");
        telemetry::copyText(hello.device, m_run.device);
        telemetry::copyText(hello.host, "n" + std::to_string(rank / m_run.ranksPerNode));
        m_log.append(telemetry::encodeOne(telemetry::FrameKind::Hello, addressOf(rank), hello));
    }

    void mark(int rank, const telemetry::StepMark& mark)
    {
        telemetry::FrameBuilder marks(telemetry::FrameKind::StepMarks);
        marks.append(mark);
        m_log.append(marks.finish(addressOf(rank)));
    }

    void writeStep(int rank, int step, std::int64_t zero, const plan::Timeline& done, int place)
    {
        const auto& ops = done.spans[static_cast<std::size_t>(place)];
        const bool sendsOps = m_run.allOps || rank % m_run.replicas == 0;
        mark(rank, {.timeNs = zero, .step = step});
        telemetry::StepSummary summary{.beginNs = zero,
                                       .endNs = zero + done.makespan.count(),
                                       .firstOpNs = zero + ops.front().start.count(),
                                       .lastOpNs = zero + ops.back().end.count(),
                                       .ops = static_cast<std::uint32_t>(ops.size()),
                                       .spans = static_cast<std::uint32_t>(ops.size()),
                                       .step = step,
                                       .flags = telemetry::kFlagEmulated};
        summary.tailNs = summary.optimizerNs = summary.tailEndNs = summary.lastOpNs;
        telemetry::FrameBuilder spans(telemetry::FrameKind::Spans);
        for (const plan::Span& span : ops) {
            (span.op.kind == plan::OpKind::Forward ? summary.forwardNs : summary.backwardNs)
                += (span.end - span.start).count();
            if (sendsOps)
                spans.append(
                    telemetry::SpanRecord{.startNs = zero + span.start.count(),
                                          .endNs = zero + span.end.count(),
                                          .step = step,
                                          .stage = span.op.stage,
                                          .microbatch = span.op.microbatch,
                                          .kind = static_cast<telemetry::SpanKind>(span.op.kind),
                                          .flags = telemetry::kFlagEmulated});
        }
        if (sendsOps)
            m_log.append(spans.finish(addressOf(rank)));
        telemetry::FrameBuilder summaries(telemetry::FrameKind::StepSummaries);
        summaries.append(summary);
        m_log.append(summaries.finish(addressOf(rank)));
        mark(rank,
             {.timeNs = zero + done.makespan.count(),
              .step = step,
              .spans = sendsOps ? static_cast<std::uint32_t>(ops.size()) : 0,
              .phase = telemetry::StepPhase::End,
              .detail = telemetry::detailMark(sendsOps ? telemetry::DetailLevel::Op
                                                       : telemetry::DetailLevel::Step)});
    }

    telemetry::LogWriter& m_log;
    const ManyRanks& m_run;
    std::vector<std::uint64_t> m_sequence;
};

// False where the log cannot be written.
inline bool writeManyRanks(const std::string& path, const ManyRanks& run)
{
    auto log = telemetry::LogWriter::create(path, 42);
    if (!log)
        return false;
    ManyRanksWriter(*log, run).write();
    log->flush();
    return log->problem().empty();
}

} // namespace bench
