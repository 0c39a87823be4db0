#include "gui/timeline/overview.h"

#include "engine/plan/phases.h"

#include <algorithm>

namespace gui {
namespace {

// Adds the time from `begin` to `end`, as a share of each stretch that it lies in.
void add(Overview& overview, Category category, Nanoseconds begin, Nanoseconds end, double weight)
{
    const double length
        = static_cast<double>(overview.end.count()) / static_cast<double>(kOverviewStretches);
    const double from = std::max(0.0, static_cast<double>(begin.count()) / length);
    const double to = std::min(static_cast<double>(kOverviewStretches),
                               static_cast<double>(end.count()) / length);
    for (auto stretch = static_cast<std::size_t>(from);
         stretch < kOverviewStretches && static_cast<double>(stretch) < to; ++stretch) {
        const double covered = std::min(to, static_cast<double>(stretch + 1))
            - std::max(from, static_cast<double>(stretch));
        overview.shares[stretch][static_cast<std::size_t>(category)]
            += static_cast<float>(covered * weight);
    }
}

Nanoseconds middleOf(std::vector<Nanoseconds> times)
{
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

} // namespace

Overview overviewOf(const TrackData& track)
{
    Overview overview;
    if (!track.timeline || track.timeline->spans.empty())
        return overview;
    const plan::Timeline& timeline = *track.timeline;
    overview.end = std::max(track.end, timeline.makespan);
    if (overview.end <= Nanoseconds{0})
        return overview;
    overview.shares.resize(kOverviewStretches);
    std::size_t spans = 0;
    for (const auto& rank : timeline.spans)
        spans += rank.size();
    const std::size_t every = spans / kOverviewSpans + 1;
    const std::size_t looked = (timeline.spans.size() + every - 1) / every;
    const double weight = 1.0 / static_cast<double>(looked);
    std::vector<Nanoseconds> steady;
    std::vector<Nanoseconds> cooling;
    for (std::size_t rank = 0; rank < timeline.spans.size(); rank += every) {
        for (const plan::Span& span : timeline.spans[rank])
            add(overview, categoryOf(span.op.kind), span.start, span.end, weight);
        if (rank < timeline.tails.size()) {
            const plan::Tail& tail = timeline.tails[rank];
            add(overview, Category::Communication, tail.begin, tail.optimizerBegin, weight);
            add(overview, Category::Optimizer, tail.optimizerBegin, tail.end, weight);
        }
        const plan::PhaseTimes phases = plan::phaseTimes(timeline.spans[rank], timeline.makespan);
        steady.push_back(phases.steadyBegin);
        cooling.push_back(phases.coolDownBegin);
    }
    overview.steadyBegin = middleOf(std::move(steady));
    overview.coolDownBegin = std::max(overview.steadyBegin, middleOf(std::move(cooling)));
    return overview;
}

} // namespace gui
