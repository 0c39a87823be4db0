#include "engine/lesson/value_parts.h"

#include "engine/plan/insight/bubble_places.h"
#include "engine/plan/insight/critical_path.h"
#include "engine/plan/insight/rerun_slots.h"
#include "engine/plan/metrics.h"
#include "engine/plan/phases.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "engine/plan/zb_auto/order_search.h"
#include "engine/strategy/layer_split.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace lesson {
namespace {

using Id = MeasureId;
using plan::Nanoseconds;

// Which of the words of an enum it is.
template <class Enum>
Enum namedBy(const std::string& detail)
{
    int index = 0;
    while (detail != plan::key(static_cast<Enum>(index)))
        ++index;
    return static_cast<Enum>(index);
}

void addWord(std::string& words, const std::string& word)
{
    words += words.empty() ? word : ' ' + word;
}

plan::Result<Quantity> placeValue(const Measure& measure, const Planned& planned)
{
    const auto place = namedBy<plan::BubblePlace>(measure.detail);
    const auto rank = static_cast<std::size_t>(measure.rank);
    if (measure.id == Id::Place) {
        std::vector<plan::PlaceTimes> places = plan::bubblePlaces(planned.timeline());
        return time(plan::at(places[rank], place));
    }
    auto formula
        = plan::bubblePlaceFormula(planned.strategy().schedule.name, planned.schedule().shape,
                                   planned.strategy().schedule.options, planned.costs());
    if (!formula)
        return plan::Error{"no formula is published for this schedule and these costs"};
    return time(plan::at(formula->published[rank], place));
}

plan::Result<Quantity> phaseValue(const Measure& measure, const Planned& planned)
{
    const auto rank = static_cast<std::size_t>(measure.rank);
    const auto phase = namedBy<plan::Phase>(measure.detail);
    if (measure.id == Id::PhaseEnd) {
        const plan::PhaseTimes times
            = plan::phaseTimes(planned.timeline().spans[rank], planned.timeline().makespan);
        return time(phase == plan::Phase::WarmUp       ? times.steadyBegin
                        : phase == plan::Phase::Steady ? times.coolDownBegin
                                                       : planned.timeline().makespan);
    }
    const std::size_t ops = planned.schedule().order[rank].size();
    const plan::PhaseSplit split = planned.schedule().phases.empty()
        ? plan::phasesOf(planned.schedule().order[rank])
        : planned.schedule().phases[rank];
    return count(double(phase == plan::Phase::WarmUp       ? split.steadyBegin
                            : phase == plan::Phase::Steady ? split.coolDownBegin - split.steadyBegin
                                                           : ops - split.coolDownBegin));
}

const plan::Bubble* longestBubble(const Planned& planned, int rank)
{
    const auto& bubbles = planned.ledger().bubbles[static_cast<std::size_t>(rank)];
    const auto longest = std::max_element(bubbles.begin(), bubbles.end(), [](auto& a, auto& b) {
        return a.end - a.start < b.end - b.start;
    });
    return longest == bubbles.end() ? nullptr : &*longest;
}

// Ranks that idle least, more than one where they idle alike.
std::string leastIdle(const Planned& planned)
{
    const std::size_t ranks = planned.timeline().spans.size();
    Nanoseconds most{};
    for (std::size_t rank = 0; rank < ranks; ++rank)
        most = std::max(most, plan::busyTime(planned.timeline(), rank));
    std::string words;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        if (plan::busyTime(planned.timeline(), rank) == most)
            addWord(words, std::to_string(rank));
    return words;
}

// Ops whose output no op of another rank or of their own needs.
std::string unawaited(const plan::Schedule& schedule)
{
    const int last = schedule.shape.stages() - 1;
    std::set<plan::Op> needed;
    for (const auto& order : schedule.order)
        for (const plan::Op& op : order)
            if (auto input = plan::inputOf(op, last)) {
                needed.insert(*input);
                // What is said of a whole backward holds for its input gradient.
                if (input->kind == plan::OpKind::Backward)
                    needed.insert({input->stage, plan::OpKind::InputGrad, input->microbatch});
            }
    std::string words;
    for (const auto& order : schedule.order)
        for (const plan::Op& op : order)
            if (!needed.contains(op))
                addWord(words, plan::toText(op));
    return words;
}

plan::Result<Quantity> layerValue(const Measure& measure, const Planned& planned)
{
    if (!planned.strategy().model)
        return plan::Error{"has no model, so that no stage has layers"};
    const auto split = strategy::layerSplitOf(planned.strategy(), planned.schedule());
    if (!split)
        return split.error();
    if (measure.id == Id::Layers)
        return count(split->stages[static_cast<std::size_t>(measure.rank)].layers);
    const std::vector<long long> firsts = split->firstLayers();
    std::set<long long> layers;
    for (int stage = 0; stage < planned.schedule().shape.stages(); ++stage)
        if (planned.schedule().placement.rankOf(stage, 0) == measure.rank)
            for (int layer = 0; layer < split->stages[std::size_t(stage)].layers; ++layer)
                layers.insert(firsts[std::size_t(stage)] + layer);
    std::string words;
    for (const long long layer : layers)
        addWord(words, std::to_string(layer));
    return word(words);
}

plan::Result<Quantity> pathValue(const Measure& measure, const Planned& planned)
{
    const plan::CriticalPath path
        = plan::criticalPath(planned.schedule(), planned.timeline(), planned.costs());
    if (measure.id == Id::PathTransfer)
        return time(path.transferring);
    return count(double(std::count_if(path.steps.begin(), path.steps.end(),
                                      [](auto& step) { return step.transfer.count() > 0; })));
}

plan::Result<Quantity> slackValue(const Measure& measure, const Planned& planned)
{
    const auto op = plan::parseOp(measure.detail);
    const auto& slacks = planned.slack();
    const auto& spans = planned.timeline().spans;
    for (std::size_t rank = 0; rank < spans.size(); ++rank)
        for (std::size_t i = 0; i < spans[rank].size(); ++i)
            if (op && spans[rank][i].op == *op)
                return time(slacks[rank][i]);
    return plan::Error{"has no op " + measure.detail};
}

// The ranks that a microbatch goes through, stage by stage.
std::string pathOfStages(const plan::Schedule& schedule)
{
    std::string words;
    for (int stage = 0; stage < schedule.shape.stages(); ++stage)
        addWord(words, std::to_string(schedule.placement.rankOf(stage, 0)));
    return words;
}

Nanoseconds longestHop(const Planned& planned)
{
    const plan::Schedule& schedule = planned.schedule();
    Nanoseconds longest{};
    for (int stage = 0; stage + 1 < schedule.shape.stages(); ++stage)
        if (schedule.placement.rankOf(stage, 0) != schedule.placement.rankOf(stage + 1, 0))
            longest = std::max(longest, planned.costs().hop(stage));
    return longest;
}

plan::Result<Quantity> boundValue(const Planned& planned)
{
    const auto bound
        = plan::makespanBound(plan::autoRequest(planned.schedule().shape, planned.costs(),
                                                planned.strategy().schedule.options.maxInFlight));
    if (!bound)
        return bound.error();
    return time(*bound);
}

Quantity peakValue(const Measure& measure, const Planned& planned)
{
    const plan::ComparisonRow& row = planned.row();
    return count(measure.rank < 0 ? row.maxInFlight
                                  : row.peakInFlight[static_cast<std::size_t>(measure.rank)]);
}

Quantity opsValue(const Measure& measure, const Planned& planned)
{
    const auto& order = planned.schedule().order;
    if (measure.rank >= 0)
        return count(double(order[static_cast<std::size_t>(measure.rank)].size()));
    return count(std::accumulate(order.begin(), order.end(), 0.0,
                                 [](double sum, auto& ops) { return sum + double(ops.size()); }));
}

} // namespace

