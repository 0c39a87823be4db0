#include "engine/runtime/rank_run.h"

#include "engine/runtime/emulated/emulated_stage.h"
#include "engine/runtime/executor.h"

#include <algorithm>

namespace engine {

namespace {

Stages stagesOf(const PipelineSetup& setup, int rank)
{
    Stages stages;
    const plan::Placement& placement = setup.schedule.placement;
    for (int stage = 0; stage < placement.stages(); ++stage)
        if (placement.holds(rank, stage))
            stages[stage]
                = std::make_unique<EmulatedStage>(setup.costs, stage, rank, setup.activationBytes);
    return stages;
}

PlannedStarts plannedStarts(const PipelineSetup& setup)
{
    PlannedStarts starts;
    for (const plan::Span& span : setup.planned)
        starts[span.op] = span.start;
    return starts;
}

} // namespace

RankRun::RankRun(const PipelineSetup& setup, Transport& transport, Waiting& waiting,
                 Recorder& recorder)
    : m_setup(setup)
    , m_transport(transport)
    , m_recorder(recorder)
    , m_device(stagesOf(setup, transport.rank()),
               {setup.schedule.shape.stages() - 1, setup.costs, plannedStarts(setup)}, transport,
               waiting)
{
}

plan::Outcome RankRun::step(int number)
{
    if (auto ran = runAndRecord(number); !ran)
        return plan::Error{"step " + std::to_string(number) + ": " + ran.error().message};
    return plan::done();
}

plan::Outcome RankRun::runAndRecord(int number)
{
    m_lastEnd = {};
    const auto zero = m_device.beginStep(number);
    if (!zero)
        return zero.error();
    m_recorder.beginStep(number, *zero);
    const auto ran = runStep(m_setup.program, m_device,
                             [this](const Completion& completion) { record(completion); });
    if (!ran)
        return ran.error();
    const auto tail = m_device.endStep();
    if (!tail)
        return tail.error();
    m_recorder.tail(*tail);
    m_lastEnd = std::max(m_lastEnd, tail->ran.end);
    m_recorder.endStep(m_lastEnd);
    const auto makespan = m_transport.agreeMax(m_lastEnd);
    if (!makespan)
        return makespan.error();
    m_makespan = *makespan;
    return plan::done();
}

void RankRun::record(const Completion& completion)
{
    m_recorder.completion(completion);
    if (completion.lane != Lane::Compute)
        return;
    m_recorder.memory(completion.end, completion.held);
    m_lastEnd = std::max(m_lastEnd, completion.end);
    if (m_keepLateness)
        m_lateness.push_back(completion.lateness);
}

} // namespace engine
