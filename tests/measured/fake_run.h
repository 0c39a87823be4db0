// What the ranks of a run would send for a predicted timeline, on clocks of their own.

#pragma once

#include "engine/measured/step_assembler.h"
#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <cstdio>

namespace measured::test {

using namespace telemetry;

class FakeRun {
public:
    explicit FakeRun(const plan::Shape& shape, const plan::Costs& costs = plan::Costs::unit())
        : m_shape(shape)
        , m_timeline(*plan::simulate(*plan::makeSchedule("1f1b", shape), costs))
    {
    }

    const plan::Timeline& timeline() const { return m_timeline; }

    Frame hello() const
    {
        Hello hello;
        hello.ranks = hello.pipelineRanks = std::uint32_t(m_shape.ranks);
        hello.microbatches = std::uint32_t(m_shape.microbatches);
        hello.flags = kFlagEmulated;
        std::snprintf(hello.schedule, sizeof hello.schedule, "1f1b");
        std::snprintf(hello.device, sizeof hello.device, "emulated");
        return frame(0, hello);
    }

    Frame begin(int rank, int step) const { return mark(rank, step, StepPhase::Begin, 0); }
    Frame end(int rank, int step) const
    {
        return mark(rank, step, StepPhase::End,
                    std::get<std::vector<SpanRecord>>(spans(rank, step).body).size());
    }

    Frame spans(int rank, int step) const
    {
        std::vector<SpanRecord> records;
        for (const plan::Span& span : m_timeline.spans[std::size_t(rank)])
            records.push_back({.startNs = zero(rank, step) + span.start.count(),
                               .endNs = zero(rank, step) + span.end.count(),
                               .latenessNs = 5 * rank,
                               .step = step,
                               .stage = span.op.stage,
                               .microbatch = span.op.microbatch,
                               .kind = span.op.kind == plan::OpKind::Forward ? SpanKind::Forward
                                                                             : SpanKind::Backward});
        if (!m_timeline.tails.empty()) {
            const plan::Tail& tail = m_timeline.tails[std::size_t(rank)];
            addTail(records, rank, step, SpanKind::Optimizer, tail.optimizerBegin, tail.end);
            addTail(records, rank, step, SpanKind::Collective, tail.begin, tail.optimizerBegin);
        }
        return frame(rank, records);
    }

    std::vector<Frame> step(int number) const
    {
        std::vector<Frame> frames;
        for (int rank = 0; rank < m_shape.ranks; ++rank)
            for (Frame& made :
                 std::vector{begin(rank, number), spans(rank, number), end(rank, number)})
                frames.push_back(std::move(made));
        return frames;
    }

private:
    // Every rank's clock is far from the others'.
    static std::int64_t zero(int rank, int step)
    {
        return 1'000'000'000'000LL * rank + 70'000LL * step;
    }

    static void addTail(std::vector<SpanRecord>& records, int rank, int step, SpanKind kind,
                        Nanoseconds start, Nanoseconds end)
    {
        if (start < end)
            records.push_back({.startNs = zero(rank, step) + start.count(),
                               .endNs = zero(rank, step) + end.count(),
                               .latenessNs = 5 * rank,
                               .step = step,
                               .kind = kind});
    }

    static Frame frame(int rank, Frame::Body body)
    {
        Frame made{{}, std::move(body)};
        made.header.rank = std::uint32_t(rank);
        return made;
    }

    Frame mark(int rank, int step, StepPhase phase, std::size_t spans) const
    {
        StepMark mark;
        mark.timeNs = zero(rank, step);
        mark.step = step;
        mark.phase = phase;
        mark.spans = std::uint32_t(spans);
        if (phase == StepPhase::End && rank + 1 == m_shape.ranks)
            mark.loss = 2.5;
        return frame(rank, std::vector{mark});
    }

    plan::Shape m_shape;
    plan::Timeline m_timeline;
};

inline constexpr plan::Shape kShape{.ranks = 4, .microbatches = 8};

// As if it had begun so much later.
inline std::vector<Frame> delayed(std::vector<Frame> frames, std::chrono::nanoseconds by)
{
    for (Frame& frame : frames) {
        if (auto* marks = std::get_if<std::vector<StepMark>>(&frame.body))
            for (StepMark& mark : *marks)
                mark.timeNs += by.count();
        if (auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body))
            for (SpanRecord& span : *spans) {
                span.startNs += by.count();
                span.endNs += by.count();
            }
    }
    return frames;
}

} // namespace measured::test
