#include "gui/timeline/inner_stretches.h"

namespace gui {

std::vector<Stretch> stretchesOver(const TrackData& track, std::size_t rank)
{
    std::vector<Stretch> over;
    if (rank < track.timeline->parts.size())
        for (const plan::Part& part : track.timeline->parts[rank])
            over.push_back({{part.start, part.end},
                            part.kind == plan::Part::Kind::Recompute ? Category::Recompute
                                                                     : Category::Communication});
    if (track.inner && rank < track.inner->reruns.size())
        for (const plan::Span& rerun : track.inner->reruns[rank])
            over.push_back({{rerun.start, rerun.end}, Category::Rerun});
    return over;
}

std::vector<Stretch> stretchesBeside(const TrackData& track, std::size_t rank)
{
    std::vector<Stretch> beside;
    if (track.inner && rank < track.inner->reductions.size())
        for (const SideReduction& each : track.inner->reductions[rank])
            beside.push_back({{each.start, each.end}, Category::Communication});
    return beside;
}

} // namespace gui
