#include "gui/export/figure_lanes.h"

#include "gui/timeline/causes.h"
#include "gui/timeline/inner_stretches.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kLeastFrame = 5; // dots; see ghost_raster.cpp

std::vector<FigureItem> itemsOfStretches(const std::vector<Stretch>& stretches)
{
    std::vector<FigureItem> items;
    items.reserve(stretches.size());
    for (const Stretch& stretch : stretches)
        items.push_back({stretch.range, stretch.category});
    std::stable_sort(items.begin(), items.end(), [](const FigureItem& a, const FigureItem& b) {
        return a.range.begin < b.range.begin;
    });
    return items;
}

bool anyRank(const std::vector<KernelLane>& lanes)
{
    return std::any_of(lanes.begin(), lanes.end(),
                       [](const KernelLane& lane) { return !lane.isEmpty(); });
}

} // namespace

FigureExtras extrasOf(const std::vector<TrackData>& tracks)
{
    FigureExtras extras;
    for (const TrackData& track : tracks) {
        if (!track.timeline)
            continue;
        extras.ghosts |= track.planned != nullptr;
        extras.criticalPath |= track.critical && !track.critical->steps.empty();
        extras.inner |= track.kernels && anyRank(track.kernels->lanes);
        for (std::size_t rank = 0; rank < track.timeline->spans.size() && !extras.inner; ++rank)
            extras.inner = !stretchesOver(track, rank).empty();
        extras.memory |= track.memory
            && std::any_of(track.memory->begin(), track.memory->end(),
                           [](const MemoryLane& lane) { return !lane.isEmpty(); });
    }
    return extras;
}

std::vector<FigureBox> sectionsOf(const TrackData& track, int rank, const TimeAxis& axis,
                                  double dot)
{
    return laidOut(itemsOfStretches(stretchesOver(track, static_cast<std::size_t>(rank))), axis,
                   dot);
}

std::vector<FigureBox> ghostsOf(const plan::Timeline& planned, int rank, const TimeAxis& axis,
                                double dot)
{
    std::vector<FigureBox> ghosts;
    if (static_cast<std::size_t>(rank) >= planned.spans.size())
        return ghosts;
    for (const plan::Span& span : planned.spans[static_cast<std::size_t>(rank)]) {
        const double left = std::clamp(axis.x(span.start), 0.0, axis.width);
        const double right = std::clamp(axis.x(span.end), 0.0, axis.width);
        if (right - left >= kLeastFrame * dot)
            ghosts.push_back({left, right, 0, 1, categoryOf(span.op.kind), 0, -1});
    }
    return ghosts;
}

std::vector<FigureBox> criticalOf(const TrackData& track, int rank, const TimeAxis& axis)
{
    std::vector<FigureBox> frames;
    for (const CausePlace& place : criticalPlaces(track, axis.range)) {
        if (place.rank != rank)
            continue;
        const double left = std::clamp(axis.x(place.range.begin), 0.0, axis.width);
        const double right = std::clamp(axis.x(place.range.end), 0.0, axis.width);
        if (right <= left)
            continue;
        // Ops that follow each other are one frame.
        if (!frames.empty() && frames.back().right >= left)
            frames.back().right = std::max(frames.back().right, right);
        else
            frames.push_back({left, right, 0, 1, Category::Forward, 0, -1});
    }
    return frames;
}

std::vector<FigureBox> kernelsOf(const TrackData& track, int rank, KernelKind kind,
                                 const TimeAxis& axis, double dot)
{
    if (!track.kernels || static_cast<std::size_t>(rank) >= track.kernels->lanes.size())
        return {};
    std::vector<FigureItem> items;
    for (const Kernel& kernel : track.kernels->lanes[static_cast<std::size_t>(rank)].row(kind))
        items.push_back({{kernel.start, kernel.end}, categoryOf(kernel, kind)});
    return laidOut(items, axis, dot);
}

std::vector<FigureStack> memoryOf(const TrackData& track, int rank, const MemoryScale& scale,
                                  const TimeAxis& axis, double dot)
{
    std::vector<FigureStack> stacks;
    if (!track.memory || static_cast<std::size_t>(rank) >= track.memory->size())
        return stacks;
    const MemoryLane& lane = (*track.memory)[static_cast<std::size_t>(rank)];
    const double columns = std::max(1.0, std::floor(axis.width / dot));
    const double wide = axis.width / columns;
    std::vector<const MemoryBytes*> held;
    lane.columns({axis.range, columns}, track.timeline->makespan, held);
    const MemoryBytes* before = nullptr;
    for (std::size_t column = 0; column < held.size(); ++column) {
        const double left = static_cast<double>(column) * wide;
        if (held[column] && held[column] == before) {
            stacks.back().right = left + wide;
            continue;
        }
        before = held[column];
        if (!before)
            continue;
        FigureStack& stack = stacks.emplace_back();
        stack.left = left;
        stack.right = left + wide;
        double sum = 0;
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            sum += static_cast<double>((*before)[kind]) / static_cast<double>(scale.full);
            stack.heads[kind] = std::min(1.0, sum);
        }
    }
    return stacks;
}

} // namespace gui
