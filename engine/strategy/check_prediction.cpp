// What is to be said of a prediction before it is made: costs that no device could reach, choices
// that change nothing, and devices of which little is known.

#include "engine/plan/cost/flops.h"
#include "engine/strategy/checking.h"
#include "engine/strategy/cost_job.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/idle_choices.h"

#include <algorithm>
#include <cstdio>

namespace strategy {
namespace {

constexpr double kFlopsOfTeraflop = 1e12;

std::string threeDigits(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, value < 1000 ? "%.3g" : "%.0f", value);
    return text;
}

// Seconds in which a rank computes in a step, on average: less than the step takes.
double busySeconds(const Checking& checking)
{
    const plan::Costs& costs = *checking.strategy.costs;
    const plan::Shape shape = checking.shape();
    double stages = 0;
    for (const plan::StageCosts& stage : costs.stages)
        stages += std::chrono::duration<double>(stage.of(plan::OpKind::Forward)
                                                + stage.of(plan::OpKind::Backward))
                      .count();
    if (costs.stages.size() == 1)
        stages *= shape.stages();
    const double factor = costs.rankFactors.empty()
        ? 1
        : *std::max_element(costs.rankFactors.begin(), costs.rankFactors.end());
    return stages * factor * shape.microbatches / shape.ranks;
}

// The model's FLOPs in the time of the costs, whatever the bubbles: an MFU over 100 % is more than
// the device can do.
void checkSpeed(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    if (!strategy.model || !strategy.costs || !checking.knowsShape())
        return;
    plan::Job job = jobOf(strategy);
    job.microbatches = checking.shape().microbatches;
    const auto count = job.model.causal ? plan::AttentionCount::Causal : plan::AttentionCount::Full;
    const double seconds = busySeconds(checking);
    const double asked = plan::modelFlops(job, count) / job.cut.devices() / seconds;
    const double peak = plan::peakFlops(job);
    if (!(seconds > 0) || asked <= peak)
        return;
    checking.warning("costs",
                     "have the model's FLOPs done at " + threeDigits(asked / kFlopsOfTeraflop)
                         + " TFLOP/s per device, and the peak of '" + strategy.cluster.device
                         + "' in " + wordOf(strategy.precision.compute) + " is "
                         + threeDigits(peak / kFlopsOfTeraflop) + " TFLOP/s (MFU "
                         + threeDigits(100 * asked / peak)
                         + " % even without a bubble): no such device is so fast; give the "
                           "microseconds of one stage and microbatch, or leave the costs out for "
                           "the cost model's");
}

void checkEvidence(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    const Cluster& cluster = strategy.cluster;
    if (!strategy.model || strategy.costs || cluster.spec || cluster.fitted
        || !cluster.profile.empty())
        return;
    const Hardware* known = findHardware(cluster.device);
    if (known && !known->evidence.empty())
        checking.warning("cluster.device",
                         "is '" + known->name + "', whose times rest on " + known->evidence);
}

} // namespace

void checkPrediction(Checking& checking)
{
    if (!checking.findings.problems.empty())
        return;
    checkSpeed(checking);
    checkEvidence(checking);
    for (Problem& idle : idleChoices(checking.strategy))
        checking.warning(std::move(idle.key), std::move(idle.sentence));
}

} // namespace strategy
