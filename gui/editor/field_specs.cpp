#include "gui/editor/field_specs.h"

#include "engine/strategy/fields.h"
#include "engine/strategy/schedule_fit.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

using strategy::Strategy;

// The file holds the samples of a step; one thinks in microbatches.
void setMicrobatches(Strategy& strategy, int count)
{
    const long long samples = static_cast<long long>(count) * std::max(1, strategy.batch.micro)
        * strategy::dataParallel(strategy);
    // One past the limit says "too many" as well as the true number, which may not fit.
    strategy.batch.global
        = static_cast<int>(std::min<long long>(samples, strategy::kMaxSamples + 1LL));
}

// A microbatch of another size: there are as many as before.
void setMicro(Strategy& strategy, int micro)
{
    const int count = strategy::microbatches(strategy);
    const bool given = strategy.batch.global > 0;
    strategy.batch.micro = micro;
    if (given)
        setMicrobatches(strategy, count);
}

// As many microbatches as there are ranks.
int defaultSamples(const Strategy& strategy)
{
    const long long samples = 1LL * std::max(1, strategy.batch.micro)
        * strategy::dataParallel(strategy) * std::max(1, strategy.parallel.pipeline);
    return static_cast<int>(std::min<long long>(samples, strategy::kMaxSamples));
}

bool isOneStage(const Strategy& strategy)
{
    return !strategy.costs || strategy.costs->stages.size() == 1;
}

bool isOneHop(const Strategy& strategy)
{
    return !strategy.costs || (strategy.costs->hops.empty() && !strategy.costs->link);
}

constexpr IntegerSpec kShape[] = {
    {"parallel.pipeline", QT_TRANSLATE_NOOP("Editor", "Ranks"),
     QT_TRANSLATE_NOOP("Editor", "Devices along the pipeline (p)"), 0,
     [](const Strategy& s) { return s.parallel.pipeline; },
     [](Strategy& s, int value) { s.parallel.pipeline = value; }},
    {"parallel.chunks", QT_TRANSLATE_NOOP("Editor", "Chunks"),
     QT_TRANSLATE_NOOP("Editor", "Model chunks on each rank: virtual pipeline size (v)"), 0,
     [](const Strategy& s) { return s.parallel.chunks; },
     [](Strategy& s, int value) { s.parallel.chunks = value; },
     QT_TRANSLATE_NOOP("Editor", "auto: %1"),
     [](const Strategy& s) { return strategy::shapeOf(s).chunks; }},
    {"batch.microbatches", QT_TRANSLATE_NOOP("Editor", "Microbatches"),
     QT_TRANSLATE_NOOP("Editor", "Slices of the batch in one step (m)"), 1,
     [](const Strategy& s) { return strategy::microbatches(s); }, setMicrobatches},
};

constexpr IntegerSpec kOptions[] = {
    {"schedule.group", QT_TRANSLATE_NOOP("Editor", "Group"),
     QT_TRANSLATE_NOOP("Editor", "Microbatches that cross a chunk together"), 0,
     [](const Strategy& s) { return s.schedule.options.group.value_or(0); },
     [](Strategy& s, int value) {
         s.schedule.options.group = value > 0 ? std::optional(value) : std::nullopt;
     },
     QT_TRANSLATE_NOOP("Editor", "the schedule's"), nullptr,
     [](const Strategy& s) { return strategy::takesGroup(s.schedule.name); }},
    {"schedule.max_in_flight", QT_TRANSLATE_NOOP("Editor", "Max in flight"),
     QT_TRANSLATE_NOOP("Editor", "Most activations a rank may hold: (microbatch, stage) pairs"), 0,
     [](const Strategy& s) { return s.schedule.options.maxInFlight.value_or(0); },
     [](Strategy& s, int value) {
         s.schedule.options.maxInFlight = value > 0 ? std::optional(value) : std::nullopt;
     },
     QT_TRANSLATE_NOOP("Editor", "no limit"), nullptr,
     [](const Strategy& s) { return strategy::takesMaxInFlight(s.schedule.name); }},
};

constexpr IntegerSpec kBatch[] = {
    {"batch.micro", QT_TRANSLATE_NOOP("Editor", "Samples per microbatch"),
     QT_TRANSLATE_NOOP("Editor", "Size of one microbatch, in samples"), 0,
     [](const Strategy& s) { return s.batch.micro; }, setMicro},
    {"batch.global", QT_TRANSLATE_NOOP("Editor", "Samples per step"),
     QT_TRANSLATE_NOOP("Editor", "Samples in one step over all replicas"), 0,
     [](const Strategy& s) { return s.batch.global; },
     [](Strategy& s, int value) { s.batch.global = value; },
     QT_TRANSLATE_NOOP("Editor", "auto: %1"), defaultSamples},
};

constexpr CostSpec kCosts[] = {
    {"costs.forward", QT_TRANSLATE_NOOP("Editor", "Forward"),
     QT_TRANSLATE_NOOP("Editor", "Time of one stage's forward"),
     [](const plan::Costs& c) { return c.stages.front().forward; },
     [](plan::Costs& c, plan::Nanoseconds t) { c.stages.front().forward = t; }, isOneStage},
    {"costs.input_grad", QT_TRANSLATE_NOOP("Editor", "Input gradient"),
     QT_TRANSLATE_NOOP("Editor", "Time of one stage's input gradient"),
     [](const plan::Costs& c) { return c.stages.front().inputGrad; },
     [](plan::Costs& c, plan::Nanoseconds t) { c.stages.front().inputGrad = t; }, isOneStage},
    {"costs.weight_grad", QT_TRANSLATE_NOOP("Editor", "Weight gradient"),
     QT_TRANSLATE_NOOP("Editor", "Time of one stage's weight gradient"),
     [](const plan::Costs& c) { return c.stages.front().weightGrad; },
     [](plan::Costs& c, plan::Nanoseconds t) { c.stages.front().weightGrad = t; }, isOneStage},
    {"costs.transfer", QT_TRANSLATE_NOOP("Editor", "Transfer"),
     QT_TRANSLATE_NOOP("Editor", "Time a tensor takes from one rank to the next"),
     [](const plan::Costs& c) { return c.hop(0); },
     [](plan::Costs& c, plan::Nanoseconds t) { c.transfer = t; }, isOneHop},
};

} // namespace

std::span<const IntegerSpec> shapeSpecs() { return kShape; }
std::span<const IntegerSpec> optionSpecs() { return kOptions; }
std::span<const IntegerSpec> batchSpecs() { return kBatch; }
std::span<const CostSpec> costSpecs() { return kCosts; }

std::array<SectionSpecs, 6> sectionSpecs()
{
    return {modelSpecs(),  parallelSpecs(), computeSpecs(),
            kernelSpecs(), clusterSpecs(),  deviceSpecs()};
}

} // namespace gui
