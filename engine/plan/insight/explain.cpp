#include "engine/plan/insight/explain.h"

#include <algorithm>

namespace plan {
namespace {

const char* word(Phase phase)
{
    switch (phase) {
    case Phase::WarmUp:
        return "warm-up";
    case Phase::Steady:
        return "steady";
    case Phase::CoolDown:
        return "cool-down";
    }
    return "";
}

// In microseconds, to the nanosecond, without trailing zeros.
std::string microseconds(Nanoseconds time)
{
    std::string text = std::to_string(time.count() / 1000);
    if (const auto rest = time.count() % 1000; rest != 0) {
        text += "." + std::to_string(1000 + rest).substr(1);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text + " us";
}

std::string named(const Op& op, int rank)
{
    return toText(op) + " of rank " + std::to_string(rank);
}

} // namespace

const char* key(Cause cause)
{
    switch (cause) {
    case Cause::Input:
        return "input";
    case Cause::RankBusy:
        return "rank_busy";
    case Cause::FusedPartner:
        return "fused_partner";
    case Cause::StepEnd:
        return "step_end";
    }
    return "";
}

Explainer::Explainer(const Schedule& schedule, const Timeline& timeline, const Costs& costs)
    : m_timeline(timeline)
    , m_graph(schedule, timeline, costs)
{
    m_steps.reserve(m_graph.spans());
    Nanoseconds latest{-1};
    for (std::size_t rank = 0; rank < m_graph.ranks(); ++rank) {
        for (std::uint32_t span = m_graph.rankBegin(rank); span < m_graph.rankEnd(rank); ++span)
            m_steps.push_back(bindingStep(span, rank));
        if (m_graph.rankBegin(rank) == m_graph.rankEnd(rank))
            continue;
        const std::uint32_t last = m_graph.rankEnd(rank) - 1;
        const Nanoseconds end
            = timeline.tails.empty() ? m_graph.at(last).end : timeline.tails[rank].end;
        if (end > latest) {
            latest = end;
            m_last = last;
        }
    }
    measureChains();
}

// Of the constraints on the span's unit the one that allowed it last; of two that
// allowed it together the rank's own, which makes the plainer story.
Explainer::Step Explainer::bindingStep(std::uint32_t span, std::size_t rank) const
{
    const SpanGraph::Unit unit = m_graph.unitOf(span);
    Step step;
    Nanoseconds allowed{-1};
    if (unit.first > m_graph.rankBegin(rank)) {
        step.next = unit.first - 1;
        allowed = m_graph.at(unit.first - 1).end;
    }
    for (std::uint32_t i = unit.first; i < unit.first + unit.count; ++i) {
        const SpanGraph::Input input = m_graph.inputOf(i);
        if (input.lost)
            return {.lost = true};
        if (input.span == SpanGraph::kNone)
            continue;
        const Nanoseconds arrives = m_graph.end(m_graph.unitOf(input.span)) + input.transfer;
        if (arrives <= allowed)
            continue;
        allowed = arrives;
        step.next = i == span ? input.span : i;
        step.why = i == span ? Cause::Input : Cause::FusedPartner;
    }
    return step;
}

// Follows each chain once, up to what is known already, then back. A chain of measured
// spans that runs into itself (clocks that disagree) is cut there, as lost.
void Explainer::measureChains()
{
    m_onTheWay.resize(m_steps.size());
    std::vector<bool> entered(m_steps.size());
    std::vector<bool> known(m_steps.size());
    std::vector<std::uint32_t> path;
    for (std::uint32_t first = 0; first < m_steps.size(); ++first) {
        std::uint32_t span = first;
        while (span != SpanGraph::kNone && !entered[span]) {
            entered[span] = true;
            path.push_back(span);
            span = m_steps[span].next;
        }
        if (span != SpanGraph::kNone && !known[span]) {
            m_steps[path.back()].next = SpanGraph::kNone;
            m_steps[path.back()].lost = true;
        }
        for (; !path.empty(); path.pop_back()) {
            const std::uint32_t at = path.back();
            Step& step = m_steps[at];
            known[at] = true;
            step.root = at;
            if (step.next == SpanGraph::kNone)
                continue;
            step.length = m_steps[step.next].length + 1;
            // Lengths and roots are those of the rest of the chain, so each span is visited once,
            // however long chains are.
            step.root = m_steps[step.next].root;
            m_onTheWay[at] = m_onTheWay[step.next];
            if (step.why == Cause::Input)
                m_onTheWay[at] += m_graph.inputOf(at).transfer;
        }
    }
}

ChainLink Explainer::link(std::uint32_t from) const
{
    const Step& step = m_steps[from];
    const SpanGraph::Unit unit = m_graph.unitOf(step.next);
    ChainLink link{.op = m_graph.at(step.next).op,
                   .rank = static_cast<int>(m_graph.rankOf(step.next)),
                   .start = m_graph.start(unit),
                   .end = m_graph.end(unit),
                   .why = step.why};
    if (step.why == Cause::FusedPartner)
        return link;
    if (step.why == Cause::Input)
        link.transfer = m_graph.inputOf(from).transfer;
    link.late = m_graph.start(m_graph.unitOf(from)) - link.end - link.transfer;
    return link;
}

void Explainer::follow(std::uint32_t span, std::size_t limit, Explanation& into) const
{
    const std::uint32_t root = m_steps[span].root;
    const SpanGraph::Unit unit = m_graph.unitOf(root);
    into.root = ChainRoot{.kind = m_steps[root].lost ? ChainRoot::Kind::NoData
                                                     : ChainRoot::Kind::StepStart,
                          .op = m_graph.at(root).op,
                          .rank = static_cast<int>(m_graph.rankOf(root)),
                          .start = m_graph.start(unit),
                          .end = m_graph.end(unit)};
    into.onTheWay = m_onTheWay[span];
    for (; m_steps[span].next != SpanGraph::kNone && into.links.size() < limit;
         span = m_steps[span].next)
        into.links.push_back(link(span));
    into.more = m_steps[span].length;
}

Explanation Explainer::explainSpan(std::size_t rank, std::size_t span, std::size_t limit) const
{
    Explanation explanation;
    follow(m_graph.rankBegin(rank) + static_cast<std::uint32_t>(span), limit, explanation);
    return explanation;
}

Explanation Explainer::explain(const Bubble& bubble, std::size_t rank, std::size_t limit) const
{
    Explanation explanation{.phase = bubble.phase};
    if (m_last == SpanGraph::kNone)
        return explanation;
    if (!bubble.next) {
        const SpanGraph::Unit unit = m_graph.unitOf(m_last);
        explanation.links.push_back({.op = m_graph.at(m_last).op,
                                     .rank = static_cast<int>(m_graph.rankOf(m_last)),
                                     .start = m_graph.start(unit),
                                     .end = m_graph.end(unit),
                                     .why = Cause::StepEnd});
        follow(m_last, limit, explanation);
        return explanation;
    }
    const auto& spans = m_timeline.spans[rank];
    const auto found
        = std::lower_bound(spans.begin(), spans.end(), bubble.end,
                           [](const Span& span, Nanoseconds time) { return span.start < time; });
    // Spans of no length may stand at the same time before the one that waited.
    auto next = found;
    while (next != spans.end() && next->op != *bubble.next && next->start == bubble.end)
        ++next;
    if (next == spans.end() || next->op != *bubble.next)
        next = found;
    if (next == spans.end())
        return explanation;
    follow(m_graph.rankBegin(rank) + static_cast<std::uint32_t>(next - spans.begin()), limit,
           explanation);
    return explanation;
}

std::string summary(const Explanation& explanation, const Bubble& bubble, std::size_t rank)
{
    std::string text = "rank " + std::to_string(rank) + " idles "
        + microseconds(bubble.end - bubble.start) + " in " + word(explanation.phase);
    if (bubble.next)
        text += ", before " + toText(*bubble.next);
    if (!explanation.root)
        return text + "; nothing ran";
    const ChainRoot& root = *explanation.root;
    if (explanation.links.empty())
        return text
            + (root.kind == ChainRoot::Kind::NoData ? "; what it waits for was not recorded"
                                                    : "; it waits for nothing of this step");
    const ChainLink& first = explanation.links.front();
    text += first.why == Cause::StepEnd    ? ": it has nothing left to run, and the step ends with "
        : first.why == Cause::FusedPartner ? ": it runs together with "
                                           : ": it waits for ";
    text += named(first.op, first.rank);
    const std::size_t beyond = explanation.links.size() - 1 + explanation.more;
    if (beyond > 1)
        text += ", which waits back through " + std::to_string(beyond - 1)
            + (beyond == 2 ? " op to " : " ops to ") + named(root.op, root.rank);
    else if (beyond == 1)
        text += ", which waits for " + named(root.op, root.rank);
    return text
        + (root.kind == ChainRoot::Kind::NoData ? "; what that waited for was not recorded"
                                                : ", the start of the step");
}

} // namespace plan
