// A job on an A100's sizes, for tests of the cost model.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/cost/step_costs.h"
#include "tests/plan/cost/published_models.h"

namespace plan {

inline Machine someMachine()
{
    Machine machine;
    machine.device = {.bf16Flops = 312e12,
                      .fp8Flops = 312e12,
                      .fp32Flops = 19.5e12,
                      .units = 108,
                      .memoryBytes = 80e9,
                      .memorySpeed = 2039e9};
    machine.network
        = {.nodeSpeed = 300e9, .fabricSpeed = 25e9, .nodeLatency = 3e-6, .fabricLatency = 8e-6};
    return machine;
}

// Llama 3 8B.
inline Job llamaJob(int tensor)
{
    Job job;
    job.model = llama(32, 4096, 32, 8, 14336, 128256);
    job.machine = someMachine();
    job.cut.tensor = tensor;
    job.cut.sequence = tensor > 1;
    return job;
}

// Its costs in a pipeline of that many ranks.
inline Costs pipelineCosts(const Job& job, int ranks, int microbatches, const char* name = "1f1b",
                           int chunks = 1)
{
    const auto schedule
        = makeSchedule(name, {.ranks = ranks, .chunks = chunks, .microbatches = microbatches});
    const auto split = splitLayers(job.model.layers, schedule->shape, schedule->placement);
    Job cut = job;
    cut.cut.pipeline = ranks;
    cut.microbatches = microbatches;
    return stepCosts(cut, *schedule, *split);
}

} // namespace plan
