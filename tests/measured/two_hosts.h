// A recorded run whose ranks stand on two hosts, with clocks far apart and a slow link between.

#pragma once

#include "telemetry/event_log.h"
#include "telemetry/text.h"
#include "tests/measured/noisy_step.h"

#include <algorithm>
#include <string>
#include <vector>

namespace measured::test {

inline constexpr std::int64_t kMessageBytes = 1 << 20;
inline constexpr Nanoseconds kWithinHost{40'000};
// 1 ms, and what 125 MB/s make of a message.
inline constexpr Nanoseconds kBetweenHosts{1'000'000 + kMessageBytes * 8};

// What the hops of a schedule take whose ranks are on these hosts, place by place.
inline plan::Costs costsOnHosts(const plan::Schedule& schedule, const std::vector<int>& hosts)
{
    using namespace std::chrono_literals;
    plan::Costs costs{.stages = {{.forward = 5ms, .inputGrad = 5ms, .weightGrad = 5ms}}};
    const auto& ranks = schedule.placement.ranks;
    for (std::size_t stage = 0; stage + 1 < ranks.size(); ++stage) {
        const bool crosses
            = hosts[std::size_t(ranks[stage])] != hosts[std::size_t(ranks[stage + 1])];
        costs.hops.push_back(crosses ? kBetweenHosts : kWithinHost);
    }
    return costs;
}

// Writes the event log of a run of that schedule into a folder, which the reader finds there.
class TwoHosts {
public:
    TwoHosts(const std::string& folder, plan::Schedule schedule, std::vector<int> hosts)
        : m_log(*telemetry::LogWriter::create(folder + "/events.bslog", 1))
        , m_schedule(std::move(schedule))
        , m_hosts(std::move(hosts))
        , m_sequences(m_hosts.size(), 0)
    {
        for (std::size_t rank = 0; rank < m_hosts.size(); ++rank)
            hello(rank);
    }

    // Returns how long each of them took.
    std::vector<Nanoseconds> steps(int count, double spread)
    {
        std::mt19937 random(11);
        const plan::Costs costs = costsOnHosts(m_schedule, m_hosts);
        std::vector<Nanoseconds> lasted;
        for (int number = 0; number < count; ++number) {
            const Step step = noisyStep(m_schedule, costs, number, spread, random);
            lasted.push_back(step.timeline.makespan);
            for (std::size_t rank = 0; rank < m_hosts.size(); ++rank)
                add(rank, number, step.timeline);
            m_sessionNs += 2 * step.timeline.makespan.count();
        }
        m_log.flush();
        return lasted;
    }

private:
    // The second host's clock is 1 000 s ahead.
    std::int64_t aheadNs(std::size_t rank) const { return m_hosts[rank] * 1'000'000'000'000LL; }

    template <class Record>
    void send(telemetry::FrameKind kind, std::size_t rank, const std::vector<Record>& records)
    {
        telemetry::FrameBuilder builder(kind);
        for (const Record& record : records)
            if (!builder.append(record))
                throw std::logic_error("a frame of these tests does not hold its records");
        m_log.append(builder.finish(
            {.run = 1, .sequence = m_sequences[rank]++, .rank = std::uint32_t(rank)}));
    }

    void hello(std::size_t rank)
    {
        telemetry::Hello hello;
        hello.ranks = hello.pipelineRanks = std::uint32_t(m_schedule.shape.ranks);
        hello.chunks = std::uint32_t(m_schedule.shape.chunks);
        hello.microbatches = std::uint32_t(m_schedule.shape.microbatches);
        hello.flags = telemetry::kFlagEmulated;
        telemetry::copyText(hello.schedule, m_schedule.shape.chunks > 1 ? "interleaved" : "1f1b");
        telemetry::copyText(hello.device, "emulated");
        telemetry::copyText(hello.host, m_hosts[rank] == 0 ? "n1" : "n2");
        telemetry::copyText(hello.bootId, m_hosts[rank] == 0 ? "boot of n1" : "boot of n2");
        send(telemetry::FrameKind::Hello, rank, std::vector{hello});
        send(telemetry::FrameKind::Clocks, rank,
             std::vector{telemetry::ClockRecord{.timeNs = aheadNs(rank),
                                                .offsetNs = -aheadNs(rank),
                                                .errorNs = 2'000,
                                                .sameBoot = m_hosts[rank] == 0}});
    }

    void add(std::size_t rank, int number, const plan::Timeline& timeline)
    {
        using namespace telemetry;
        const std::int64_t zero = m_sessionNs + aheadNs(rank);
        StepMark mark{.timeNs = zero, .step = number, .phase = StepPhase::Begin};
        send(FrameKind::StepMarks, rank, std::vector{mark});
        std::vector<SpanRecord> spans;
        for (const plan::Span& span : timeline.spans[rank])
            spans.push_back(
                {.startNs = zero + span.start.count(),
                 .endNs = zero + span.end.count(),
                 .step = number,
                 .stage = span.op.stage,
                 .microbatch = span.op.microbatch,
                 .kind = plan::isForward(span.op.kind) ? SpanKind::Forward : SpanKind::Backward});
        send(FrameKind::Spans, rank, spans);
        mark.timeNs = zero + timeline.makespan.count();
        mark.phase = StepPhase::End;
        mark.spans = std::uint32_t(spans.size());
        send(FrameKind::StepMarks, rank, std::vector{mark});
    }

    telemetry::LogWriter m_log;
    const plan::Schedule m_schedule;
    const std::vector<int> m_hosts;
    std::vector<std::uint64_t> m_sequences;
    std::int64_t m_sessionNs = 5'000'000'000;
};

inline double medianOf(std::vector<Nanoseconds> times)
{
    std::sort(times.begin(), times.end());
    return double(times[times.size() / 2].count());
}

} // namespace measured::test
