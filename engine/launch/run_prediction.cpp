#include "engine/launch/run_prediction.h"

#include "engine/launch/message_memory.h"
#include "engine/plan/metrics.h"
#include "engine/plan/program.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/estimate/time_scale.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/node_placement.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

double inSeconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
}

// As strategies name what the ranks compute on; empty: no device that is known here.
std::string deviceNameOf(const RunPlan& plan)
{
    if (plan.device->kind != strategy::RunDeviceKind::Cuda)
        return std::string(plan.device->word);
    const strategy::Hardware* const known = strategy::hardwareOfGpu(plan.gpu);
    return known != nullptr ? known->name : std::string();
}

// What ranks that train are held against: costs that somebody has given, or the cost model's
// where the strategy is for this device, or the order alone.
plan::Outcome predictTraining(RunPlan& plan, plan::Schedule schedule)
{
    if (const auto fits
        = checkMessageMemory(schedule, strategy::activationBytes(plan.strategy), plan.memory);
        !fits)
        return fits;
    plan.predicted.memory = predictMemory(plan.strategy, schedule);
    plan.predicted.messageBytes = predictMessage(plan.strategy, schedule);
    const std::string device = deviceNameOf(plan);
    if (plan.strategy.costs || plan.strategy.cluster.device == device) {
        const auto step = strategy::predictStep(plan.strategy, std::move(schedule));
        if (!step)
            return step.error();
        plan.predicted.bubbleFraction = plan::bubbleFraction(step->timeline);
        plan.predicted.stepSeconds = inSeconds(step->timeline.makespan);
        plan.predicted.source = strategy::toText(step->origin);
        return plan::done();
    }
    const auto timeline = plan::simulate(schedule, strategy::costsOf(plan.strategy));
    if (!timeline)
        return timeline.error();
    plan.predicted.bubbleFraction = plan::bubbleFraction(*timeline);
    plan.predicted.source = strategy::toText(strategy::CostOrigin{});
    plan.remarks.push_back(fmt::format(
        "the step time is not predicted, as the strategy has no costs for this machine: {}take "
        "costs "
        "from the recording of this run with bubblescope-plan calibrate",
        device.empty()
            ? (plan.gpu.empty() ? std::string("its GPUs are of several kinds, so ")
                                : fmt::format("nothing is known of its {}, so ", plan.gpu))
            : fmt::format("name it as the device (device: {}), or ", device)));
    return plan::done();
}

// What stands for more than it is.
void remarkOnEmulation(RunPlan& plan, std::size_t messageBytes, std::size_t chargedBytes)
{
    const float scale = plan.predicted.timeScale;
    if (scale != 1)
        plan.remarks.push_back(fmt::format(
            "paced by {}, scaled: {}, a step of {:.3f} ms for one "
            "of {:.3f} s, messages of {} bytes "
            "for {}; --time-scale chooses another",
            plan.predicted.source, strategy::toText(scale), *plan.predicted.stepSeconds * 1e3,
            *plan.predicted.unscaledSeconds, messageBytes, chargedBytes));
    const int replicas = strategy::dataParallel(plan.strategy);
    const int tensor = plan.strategy.parallel.tensor;
    const int context = plan.strategy.parallel.context;
    if (replicas > 1 || tensor > 1 || context > 1)
        plan.remarks.push_back(fmt::format(
            "one pipeline of {} ranks is run; the strategy has data {}, tensor {} and context {}, "
            "whose devices stand for one rank here",
            plan.ranks, replicas, tensor, context));
}

// What emulated ranks keep to.
plan::Outcome predictEmulated(const RunRequest& request, RunPlan& plan, plan::Schedule schedule)
{
    auto whole = strategy::predictStep(plan.strategy, std::move(schedule));
    if (!whole)
        return whole.error();
    plan.predicted.paced = true;
    plan.predicted.timeScale = request.timeScale.value_or(strategy::timeScaleFor(*whole));
    plan.predicted.source = strategy::toText(whole->origin);
    plan.predicted.unscaledSeconds = inSeconds(whole->timeline.makespan);
    const auto paced = strategy::scaledBy(std::move(*whole), plan.predicted.timeScale);
    if (!paced)
        return paced.error();
    plan.predicted.stepSeconds = inSeconds(paced->timeline.makespan);
    plan.predicted.bubbleFraction = plan::bubbleFraction(paced->timeline);
    plan.predictedStep = paced->timeline.makespan;
    const std::size_t bytes
        = strategy::messageBytesOf(plan.strategy, *paced, plan.predicted.timeScale,
                                   plan::sendsIn(plan::lower(paced->schedule)));
    if (const auto fits = checkMessageMemory(paced->schedule, bytes, plan.memory); !fits)
        return fits;
    if (paced->costs.messageBytes > 0)
        plan.predicted.messageBytes = static_cast<std::uint64_t>(paced->costs.messageBytes);
    remarkOnEmulation(plan, bytes, strategy::messageBytesIn(plan.strategy, paced->costs));
    return plan::done();
}

// Which stages stand where, and how many hops cross from one host to another.
void remarkOnStages(RunPlan& plan, const plan::Schedule& schedule)
{
    if (!plan.hosts.isRemote())
        return;
    std::vector<strategy::HostSlots> hosts;
    hosts.reserve(plan.hosts.hosts.size());
    for (const Host& host : plan.hosts.hosts)
        hosts.push_back({host.name, host.slots});
    using Ranks = strategy::NodePlacement::Ranks;
    const auto nodes
        = strategy::NodePlacement::onHosts(plan.strategy, schedule.shape.ranks, hosts,
                                           plan.device->trains ? Ranks::All : Ranks::OnePipeline);
    if (nodes)
        plan.remarks.push_back(strategy::toText(*nodes, schedule.placement));
}

} // namespace

plan::Outcome predictRun(const RunRequest& request, RunPlan& plan)
{
    auto schedule = strategy::scheduleOf(plan.strategy);
    if (!schedule)
        return schedule.error();
    remarkOnStages(plan, *schedule);
    // For which machines it is to be predicted is known once it is on them.
    if (plan.device->trains && request.elsewhere)
        return checkMessageMemory(*schedule, strategy::activationBytes(plan.strategy), plan.memory);
    return plan.device->trains ? predictTraining(plan, *std::move(schedule))
                               : predictEmulated(request, plan, *std::move(schedule));
}

} // namespace launch
