#include "engine/runtime/pipeline_setup.h"

#include "engine/plan/simulate.h"
#include "engine/plan/validate/rank_buffers.h"
#include "engine/runtime/connected_pairs.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/estimate/time_scale.h"

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

namespace {

plan::Result<strategy::StepPrediction>
stepOf(const strategy::Strategy& strategy, plan::Schedule schedule, std::optional<float> timeScale)
{
    if (timeScale) {
        auto predicted = strategy::predictStep(strategy, std::move(schedule));
        return predicted ? strategy::scaledBy(std::move(*predicted), *timeScale)
                         : std::move(predicted);
    }
    // Ranks that train take the time they take: the prediction only sizes what the run needs, such
    // as its patience, so the strategy's own costs do.
    const plan::Costs costs = strategy::costsOf(strategy);
    auto timeline = plan::simulate(schedule, costs);
    if (!timeline)
        return timeline.error();
    return strategy::StepPrediction{std::move(schedule), costs, {}, std::move(*timeline)};
}

} // namespace

plan::Result<PipelineSetup> setUp(const strategy::Strategy& strategy, int rank, int ranks,
                                  std::optional<float> timeScale)
{
    auto schedule = strategy::scheduleOf(strategy);
    if (!schedule)
        return schedule.error();
    if (schedule->shape.ranks != ranks)
        return plan::Error{"the strategy's pipeline has " + std::to_string(schedule->shape.ranks)
                           + " ranks, but " + std::to_string(ranks)
                           + " processes were started; start one for each rank"};
    auto step = stepOf(strategy, std::move(*schedule), timeScale);
    if (!step)
        return step.error();
    PipelineSetup setup;
    setup.predictedMakespan = step->timeline.makespan;
    // One rank's part is kept of what was computed for all: every rank simulates the whole
    // pipeline, which takes no message and cannot differ between them.
    setup.planned = std::move(step->timeline.spans[static_cast<std::size_t>(rank)]);
    auto programs = plan::lower(step->schedule);
    setup.pairs = connectedPairs(programs);
    setup.buffers = plan::rankBuffersNeeded(programs, step->schedule.shape);
    setup.messages = plan::sendsIn(programs);
    setup.program = std::move(programs[static_cast<std::size_t>(rank)]);
    setup.activationBytes = strategy::activationBytes(strategy);
    setup.messageBytes = timeScale
        ? strategy::messageBytesOf(strategy, *step, *timeScale, setup.messages)
        : setup.activationBytes;
    setup.costs = std::move(step->costs);
    setup.schedule = std::move(step->schedule);
    return setup;
}

plan::Nanoseconds patienceOf(const PipelineSetup& setup, std::optional<std::chrono::seconds> given)
{
    if (given)
        return *given;
    // In doubles, and bounded before it becomes nanoseconds: messages times bytes may be beyond any
    // integer.
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
