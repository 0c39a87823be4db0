#include "engine/plan/insight/critical_path.h"

#include "engine/plan/insight/latest_times.h"

#include <algorithm>

namespace plan {
namespace {

// The chain from the end of the step backwards, a unit a step.
std::vector<CriticalStep> stepsBackwards(const Explainer& explainer)
{
    const SpanGraph& graph = explainer.graph();
    std::vector<CriticalStep> steps;
    for (std::uint32_t span = explainer.lastSpan(); span != SpanGraph::kNone;) {
        const SpanGraph::Unit unit = graph.unitOf(span);
        const std::size_t rank = graph.rankOf(span);
        CriticalStep step{
            .rank = rank, .firstSpan = unit.first - graph.rankBegin(rank), .spans = unit.count};
        // A pair is one step of the path: within it, the chain goes on from the op that was waited
        // for.
        if (explainer.stepFrom(span).why == Cause::FusedPartner)
            span = explainer.stepFrom(span).next;
        const std::uint32_t next = explainer.stepFrom(span).next;
        if (next == SpanGraph::kNone) {
            step.late = graph.start(unit);
        } else {
            const ChainLink link = explainer.link(span);
            step.transfer = link.transfer;
            step.late = link.late;
        }
        steps.push_back(step);
        span = next;
    }
    return steps;
}

} // namespace

CriticalPath criticalPath(const Schedule& schedule, const Timeline& timeline, const Costs& costs)
{
    const Explainer explainer(schedule, timeline, costs);
    CriticalPath path{.steps = stepsBackwards(explainer)};
    std::reverse(path.steps.begin(), path.steps.end());
    path.spans.resize(timeline.spans.size());
    for (const CriticalStep& step : path.steps) {
        const auto& spans = timeline.spans[step.rank];
        for (std::size_t i = step.firstSpan; i < step.firstSpan + step.spans; ++i)
            path.spans[step.rank].push_back(i);
        path.computing += spans[step.firstSpan + step.spans - 1].end - spans[step.firstSpan].start;
        path.transferring += step.transfer;
    }
    if (!path.steps.empty()) {
        const std::size_t rank = path.steps.back().rank;
        path.lastRank = static_cast<int>(rank);
        if (!timeline.tails.empty())
            path.tail = timeline.tails[rank].end - timeline.tails[rank].begin;
    }
    // What is left is measured lateness; in a simulated step it is 0.
    path.unexplained = timeline.makespan - path.computing - path.transferring - path.tail;
    return path;
}

std::vector<std::vector<Nanoseconds>> slack(const Schedule& schedule, const Timeline& timeline,
                                            const Costs& costs)
{
    const SpanGraph graph(schedule, timeline, costs);
    const std::vector<Nanoseconds> latest = latestEnds(graph, timeline);
    std::vector<std::vector<Nanoseconds>> floats(timeline.spans.size());
    for (std::size_t rank = 0; rank < floats.size(); ++rank) {
        floats[rank].reserve(timeline.spans[rank].size());
        for (std::uint32_t span = graph.rankBegin(rank); span < graph.rankEnd(rank); ++span)
            floats[rank].push_back(
                std::max(Nanoseconds{0}, latest[span] - graph.end(graph.unitOf(span))));
    }
    return floats;
}

} // namespace plan
