#include "gui/lanes/lane_track.h"

#include <algorithm>
#include <map>

namespace gui {
namespace {

// The part of a state that lives as long as whoever holds it.
template <class Part>
std::shared_ptr<const Part> partOf(const lesson::PlannedPtr& planned, const Part& part)
{
    return {planned, &part};
}

struct LaneCauses {
    explicit LaneCauses(lesson::PlannedPtr of)
        : planned(std::move(of))
        , explainer(planned->schedule(), planned->timeline(), planned->costs())
        , critical(plan::criticalPath(planned->schedule(), planned->timeline(), planned->costs()))
    {
    }

    lesson::PlannedPtr planned; // before the explainer, which refers to its parts
    plan::Explainer explainer;
    plan::CriticalPath critical;
};

} // namespace

int LaneTrack::capOf(int rank) const
{
    if (cap.empty())
        return 0;
    return cap[cap.size() == 1 ? 0 : static_cast<std::size_t>(rank)];
}

TrackData trackOf(const QString& title, const lesson::PlannedPtr& planned)
{
    const auto causes = std::make_shared<const LaneCauses>(planned);
    TrackData track;
    track.title = title;
    track.timeline = partOf(planned, planned->timeline());
    track.schedule = partOf(planned, planned->schedule());
    track.ledger = partOf(planned, planned->ledger());
    track.costs = partOf(planned, planned->costs());
    track.explainer = {causes, &causes->explainer};
    track.critical = {causes, &causes->critical};
    return track;
}

std::vector<plan::Op> heldOn(const plan::Timeline& timeline, int rank, Nanoseconds at)
{
    std::vector<plan::Op> held;
    for (const plan::Span& span : timeline.spans[static_cast<std::size_t>(rank)]) {
        if (span.start > at)
            break;
        if (plan::isForward(span.op.kind))
            held.push_back(span.op);
        else if (span.op.kind != plan::OpKind::InputGrad && span.end <= at)
            std::erase(held, plan::forward(span.op.stage, span.op.microbatch));
    }
    return held;
}

std::vector<LaneMessage> messagesOf(const TrackData& track)
{
    std::vector<LaneMessage> messages;
    const plan::SpanGraph& graph = track.explainer->graph();
    for (std::uint32_t span = 0; span < graph.spans(); ++span) {
        const plan::SpanGraph::Input consumer = graph.consumerOf(span);
        if (consumer.span == plan::SpanGraph::kNone)
            continue;
        const Nanoseconds sent = graph.end(graph.unitOf(span));
        messages.push_back({graph.at(span).op, int(graph.rankOf(span)),
                            int(graph.rankOf(consumer.span)), sent, sent + consumer.transfer});
    }
    std::stable_sort(messages.begin(), messages.end(),
                     [](const auto& a, const auto& b) { return a.sent < b.sent; });
    return messages;
}

std::vector<Nanoseconds> eventsOf(const plan::Timeline& timeline)
{
    std::vector<Nanoseconds> events{Nanoseconds{}, timeline.makespan};
    for (const auto& spans : timeline.spans)
        for (const plan::Span& span : spans)
            events.insert(events.end(), {span.start, span.end});
    for (const plan::Tail& tail : timeline.tails)
        events.insert(events.end(), {tail.begin, tail.optimizerBegin, tail.end});
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    return events;
}

std::vector<int> chunksOfStages(const plan::Placement& placement)
{
    std::map<int, int> next;
    std::vector<int> chunks;
    chunks.reserve(placement.ranks.size());
    for (const int rank : placement.ranks)
        chunks.push_back(next[rank]++);
    return chunks;
}

} // namespace gui
