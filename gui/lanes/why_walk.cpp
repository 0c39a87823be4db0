#include "gui/lanes/why_walk.h"

#include "gui/timeline/causes.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"

namespace gui {

void WhyWalk::begin(const TrackData& track, const OpRef& op)
{
    clear();
    const plan::Span* span
        = track.explainer && track.timeline ? findSpan(*track.timeline, op.rank, op.op) : nullptr;
    if (!span)
        return;
    const auto rank = static_cast<std::size_t>(op.rank);
    const auto index = static_cast<std::size_t>(span - track.timeline->spans[rank].data());
    m_origin = Origin{op.slot, op.rank, {span->start, span->end}, op.op};
    m_links = track.explainer->explainSpan(rank, index, kChainPlaces).links;
}

void WhyWalk::begin(const TrackData& track, const GapRef& gap)
{
    clear();
    const plan::Bubble* bubble
        = track.explainer ? bubbleAt(track, gap.rank, gap.range.begin) : nullptr;
    if (!bubble)
        return;
    m_origin = Origin{gap.slot, gap.rank, gap.range, {}};
    m_links
        = track.explainer->explain(*bubble, static_cast<std::size_t>(gap.rank), kChainPlaces).links;
}

bool WhyWalk::goBack()
{
    if (m_walked == m_links.size())
        return false;
    ++m_walked;
    return true;
}

bool WhyWalk::goForth()
{
    if (m_walked == 0)
        return false;
    --m_walked;
    return true;
}

} // namespace gui
