// A pipeline of emulated ranks: threads of this process on one clock that jumps, and
// what each of them reported.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/program.h"
#include "engine/plan/simulate.h"
#include "engine/runtime/emulated/paced_backend.h"
#include "engine/runtime/executor.h"
#include "engine/runtime/loopback/loopback_control.h"
#include "engine/runtime/loopback/loopback_transport.h"
#include "engine/runtime/rank_machine.h"
#include "tests/runtime/shared_clock.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace engine::test {

inline constexpr std::size_t kMessageBytes = 4096;

struct RankRecord {
    std::vector<Completion> completions; // of the last step
    plan::Tail tail;
    std::string error;
    std::size_t peakActivations = 0;
};

// Whether a rank knows when the plan starts its ops, or finds out by looking.
using Knows = std::function<bool(int rank)>;

struct PipelineRun {
    plan::Schedule schedule;
    plan::Costs costs;
    int steps = 2;
    std::vector<plan::Program> programs; // empty: as the schedule is lowered
    Nanoseconds patience{60'000'000'000};
    std::size_t depth = 4;
    Knows knowsPlan = [](int rank) { return rank % 2 == 0; };
};

inline PacedPlan planOf(const PipelineRun& run, int rank)
{
    PacedPlan known{
        .placement = run.schedule.placement, .costs = run.costs, .activationBytes = kMessageBytes};
    const auto timeline = plan::simulate(run.schedule, run.costs);
    if (timeline && run.knowsPlan(rank))
        for (const plan::Span& span : timeline->spans[static_cast<std::size_t>(rank)])
            known.starts[span.op] = span.start;
    return known;
}

// A paced rank on some transport.
struct PacedRank {
    PacedRank(PacedPlan plan, int lastStage, Clock& clock, Transport& transport, Control& control,
              Waiting& waiting)
        : lanes(clock)
        , backend(std::move(plan), transport, waiting)
        , machine({.lastStage = lastStage, .startMargin = Nanoseconds{1'000'000}}, backend, lanes,
                  transport, control, waiting)
    {
    }

    HostLanes lanes;
    PacedBackend backend;
    RankMachine machine;
};

// Returns why the step could not be run; empty: it was.
inline std::string runOneStep(const PipelineRun& run, int rank, int step, RankMachine& machine,
                              RankRecord& record)
{
    record.completions.clear();
    if (const auto zero = machine.beginStep(step); !zero)
        return zero.error().message;
    const auto ran = runStep(
        run.programs[static_cast<std::size_t>(rank)], machine,
        [&](const Completion& completion) {
            record.completions.push_back(completion);
            record.peakActivations = std::max(record.peakActivations, completion.held.activations);
        },
        run.depth);
    if (!ran)
        return ran.error().message;
    const auto tail = machine.endStep();
    if (!tail)
        return tail.error().message;
    record.tail = tail->ran;
    EXPECT_GE(tail->lateness, Nanoseconds{0});
    return {};
}

// What the threads of a pipeline share.
struct PipelineWorld {
    LoopbackFabric fabric;
    LoopbackAgreement agreement;
    SharedClock clock;
};

inline void runRank(const PipelineRun& run, int rank, PipelineWorld& world, RankRecord& record)
{
    Waiting waiting(world.clock);
    LoopbackTransport transport(world.fabric, rank, waiting);
    LoopbackControl control(world.agreement, rank, waiting);
    PacedRank own(planOf(run, rank), run.schedule.shape.stages() - 1, world.clock, transport,
                  control, waiting);
    for (int step = 0; step < run.steps && record.error.empty(); ++step)
        record.error = runOneStep(run, rank, step, own.machine, record);
    world.clock.leave();
}

inline std::vector<RankRecord> runPipeline(PipelineRun run)
{
    const int ranks = run.schedule.shape.ranks;
    if (run.programs.empty())
        run.programs = plan::lower(run.schedule);
    PipelineWorld world{LoopbackFabric({.ranks = ranks,
                                        .microbatches = run.schedule.shape.microbatches,
                                        .messageBytes = kMessageBytes,
                                        .patience = run.patience}),
                        LoopbackAgreement(ranks, run.patience), SharedClock(ranks)};
    std::vector<RankRecord> records(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    threads.reserve(ranks);
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back(runRank, std::cref(run), rank, std::ref(world),
                             std::ref(records[static_cast<std::size_t>(rank)]));
    for (auto& thread : threads)
        thread.join();
    return records;
}

} // namespace engine::test
