#include "engine/runtime/pipeline_setup.h"

#include "engine/plan/simulate.h"
#include "engine/runtime/connected_pairs.h"

#include <algorithm>

namespace engine {

using namespace std::chrono_literals;

namespace {

constexpr plan::Nanoseconds kLeastPatience = 10s;
constexpr int kPatienceInSteps = 10;
constexpr plan::Nanoseconds kLongestStep = 24h; // more would overflow when multiplied

} // namespace

plan::Result<PipelineSetup> setUp(const strategy::Strategy& strategy, int rank, int ranks)
{
    auto schedule = strategy::scheduleOf(strategy);
    if (!schedule)
        return schedule.error();
    if (schedule->shape.ranks != ranks)
        return plan::Error{"the strategy's pipeline has " + std::to_string(schedule->shape.ranks)
                           + " ranks, but " + std::to_string(ranks)
                           + " processes were started; start one for each rank"};
    PipelineSetup setup;
    setup.costs = strategy::costsOf(strategy);
    auto predicted = plan::simulate(*schedule, setup.costs);
    if (!predicted)
        return predicted.error();
    setup.predictedMakespan = predicted->makespan;
    setup.planned = std::move(predicted->spans[static_cast<std::size_t>(rank)]);
    auto programs = plan::lower(*schedule);
    setup.pairs = connectedPairs(programs);
    setup.program = std::move(programs[static_cast<std::size_t>(rank)]);
    setup.messageBytes = strategy::activationBytes(strategy);
    setup.schedule = std::move(*schedule);
    return setup;
}

plan::Nanoseconds patienceOf(const PipelineSetup& setup, std::optional<std::chrono::seconds> given)
{
    if (given)
        return *given;
    return kLeastPatience + kPatienceInSteps * std::min<plan::Nanoseconds>(setup.predictedMakespan, kLongestStep);
}

} // namespace engine