bool isLegal(const plan::Schedule& schedule) { return plan::validate(schedule).legal(); }

plan::Result<Quantity> timelineValue(const Measure& measure, const Planned& planned)
{
    const plan::Timeline& timeline = planned.timeline();
    switch (measure.id) {
    case Id::Makespan:
        return time(planned.row().makespan);
    case Id::Bubble:
        return share(planned.row().bubbleFraction);
    case Id::Overhead:
        return share(planned.row().bubbleOverhead);
    case Id::SpanBubble:
        return share(planned.row().spanBubbleFraction);
    case Id::Peak:
        return peakValue(measure, planned);
    case Id::Activations:
        return count(planned.row().maxActivations);
    case Id::Messages:
        return count(double(planned.row().transfers));
    case Id::Weights:
        return count(planned.row().weightsFactor);
    case Id::Ops:
        return opsValue(measure, planned);
    case Id::Busy:
        return time(plan::busyTime(timeline, static_cast<std::size_t>(measure.rank)));
    case Id::Idle: {
        const auto busy = plan::busyTime(timeline, static_cast<std::size_t>(measure.rank));
        return share(1 - double(busy.count()) / double(timeline.makespan.count()));
    }
    case Id::Place:
    case Id::Published:
        return placeValue(measure, planned);
    case Id::PhaseOps:
    case Id::PhaseEnd:
        return phaseValue(measure, planned);
    case Id::LedgerTime:
        return time(plan::total(
            planned.ledger())[static_cast<std::size_t>(namedBy<plan::LedgerLine>(measure.detail))]);
    case Id::LongestBubble:
    case Id::WaitsFor: {
        const plan::Bubble* bubble = longestBubble(planned, measure.rank);
        if (measure.id == Id::LongestBubble)
            return time(bubble ? bubble->end - bubble->start : Nanoseconds{});
        return word(bubble && bubble->waitingFor ? plan::toText(*bubble->waitingFor) : "");
    }
    case Id::LeastIdle:
        return word(leastIdle(planned));
    case Id::Unawaited:
        return word(unawaited(planned.schedule()));
    case Id::Reruns:
        return count(
            double(plan::rerunSlots(planned.schedule(), timeline, planned.costs()).total.rerun));
    case Id::Hop:
        return time(longestHop(planned));
    case Id::PathTransfer:
    case Id::PathHops:
        return pathValue(measure, planned);
    case Id::Slack:
        return slackValue(measure, planned);
    case Id::Layers:
    case Id::LayersOf:
        return layerValue(measure, planned);
    case Id::Path:
        return word(pathOfStages(planned.schedule()));
    case Id::Bound:
        return boundValue(planned);
    case Id::Ranks:
        return count(planned.schedule().shape.ranks);
    case Id::Microbatches:
        return count(planned.schedule().shape.microbatches);
    case Id::Chunks:
        return count(planned.schedule().shape.chunks);
    default:
        break;
    }
    return plan::Error{"is not told by a timeline"};
}

} // namespace lesson
