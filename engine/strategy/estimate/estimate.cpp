#include "engine/strategy/estimate/estimate.h"

#include "engine/plan/cost/parameters.h"
#include "engine/plan/metrics.h"
#include "engine/strategy/check.h"
#include "engine/strategy/estimate/planned_job.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/scalars.h"

#include <algorithm>
#include <cstdio>

namespace strategy {
namespace {

constexpr double kNano = 1e-9;
constexpr double kTeraflops = 1e12;

void addTime(Estimate& estimate, const plan::Job& job)
{
    const double seconds = double(estimate.timeline.makespan.count()) * kNano;
    estimate.stepSeconds = seconds;
    estimate.bubbleFraction = plan::bubbleFraction(estimate.timeline);
    const double tokens = 1.0 * job.micro * job.microbatches * job.cut.data * job.model.sequence;
    // A step of no time, as with costs of 0, has no throughput.
    const double perDevice = seconds > 0 ? 1 / seconds / job.cut.devices() : 0;
    estimate.tokensPerSecond = seconds > 0 ? tokens / seconds : 0;
    const double model = plan::modelFlops(job, estimate.attention) * perDevice;
    const double hardware = plan::hardwareFlops(job, estimate.attention) * perDevice;
    estimate.modelTflopsPerDevice = model / kTeraflops;
    estimate.mfu = model / plan::peakFlops(job);
    estimate.hfu = hardware / plan::peakFlops(job);
    estimate.publishedHfu
        = plan::publishedHardwareFlops(job, estimate.attention) * perDevice / plan::peakFlops(job);
}

void addLedger(Estimate& estimate)
{
    const plan::Ledger ledger = plan::account(estimate.schedule, estimate.timeline, estimate.costs);
    const plan::RankLedger sum = plan::total(ledger);
    for (std::size_t line = 0; line < plan::kLedgerLines; ++line)
        estimate.ledgerSeconds[line]
            = double(sum[line].count()) * kNano / double(ledger.ranks.size());
    estimate.betweenNodesSeconds = double(plan::exposedTransfers(ledger).betweenNodes.count())
        * kNano / double(ledger.ranks.size());
}

void addMemory(Estimate& estimate, const PlannedJob& planned)
{
    estimate.memory = memoryOf(planned);
    const auto fullest
        = std::max_element(estimate.memory.begin(), estimate.memory.end(),
                           [](const auto& a, const auto& b) { return a.peak() < b.peak(); });
    estimate.fullestRank = static_cast<std::size_t>(fullest - estimate.memory.begin());
    estimate.memoryLimit = planned.job.machine.device.memoryBytes;
    estimate.fits = fullest->peak() <= estimate.memoryLimit;
}

// Where more microbatches would help. Only whoever simulates the step knows its bubble.
void warnOfBubble(Estimate& estimate)
{
    // Below it, more microbatches change little.
    constexpr double kLargeBubble = 0.15;
    const plan::Shape& shape = estimate.schedule.shape;
    if (shape.ranks < 2 || shape.directions != 1 || shape.microbatches < shape.ranks
        || shape.microbatches >= 4 * shape.ranks || estimate.bubbleFraction <= kLargeBubble)
        return;
    char share[32];
    std::snprintf(share, sizeof share, "%.1f", 100 * estimate.bubbleFraction);
    estimate.warnings.push_back(
        {0, "batch.global",
         "gives " + std::to_string(shape.microbatches) + " microbatches to "
             + std::to_string(shape.ranks) + " pipeline ranks: " + share
             + " % of the step is bubble; four microbatches per rank or more make it small"});
}

std::string offloadSource(const plan::Device& device)
{
    const auto speed = [](double bytes) { return decimalText(bytes / 1e9) + " GB/s"; };
    return "offload: the host's link, " + speed(device.hostSpeed) + " each way, and its memory, "
        + speed(device.hostMemorySpeed) + " a device, at shares that are fitted to nothing";
}

std::vector<std::string> sourcesOf(const Strategy& strategy)
{
    std::vector<std::string> sources;
    const Cluster& cluster = strategy.cluster;
    // Every number of an estimate comes from one of these, so each is named beside it.
    const Hardware* known = cluster.spec ? nullptr : findHardware(cluster.device);
    sources.emplace_back("parameters, FLOPs and memory: formulas of the model's sizes");
    sources.push_back(known ? "peaks and links: table, " + known->title
                            : "peaks and links: as the strategy describes the device");
    if (strategy.costs) {
        // Given costs replace the model, and with it all that follows here.
        sources.push_back("times of ops: given in the strategy's costs"
                          + (strategy.costsFittedTo.empty()
                                 ? std::string()
                                 : ", fitted to run " + strategy.costsFittedTo));
        return sources;
    }
    const Profile* profile = profileOf(cluster);
    if (profile == nullptr)
        sources.emplace_back("times of ops: roofline at the efficiencies that all measured devices "
                             "have in common, not measured on this one");
    else
        sources.push_back("times of ops: roofline at the efficiencies of profile '" + profile->name
                          + "', fitted to " + std::to_string(profile->runs) + " measured runs ("
                          + profile->source + ")");
    const SoftwareStack* const stack = findSoftwareStack(wordOf(strategy.kernels.framework));
    if (stack != nullptr && stack->runs > 0 && (profile == nullptr || profile->framework.empty()))
        sources.push_back("with what '" + stack->name + "' changes about them, fitted to "
                          + std::to_string(stack->runs) + " of such runs");
    if (strategy.parallel.offload != Offload::None)
        sources.push_back(offloadSource(machineOf(cluster).device));
    return sources;
}

} // namespace

plan::Result<Estimate> estimate(const Strategy& strategy, plan::AttentionCount attention,
                                const plan::StopAsked& stop)
{
    if (!strategy.model)
        return plan::Error{"there is no model to estimate: the strategy needs a 'model' section "
                           "with layers, hidden, heads, vocab and sequence"};
    auto planned = planJob(strategy, stop);
    if (!planned)
        return planned.error();
    Estimate estimate;
    estimate.attention = attention;
    // Before the schedule is handed on: the memory is laid out by its order.
    addMemory(estimate, *planned);
    auto predicted = predictStep(strategy, std::move(planned->schedule));
    if (!predicted)
        return predicted.error();
    estimate.schedule = std::move(predicted->schedule);
    estimate.costs = std::move(predicted->costs);
    estimate.origin = std::move(predicted->origin);
    estimate.timeline = std::move(predicted->timeline);
    estimate.parameters = plan::parameters(planned->job.model);
    estimate.activeParameters = plan::activeParameters(planned->job.model);
    addTime(estimate, planned->job);
    if (const auto factors = stepInterval(strategy)) {
        estimate.interval
            = Interval{factors->low * estimate.stepSeconds, factors->high * estimate.stepSeconds};
        estimate.beyond = beyondRuns(leftOutRuns(), strategy, double(estimate.parameters));
    }
    addLedger(estimate);
    estimate.warnings = check(strategy).warnings;
    warnOfBubble(estimate);
    estimate.sources = sourcesOf(strategy);
    return estimate;
}

} // namespace strategy
