#include "engine/runtime/rank_run.h"

#include "engine/runtime/executor.h"

#include <algorithm>

namespace engine {

RankRun::RankRun(const PipelineSetup& setup, RankMachine& machine, RunDuties& duties,
                 Recorder& recorder, Waiting& waiting)
    : m_setup(setup)
    , m_machine(machine)
    , m_duties(duties)
    , m_recorder(recorder)
    , m_waiting(waiting)
{
}

plan::Outcome RankRun::run(int steps)
{
    const auto first = m_duties.begin();
    if (!first)
        return first.error();
    if (auto ran = runSteps(*first, steps); !ran)
        return ran;
    return m_duties.end();
}

// To the last, or to where the duties end it.
plan::Outcome RankRun::runSteps(int first, int steps)
{
    for (int i = 0; i < steps; ++i) {
        // A rank that never waits is not asked anywhere else.
        if (auto told = m_waiting.goesOn(); !told)
            return told;
        auto stop = m_duties.beforeStep(first + i);
        if (!stop)
            return stop.error();
        if (*stop) {
            m_stopped = *std::move(*stop);
            return plan::done();
        }
        const auto lasted = step(first + i);
        if (!lasted)
            return lasted.error();
        if (auto done = m_duties.afterStep(first + i, *lasted); !done)
            return done;
    }
    return plan::done();
}

plan::Result<Nanoseconds> RankRun::step(int number)
{
    auto lasted = runAndRecord(number);
    if (!lasted)
        return plan::Error{"step " + std::to_string(number) + ": " + lasted.error().message};
    return lasted;
}

plan::Result<Nanoseconds> RankRun::runAndRecord(int number)
{
    m_lastEnd = {};
    const auto zero = m_machine.beginStep(number);
    if (!zero)
        return zero.error();
    m_recorder.beginStep(number, *zero);
    const auto ran = runStep(
        m_setup.program, m_machine, [this](const Completion& completion) { record(completion); },
        m_machine.depth());
    if (!ran)
        return ran.error();
    const auto tail = m_machine.endStep();
    if (!tail)
        return tail.error();
    // Everything of the step goes before endStep(), whose mark counts the spans and carries the
    // loss.
    m_recorder.tail(*tail);
    m_lastEnd = std::max(m_lastEnd, tail->ran.end);
    m_duties.record(number, *tail);
    m_recorder.endStep(m_lastEnd);
    return m_lastEnd;
}

void RankRun::record(const Completion& completion)
{
    m_recorder.completion(completion);
    if (completion.isOfCompute()) {
        // Only computes take and release memory that is counted by microbatch; a transfer's lies in
        // the transport.
        m_recorder.memory(completion.end, completion.held);
        m_lastEnd = std::max(m_lastEnd, completion.end);
    }
    m_duties.over(completion);
}

} // namespace engine
