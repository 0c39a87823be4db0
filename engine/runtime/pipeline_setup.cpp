#include "engine/runtime/pipeline_setup.h"

#include "engine/plan/simulate.h"
#include "engine/plan/validate/rank_buffers.h"
#include "engine/runtime/connected_pairs.h"

#include <algorithm>

namespace engine {

using namespace std::chrono_literals;

namespace {

constexpr plan::Nanoseconds kLeastPatience = 10s;
constexpr int kPatienceInSteps = 10;
constexpr plan::Nanoseconds kLongestStep = 24h; // more would overflow when multiplied

// Of all ranks of a machine together. Two busy cores reach ten times that.
constexpr double kSlowestBytesPerSecond = 64e6;

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
    setup.buffers = plan::rankBuffersNeeded(programs, schedule->shape);
    for (const plan::Program& program : programs)
        for (const plan::Instruction& instruction : program)
            setup.messages += instruction.kind == plan::Instruction::Kind::Send;
    setup.program = std::move(programs[static_cast<std::size_t>(rank)]);
    setup.messageBytes = strategy::activationBytes(strategy);
    setup.schedule = std::move(*schedule);
    return setup;
}

plan::Nanoseconds patienceOf(const PipelineSetup& setup, std::optional<std::chrono::seconds> given)
{
    if (given)
        return *given;
    const double seconds = static_cast<double>(setup.messages)
                           * static_cast<double>(setup.messageBytes) / kSlowestBytesPerSecond;
    const std::chrono::duration<double> step
        = std::chrono::duration<double>(setup.predictedMakespan)
          + std::chrono::duration<double>(seconds) / kPatienceInSteps;
    const auto bounded = std::min(step, std::chrono::duration<double>(kLongestStep));
    return kLeastPatience
           + kPatienceInSteps * std::chrono::duration_cast<plan::Nanoseconds>(bounded);
}

} // namespace engine
